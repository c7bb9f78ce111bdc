"""Queries of variations: which games can have them, and their steps, offers and logs."""

from dataclasses import replace
from typing import Any, NamedTuple

from django.db.models import Manager, QuerySet

from games.core import branching
from games.core.branching import Decided
from games.core.choosing import Parts
from games.core.contract import OMNISCIENT, GameKind
from games.core.play import without_annotations
from games.core.record import Record
from games.core.replay import Replay
from games.core.taps import Taps
from games.recorder.labels import spelled
from games.registry import get_kind
from games.registry import write_text as text_of_record
from replays.access.viewer import STRANGER, Viewer
from replays.models import Branch, Game
from replays.models.visibility import reachable
from replays.reads import games as game_reads

MAX_BOARD_MOVES = 3000
"""Events that are offered on the board. If there are more, they are chosen part by part."""


def branch_by_public_id(public_id: str, viewer: Viewer = STRANGER) -> Branch:
    """Return a variation of a game that a viewer can reach. Raises Branch.DoesNotExist, also if a
    correction has made the game unfinished, so that it has secrets again.
    """
    branches = Branch.objects.select_related("game", "parent").prefetch_related("game__seats")
    branch = branches.get(
        reachable(viewer.keys, "game__", is_staff=viewer.is_staff), public_id=public_id
    )
    if not can_branch(branch.game):
        raise Branch.DoesNotExist
    return branch


def listed(branches: Manager[Branch]) -> QuerySet[Branch]:
    """Return the variations of a game or of a variation that its page lists."""
    return branches.filter(is_listed=True, n_events__gt=0, hidden_at__isnull=True)


def listed_branches(game: Game, most: int) -> list[Branch]:
    """Return the newest variations that the page of the game lists."""
    rows = listed(game.branches).select_related("game")
    found = list(rows[:most])
    return found if found and can_branch(game) else []


def is_exact(game: Game) -> bool:
    """Return whether all positions of the game are known; else it can't have variations."""
    return game_reads.replay_of(game).is_exact


def can_branch(game: Game) -> bool:
    """Return whether the game can have variations if all its positions are known: its log is
    public, or it hides nothing.
    """
    if game_reads.is_log_open(game):
        return True
    kind, final = get_kind(game.kind), game_reads.replay_of(game).final
    return all(branching.is_open(kind, final, view) for view in kind.identity.views_in(game.mode))


def views_to_play(game: Game) -> tuple[str, ...]:
    """Return the views that variations can be played as, the default first."""
    if not can_branch(game) or not is_exact(game):
        return ()
    kind, start = get_kind(game.kind), game_reads.replay_of(game).initial
    return tuple(v for v in game_reads.open_views(game) if branching.can_play(kind, start, v))


def own_events(branch: Branch, upto: int | None = None) -> list[dict[str, Any]]:
    """Return the entries after the game's events, inherited ones first, up to a step."""
    rows = [*branch.inherited, *branch.events]
    return rows if upto is None else rows[: max(0, upto - branch.game_step)]


def knows_as_much(branch: Branch, state: Any, view: str) -> bool:
    """Return whether a view knows as much of a position as the variation's own view, so that it may
    see the offers.
    """
    observe = get_kind(branch.game.kind).rules.engine.observe
    visible = observe(state, view)
    return visible is state or bool(visible == observe(state, branch.view))


def types_not_from_game(branch: Branch, upto: int | None = None) -> frozenset[str]:
    """Return the types of the events that were not taken from the game."""
    rows = own_events(branch, upto)
    return frozenset(row["event"]["type"] for row in rows if row["by"] != branching.GAME)


def line_of(branch: Branch, upto: int | None = None) -> Replay:
    """Return the replay of a variation, up to a step. If the engine has changed, it ends before the
    first event that is no longer legal (`refusal`).
    """
    kind, game = get_kind(branch.game.kind), game_reads.replay_of(branch.game)
    step = branch.game_step if upto is None else min(branch.game_step, upto)
    rows = own_events(branch, upto)
    return branching.play_on(kind, game, step, [row["event"] for row in rows])


def steps_of(
    branch: Branch, view: str, *, belief: bool = False, only_last: bool = False
) -> list[dict[str, Any]]:
    """Return the steps of the whole line as seen by a view; those after the game's have `by` and
    `assumed`. `only_last`: only the last step, if there is one.
    """
    rows, kind, played = own_events(branch), get_kind(branch.game.kind), line_of(branch)
    steps = []
    if only_last:
        played = replace(played, steps=played.steps[-1:])
    for step in kind.display.steps(played, view, belief):
        at = step["step"] - branch.game_step - 1
        if at >= 0:
            before = played.steps[-1 if only_last else step["step"] - 1].before
            by = decided_by(kind, before, view, rows[at])
            assumed = is_assumed(kind, before, view, rows[at])
            step = {**step, "by": by, "assumed": assumed}
        steps.append(step)
    return steps


def decided_by(kind: GameKind, before: Any, view: str, row: dict[str, Any]) -> str:
    """Return what decided an event, as seen by a view. For a secret event it is `decided`, since
    whether it is the game's own is a secret too.
    """
    is_hidden = row["event"]["type"] in branching.not_chosen_by(kind, before, view)
    return "decided" if is_hidden else str(row["by"])


