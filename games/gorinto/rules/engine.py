"""The engine of Gorinto: the functions of the contract."""

from games.core.record import Outcome
from games.gorinto.rules import generation, legality, transition
from games.gorinto.rules.state import State
from games.gorinto.rules.state import initial_state as first_state


class GorintoEngine:
    """Pure rules of Gorinto (`games.core.contract.Engine`)."""

    initial_state = staticmethod(first_state)
    violation = staticmethod(legality.violation)
    transition = staticmethod(transition.transition)
    legal_events = staticmethod(generation.legal_events)

    def outcome(self, state: State) -> Outcome:
        """Who has won and why."""
        return Outcome(state.winners or (), state.reason)

    def observe(self, state: State, view: str) -> State:  # noqa: ARG002 - the same for all
        """What a view knows of a position: everything, for nothing in a log is secret (section
        13).
        """
        return state


ENGINE = GorintoEngine()
