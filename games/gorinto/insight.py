"""What else a turn could have done: every placement of it, judged by what it would score if the
Season ended at once, and by how many tiles it gathers.

Two placements count as one choice where they move the same tile to the same cell and gather as
many of each element: from which stack or level they come makes no difference to the mats. It is
no advice: what a placement leaves for the others, and for later turns, is not looked at.
"""

from functools import lru_cache
from typing import NamedTuple

from games.gorinto.rules.editions import SEASONS
from games.gorinto.rules.elements import EARTH, NONE_OF_ANY, NUMBER, Counts, counts
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, LINES, SPACE_NUMBER
from games.gorinto.rules.seasons import card_points, key_points, score
from games.gorinto.rules.state import Scoring, Setup, State
from games.gorinto.rules.taking import available, understanding

Mats = tuple[Counts, ...]
Around = tuple[Counts, int]
"""How many of each element lie around a cell, and how many of them are due."""


class Choice(NamedTuple):
    """A way to play the turn: the Path space, the cell, how many of each element are gathered, and
    which element is given (None: none). `wisdom` is what the player's side would score if the
    Season ended now.
    """

    space: int
    cell: int
    gathered: Counts
    give: int | None
    wisdom: int

    @property
    def tiles(self) -> int:
        """How many tiles it gathers, a gift included."""
        return sum(self.gathered)


class Insight(NamedTuple):
    """A placement among all its turn allowed. `before` is what the side would have scored without
    it. Ranks are from 1, after those that are better; `tied` counts the others with the same
    Wisdom. `best` has the most Wisdom and, of these, the most tiles; `most` the other way round.
    """

    choices: int
    before: int
    played: Choice
    rank: int
    tied: int
    best: Choice
    most: Choice
    most_rank: int


def scored_now(setup: Setup, season: int, mats: Mats) -> Scoring:
    """What a scoring would pay now, Key Elements included in Winter (6.3, 8.1)."""
    return score(setup, season, mats, season == SEASONS)


def insight(state: State, event: Place) -> Insight:
    """How a legal placement compares with all others of its turn; `state` is that before it."""
    turn = _Turn(state)
    played = _played(state, event, turn)
    wisdom, tiles = played.wisdom, played.tiles
    choices, more, same, more_tiles = 0, 0, 0, 0
    best = most = played
    best_is, most_is = (-1, -1), (-1, -1)
    for (there, due), (space, cell, times) in turn.placements().items():
        ways = turn.ways(there, due)
        choices += times * len(ways.worths)
        more += times * ways.count_above(wisdom)
        same += times * ways.worths.count(wisdom)
        if due > tiles:
            more_tiles += times * len(ways.worths)
        if (ways.top, due) > best_is:
            best_is, best = (ways.top, due), ways.best_at(space, cell)
        if (due, ways.top) > most_is:
            most_is, most = (due, ways.top), ways.best_at(space, cell)
    return Insight(
        choices=choices,
        before=turn.wisdom(NONE_OF_ANY, None),
        played=played,
        rank=1 + more,
        tied=same - 1,
        best=best,
        most=most,
        most_rank=1 + more_tiles,
    )


class _Ways:
    """Every way to gather as many as are due of the tiles around a cell, with what each is worth;
    the same for all placements around which the same lies.
    """

    def __init__(self, ways: list[tuple[Counts, int | None]], worths: list[int]) -> None:
        self.ways = ways
        self.worths = worths
        self.top = max(worths)

    def count_above(self, wisdom: int) -> int:
        """How many are worth more."""
        return sum([worth > wisdom for worth in self.worths]) if self.top > wisdom else 0

    def best_at(self, space: int, cell: int) -> Choice:
        """The first of those that are worth most, as a placement."""
        gathered, give = self.ways[self.worths.index(self.top)]
        return Choice(space, cell, gathered, give, self.top)