def is_assumed(kind: GameKind, before: Any, view: str, row: dict[str, Any]) -> bool:
    """Return whether an event is assumed, as seen by a view. An answer that the user chose is
    assumed for a view that does not know the true one.
    """
    is_answer = (
        row["by"] == branching.CHOICE and row["event"]["type"] in kind.rules.decisions.answers
    )
    return bool(row["assumed"]) or (is_answer and not branching.is_open(kind, before, view))


def offers(branch: Branch, chosen: Parts, upto: int | None = None) -> dict[str, Any]:
    """Return what can be played at the end of a variation or at a step: the node of the choice
    tree, the event due, and what can decide it.
    """
    kind, played = get_kind(branch.game.kind), line_of(branch, upto)
    game = game_reads.replay_of(branch.game)
    name = branching.due(kind, played.final)
    of_game = None
    if name is not None:
        new_types = types_not_from_game(branch, upto)
        of_game = branching.event_of_game(kind, game, played, branch.view, new_types)
    return {
        "step": len(played.steps),
        "due": name,
        "is_chance": name in kind.rules.decisions.chance,
        "is_yours": not branching.is_decided_for(kind, played.final, branch.view),
        "in_the_game": _as_seen(kind, played, branch.view, name, of_game),
        "node": branching.choose(kind, played.final, branch.view, chosen),
    }


def _as_seen(
    kind: GameKind, played: Replay, view: str, name: str | None, of_game: Decided | None
) -> dict[str, Any] | None:
    """Return the game's event at this point as seen by a view. For an event that the view does not
    decide there is always one, since whether it still fits is a secret.
    """
    if name is not None and branching.is_decided_for(kind, played.final, view):
        return {"type": name}
    return None if of_game is None else shown_event(kind, played.final, view, of_game.plain)


def shown_event(kind: GameKind, state: Any, view: str, plain: dict[str, Any]) -> dict[str, Any]:
    """Return an event that is not played yet in a position, as seen by a view: a question without
    its answer.
    """
    answer = kind.rules.decisions.answers.get(plain["type"])
    if answer is not None:
        return {key: value for key, value in plain.items() if key != answer.field}
    is_hidden = plain["type"] in branching.not_chosen_by(kind, state, view)
    return {"type": plain["type"]} if is_hidden else plain


def main_line(branch: Branch, view: str, most: int) -> list[dict[str, Any]]:
    """Return the first events of the game after the step where a variation leaves it. They show no
    more than `shown_event`, since a user who tries moves is not to learn answers from them.
    """
    kind, game = get_kind(branch.game.kind), game_reads.replay_of(branch.game)
    return [
        {
            "step": step.number,
            "event": shown_event(kind, step.before, view, without_annotations(step.entry.plain)),
        }
        for step in game.steps[branch.game_step : branch.game_step + most]
    ]


def draft(game: Game, step: int, view: str, parent: Branch | None = None) -> Branch:
    """Return a variation that starts at a step of a game or of a variation, not stored."""
    return Branch(
        game=game,
        parent=parent,
        view=view,
        game_step=min(step, parent.game_step) if parent else step,
        inherited=own_events(parent, step) if parent else [],
    )


class BoardMove(NamedTuple):
    """An event that can be played on the board. `is_next`: it is the next one of the line that it
    would leave.
    """

    taps: Taps
    event: dict[str, Any]
    is_next: bool


def board_moves(branch: Branch) -> list[BoardMove]:
    """Return what can be played on the board at the end of a variation, by what its view knows."""
    kind, played = get_kind(branch.game.kind), line_of(branch)
    if played.refusal is not None:
        return []
    moves = branching.tapped_events(kind, played.final, branch.view, MAX_BOARD_MOVES)
    line = line_of(branch.parent) if branch.parent else game_reads.replay_of(branch.game)
    at = len(played.steps)
    after = line.steps[at].entry.plain if at < len(line.steps) else {"type": ""}
    answer = kind.rules.decisions.answers.get(after["type"])
    hidden = answer.field if answer else None
    plain = without_annotations({k: v for k, v in after.items() if k != hidden})
    return [BoardMove(taps, event, event == plain) for taps, event in moves]


def assumptions(branch: Branch, view: str = OMNISCIENT) -> list[dict[str, Any]]:
    """Return the assumed events of a variation as seen by a view: those that contradict or ignore
    the secrets, and answers that the user chose without knowing the true ones.
    """
    kind, played = get_kind(branch.game.kind), line_of(branch)
    return [
        {"step": step.number, "event": row["event"]}
        for step, row in zip(played.steps[branch.game_step :], own_events(branch), strict=False)
        if is_assumed(kind, step.before, view, row)
    ]


def visible_event_text(kind: GameKind, plain: dict[str, Any]) -> str:
    """Return an event as written in a text log; for a hidden one only its type."""
    return str(plain["type"]) if plain.keys() == {"type"} else spelled(kind, plain)


def log_of(branch: Branch) -> Record:
    """Return the log of the whole line, marked as a variation."""
    kind = get_kind(branch.game.kind)
    about: dict[str, Any] = {
        "game": branch.game.public_id,
        "step": branch.game_step,
        "branch": branch.public_id,
        "counterfactual": branch.is_counterfactual,
    }
    assumed = [
        {"step": row["step"], "event": spelled(kind, row["event"])} for row in assumptions(branch)
    ]
    if assumed:
        about["assumes"] = assumed
    return branching.branch_record(line_of(branch), about)


def log_text(branch: Branch, form: str) -> str:
    """Return the log as canonical JSON or as text."""
    record = log_of(branch)
    return record.canonical() + "\n" if form == "json" else text_of_record(record)
