"""What else a turn could have done: every placement of it, judged by what it would score if the
Season ended at once, and by how many tiles it gathers.

Two placements count as one choice where they move the same tile to the same cell and gather as
many of each element: from which stack or level they come makes no difference to the mats. It is
no advice: what a placement leaves for the others, and for later turns, is not looked at.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.gorinto.rules.editions import SEASONS
from games.gorinto.rules.elements import EARTH, NONE_OF_ANY, NUMBER, Counts, counts
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, LINES, SPACE_NUMBER
from games.gorinto.rules.seasons import gains, score
from games.gorinto.rules.state import Scoring, Setup, State
from games.gorinto.rules.taking import available, understanding

Mats = tuple[Counts, ...]


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
    wisdom = _Wisdom(state)
    found = list(_choices(state, wisdom))
    played = _played(state, event, wisdom)
    best = max(found, key=lambda choice: (choice.wisdom, choice.tiles))
    most = max(found, key=lambda choice: (choice.tiles, choice.wisdom))
    return Insight(
        choices=len(found),
        before=wisdom.of(NONE_OF_ANY, None),
        played=played,
        rank=1 + sum([choice.wisdom > played.wisdom for choice in found]),
        tied=sum([choice.wisdom == played.wisdom for choice in found]) - 1,
        best=best,
        most=most,
        most_rank=1 + sum([choice.tiles > played.tiles for choice in found]),
    )


class _Wisdom:
    """What a side would score with what its player gathers; the same mats are scored once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.ruleset = state.setup.ruleset
        self.player = state.player
        self.side = self.ruleset.side_of[self.player]
        self.known: dict[tuple[Counts, int | None], int] = {}

    def of(self, gathered: Counts, give: int | None) -> int:
        """In Wisdom of the Season."""
        key = gathered, give
        if key not in self.known:
            self.known[key] = self._score(gathered, give)
        return self.known[key]

    def _score(self, gathered: Counts, give: int | None) -> int:
        state, mats = self.state, list(self.state.mats)
        mat = [has + more for has, more in zip(mats[self.player], gathered, strict=True)]
        if give is not None:
            partner = self.ruleset.partner(self.player)
            mat[give] -= 1
            given = list(mats[partner])
            given[give] += 1
            mats[partner] = counts(given)
        mats[self.player] = counts(mat)
        return gains(self.ruleset, scored_now(state.setup, state.season, tuple(mats)))[self.side]


def _choices(state: State, wisdom: _Wisdom) -> Iterator[Choice]:
    for space, tile in enumerate(state.path):
        if tile == EMPTY:
            continue
        asked = understanding(state, state.player, tile)
        for cell in LINES[space]:
            there = _elements_there(state, cell, tile)
            for gathered in _selections(there, min(asked, sum(there))):
                for give in _gifts(state, gathered):
                    value = wisdom.of(gathered, give)
                    yield Choice(space, cell, gathered, give, value)


def _elements_there(state: State, cell: int, tile: int) -> Counts:
    """How many of each element a placement could gather from."""
    there = list(NONE_OF_ANY)
    for entry in available(state, cell, tile):
        element = state.mountain[cell][entry - 1] if tile == EARTH else state.mountain[entry][-1]
        there[element] += 1
    return counts(there)


def _selections(there: Counts, due: int) -> Iterator[Counts]:
    """Every way to take `due` of these, by how many of each element."""
    rests = [sum(there[n:]) for n in range(len(there) + 1)]

    def from_element(element: int, left: int) -> Iterator[tuple[int, ...]]:
        if element == len(there):
            yield ()
            return
        for taken in range(max(0, left - rests[element + 1]), min(there[element], left) + 1):
            for others in from_element(element + 1, left - taken):
                yield (taken, *others)

    for selection in from_element(0, due):
        yield counts([*selection])


def _gifts(state: State, gathered: Counts) -> list[int | None]:
    """What can be given of the tiles gathered (10.2)."""
    if not state.setup.ruleset.partners or not any(gathered):
        return [None]
    return [element for element, number in enumerate(gathered) if number]


def _played(state: State, event: Place, wisdom: _Wisdom) -> Choice:
    space, cell = SPACE_NUMBER[event.space], CELL_NUMBER[event.to]
    gathered = list(NONE_OF_ANY)
    for entry in event.take:
        if isinstance(entry, int):
            gathered[state.mountain[cell][entry - 1]] += 1
        else:
            gathered[state.mountain[CELL_NUMBER[entry]][-1]] += 1
    give = None if event.give is None else NUMBER[event.give]
    found = counts(gathered)
    return Choice(space, cell, found, give, wisdom.of(found, give))
