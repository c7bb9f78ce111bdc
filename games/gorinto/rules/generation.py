"""Every event the rules allow in a position, lazily and in a fixed order.

Where a log may say the same in several ways, one is given: a placement and a removal name their
tile, skipped Burrow tokens are left out, and a fill goes through the spaces in their order. Claims
(`score`) are no play and are not given. The ways to stop (`resign`, `abandon`) come last.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.events import (
    Abandon,
    Burrow,
    Chit,
    Coin,
    Event,
    Fill,
    Kitsune,
    Place,
    Remove,
    Resign,
)
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.legality import COIN_SIDES, due_spaces
from games.gorinto.rules.mountain import CELLS, EMPTY, LINES, SPACES
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE, OVER, PLACE, REMOVE
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import available, gathered_elements, take_words, understanding


def legal_events(state: State) -> Iterator[Event]:
    """What the rules allow here, first by what is due, then the ways to stop."""
    if state.phase is OVER:
        return
    yield from _DUE[state.phase](state)
    ruleset = state.setup.ruleset
    if ruleset.may_resign:
        for role in ruleset.roles:
            yield Resign(role)
    yield Abandon()


def legal_places(state: State) -> Iterator[Place]:
    """Every placement of the player whose turn it is, with every set it may gather and every gift
    (section 4, 10.2).
    """
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            for cell in LINES[space]:
                yield from _takes(state, space, cell, tile)


def _takes(state: State, space: int, cell: int, tile: int) -> Iterator[Place]:
    player, role = state.player, state.setup.ruleset.roles[state.player]
    there = available(state, cell, tile)
    due = min(understanding(state, player, tile), len(there))
    name, origin, to = ELEMENTS[tile], SPACES[space], CELLS[cell]
    for entries in combinations(there, due):
        take = take_words(entries, tile)
        if take and state.setup.ruleset.partners:
            for element in gathered_elements(state, cell, tile, take):
                yield Place(role, origin, to, take, name, ELEMENTS[element])
        else:
            yield Place(role, origin, to, take, name)


def _kitsune(state: State) -> Iterator[Event]:  # noqa: ARG001 - one shape for all
    for spaces in permutations(SPACES, TILES):
        yield Kitsune(spaces)


def _fill(state: State) -> Iterator[Event]:
    spaces = [SPACES[space] for space in due_spaces(state)]
    for elements in _draws(list(state.bag), len(spaces)):
        yield Fill(tuple(zip(spaces, elements, strict=True)))


def _draws(bag: list[int], count: int) -> Iterator[tuple[str, ...]]:
    """Every row of `count` tiles that the bag can give."""
    if count == 0:
        yield ()
        return
    for number, name in enumerate(ELEMENTS):
        if bag[number]:
            left = [*bag[:number], bag[number] - 1, *bag[number + 1 :]]
            for rest in _draws(left, count - 1):
                yield (name, *rest)


def _chit(state: State) -> Iterator[Event]:
    drawn = () if state.fox is None else state.fox.chits
    for number in range(1, TILES + 1):
        if number not in drawn:
            yield Chit(number)


def _burrow(state: State) -> Iterator[Event]:
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            yield Burrow((SPACES[space],))


def _remove(state: State) -> Iterator[Event]:
    role = state.setup.ruleset.roles[state.last_player]
    for space, tile in enumerate(state.path):
        if tile != EMPTY:
            yield Remove(role, SPACES[space], ELEMENTS[tile])


def _coin(state: State) -> Iterator[Event]:  # noqa: ARG001 - one shape for all
    for side in COIN_SIDES:
        yield Coin(side)


_DUE = {
    KITSUNE: _kitsune,
    FILL: _fill,
    CHIT: _chit,
    PLACE: legal_places,
    BURROW: _burrow,
    REMOVE: _remove,
    COIN: _coin,
}
