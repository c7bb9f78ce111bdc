"""The engine of Goryō: the functions of the contract."""

from games.core.record import Outcome
from games.goryo.rules import generation, legality, transition
from games.goryo.rules.state import PublicView, State
from games.goryo.rules.state import initial_state as first_state

OPEN_VIEWS = ("omniscient", "goryo")
"""Views from which nothing is hidden: the Goryō knows her plan and her type."""


class GoryoEngine:
    """Pure rules of Goryō (`games.core.contract.Engine`)."""

    initial_state = staticmethod(first_state)
    violation = staticmethod(legality.violation)
    transition = staticmethod(transition.transition)
    legal_events = staticmethod(generation.legal_events)

    def outcome(self, state: State) -> Outcome:
        """Who has won and why."""
        winner = state.table.winner
        return Outcome((winner,) if winner else (), state.table.reason)

    def observe(self, state: State, view: str) -> State | PublicView:
        """What a view knows of a position (8.1): for the Samurai and the public a value without
        any field for a secret.
        """
        if view in OPEN_VIEWS:
            return state
        return PublicView(state.setup, state.table, state.chase)


ENGINE = GoryoEngine()
