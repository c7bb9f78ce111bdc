"""The bot that plays any legal event: for tests, which want what is rare too, and table logs."""

from itertools import islice

from games.core.chance import Chance, pick
from games.kyoto.bots import chance_events
from games.kyoto.rules.components import IDENTITIES
from games.kyoto.rules.events import Abandon, Deploy, Event, Resign, Stuck, Unmask
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.state import Phase, State, setup_role

MOST = 4000
"""Legal events of a position that are looked at."""
OFTEN = 0.5
"""How often a draw gives way to what could come instead of it."""


def choose_any(state: State, chance: Chance) -> Event | None:
    """A legal event; a game is ended by the rules alone."""
    if state.phase is Phase.OVER:
        return None
    if state.phase is Phase.DEAL:
        return chance_events.deal(state, chance)
    if state.phase is Phase.DEPLOY:
        return deploy_any(state, chance)
    events = [
        event
        for event in islice(legal_events(state), MOST)
        if not isinstance(event, Resign | Abandon | Stuck | Unmask)
    ]
    if not events:
        return Stuck()
    if state.phase is Phase.DRAW and chance.random() < OFTEN:
        kinds = sorted({type(event).__name__ for event in events})
        kind = pick(kinds, chance)
        events = [event for event in events if type(event).__name__ == kind]
    return pick(events, chance)


def deploy_any(state: State, chance: Chance) -> Deploy:
    """A side's agents on its starts, in any order."""
    role = setup_role(state)
    left = list(IDENTITIES)
    starts = state.setup.board.starts[role]
    return Deploy(role, tuple((space, chance_events.take_any(left, chance)) for space in starts))
