"""Records from which events may be left out: which engine replays them (`PartialRules`)."""

from dataclasses import replace
from typing import Any

from games.core.contract import GameKind
from games.core.engine import Engine
from games.core.record import Record
from games.core.replay import Replay, replay


def replay_record(kind: GameKind, record: Record) -> Replay:
    """Return the replay of a record, by the partial rules if events are left out of it."""
    played, partial = replay(kind.rules.engine, record), kind.rules.partial
    if partial is None or not partial.is_partial(played):
        return played
    return replace(partial.finish(replay(partial.engine, record)), is_exact=False)


def engine_for(kind: GameKind, setup: Any) -> Engine[Any, Any]:
    """Return the engine that judges the events of refused records with this set-up."""
    partial = kind.rules.partial
    return kind.rules.engine if partial is None or not partial.is_setup(setup) else partial.engine


def engine_of(kind: GameKind, state: Any) -> Engine[Any, Any]:
    """Return the engine that a state belongs to."""
    partial = kind.rules.partial
    return kind.rules.engine if partial is None or not partial.has_state(state) else partial.engine
