"""The events of chance in Gorinto: tiles from the bag, tokens, chits and the coin."""

from games.core.chance import Chance, pick
from games.gorinto.deal import shuffled
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.events import Burrow, Chit, Coin, Event, Fill, Kitsune
from games.gorinto.rules.generation import chits_left
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import COIN_SIDES, spaces_to_fill
from games.gorinto.rules.mountain import EMPTY, SPACES
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE
from games.gorinto.rules.state import State


def draw(state: State, chance: Chance) -> Event:
    """Return the next event of chance, with the probabilities of real play. Raise ValueError if a
    player acts next.
    """
    if state.phase is FILL:
        return _fill(state, chance)
    if state.phase is BURROW:
        return _burrow(state, chance)
    if state.phase is KITSUNE:
        return Kitsune(tuple(shuffled(list(SPACES), chance)[:TILES]))
    if state.phase is CHIT:
        return Chit(pick(chits_left(state), chance))
    if state.phase is COIN:
        return Coin(pick(COIN_SIDES, chance))
    raise ValueError(f"{state.phase} is not an event of chance")


def _fill(state: State, chance: Chance) -> Fill:
    bag = [name for name, left in zip(ELEMENTS, state.bag, strict=True) for _ in range(left)]
    drawn = shuffled(bag, chance)
    spaces = [SPACES[space] for space in spaces_to_fill(state)]
    return Fill(tuple(zip(spaces, drawn, strict=False)))


def _burrow(state: State, chance: Chance) -> Burrow:
    """Reveal tokens until one has a tile on the Path (5.2). Skipped tokens are included."""
    pile = [space for space in range(len(SPACES)) if not state.tokens >> space & 1]
    revealed: list[str] = []
    for space in shuffled(pile, chance):
        revealed.append(SPACES[space])
        if state.path[space] != EMPTY:
            break
    return Burrow(tuple(revealed))
