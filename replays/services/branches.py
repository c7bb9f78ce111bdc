"""Making and changing branches: the only code that writes their rows. Every event goes through the
engine.
"""

import random
import secrets
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.core import branching
from games.core.branching import Decided
from games.core.contract import GameKind
from games.core.findings import Finding, Problem
from games.core.replay import Replay
from games.registry import get_kind
from replays.access.edit_keys import digest_of, new_key
from replays.models import Branch, Game
from replays.models.branch import LINE_MAX, NAME_MAX
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.services.retries import retrying
from replays.text.names import clean_line

from .errors import Refusal, refusal

EMPTY_DAYS = 1
"""How long a branch without an event of its own is kept."""
LEGAL_SHOWN = 24
A_SWEEP = 500
WAYS = (branching.GAME, branching.CHANCE)
"""Who may decide instead of a person: what the game had, or the server's chance."""


@retrying
def begin_branch(
    game: Game, step: int, view: str, *, parent: Branch | None = None, name: str = ""
) -> tuple[Branch, str]:
    """A new branch of a game, or of a branch of it, from a step on; and its edit key, which is told
    only here. Raises Refusal.
    """
    views = branch_reads.views_to_play(game)
    if not views:
        message = gettext(
            "This game is unfinished and may still be in progress, so it can't have variations."
        )
        raise refusal(403, "game_unfinished", message)
    if view not in views:
        message = gettext("Choose a view for the variation: {views}.").format(
            views=", ".join(views)
        )
        raise refusal(422, "not_playable", message)
    last = parent.last_step if parent else game.n_events
    if not 0 <= step <= last:
        message = gettext("step must be a number from 0 to {last}.").format(last=last)
        raise refusal(422, "no_such_step", message)
    game_step = min(step, parent.game_step) if parent else step
    inherited = branch_reads.own_events(parent, step) if parent else []
    key = new_key()
    branch = Branch.objects.create(
        game=game,
        parent=parent,
        view=view,
        game_step=game_step,
        inherited=inherited,
        name=_checked_name(name),
        is_counterfactual=_is_assumed(inherited),
        seed=secrets.token_hex(16),
        edit_key=digest_of(key),
    )
    return branch, key


@retrying
def append_event(
    branch: Branch, chosen: dict[str, Any] | str, *, after: int | None = None
) -> Branch:
    """Play one event on: a plain event somebody chose, or one of `WAYS` to have it decided.
    `after`: how many events of its own the branch must have now. Raises Refusal.
    """
    with transaction.atomic():
        branch = _locked(branch, after)
        if len(branch.inherited) + len(branch.events) >= LINE_MAX:
            message = gettext("A variation can have at most {most} own moves.").format(
                most=LINE_MAX
            )
            raise refusal(422, "too_long", message)
        played = branch_reads.line_of(branch)
        if played.refusal is not None:
            message = gettext(
                "The engine has changed since: the variation can be shown only up to here. Undo "
                "moves until it fits again."
            )
            raise refusal(409, "stale", message, len(played.steps))
        decided = _decide(branch, played, chosen)
        branch.events = [
            *branch.events,
            {"event": decided.plain, "by": decided.by, "assumed": decided.is_assumed},
        ]
        _save(branch)
    return branch


def _decide(branch: Branch, played: Replay, chosen: dict[str, Any] | str) -> Decided:
    kind, game = get_kind(branch.game.kind), game_reads.replay_of(branch.game)
    if chosen == branching.GAME:
        found = branching.event_of_game(
            kind, game, played, branch.view, branch_reads.decided_anew(branch)
        )
        if found is not None:
            return found
        # whether a secret of the game still fits is a secret too: chance stands in without a word
        if not branching.is_decided_for(kind, played.final, branch.view):
            message = gettext("What happened in the game no longer fits the variation.")
            raise refusal(422, "not_in_the_game", message, len(played.steps))
        chosen = branching.CHANCE
    if chosen == branching.CHANCE:
        drawn = branching.event_of_bot(
            kind,
            played,
            random.Random(f"{branch.seed}:{len(played.steps)}"),  # noqa: S311 - play
        )
        if drawn is None:
            message = gettext("The game ends here.")
            raise refusal(422, "game_over", message, len(played.steps))
        return drawn
    if not isinstance(chosen, dict):
        message = gettext("An event must be an object, or one of {ways}.").format(
            ways=", ".join(WAYS)
        )
        raise refusal(422, "no_event", message)
    try:
        return branching.decide(kind, game, played, branch.view, chosen)
    except branching.Refused as refused:
        raise _finding(kind, branch, played, refused.problem) from refused


