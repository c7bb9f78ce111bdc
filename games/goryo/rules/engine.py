"""The Goryō engine: the functions of the contract."""

from games.core.record import Outcome
from games.goryo.rules import generation, legality, plain, transition
from games.goryo.rules.state import PublicView, State, public_view
from games.goryo.rules.state import initial_state as first_state

OPEN_VIEWS = ("omniscient", "goryo")
"""The views from which nothing is hidden; the Goryō knows her plan and her bound type."""


class GoryoEngine:
    """The rules of Goryō as pure functions (`games.core.contract.Engine`)."""

    initial_state = staticmethod(first_state)
    violation = staticmethod(legality.violation)
    transition = staticmethod(transition.transition)
    advance = staticmethod(plain.advance)
    legal_events = staticmethod(generation.legal_events)

    def outcome(self, state: State) -> Outcome:
        """Return who has won, and why."""
        winner = state.table.winner
        return Outcome((winner,) if winner else (), state.table.reason)

    def observe(self, state: State, view: str) -> State | PublicView:
        """Return what a view knows of a position (8.1). For the Samurai and the public this is a
        type without fields for secrets.
        """
        return state if view in OPEN_VIEWS else public_view(state)


ENGINE = GoryoEngine()
