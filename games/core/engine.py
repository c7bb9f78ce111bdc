"""What an engine is: pure functions over immutable states."""

from collections.abc import Iterator
from typing import Any, Protocol

from games.core.record import Outcome
from games.core.rules import Violation


class Engine(Protocol):
    """The rules of a game. Pure: no clock, no chance, no files; states are immutable values."""

    def initial_state(self, setup: Any) -> Any:
        """The state before the first event of a game with this set-up."""

    def violation(self, state: Any, event: Any) -> Violation | None:
        """Why the log may not hold this event here: the first rule broken; None where it may.
        Changes nothing.
        """

    def transition(self, state: Any, event: Any) -> tuple[Any, tuple[Any, ...]]:
        """The state after a legal event, and the effects that followed, carried on until
        somebody must decide.
        """

    def legal_events(self, state: Any) -> Iterator[Any]:
        """Every event the rules allow here: lazily, without repeats, in a fixed order."""

    def observe(self, state: Any, view: str) -> Any:
        """What a view knows of a position: a value without any field for what it may not know."""

    def outcome(self, state: Any) -> Outcome:
        """Who has won and why, as far as the state knows."""
