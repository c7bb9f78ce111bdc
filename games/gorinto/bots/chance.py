"""The events of chance in Gorinto: tiles from the bag, tokens, chits and the coin."""

from collections.abc import Callable

from games.core.chance import Chance, pick
from games.gorinto.deal import shuffled
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.events import Burrow, Chit, Coin, Event, Fill, Kitsune
from games.gorinto.rules.generation import chits_left
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import COIN_SIDES, spaces_to_fill
from games.gorinto.rules.mountain import EMPTY, SPACES
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE, Phase
from games.gorinto.rules.state import State


def draw(state: State, chance: Chance) -> Event:
    """Return the next event of chance, with the probabilities of real play. Raise ValueError if a
    player acts next.
    """
    if state.phase not in _DRAWS:
        raise ValueError(f"{state.phase} is not an event of chance")
    return _DRAWS[state.phase](state, chance)


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


_DRAWS: dict[Phase, Callable[[State, Chance], Event]] = {
    FILL: _fill,
    BURROW: _burrow,
    KITSUNE: lambda _, chance: Kitsune(tuple(shuffled(list(SPACES), chance)[:TILES])),
    CHIT: lambda state, chance: Chit(pick(chits_left(state), chance)),
    COIN: lambda _, chance: Coin(pick(COIN_SIDES, chance)),
}