class _Turn:
    """A turn with all its placements. What lies alike around them is gone through once, and the
    same mats are scored once: a game's page needs this of every turn.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.ruleset = state.setup.ruleset
        self.player = state.player
        side = self.ruleset.side_of[self.player]
        self.team = [p for p, own in enumerate(self.ruleset.side_of) if own == side]
        self.is_last = state.season == SEASONS
        self.known: dict[tuple[Counts, int | None], int] = {}

    def placements(self) -> dict[Around, tuple[int, int, int]]:
        """What lies around and is due, in the order of placements, with the Path space and the cell
        of the first around which it lies so, and how many there are.
        """
        state, found = self.state, dict[Around, tuple[int, int, int]]()
        for space, tile in enumerate(state.path):
            if tile == EMPTY:
                continue
            asked = understanding(state, self.player, tile)
            for cell in LINES[space]:
                there = _elements_there(state, cell, tile)
                key = there, min(asked, sum(there))
                first_space, first_cell, times = found.get(key, (space, cell, 0))
                found[key] = first_space, first_cell, times + 1
        return found

    def ways(self, there: Counts, due: int) -> _Ways:
        """Every way to gather `due` of these."""
        ways = [
            (gathered, give)
            for gathered in _selections(there, due)
            for give in _gifts(self.state, gathered)
        ]
        return _Ways(ways, [self.wisdom(*way) for way in ways])

    def wisdom(self, gathered: Counts, give: int | None) -> int:
        """What the side would score with what its player gathers, if the Season ended now."""
        key = gathered, give
        if key not in self.known:
            self.known[key] = self._score(gathered, give)
        return self.known[key]

    def _score(self, gathered: Counts, give: int | None) -> int:
        setup, mats = self.state.setup, list(self.state.mats[: self.ruleset.players])
        mat = [has + more for has, more in zip(mats[self.player], gathered, strict=True)]
        if give is not None:
            partner = self.ruleset.partner(self.player)
            mat[give] -= 1
            given = list(mats[partner])
            given[give] += 1
            mats[partner] = counts(given)
        mats[self.player] = counts(mat)
        players = tuple(mats)
        scored = sum([sum(card_points(setup, member, players)) for member in self.team])
        if self.is_last:
            scored += sum([key_points(setup, players[member]) for member in self.team])
        return scored


def _elements_there(state: State, cell: int, tile: int) -> Counts:
    """How many of each element a placement could gather from."""
    there = list(NONE_OF_ANY)
    for entry in available(state, cell, tile):
        element = state.mountain[cell][entry - 1] if tile == EARTH else state.mountain[entry][-1]
        there[element] += 1
    return counts(there)


@lru_cache(maxsize=8192)
def _selections(there: Counts, due: int) -> tuple[Counts, ...]:
    """Every way to take `due` of these, by how many of each element."""
    rests = [sum(there[n:]) for n in range(len(there) + 1)]
    found: list[tuple[int, ...]] = [()]
    for element, most in enumerate(there):
        rest = rests[element + 1]
        found = [
            (*begun, taken)
            for begun in found
            for left in (due - sum(begun),)
            for taken in range(max(0, left - rest), min(most, left) + 1)
        ]
    return tuple([counts([*selection]) for selection in found])


def _gifts(state: State, gathered: Counts) -> list[int | None]:
    """What can be given of the tiles gathered (10.2)."""
    if not state.setup.ruleset.partners or not any(gathered):
        return [None]
    return [element for element, number in enumerate(gathered) if number]


def _played(state: State, event: Place, turn: _Turn) -> Choice:
    space, cell = SPACE_NUMBER[event.space], CELL_NUMBER[event.to]
    gathered = list(NONE_OF_ANY)
    for entry in event.take:
        if isinstance(entry, int):
            gathered[state.mountain[cell][entry - 1]] += 1
        else:
            gathered[state.mountain[CELL_NUMBER[entry]][-1]] += 1
    give = None if event.give is None else NUMBER[event.give]
    found = counts(gathered)
    return Choice(space, cell, found, give, turn.wisdom(found, give))
