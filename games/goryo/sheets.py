"""The Goryō's own sheets (`known_by: goryo`): which records are read as such, what their events say
when read to the end, and their states as plain data.
"""

from collections.abc import Iterable
from typing import Any

from games.core.language import gettext_noop
from games.core.record import Entry, Outcome, Record
from games.core.replay import Replay, Step
from games.goryo.codec import plain_state
from games.goryo.rules.editions import ACTIONS_IN_ALL, ROUNDS
from games.goryo.rules.events import Action, Move, Plan
from games.goryo.rules.sheet import SHEETS
from games.goryo.rules.sheet_state import PublicSheet, Sheet, known_spaces
from games.goryo.rules.sheet_worlds import successors
from games.goryo.rules.state import CHASE, DRAW, OVER

REASON = gettext_noop(
    "This is the Goryō's own sheet. Samurai moves that are not on it are unknown."
)
"""Why a sheet's positions are not shown and not assessed."""
UNKNOWN = "unknown"
"""The reason of a game that is over, but whose end the recorded events do not determine."""


# ------------------------------------------------------------------------------------------ reading


def is_incomplete(record: Record) -> bool:
    """Return whether a record may lack moves: the Goryō's sheet, unless every chase has all six
    actions. Such a record is never counted alone.
    """
    return record.setup.known_by == "goryo" and any(
        count < ACTIONS_IN_ALL for count in _action_counts(record.entries)
    )


def _action_counts(entries: Iterable[Entry]) -> list[int]:
    """Return the number of recorded actions of each chase."""
    counts: list[int] = []
    for entry in entries:
        if isinstance(entry.event, Plan):
            counts.append(0)
        elif isinstance(entry.event, Action) and counts:
            counts[-1] += 1
    return counts


def is_sheet(exact: Replay) -> bool:
    """Return whether a record is read as a sheet, given its replay as a full log.

    The Goryō's record is read as a full log if all its events follow, and it can lack no move, or
    records moves and its end is the one it claims.
    """
    record = exact.record
    if record.setup.known_by != "goryo":
        return False
    if exact.refusal is not None:
        return True
    has_moves = any(isinstance(entry.event, Move) for entry in record.entries)
    is_likely = has_moves and _fits(record, exact.outcome.winner, exact.outcome.reason)
    return is_incomplete(record) and not is_likely


def _fits(record: Record, winner: str | None, reason: str | None) -> bool:
    """Return whether an end is the claimed one, or nothing is claimed."""
    claim = record.header.get("outcome")
    if claim is None:
        return True
    same_reason = claim["reason"] == reason or (claim["winner"] and claim["reason"] is None)
    return bool(claim["winner"] == winner and same_reason)


def finish(replay: Replay) -> Replay:
    """Return the replay of a sheet with only those worlds that fit its later events, and its
    claimed end if that is possible.
    """
    if replay.refusal is not None or not replay.steps:
        return replay
    steps: list[Step] = []
    after = _with_likely_end(replay.record, replay.final)
    for step in reversed(replay.steps):
        kept = set(after.worlds)
        worlds = tuple(
            world
            for world in step.before.worlds
            if not kept.isdisjoint(successors(step.before, world, step.entry.event))
        )
        before = step.before._replace(worlds=worlds)
        steps.append(step._replace(before=before, state=after))
        after = before
    steps.reverse()
    outcome = SHEETS.outcome(steps[-1].state)
    tables = (world.state.table for world in steps[-1].state.worlds)
    if outcome.reason is None and all(table.phase is OVER for table in tables):
        outcome = Outcome((), UNKNOWN)
    return Replay(replay.record, replay.initial, tuple(steps), outcome, None)


def _with_likely_end(record: Record, sheet: Sheet) -> Sheet:
    """Return the end of a sheet that its claim and its last events fit best: a sheet with all four
    discoveries is not taken to end before the last draws.
    """
    worlds = sheet.worlds
    claimed = [w for w in worlds if _fits(record, w.state.table.winner, w.state.table.reason)]
    worlds = tuple(claimed) or worlds
    tables = [world.state.table for world in worlds]
    if any(table.phase is OVER and table.round == ROUNDS for table in tables):
        worlds = tuple(world for world in worlds if world.state.table.phase is not DRAW)
    return sheet._replace(worlds=worlds)


def has_other_ends(replay: Replay) -> bool:
    """Return whether a sheet's events allow an end that was not chosen."""
    if not replay.steps:
        return False
    last = replay.steps[-1]
    after, _ = SHEETS.transition(last.before, last.entry.event)
    tables = [world.state.table for world in after.worlds]
    return len({(table.winner, table.reason) for table in tables}) > 1


# -------------------------------------------------------------------------------------- plain data


def plain_sheet(position: Sheet | PublicSheet) -> dict[str, Any]:
    """Return the `state` object of a sheet's step: null where the recorded events do not determine
    a value. Clues of searches at unknown spaces are in no list.
    """
    worlds: Iterable[Any] = (
        [world.state for world in position.worlds]
        if isinstance(position, Sheet)
        else position.views
    )
    plain = _common([plain_state(world) for world in worlds])
    names, colours = position.setup.board.names, position.setup.ruleset.colours
    spaces = known_spaces(position)
    plain["samurai"] = {
        colour: None if space is None else names[space]
        for colour, space in zip(colours, spaces, strict=True)
    }
    left = plain["actions_left"]
    if left and (left < ACTIONS_IN_ALL or plain["phase"] != CHASE):
        plain["actions_left"] = None  # only right after the plan is none left out
    return plain


def _common(plains: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what several states agree on: null for other values, lists without other spaces. An
    end is null if its reason is.
    """
    first, *others = plains
    common = {key: _agreed(value, [other[key] for other in others]) for key, value in first.items()}
    if common["reason"] is None:
        common["winner"] = None
    return common


def _agreed(value: Any, others: list[Any]) -> Any:
    if all(other == value for other in others):
        return value
    if isinstance(value, list):
        return [item for item in value if all(item in other for other in others)]
    if isinstance(value, dict) and None not in others:
        return {key: _agreed(item, [other[key] for other in others]) for key, item in value.items()}
    return None
