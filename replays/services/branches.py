"""Services that create and change variations. The engine checks every event."""

import random
import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.core import branching
from games.core.branching import Decided
from games.core.contract import GameKind
from games.core.findings import Finding, Problem
from games.core.replay import Replay
from games.recorder.labels import spelled
from games.registry import get_kind
from replays.access.edit_keys import digest_of, new_key
from replays.models import Branch, Game
from replays.models.branch import LINE_MAX, NAME_MAX
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.services.retries import retrying

from .editing import checked_line, delete_empty
from .errors import Refusal, refusal

EXAMPLES_SHOWN = 24
"""Legal events that a refusal lists."""
DECIDERS = (branching.GAME, branching.CHANCE)
"""What can decide an event in place of the user: the original game, or a random choice."""


@retrying
def begin_branch(
    game: Game, step: int, view: str, *, parent: Branch | None = None, name: str = "",
    event: dict[str, Any] | None = None, sent_key: str = "",
) -> tuple[Branch, str]:  # fmt: skip
    """Create a variation of a game (or of a variation of it) that starts at a step, with its first
    event if there is one. Return it with its edit key, which is shown only once. A request with a
    `sent_key`, which becomes the edit key, can be repeated: it creates one. Raises Refusal.
    """
    if not branch_reads.is_exact(game):
        message = gettext("Moves may be missing from this record, so it can't have variations.")
        raise refusal(403, "incomplete_record", message)
    views = branch_reads.views_to_play(game)
    if not views:
        message = gettext(
            "This game is unfinished and may still be in progress, so it can't have variations."
        )
        raise refusal(403, "game_unfinished", message)
    if view not in views:
        message = gettext("Choose a view for the variation: {views}.")
        raise refusal(422, "not_playable", message, views=", ".join(views))
    last = parent.last_step if parent else game.n_events
    if not 0 <= step <= last:
        message = gettext("step must be a number from 0 to {last}.")
        raise refusal(422, "no_such_step", message, last=last)
    key = sent_key or new_key()
    branch = branch_reads.draft(game, step, view, parent)
    branch.name = _checked_name(name)
    branch.is_counterfactual = _is_assumed(branch.inherited)
    branch.seed, branch.edit_key = secrets.token_hex(16), digest_of(key)
    with transaction.atomic():
        if sent_key and (created := _created_with(game, branch.edit_key)):
            return created, key
        branch.save(force_insert=True)
        if event is not None:
            branch = append_event(branch, event)
    return branch, key


def _created_with(game: Game, edit_key: str) -> Branch | None:
    """Return the variation that an earlier request with the same key created. Locks the game, so
    that two of them wait for each other.
    """
    Game.objects.select_for_update().only("pk").get(pk=game.pk)
    return Branch.objects.filter(game=game, edit_key=edit_key).first()


@retrying
def append_event(
    branch: Branch, chosen: dict[str, Any] | str, *, after: int | None = None, sent_key: str = ""
) -> Branch:
    """Append an event that the user chose, or have one of `DECIDERS` decide it. `after` is the
    expected number of own events. A request with a `sent_key` can be repeated. Raises Refusal.
    """
    with transaction.atomic():
        branch = _locked(branch)
        if sent_key and branch.events and branch.events[-1].get("key") == sent_key:
            return branch
        _check_length(branch, after)
        if len(branch.inherited) + len(branch.events) >= LINE_MAX:
            message = gettext("A variation can have at most {most} moves.")
            raise refusal(422, "too_long", message, most=LINE_MAX)
        played = branch_reads.line_of(branch)
        if played.refusal is not None:
            message = gettext(
                "The rules engine has changed, so the variation can be shown only up to here. Undo "
                "moves until the whole variation is legal again."
            )
            raise refusal(409, "stale", message, at=len(played.steps))
        decided = _decide(branch, played, chosen)
        branch.events = [
            *branch.events,
            {"event": decided.plain, "by": decided.by, "assumed": decided.is_assumed}
            | ({"key": sent_key} if sent_key else {}),
        ]
        _save(branch)
    return branch


