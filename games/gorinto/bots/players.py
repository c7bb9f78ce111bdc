"""The players' bot: it gathers what makes its mat worth most, and looks at what it leaves to
whoever acts next.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from games.core.chance import Chance
from games.gorinto.bots.worth import Worth, kitsune_gain
from games.gorinto.rules.elements import EARTH, ELEMENTS, Counts, counts
from games.gorinto.rules.events import Place, Remove
from games.gorinto.rules.mountain import CELLS, EMPTY, LINES, SPACES
from games.gorinto.rules.phase import COIN
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import available, take_words, understanding
from games.gorinto.rules.transition import transition

LOOKED_AT = 5
"""How many of the best placements are looked at from the next player's side too."""
LEFT_TO_ONE, LEFT_TO_NEXT = 0.5, 0.25
"""What the next player's best gain counts against one's own: of the only opponent, of one of
several.
"""
LEFT_TO_KITSUNE = 0.8
TIE = 0.05
"""Chance decides between placements that are worth nearly the same."""


class Choice(NamedTuple):
    """A placement by numbers: what is gathered, what is given (None: nothing), what it brings."""

    space: int
    cell: int
    entries: tuple[int, ...]
    give: int | None
    gain: float


def choose_place(state: State, chance: Chance) -> Place:
    """The placement of the player whose turn it is."""
    worth, player = Worth(state), state.player
    found = [
        choice._replace(gain=choice.gain + TIE * chance.random())
        for choice in choices(state, player, worth)
    ]
    found.sort(key=lambda choice: -choice.gain)
    best = max(found[:LOOKED_AT], key=lambda choice: choice.gain - _left(state, choice, worth))
    return _event(state, best)


def choose_remove(state: State, chance: Chance) -> Remove:
    """The tile with which the other player would gain most (5.3)."""
    other = state.player
    gains = dict.fromkeys((s for s, tile in enumerate(state.path) if tile != EMPTY), 0.0)
    for choice in choices(state, other, Worth(state)):
        gains[choice.space] = max(gains[choice.space], choice.gain)
    space = max(gains, key=lambda space: gains[space] + TIE * chance.random())
    role = state.setup.ruleset.roles[state.last_player]
    return Remove(role, SPACES[space], ELEMENTS[state.path[space]])


def choices(state: State, player: int, worth: Worth) -> Iterator[Choice]:
    """Every placement of a player on the table as it lies, with what it brings him. Of sets with
    the same elements one is given.
    """
    before = worth.of(player, state.mats[player])
    for space, tile in enumerate(state.path):
        if tile == EMPTY:
            continue
        knows = understanding(state, player, tile)
        for cell in LINES[space]:
            there = available(state, cell, tile)
            seen: set[Counts] = set()
            for entries in combinations(there, min(knows, len(there))):
                gathered = _elements(state, cell, tile, entries)
                mat = _grown(state.mats[player], gathered)
                if mat not in seen:
                    seen.add(mat)
                    gain, give = _gain(state, player, mat, gathered, worth)
                    yield Choice(space, cell, entries, give, gain - before)


def _elements(state: State, cell: int, tile: int, entries: tuple[int, ...]) -> list[int]:
    if tile == EARTH:
        stack = state.mountain[cell]
        return [stack[level - 1] for level in entries]
    return [state.mountain[other][-1] for other in entries]


def _grown(mat: Counts, gathered: list[int]) -> Counts:
    numbers = list(mat)
    for element in gathered:
        numbers[element] += 1
    return counts(numbers)


def _gain(
    state: State, player: int, mat: Counts, gathered: list[int], worth: Worth
) -> tuple[float, int | None]:
    """The worth of the mat after the gathering; in partnership with the best gift, and what that
    brings the partner.
    """
    ruleset = state.setup.ruleset
    if not ruleset.partners or not gathered:
        return worth.of(player, mat), None
    partner = ruleset.partner(player)
    his = state.mats[partner]
    had = worth.of(partner, his)
    gifts = []
    for element in sorted(set(gathered)):
        kept = list(mat)
        kept[element] -= 1
        both = worth.of(player, counts(kept)) + worth.of(partner, _grown(his, [element]))
        gifts.append((both - had, element))
    return max(gifts)


def _left(state: State, choice: Choice, worth: Worth) -> float:
    """What the placement leaves to the next one to act, weighed; 0 where the Season ends."""
    after, _ = transition(state, _event(state, choice))
    if after.phase is COIN:
        return LEFT_TO_KITSUNE * kitsune_gain(after)
    if after.season != state.season or after.reason is not None:
        return 0.0
    best = max((other.gain for other in choices(after, after.player, worth)), default=0.0)
    return best * (LEFT_TO_ONE if len(state.order) == 2 else LEFT_TO_NEXT)


def _event(state: State, choice: Choice) -> Place:
    tile = state.path[choice.space]
    return Place(
        state.setup.ruleset.roles[state.player],
        SPACES[choice.space],
        CELLS[choice.cell],
        take_words(choice.entries, tile),
        ELEMENTS[tile],
        None if choice.give is None else ELEMENTS[choice.give],
    )
