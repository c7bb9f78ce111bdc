"""A replay as a view sees it: positions observed, events without what it may not know."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.contract import OMNISCIENT
from games.core.replay import Replay
from games.kyoto.rules.components import OTHER, SIDES
from games.kyoto.rules.state import State
from games.kyoto.rules.views import observe
from games.kyoto.steps import redact_event

Plain = Mapping[str, Any]


class ObservedStep(NamedTuple):
    """A step: its event, and the positions before and after it, as the view has them."""

    number: int
    event: Plain
    before: State
    state: State

    @property
    def kind(self) -> str:
        """The event's type."""
        kind: str = self.event["type"]
        return kind

    @property
    def actor(self) -> str:
        """Whose event it is; empty where it is nobody's."""
        role = self.event.get("role")
        if role is not None:
            return str(role)
        turn_state, fight = self.before.turn_state, self.before.conflict
        if self.kind == "spring" and turn_state.arrived is not None:
            return OTHER[turn_state.arrived[0]]
        if self.kind == "flip":
            return turn_state.flip_due or ""
        if self.kind == "conflict" and fight is not None:
            return fight.attacker
        if self.kind == "pistol":
            return SIDES[0]
        return "" if self.kind == "abandon" else self.before.active or ""

    @property
    def ends_game(self) -> bool:
        """Whether the game ended with this step."""
        return self.state.reason is not None and self.before.reason is None


class Game(NamedTuple):
    """The whole replay as a view sees it."""

    start: State
    steps: list[ObservedStep]


def observe_replay(replay: Replay, view: str) -> Game:
    """The replay as `omniscient`, a side or `public` see it."""
    start = before = observe(replay.initial, view)
    steps = []
    for step in replay.steps:
        event: Plain = step.entry.plain
        if view != OMNISCIENT:
            event = redact_event(event, view, step.before)
        state = observe(step.state, view)
        steps.append(ObservedStep(step.number, event, before, state))
        before = state
    return Game(start, steps)
