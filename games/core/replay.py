"""Replays: playing a record on an engine gives steps, an outcome, and the first refusal, if any."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, repeat
from typing import Any, NamedTuple, TypeVar

from games.core.engine import Engine
from games.core.record import Entry, Outcome, Record
from games.core.rules import Violation

T = TypeVar("T")


class Step(NamedTuple):
    """An event with the states before and after it and its effects. `number` counts from 1."""

    number: int
    entry: Entry
    before: Any
    state: Any
    effects: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of playing a record, up to its end or to the first refused event. It is not exact
    if events are left out of the record, so that some positions are unknown (`games.core.partial`).
    """

    record: Record
    initial: Any
    steps: tuple[Step, ...]
    outcome: Outcome
    refusal: Violation | None
    is_exact: bool = True
    derived: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What `derive` has computed."""

    @property
    def final(self) -> Any:
        """The last state."""
        return self.steps[-1].state if self.steps else self.initial

    def derive(self, function: Callable[["Replay"], T]) -> T:
        """Return the function's value for this replay, which is computed once: what several facts
        of a game are based on. The value must not be changed.
        """
        if function not in self.derived:
            self.derived[function] = function(self)
        value: T = self.derived[function]
        return value

    @property
    def is_over(self) -> bool:
        """Whether the game ended: by a rule, by resignation or abandoned."""
        return self.outcome.reason is not None


def replay(engine: Engine[Any, Any], record: Record) -> Replay:
    """Play the record while its events are legal. A refused event is entry `len(steps)` from 0.

    An engine may have `advance(state, event)`, a faster way through frequent events: it returns the
    state after an event that is legal and has no effects, or None.
    """
    violation, transition = engine.violation, engine.transition
    advance = getattr(engine, "advance", None)
    new: Any = tuple.__new__  # a third of the time of Step's own constructor
    state = engine.initial_state(record.setup)
    states: list[Any] = [state]
    effects: list[tuple[Any, ...]] = []
    refusal = None
    for event, _ in record.entries:
        after: Any = None if advance is None else advance(state, event)
        found: tuple[Any, ...] = ()
        if after is None:
            refusal = violation(state, event)
            if refusal is not None:
                break
            after, found = transition(state, event)
        state = after
        states.append(state)
        effects.append(found)
    steps = zip(count(1), record.entries, states, states[1:], effects, strict=False)
    return Replay(
        record, states[0], tuple(map(new, repeat(Step), steps)), engine.outcome(state), refusal
    )
