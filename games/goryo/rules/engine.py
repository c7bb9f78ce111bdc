"""The engine of Goryō: the six functions of the contract, and what a view may see."""

from collections.abc import Iterator

from games.core.record import Outcome
from games.core.rules import Violation
from games.goryo.rules import generation, legality, transition
from games.goryo.rules.effects import Effect
from games.goryo.rules.events import Event
from games.goryo.rules.state import PublicView, Setup, State
from games.goryo.rules.state import initial_state as first_state

OPEN_VIEWS = ("omniscient", "goryo")
"""Views from which nothing is hidden: the Goryō knows her plan and her type."""


class GoryoEngine:
    """Pure rules of Goryō (`games.core.contract.Engine`)."""

    def initial_state(self, setup: Setup) -> State:
        """The state before the first event."""
        return first_state(setup)

    def violation(self, state: State, event: Event) -> Violation | None:
        """Why the log may not hold this event here, or None."""
        return legality.violation(state, event)

    def transition(self, state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
        """The state after a legal event, and the effects that followed."""
        return transition.transition(state, event)

    def legal_events(self, state: State) -> Iterator[Event]:
        """Every event the rules allow here."""
        return generation.legal_events(state)

    def outcome(self, state: State) -> Outcome:
        """Who has won and why."""
        return Outcome(state.table.winner, state.table.reason)

    def observe(self, state: State, view: str) -> State | PublicView:
        """What a view knows of a position (8.1): for the Samurai and the public a value without any field for a secret."""
        if view in OPEN_VIEWS:
            return state
        return PublicView(state.setup, state.table, state.chase)


ENGINE = GoryoEngine()
