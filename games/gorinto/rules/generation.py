"""Every event the rules allow in a position, lazily and in a fixed order.

If a log can spell an event in several ways, one of them is yielded: placements and removals name
their tile, skipped Burrow tokens are omitted, and a fill lists the spaces in order. Claims
(`score`) are omitted. `resign` and `abandon` come last.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from games.gorinto.rules import events
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.events import Event, Place
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import COIN_SIDES, spaces_to_fill
from games.gorinto.rules.mountain import CELLS, EMPTY, LINES, SPACES
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE, OVER, PLACE, REMOVE
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import available, entry_names, gathered_elements, understanding


def legal_events(state: State) -> Iterator[Event]:
    """Yield the legal events: first those of the phase, then those that stop the game."""
    if state.phase is not OVER:
        yield from _BY_PHASE[state.phase](state)
        yield from stopping_events(state)


def stopping_events(state: State) -> Iterator[Event]:
    """Yield each legal `resign`, then `abandon`."""
    ruleset = state.setup.ruleset
    if ruleset.may_resign:
        for role in ruleset.roles:
            yield events.Resign(role)
    yield events.Abandon()


def legal_places(state: State) -> Iterator[Place]:
    """Yield every placement of the player to act, with every set of tiles to gather and every gift
    (section 4, 10.2).
    """
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            for cell in LINES[space]:
                yield from _places_on(state, space, cell, tile)


def chits_left(state: State) -> list[int]:
    """Return the chits that are not drawn yet in this Season."""
    drawn = () if state.kitsune is None else state.kitsune.chits
    return [number for number in range(1, TILES + 1) if number not in drawn]


def _places_on(state: State, space: int, cell: int, tile: int) -> Iterator[Place]:
    player, role = state.player, state.setup.ruleset.roles[state.player]
    entries = available(state, cell, tile)
    due = min(understanding(state, player, tile), len(entries))
    name, origin, to = ELEMENTS[tile], SPACES[space], CELLS[cell]
    for chosen in combinations(entries, due):
        take = entry_names(chosen, tile)
        if take and state.setup.ruleset.partners:
            for element in gathered_elements(state, cell, tile, take):
                yield Place(role, origin, to, take, name, ELEMENTS[element])
        else:
            yield Place(role, origin, to, take, name)


def _kitsune(_state: State) -> Iterator[Event]:
    for spaces in permutations(SPACES, TILES):
        yield events.Kitsune(spaces)


def _fill(state: State) -> Iterator[Event]:
    spaces = [SPACES[space] for space in spaces_to_fill(state)]
    for elements in _draws(list(state.bag), len(spaces)):
        yield events.Fill(tuple(zip(spaces, elements, strict=True)))


def _draws(bag: list[int], count: int) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of `count` tiles that can be drawn from the bag."""
    if count == 0:
        yield ()
        return
    for number, name in enumerate(ELEMENTS):
        if bag[number]:
            left = [*bag[:number], bag[number] - 1, *bag[number + 1 :]]
            for rest in _draws(left, count - 1):
                yield (name, *rest)


def _chit(state: State) -> Iterator[Event]:
    for number in chits_left(state):
        yield events.Chit(number)


def _burrow(state: State) -> Iterator[Event]:
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            yield events.Burrow((SPACES[space],))


def _remove(state: State) -> Iterator[Event]:
    role = state.setup.ruleset.roles[state.last_player]
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            yield events.Remove(role, SPACES[space], ELEMENTS[tile])


def _coin(_state: State) -> Iterator[Event]:
    for side in COIN_SIDES:
        yield events.Coin(side)


_BY_PHASE = {
    KITSUNE: _kitsune,
    FILL: _fill,
    CHIT: _chit,
    PLACE: legal_places,
    BURROW: _burrow,
    REMOVE: _remove,
    COIN: _coin,
}
