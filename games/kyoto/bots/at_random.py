"""Legal play at random: every choice the rules allow is as likely as the others. It plays badly; it
is what statistics compare people with.
"""

from games.core.chance import Chance, pick
from games.kyoto.bots import table
from games.kyoto.bots.any_event import deploy_any
from games.kyoto.rules.events import Abandon, Draw, Event, Resign, Stuck, Unmask
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import DEAL, DEPLOY, DRAW, OVER, State

_STOPS = (Resign, Abandon, Stuck, Unmask)


def at_random(state: State, chance: Chance) -> Event | None:
    """What comes next in a full game: chance deals and draws, else of all legal events one, each as
    likely as the others, without the ways to stop. The draw is one of them, from any piles. None at
    the end.
    """
    if state.phase is OVER:
        return None
    if state.phase is DEAL:
        return table.deal(state, chance)
    if state.phase is DEPLOY:
        return deploy_any(state, chance)
    events = [event for event in legal_events(state) if not isinstance(event, (Draw, *_STOPS))]
    if state.phase is DRAW and chance.random() * (len(events) + 1) < 1:
        return table.draw(state, chance, table.ANY)
    return pick(events, chance)