def _finding(kind: GameKind, branch: Branch, played: Replay, problem: Problem) -> Refusal:
    offered = branching.examples(kind, played.final, branch.view, LEGAL_SHOWN)
    citation = kind.rules.rulebook.cite(problem.rule, branch.game.edition)
    legal = tuple(branch_reads.words_of(kind, plain) for plain in offered)
    at = len(played.steps)
    return Refusal(
        422, Finding(0, at, problem.rule, problem.code, problem.message, citation, legal)
    )


@retrying
def undo_event(branch: Branch, *, after: int | None = None) -> Branch:
    """Take the last event back. Raises Refusal where there is none of its own."""
    with transaction.atomic():
        branch = _locked(branch, after)
        if not branch.events:
            message = gettext("This variation has no own move to undo.")
            raise refusal(409, "nothing_to_undo", message)
        branch.events = branch.events[:-1]
        _save(branch)
    return branch


@retrying
def rename_branch(branch: Branch, name: str) -> Branch:
    """Give a branch another name, or none. Raises Refusal."""
    with transaction.atomic():
        branch = _locked(branch, None)
        branch.name = _checked_name(name)
        branch.touched_at = timezone.now()
        branch.save(update_fields=["name", "touched_at"])
    return branch


@retrying
def delete_branch(branch: Branch) -> None:
    """Delete a branch; what was branched from it stays, and keeps its events."""
    branch.delete()


@retrying
def sweep_branches() -> int:
    """Delete branches that stayed empty: no event of their own, and nobody touched them for a day.
    Gives how many.
    """
    due = timezone.now() - timedelta(days=EMPTY_DAYS)
    empty = Branch.objects.filter(n_events=0, touched_at__lt=due)
    ids = list(empty.order_by("touched_at").values_list("pk", flat=True)[:A_SWEEP])
    if not ids:
        return 0
    with transaction.atomic():
        # held and asked again: an event may have come since, and a delete goes by primary key alone
        found = Branch.objects.select_for_update().filter(
            pk__in=ids, n_events=0, touched_at__lt=due
        )
        held = list(found.values_list("pk", flat=True))
        return Branch.objects.filter(pk__in=held).delete()[1].get("replays.Branch", 0)


def _locked(branch: Branch, after: int | None) -> Branch:
    """The branch as it is now, held until the transaction ends. Raises Refusal."""
    found = Branch.objects.select_for_update(of=("self",)).select_related("game")
    try:
        locked = found.get(pk=branch.pk)
    except Branch.DoesNotExist as gone:
        raise refusal(409, "gone", gettext("This variation has just been deleted.")) from gone
    if after is not None and after != len(locked.events):
        message = gettext("The variation now has {n} own moves, not {after}.").format(
            n=len(locked.events), after=after
        )
        raise refusal(409, "changed", message)
    return locked


def _save(branch: Branch) -> None:
    branch.n_events = len(branch.events)
    branch.is_counterfactual = _is_assumed([*branch.inherited, *branch.events])
    branch.touched_at = timezone.now()
    branch.save(update_fields=["events", "n_events", "is_counterfactual", "touched_at"])


def _is_assumed(rows: list[dict[str, Any]]) -> bool:
    return any(row["assumed"] for row in rows)


def _checked_name(name: str) -> str:
    clean = clean_line(name)
    if len(clean) > NAME_MAX:
        message = gettext("The name is too long: at most {most} characters.").format(most=NAME_MAX)
        raise refusal(422, "name_too_long", message)
    return clean
