"""The engine of Shadows in Kyoto: the functions of the contract."""

from games.core.record import Outcome
from games.kyoto.rules import generation, legality, plain, transition, views
from games.kyoto.rules.state import State
from games.kyoto.rules.state import initial_state as first_state


class KyotoEngine:
    """Pure rules of Shadows in Kyoto (`games.core.contract.Engine`)."""

    initial_state = staticmethod(first_state)
    violation = staticmethod(legality.violation)
    transition = staticmethod(transition.transition)
    advance = staticmethod(plain.advance)
    legal_events = staticmethod(generation.legal_events)
    observe = staticmethod(views.observe)

    def outcome(self, state: State) -> Outcome:
        """Return the winner and the reason."""
        return Outcome((state.winner,) if state.winner else (), state.reason)


ENGINE = KyotoEngine()
