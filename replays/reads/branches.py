"""Reads of branches: which games can be branched, and what a branch proves to be."""

from dataclasses import replace
from typing import Any

from games.core import branching
from games.core.branching import Decided
from games.core.choosing import Node, Parts
from games.core.contract import OMNISCIENT, GameKind
from games.core.record import Record
from games.core.replay import Replay
from games.registry import get_kind
from games.registry import write_text as text_of_record
from replays.models import Branch, Game
from replays.reads import games as game_reads


def branch_by_public_id(public_id: str) -> Branch:
    """A branch of a game that anyone may see. Raises Branch.DoesNotExist."""
    found = Branch.objects.select_related("game", "parent").prefetch_related("game__seats")
    return found.get(public_id=public_id, game__withdrawn_at__isnull=True)


def can_branch(game: Game) -> bool:
    """Whether anyone may play on from a game: its log is open, or nothing in it is hidden."""
    if game_reads.is_log_open(game):
        return True
    kind, final = get_kind(game.kind), game_reads.replay_of(game).final
    return all(branching.is_open(kind, final, view) for view in kind.identity.views_in(game.mode))


def views_to_play(game: Game) -> tuple[str, ...]:
    """The views that somebody may play on as, the first one first; none where nobody may."""
    if not can_branch(game):
        return ()
    kind, start = get_kind(game.kind), game_reads.replay_of(game).initial
    return tuple(v for v in game_reads.open_views(game) if branching.can_play(kind, start, v))


def own_events(branch: Branch, upto: int | None = None) -> list[dict[str, Any]]:
    """The entries after the game's events, its parents' first; `upto` a step of the branch."""
    rows = [*branch.inherited, *branch.events]
    return rows if upto is None else rows[: max(0, upto - branch.game_step)]


def knows_as_much(branch: Branch, state: Any, view: str) -> bool:
    """Whether a view knows as much of a position as the branch's own: else what that one is offered
    is not for its eyes.
    """
    observe = get_kind(branch.game.kind).rules.engine.observe
    seen = observe(state, view)
    return seen is state or bool(seen == observe(state, branch.view))


def decided_anew(branch: Branch, upto: int | None = None) -> frozenset[str]:
    """The types of the events that a branch has not from its game."""
    rows = own_events(branch, upto)
    return frozenset(row["event"]["type"] for row in rows if row["by"] != branching.GAME)


def line_of(branch: Branch, upto: int | None = None) -> Replay:
    """The branch as a replay, up to a step of it. Where the rules of the engine changed since, it
    ends at the first event that is legal no more (`refusal`).
    """
    kind, game = get_kind(branch.game.kind), game_reads.replay_of(branch.game)
    step = branch.game_step if upto is None else min(branch.game_step, upto)
    rows = own_events(branch, upto)
    return branching.play_on(kind, game, step, [row["event"] for row in rows])


def steps_of(
    branch: Branch, view: str, *, belief: bool = False, only_last: bool = False
) -> list[dict[str, Any]]:
    """The steps of the whole line as a view may know them; those after the game's say by whom they
    are (`by`) and whether they are assumed. `only_last`: the last one alone, or none.
    """
    rows, kind, played = own_events(branch), get_kind(branch.game.kind), line_of(branch)
    found = []
    if only_last:
        played = replace(played, steps=played.steps[-1:])
    for step in kind.display.steps(played, view, belief):
        at = step["step"] - branch.game_step - 1
        if at >= 0:
            before = played.steps[-1 if only_last else step["step"] - 1].before
            by = decided_by(kind, before, view, rows[at])
            assumed = is_assumed(kind, before, view, rows[at])
            step = {**step, "by": by, "assumed": assumed}
        found.append(step)
    return found


def decided_by(kind: GameKind, before: Any, view: str, row: dict[str, Any]) -> str:
    """By what an event of a branch was decided, as far as a view may know: whether a secret is the
    game's own is a secret too, and then it is `decided`.
    """
    is_hidden = row["event"]["type"] in branching.not_chosen_by(kind, before, view)
    return "decided" if is_hidden else str(row["by"])


