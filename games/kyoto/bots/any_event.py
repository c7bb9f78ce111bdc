"""The bot that plays any legal event: for tests, which want what is rare too, and table logs."""

from itertools import islice

from games.core.chance import Chance, pick
from games.kyoto.bots import table
from games.kyoto.rules.events import Abandon, Deploy, Event, Resign, Stuck, Unmask
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.legality_setup import role_due
from games.kyoto.rules.state import DEAL, DEPLOY, DRAW, OVER, State
from games.kyoto.rules.words import IDENTITIES

MOST = 4000
"""Legal events of a position that are looked at."""
OFTEN = 0.5
"""How often a draw gives way to what could come instead of it."""


def choose_any(state: State, chance: Chance) -> Event | None:
    """A legal event; a game is ended by the rules alone."""
    if state.phase is OVER:
        return None
    if state.phase is DEAL:
        return table.deal(state, chance)
    if state.phase is DEPLOY:
        return deploy_any(state, chance)
    events = [
        event
        for event in islice(legal_events(state), MOST)
        if not isinstance(event, Resign | Abandon | Stuck | Unmask)
    ]
    if not events:
        return Stuck()
    if state.phase is DRAW and chance.random() < OFTEN:
        kinds = sorted({type(event).__name__ for event in events})
        kind = pick(kinds, chance)
        events = [event for event in events if type(event).__name__ == kind]
    return pick(events, chance)


def deploy_any(state: State, chance: Chance) -> Deploy:
    """A side's agents on its starts, in any order."""
    role = role_due(state)
    left = list(IDENTITIES)
    starts = state.setup.board.starts[role]
    return Deploy(role, tuple((space, table.take_any(left, chance)) for space in starts))
