"""Searching a game's tree: perft counts, which check the legal events, and playouts."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from games.core.engine import Engine


def perft(
    engine: Engine[Any, Any], state: Any, depth: int, skip: Callable[[Any], bool] | None = None
) -> int:
    """Return the number of sequences of `depth` legal events; `skip` excludes events."""
    if depth == 0:
        return 1
    events = (e for e in engine.legal_events(state) if skip is None or not skip(e))
    if depth == 1:
        return sum(1 for _ in events)
    return sum(
        perft(engine, engine.transition(state, event)[0], depth - 1, skip) for event in events
    )


def playout(
    engine: Engine[Any, Any], setup: Any, choose: Callable[[Any], Any | None], limit: int = 10_000
) -> Iterator[Any]:
    """Return the events of a game in which `choose` decides everything, up to the end, a None, or
    the limit.
    """
    return islice(_events(engine, setup, choose), limit)


def _events(
    engine: Engine[Any, Any], setup: Any, choose: Callable[[Any], Any | None]
) -> Iterator[Any]:
    state = engine.initial_state(setup)
    while engine.outcome(state).reason is None:
        event = choose(state)
        if event is None:
            return
        yield event
        state, _ = engine.transition(state, event)
