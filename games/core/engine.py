"""The interface of an engine: pure functions over immutable states."""

from collections.abc import Iterator
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
