"""A replay as a view sees it: positions and events without what the view may not know."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.core.contract import OMNISCIENT
from games.core.replay import Replay
from games.kyoto.rules.state import State
from games.kyoto.rules.views import observe
from games.kyoto.step_facts import actor_of
from games.kyoto.steps import redact_event

Plain = Mapping[str, Any]


class ObservedStep(NamedTuple):
    """A step as the view sees it: its event, and the positions before and after it."""

    number: int
    event: Plain
    before: State
    state: State

    @property
    def kind(self) -> str:
        """Return the event's type."""
        return str(self.event["type"])

    @property
    def actor(self) -> str:
        """Return the side that acts, or an empty string."""
        return actor_of(self.event, self.before)

    @property
    def ends_game(self) -> bool:
        """Return whether the game ended with this step."""
        return self.state.reason is not None and self.before.reason is None


def observe_steps(replay: Replay, view: str) -> Iterator[ObservedStep]:
    """Yield the steps of a replay as `omniscient`, a side or `public` sees them."""
    before = observe(replay.initial, view)
    for step in replay.steps:
        event: Plain = step.entry.plain
        if view != OMNISCIENT:
            event = redact_event(event, view, step.before)
        state = observe(step.state, view)
        yield ObservedStep(step.number, event, before, state)
        before = state