def is_assumed(kind: GameKind, before: Any, view: str, row: dict[str, Any]) -> bool:
    """Whether an event of a branch is assumed, as far as a view may know: an answer that somebody
    chose is, to a view that does not know the true one.
    """
    is_answer = (
        row["by"] == branching.CHOICE and row["event"]["type"] in kind.rules.decisions.answers
    )
    return bool(row["assumed"]) or (is_answer and not branching.is_open(kind, before, view))


def offers(branch: Branch, chosen: Parts, upto: int | None = None) -> dict[str, Any]:
    """What can be played at the end of a branch (or at a step of it): the tree's node, what is due,
    and how it may be decided.
    """
    kind, played = get_kind(branch.game.kind), line_of(branch, upto)
    game = game_reads.replay_of(branch.game)
    name = branching.due(kind, played.final)
    told = None
    if name is not None:
        anew = decided_anew(branch, upto)
        told = branching.event_of_game(kind, game, played, branch.view, anew)
    return {
        "step": len(played.steps),
        "due": name,
        "is_chance": name in kind.rules.decisions.chance,
        "is_yours": not branching.is_decided_for(kind, played.final, branch.view),
        "in_the_game": _as_told(kind, played, branch.view, name, told),
        "node": _node(kind, played, branch, chosen),
    }


def _as_told(
    kind: GameKind, played: Replay, view: str, name: str | None, told: Decided | None
) -> dict[str, Any] | None:
    """What the game had here, as the view may see it; of what it does not decide always something,
    since whether it still fits is a secret.
    """
    if name is not None and branching.is_decided_for(kind, played.final, view):
        return {"type": name}
    return None if told is None else shown_event(kind, played, view, told.plain)


def _node(kind: GameKind, played: Replay, branch: Branch, chosen: Parts) -> Node:
    return branching.choose(kind, played.final, branch.view, chosen)


def shown_event(kind: GameKind, played: Replay, view: str, plain: dict[str, Any]) -> dict[str, Any]:
    """An event that is not played yet, as a view may see it. A question's answer is not told
    before it is asked.
    """
    answer = kind.rules.decisions.answers.get(plain["type"])
    if answer is not None:
        return {key: value for key, value in plain.items() if key != answer.field}
    is_hidden = plain["type"] in branching.not_chosen_by(kind, played.final, view)
    return {"type": plain["type"]} if is_hidden else plain


def assumptions(branch: Branch, view: str = OMNISCIENT) -> list[dict[str, Any]]:
    """What a branch assumes: the steps and events that are not what the secrets say, or that nobody
    asked them for; all answers that were chosen, to a view that does not know the true ones.
    """
    kind, played = get_kind(branch.game.kind), line_of(branch)
    return [
        {"step": step.number, "event": row["event"]}
        for step, row in zip(played.steps[branch.game_step :], own_events(branch), strict=False)
        if is_assumed(kind, step.before, view, row)
    ]


def words_of(kind: GameKind, plain: dict[str, Any]) -> str:
    """An event as a log in text spells it; an answer that is not there is left out."""
    answer = kind.rules.decisions.answers.get(plain["type"])
    if answer is not None and answer.field not in plain:
        return " ".join(kind.log.notation.format_event({**plain, answer.field: True})[:-1])
    return " ".join(kind.log.notation.format_event(plain))


def words_of_seen(kind: GameKind, plain: dict[str, Any]) -> str:
    """An event as a view sees it, in the log's words; one whose content is hidden by its type."""
    return str(plain["type"]) if plain.keys() == {"type"} else words_of(kind, plain)


def log_of(branch: Branch) -> Record:
    """The whole line as a log that says it is a branch."""
    kind = get_kind(branch.game.kind)
    about: dict[str, Any] = {
        "game": branch.game.public_id,
        "step": branch.game_step,
        "branch": branch.public_id,
        "counterfactual": branch.is_counterfactual,
    }
    assumed = [
        {"step": told["step"], "event": words_of(kind, told["event"])}
        for told in assumptions(branch)
    ]
    if assumed:
        about["assumes"] = assumed
    return branching.branch_record(line_of(branch), about)


def log_text(branch: Branch, form: str) -> str:
    """The log as canonical JSON or as text."""
    record = log_of(branch)
    return record.canonical() + "\n" if form == "json" else text_of_record(record)
