"""The interface of an engine, counts of its legal events (perft) and playouts."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from games.core.record import Outcome
from games.core.rules import Violation

State = TypeVar("State")
Event = TypeVar("Event")


class Engine(Protocol[State, Event]):
    """The rules of a game. Pure: no clock, no chance, no files; states are immutable values."""

    def initial_state(self, setup: Any) -> State:
        """Return the state before the first event of a game with this set-up."""

    def violation(self, state: State, event: Event) -> Violation | None:
        """Return why the log may not contain this event here: the first rule that is broken."""

    def transition(self, state: State, event: Event) -> tuple[State, tuple[Any, ...]]:
        """Return the state after a legal event and the effects that followed, up to the next
        decision.
        """

    def legal_events(self, state: State) -> Iterator[Event]:
        """Return every event the rules allow here: lazily, without repeats, in a fixed order."""

    def observe(self, state: State, view: str) -> Any:
        """Return what a view knows of a position: a value without fields for hidden information."""

    def outcome(self, state: State) -> Outcome:
        """Return who has won and why."""


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
    """Yield the events of a game in which `choose` decides everything, up to the end, a None, or
    the limit.
    """
    state = engine.initial_state(setup)
    for _ in range(limit):
        event = None if engine.outcome(state).reason is not None else choose(state)
        if event is None:
            return
        yield event
        state, _effects = engine.transition(state, event)
