"""The engine of Gorinto (`games.core.engine.Engine`)."""

from games.core.record import Outcome
from games.gorinto.rules import generation, legality, transition
from games.gorinto.rules.state import State, initial_state


class GorintoEngine:
    """The rules of Gorinto as pure functions."""

    initial_state = staticmethod(initial_state)
    violation = staticmethod(legality.violation)
    transition = staticmethod(transition.transition)
    legal_events = staticmethod(generation.legal_events)

    def outcome(self, state: State) -> Outcome:
        """Return the winners and the reason."""
        return Outcome(state.winners or (), state.reason)

    def observe(self, state: State, view: str) -> State:  # noqa: ARG002 - same for all views
        """Return what a view shows of a position: everything, as no log holds a secret (13)."""
        return state


ENGINE = GorintoEngine()
