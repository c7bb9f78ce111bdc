"""Entering, undoing and correcting the events of a table that only this device has. The site does
the same in its database (`rooms.services`), with the same checks of the engine.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from games.core import recording
from games.core.branching import Refused, entry_of
from games.core.contract import GameKind
from games.core.findings import LOG_FORMAT, Problem
from games.core.language import text
from games.core.replay import Replay, Step
from games.core.turns import STOPS

from .table import COVERED, Table

EVENTS_MAX = 1000
"""Most events of a table."""
NOTE_MAX = 2000
"""Most characters of a note."""


def enter(table: Table, raw: Mapping[str, Any], role: str | None = None) -> Table:
    """Return the table with another event, entered on the screen of a role. Raises Refused."""
    if len(table.rows) >= EVENTS_MAX:
        raise _refused(text("A game can have at most {most} moves here.", most=EVENTS_MAX))
    kind, replay = table.kind, table.replay
    if raw.get("type") in STOPS:
        role = raw.get("role")
    turn = recording.turn_for(kind, replay.final, role, is_any=role is None)
    plain = recording.decide(kind, replay.final, turn, raw)
    rows = [*table.rows, {"event": plain, "role": turn.role if turn is not None else role}]
    return replace(table, rows=rows, replay=_played(kind, replay, plain))


def _played(kind: GameKind, replay: Replay, plain: Mapping[str, Any]) -> Replay:
    """Return a replay with another event, which the rules allow."""
    engine, entry = kind.rules.engine, entry_of(kind, plain)
    after, effects = engine.transition(replay.final, entry.event)
    steps = (*replay.steps, Step(len(replay.steps) + 1, entry, replay.final, after, effects))
    record = replace(replay.record, entries=(*replay.record.entries, entry))
    return Replay(record, replay.initial, steps, engine.outcome(after), None, replay.is_exact)


def undo(table: Table, length: int) -> Table:
    """Return the table with its first events only. Raises Refused."""
    if not 0 <= length < len(table.rows):
        raise _refused(text("There is nothing to undo."))
    replay = table.replay
    steps = replay.steps[:length]
    state = steps[-1].state if steps else replay.initial
    record = replace(replay.record, entries=replay.record.entries[:length])
    outcome = table.kind.rules.engine.outcome(state)
    cut = Replay(record, replay.initial, steps, outcome, None, replay.is_exact)
    return replace(table, rows=list(table.rows[:length]), replay=cut, holder="")


def correct(
    table: Table, index: int, raw: Mapping[str, Any], role: str | None, *, cuts: bool = False
) -> Table:
    """Return the table with another event `index` (from 0), the later ones checked again. `cuts`:
    the first that is not possible any more and all after it are removed. Raises Refused.
    """
    if not 0 <= index < len(table.rows):
        raise _refused(text("There is no such step."))
    kind, replay, old = table.kind, table.replay, table.rows[index]
    before = replay.steps[index].before
    turn = recording.turn_for(kind, before, role, is_any=role is None)
    plain = recording.decide(kind, before, turn, raw)
    later = [row["event"] for row in table.rows[index + 1 :]]
    replaced = recording.replace_event(kind, replay, index, plain, later)
    if replaced.conflict is not None and not cuts:
        message = text(
            "Step {step} is not possible after this correction. Remove it and the later steps, or "
            "cancel the correction.",
            step=replaced.conflict + 1,
        )
        raise _refused(message)
    end = len(table.rows) if replaced.conflict is None else replaced.conflict
    rows = [*table.rows[:index], {**old, "event": plain}, *table.rows[index + 1 : end]]
    return replace(table, rows=rows, replay=replaced.replay)


def annotate(table: Table, index: int, note: str) -> Table:
    """Return the table with the note of an event, from 0; an empty one removes it. Raises
    Refused.
    """
    if not 0 <= index < len(table.rows):
        raise _refused(text("There is no such step."))
    clean = "\n".join(" ".join(line.split()) for line in note.splitlines()).strip()
    if len(clean) > NOTE_MAX:
        raise _refused(text("The note is too long: at most {most} characters.", most=NOTE_MAX))
    row = {key: value for key, value in table.rows[index].items() if key != "note"}
    row |= {"note": clean} if clean else {}
    return replace(table, rows=[*table.rows[:index], row, *table.rows[index + 1 :]])


def take_phone(table: Table, role: str) -> Table:
    """Return the table with the phone in the hands of a role. Raises Refused."""
    if role not in table.players:
        raise _refused(text("There is no such role at this table."))
    return replace(table, holder=role)


def put_down(table: Table, *, is_covered: bool = False) -> Table:
    """Return the table with the phone put down, so that no secret is shown. `is_covered`: nothing
    is shown until the next person takes it.
    """
    return replace(table, holder=COVERED if is_covered else "")


def _refused(message: str) -> Refused:
    return Refused(Problem(LOG_FORMAT, "not_possible", message))
