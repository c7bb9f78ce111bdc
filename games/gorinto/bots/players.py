"""The bot for players. It maximises the value of its mat minus the value of the best reply."""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from games.core.chance import Chance
from games.gorinto.bots.values import MatValues, kitsune_gain
from games.gorinto.rules.elements import EARTH, ELEMENTS, Counts, counts
from games.gorinto.rules.events import Place, Remove
from games.gorinto.rules.mountain import CELLS, EMPTY, LINES, SPACES
from games.gorinto.rules.phase import COIN
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import available, entry_names, understanding
from games.gorinto.rules.transition import transition

ONLY_OPPONENT, NEXT_OPPONENT, KITSUNE = 0.5, 0.25, 0.8
"""The weight of the best reply against the player's own gain: of the only opponent, of the next of
several opponents, of the Kitsune.
"""


class Skill(NamedTuple):
    """How well a bot plays: the number of best placements whose replies it considers, and random
    noise, in points, which at least decides between placements of nearly the same value.
    """

    candidates: int = 5
    noise: float = 0.05


USUAL = Skill()


class Choice(NamedTuple):
    """A placement as numbers, with its entries, its gift (None without one), and its gain."""

    space: int
    cell: int
    entries: tuple[int, ...]
    give: int | None
    gain: float


def choose_place(state: State, chance: Chance, skill: Skill = USUAL) -> Place:
    """Return the placement of the player to act."""
    values, player = MatValues(state), state.player
    candidates = [
        choice._replace(gain=choice.gain + skill.noise * chance.random())
        for choice in choices(state, player, values)
    ]
    candidates.sort(key=lambda choice: -choice.gain)
    if skill.candidates == 1:
        return _event(state, candidates[0])
    best = max(
        candidates[: skill.candidates],
        key=lambda choice: choice.gain - _reply_value(state, choice, values),
    )
    return _event(state, best)


def choose_remove(state: State, chance: Chance, skill: Skill = USUAL) -> Remove:
    """Return the removal of the tile that the other player would gain most from (5.3)."""
    other = state.player
    gains = dict.fromkeys((s for s, tile in enumerate(state.path) if tile != EMPTY), 0.0)
    for choice in choices(state, other, MatValues(state)):
        gains[choice.space] = max(gains[choice.space], choice.gain)
    space = max(gains, key=lambda space: gains[space] + skill.noise * chance.random())
    role = state.setup.ruleset.roles[state.last_player]
    return Remove(role, SPACES[space], ELEMENTS[state.path[space]])


def choices(state: State, player: int, values: MatValues) -> Iterator[Choice]:
    """Yield every placement of a player with its gain. Of sets of tiles with the same elements,
    only one is yielded.
    """
    before = values.of(player, state.mats[player])
    for space, tile in enumerate(state.path):
        if tile == EMPTY:
            continue
        limit = understanding(state, player, tile)
        for cell in LINES[space]:
            options = available(state, cell, tile)
            seen: set[Counts] = set()
            for entries in combinations(options, min(limit, len(options))):
                gathered = _elements(state, cell, tile, entries)
                mat = _add(state.mats[player], gathered)
                if mat not in seen:
                    seen.add(mat)
                    gain, give = _gain(state, player, mat, gathered, values)
                    yield Choice(space, cell, entries, give, gain - before)


def _elements(state: State, cell: int, tile: int, entries: tuple[int, ...]) -> list[int]:
    if tile == EARTH:
        stack = state.mountain[cell]
        return [stack[level - 1] for level in entries]
    return [state.mountain[other][-1] for other in entries]


def _add(mat: Counts, gathered: list[int]) -> Counts:
    numbers = list(mat)
    for element in gathered:
        numbers[element] += 1
    return counts(numbers)


def _gain(
    state: State, player: int, mat: Counts, gathered: list[int], values: MatValues
) -> tuple[float, int | None]:
    """Return the value of the mat after gathering, and the best gift. In partnership the value
    includes the partner's gain.
    """
    ruleset = state.setup.ruleset
    if not ruleset.partners or not gathered:
        return values.of(player, mat), None
    partner = ruleset.partner(player)
    partner_mat = state.mats[partner]
    before = values.of(partner, partner_mat)
    gifts = []
    for element in sorted(set(gathered)):
        rest = list(mat)
        rest[element] -= 1
        both = values.of(player, counts(rest)) + values.of(partner, _add(partner_mat, [element]))
        gifts.append((both - before, element))
    return max(gifts)


def _reply_value(state: State, choice: Choice, values: MatValues) -> float:
    """Return the weighted value of the best reply to a placement, 0 if the Season ends."""
    after, _ = transition(state, _event(state, choice))
    if after.phase is COIN:
        return KITSUNE * kitsune_gain(after)
    if after.season != state.season or after.reason is not None:
        return 0.0
    best = max((other.gain for other in choices(after, after.player, values)), default=0.0)
    return best * (ONLY_OPPONENT if len(state.order) == 2 else NEXT_OPPONENT)


def _event(state: State, choice: Choice) -> Place:
    tile = state.path[choice.space]
    return Place(
        state.setup.ruleset.roles[state.player],
        SPACES[choice.space],
        CELLS[choice.cell],
        entry_names(choice.entries, tile),
        ELEMENTS[tile],
        None if choice.give is None else ELEMENTS[choice.give],
    )
