"""Bots for Gorinto. Their games are marked as simulated (`x_simulated` in the header), because they
show nothing about human play.
"""

from games.core.chance import Chance, pick
from games.gorinto.bots.chance import draw
from games.gorinto.bots.house import HOUSE
from games.gorinto.bots.players import choose_place, choose_remove
from games.gorinto.rules.events import Abandon, Event, Resign
from games.gorinto.rules.generation import legal_events
from games.gorinto.rules.phase import OVER, PLACE, REMOVE
from games.gorinto.rules.state import State

__all__ = ["HOUSE", "SOURCE", "at_random", "choose"]

SOURCE = "Kifu House bots 1: simulated play"


def choose(state: State, chance: Chance) -> Event | None:
    """Return the next event, of chance or of a player, or None at the end."""
    if state.phase is OVER:
        return None
    if state.phase is PLACE:
        return choose_place(state, chance)
    if state.phase is REMOVE:
        return choose_remove(state, chance)
    return draw(state, chance)


def at_random(state: State, chance: Chance) -> Event | None:
    """Return a random legal event, never one that stops the game. Return None at the end."""
    if state.phase not in (PLACE, REMOVE):
        return choose(state, chance)
    return pick([e for e in legal_events(state) if not isinstance(e, Resign | Abandon)], chance)
