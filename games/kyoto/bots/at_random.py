"""Random legal play, a baseline for statistics: every legal choice is equally likely."""

from games.core.chance import Chance, pick
from games.kyoto.bots import chance_events
from games.kyoto.bots.any_event import STOPS, deploy_any
from games.kyoto.rules.events import Draw, Event
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import Phase, State


def at_random(state: State, chance: Chance) -> Event | None:
    """Return the next event of a full game, or None at the end. All legal events that
    do not stop the game are equally likely. The draw counts as one event, from any piles.
    """
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.DEAL:
        return chance_events.deal(state, chance)
    if state.phase is Phase.DEPLOY:
        return deploy_any(state, chance)
    events = [event for event in legal_events(state) if not isinstance(event, (Draw, *STOPS))]
    if state.phase is Phase.DRAW and chance.random() * (len(events) + 1) < 1:
        return chance_events.draw(state, chance, chance_events.ANY)
    return pick(events, chance)
