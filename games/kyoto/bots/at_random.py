"""Legal play at random: every choice the rules allow is as likely as the others. It plays badly; it
is what statistics compare people with.
"""

from games.core.chance import Chance, pick
from games.kyoto.bots import chance_events
from games.kyoto.bots.any_event import deploy_any
from games.kyoto.rules.events import Abandon, Draw, Event, Resign, Stuck, Unmask
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import Phase, State

_STOPS = (Resign, Abandon, Stuck, Unmask)


def at_random(state: State, chance: Chance) -> Event | None:
    """What comes next in a full game: chance deals and draws, else of all legal events one, each as
    likely as the others, without the ways to stop. The draw is one of them, from any piles. None at
    the end.
    """
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.DEAL:
        return chance_events.deal(state, chance)
    if state.phase is Phase.DEPLOY:
        return deploy_any(state, chance)
    events = [event for event in legal_events(state) if not isinstance(event, (Draw, *_STOPS))]
    if state.phase is Phase.DRAW and chance.random() * (len(events) + 1) < 1:
        return chance_events.draw(state, chance, chance_events.ANY)
    return pick(events, chance)
