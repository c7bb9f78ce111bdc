"""Bots for Shadows in Kyoto. Their games are simulated and say so (`x_simulated` in the header);
they are no measure of people.
"""

from games.core.chance import Chance
from games.kyoto.bots import chance_events
from games.kyoto.bots.any_event import choose_any
from games.kyoto.bots.at_random import at_random
from games.kyoto.bots.player import choose_answer, choose_due
from games.kyoto.rules.components import ONIWABAN, SIDES
from games.kyoto.rules.events import Event
from games.kyoto.rules.state import Phase, State, setup_role
from games.kyoto.rules.views import observe

__all__ = ["SOURCE", "at_random", "choose", "choose_any"]

SOURCE = "Kifu House bots 1: simulated play"


def choose(state: State, chance: Chance) -> Event | None:
    """What comes next: chance deals and draws, conflicts show what is so, and each side plays on
    what it can know. A table log records no hands to play from: there any legal event comes.
    """
    if state.phase is Phase.OVER:
        return None
    if not state.setup.full:
        return choose_any(state, chance)
    if state.phase is Phase.DEAL:
        return chance_events.deal(state, chance)
    for role in SIDES:
        answer = choose_answer(observe(state, role), role, chance)
        if answer is not None:
            return chance_events.told(state, answer)
    if state.phase is Phase.CONFLICT:
        return chance_events.conflict(state)
    role = _whose(state)
    event = choose_due(observe(state, role), role, chance)
    if event is None and state.phase is Phase.DRAW:
        return chance_events.draw(state, chance)
    return choose_any(state, chance) if event is None else chance_events.told(state, event)


def _whose(state: State) -> str:
    if state.phase in (Phase.DEPLOY, Phase.CHARISMA):
        return setup_role(state)
    return state.active or ONIWABAN
