"""A bot that plays uniformly at random. Statistics compare real play with it."""

from games.core.chance import Chance, pick
from games.gorinto.bots.chance import draw
from games.gorinto.rules.events import Abandon, Event, Resign
from games.gorinto.rules.generation import legal_events
from games.gorinto.rules.phase import OVER, PLACE, REMOVE
from games.gorinto.rules.state import State

_STOPS = (Resign, Abandon)


def at_random(state: State, chance: Chance) -> Event | None:
    """Return a random legal event, never one that stops the game. Return None at the end."""
    if state.phase is OVER:
        return None
    if state.phase in (PLACE, REMOVE):
        return pick([e for e in legal_events(state) if not isinstance(e, _STOPS)], chance)
    return draw(state, chance)
