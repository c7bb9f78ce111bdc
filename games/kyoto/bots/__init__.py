"""Bots for Shadows in Kyoto. Their games are marked as simulated (`x_simulated` in the header), and
do not show how people play.
"""

from games.core.chance import Chance
from games.kyoto.bots import chance_events
from games.kyoto.bots.any_event import at_random, choose_any
from games.kyoto.bots.house import HOUSE
from games.kyoto.bots.player import choose_answer, choose_due
from games.kyoto.rules.components import SIDES
from games.kyoto.rules.events import Event
from games.kyoto.rules.state import Phase, State, setup_role
from games.kyoto.rules.views import observe

__all__ = ["HOUSE", "SOURCE", "at_random", "choose", "choose_any"]

SOURCE = "Kifu House bots 1: simulated play"


def choose(state: State, chance: Chance) -> Event | None:
    """Return the next event: deals and draws by chance, the true result of a conflict, and the
    choices of each side from what it can know. A table log has no hands to play from, so there any
    legal event is chosen.
    """
    if not state.setup.full or state.phase in (Phase.DEAL, Phase.OVER):
        return choose_any(state, chance)
    for role in SIDES:
        answer = choose_answer(observe(state, role), role, chance)
        if answer is not None:
            return chance_events.with_truth(state, answer)
    if state.phase is Phase.CONFLICT:
        return chance_events.conflict(state)
    is_setup = state.phase in (Phase.DEPLOY, Phase.CHARISMA)
    role = setup_role(state) if is_setup else state.active_role
    event = choose_due(observe(state, role), role, chance)
    if event is None and state.phase is Phase.DRAW:
        return chance_events.draw(state, chance)
    return choose_any(state, chance) if event is None else chance_events.with_truth(state, event)