def _decide(branch: Branch, played: Replay, chosen: dict[str, Any] | str) -> Decided:
    kind, game, at = (
        get_kind(branch.game.kind),
        game_reads.replay_of(branch.game),
        len(played.steps),
    )
    if chosen == branching.GAME:
        new_types = branch_reads.types_not_from_game(branch)
        decided = branching.event_of_game(kind, game, played, branch.view, new_types)
        if decided is not None:
            return decided
        # Whether a secret of the game still fits is a secret too, so chance replaces it silently.
        if not branching.is_decided_for(kind, played.final, branch.view):
            message = gettext("The event of the game can't be used in this variation.")
            raise refusal(422, "not_in_the_game", message, at=at)
        chosen = branching.CHANCE
    if chosen == branching.CHANCE:
        rng = random.Random(f"{branch.seed}:{at}")  # noqa: S311 - play
        decided = branching.event_of_bot(kind, played, rng)
        if decided is None:
            raise refusal(422, "game_over", gettext("The game ends here."), at=at)
        return decided
    if not isinstance(chosen, dict):
        message = gettext("An event must be an object, or one of {known}.")
        raise refusal(422, "no_event", message, known=", ".join(DECIDERS))
    try:
        return branching.decide(kind, game, played, branch.view, chosen)
    except branching.Refused as refused:
        raise _finding(kind, branch, played, refused.problem) from refused


def _finding(kind: GameKind, branch: Branch, played: Replay, problem: Problem) -> Refusal:
    examples = branching.examples(kind, played.final, branch.view, EXAMPLES_SHOWN)
    citation = kind.rules.rulebook.cite(problem.rule, branch.game.edition)
    legal = tuple(spelled(kind, plain) for plain in examples)
    at = len(played.steps)
    return Refusal(
        422, Finding(0, at, problem.rule, problem.code, problem.message, citation, legal)
    )


@retrying
def undo_event(branch: Branch, *, after: int | None = None) -> Branch:
    """Remove the last own event. Raises Refusal if there is none."""
    with transaction.atomic():
        branch = _locked(branch)
        _check_length(branch, after)
        if not branch.events:
            message = gettext("This variation has no moves to undo.")
            raise refusal(409, "nothing_to_undo", message)
        branch.events = branch.events[:-1]
        _save(branch)
    return branch


@retrying
def rename_branch(branch: Branch, name: str) -> Branch:
    """Set or clear the name. Raises Refusal."""
    with transaction.atomic():
        branch = _locked(branch)
        branch.name = _checked_name(name)
        branch.touched_at = timezone.now()
        branch.save(update_fields=["name", "touched_at"])
    return branch


@retrying
def delete_branch(branch: Branch) -> None:
    """Delete a variation. Variations of it stay, with all their events."""
    branch.delete()


def sweep_branches() -> int:
    """Delete variations that stayed without own events for a day; return how many."""
    return delete_empty(Branch, "n_events")


def _locked(branch: Branch) -> Branch:
    """Return the current row, locked until the transaction ends. Raises Refusal."""
    rows = Branch.objects.select_for_update(of=("self",)).select_related("game")
    locked = rows.filter(pk=branch.pk).first()
    if locked is None:
        raise refusal(409, "gone", gettext("This variation has just been deleted."))
    return locked


def _check_length(branch: Branch, after: int | None) -> None:
    """Raise Refusal if another number of own events was expected."""
    if after is not None and after != len(branch.events):
        message = gettext(
            "The variation has changed: it now has {n} moves, not {after}. Reload it and try again."
        )
        raise refusal(409, "changed", message, n=len(branch.events), after=after)


def _save(branch: Branch) -> None:
    branch.n_events = len(branch.events)
    branch.is_counterfactual = _is_assumed([*branch.inherited, *branch.events])
    branch.touched_at = timezone.now()
    branch.save(update_fields=["events", "n_events", "is_counterfactual", "touched_at"])


def _is_assumed(rows: list[dict[str, Any]]) -> bool:
    return any(row["assumed"] for row in rows)


def _checked_name(name: str) -> str:
    message = gettext("The name is too long: at most {most} characters.")
    return checked_line(name, NAME_MAX, message, "name_too_long")
