"""The alternatives to a placement: every placement of the turn, ranked by the score if the Season
ended at once, and by the number of tiles.

Two placements are the same choice if they move the same tile to the same cell and gather the same
elements. The stacks or levels they gather from make no difference to the mats. The ranking is not
advice: it ignores later turns and other players.
"""

from functools import lru_cache
from typing import NamedTuple

from games.gorinto.rules.editions import SEASONS
from games.gorinto.rules.elements import EARTH, NO_TILES, NUMBER, Counts, counts
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, LINES, SPACE_NUMBER
from games.gorinto.rules.seasons import card_points, key_points, score
from games.gorinto.rules.state import Scoring, Setup, State
from games.gorinto.rules.taking import available, understanding

Mats = tuple[Counts, ...]
Surroundings = tuple[Counts, int]
"""The tiles of each element around a cell, and how many of them must be gathered."""


class Choice(NamedTuple):
    """A way to play the turn: the Path space, the cell, the tiles gathered of each element, and the
    element given (None without a gift). `wisdom` is what the player's side would score if the
    Season ended now.
    """

    space: int
    cell: int
    gathered: Counts
    give: int | None
    wisdom: int

    @property
    def tiles(self) -> int:
        """The number of tiles it gathers, including a gift."""
        return sum(self.gathered)


class Insight(NamedTuple):
    """A placement compared with all alternatives.

    `before` is what the side would have scored without it. Ranks start at 1. `tied` counts the
    other choices with the same Wisdom. `best` has the most Wisdom, and among these the most tiles.
    `largest` has the most tiles, and among these the most Wisdom.
    """

    choices: int
    before: int
    played: Choice
    rank: int
    tied: int
    best: Choice
    largest: Choice
    largest_rank: int


def scored_now(setup: Setup, season: int, mats: Mats) -> Scoring:
    """Return the scoring if the Season ended now, with Key Elements in Winter (6.3, 8.1)."""
    return score(setup, season, mats, season == SEASONS)


def insight(state: State, event: Place) -> Insight:
    """Compare a legal placement with its alternatives. `state` is the position before it."""
    turn = _Turn(state)
    played = _played(state, event, turn)
    wisdom, tiles = played.wisdom, played.tiles
    choices, better, same, more_tiles = 0, 0, 0, 0
    best = largest = played
    best_key, largest_key = (-1, -1), (-1, -1)
    for (around, due), (space, cell, times) in turn.placements().items():
        selections = turn.selections(around, due)
        top = selections.top
        choices += times * len(selections.scores)
        better += times * selections.count_above(wisdom)
        same += times * selections.scores.count(wisdom)
        if due > tiles:
            more_tiles += times * len(selections.scores)
        if (top, due) > best_key:
            best_key, best = (top, due), selections.best_at(space, cell)
        if (due, top) > largest_key:
            largest_key, largest = (due, top), selections.best_at(space, cell)
    return Insight(
        choices=choices,
        before=turn.wisdom(NO_TILES, None),
        played=played,
        rank=1 + better,
        tied=same - 1,
        best=best,
        largest=largest,
        largest_rank=1 + more_tiles,
    )


class _Selections:
    """Every selection of tiles (and gift) around a cell, with its score. It is the same for all
    cells with the same surroundings.
    """

    def __init__(self, selections: list[tuple[Counts, int | None]], scores: list[int]) -> None:
        self.selections = selections
        self.scores = scores
        self.top = max(scores)

    def count_above(self, wisdom: int) -> int:
        """Return the number of selections that score more."""
        return sum([score > wisdom for score in self.scores]) if self.top > wisdom else 0

    def best_at(self, space: int, cell: int) -> Choice:
        """Return the first selection with the top score, as a placement."""
        gathered, give = self.selections[self.scores.index(self.top)]
        return Choice(space, cell, gathered, give, self.top)


class _Turn:
    """A turn with all its placements.

    Equal surroundings are evaluated once, and equal mats are scored once: a game's page needs this
    for every turn.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.ruleset = state.setup.ruleset
        self.player = state.player
        side = self.ruleset.side_of[self.player]
        self.team = [p for p, own in enumerate(self.ruleset.side_of) if own == side]
        self.is_last = state.season == SEASONS
        self.cache: dict[tuple[Counts, int | None], int] = {}

    def placements(self) -> dict[Surroundings, tuple[int, int, int]]:
        """Return the different surroundings in the order of placements, each with the Path space
        and the cell of its first placement and the number of placements.
        """
        state, placements = self.state, dict[Surroundings, tuple[int, int, int]]()
        for space, tile in enumerate(state.path):
            if tile == EMPTY:
                continue
            limit = understanding(state, self.player, tile)
            for cell in LINES[space]:
                around = _elements_around(state, cell, tile)
                key = around, min(limit, sum(around))
                first_space, first_cell, times = placements.get(key, (space, cell, 0))
                placements[key] = first_space, first_cell, times + 1
        return placements

    def selections(self, around: Counts, due: int) -> _Selections:
        """Return every selection of `due` of these tiles."""
        selections = [
            (gathered, give)
            for gathered in _select(around, due)
            for give in _gifts(self.state, gathered)
        ]
        return _Selections(selections, [self.wisdom(*selection) for selection in selections])

    def wisdom(self, gathered: Counts, give: int | None) -> int:
        """Return what the side would score after gathering these tiles if the Season ended now."""
        key = gathered, give
        if key not in self.cache:
            self.cache[key] = self._score(gathered, give)
        return self.cache[key]

    def _score(self, gathered: Counts, give: int | None) -> int:
        setup, mats = self.state.setup, list(self.state.mats[: self.ruleset.players])
        mat = [old + new for old, new in zip(mats[self.player], gathered, strict=True)]
        if give is not None:
            partner = self.ruleset.partner(self.player)
            mat[give] -= 1
            partner_mat = list(mats[partner])
            partner_mat[give] += 1
            mats[partner] = counts(partner_mat)
        mats[self.player] = counts(mat)
        players = tuple(mats)
        scored = sum([sum(card_points(setup, member, players)) for member in self.team])
        if self.is_last:
            scored += sum([key_points(setup, players[member]) for member in self.team])
        return scored


def _elements_around(state: State, cell: int, tile: int) -> Counts:
    """Return the tiles of each element that a placement can gather from."""
    around = list(NO_TILES)
    for entry in available(state, cell, tile):
        element = state.mountain[cell][entry - 1] if tile == EARTH else state.mountain[entry][-1]
        around[element] += 1
    return counts(around)


@lru_cache(maxsize=8192)
def _select(around: Counts, due: int) -> tuple[Counts, ...]:
    """Return every selection of `due` of these tiles, by element."""
    rests = [sum(around[n:]) for n in range(len(around) + 1)]
    selections: list[tuple[int, ...]] = [()]
    for element, available_tiles in enumerate(around):
        rest = rests[element + 1]
        selections = [
            (*started, taken)
            for started in selections
            for left in (due - sum(started),)
            for taken in range(max(0, left - rest), min(available_tiles, left) + 1)
        ]
    return tuple([counts([*selection]) for selection in selections])


def _gifts(state: State, gathered: Counts) -> list[int | None]:
    """Return the elements that can be given (10.2)."""
    if not state.setup.ruleset.partners or not any(gathered):
        return [None]
    return [element for element, number in enumerate(gathered) if number]


def _played(state: State, event: Place, turn: _Turn) -> Choice:
    space, cell = SPACE_NUMBER[event.space], CELL_NUMBER[event.to]
    gathered = list(NO_TILES)
    for entry in event.take:
        if isinstance(entry, int):
            gathered[state.mountain[cell][entry - 1]] += 1
        else:
            gathered[state.mountain[CELL_NUMBER[entry]][-1]] += 1
    give = None if event.give is None else NUMBER[event.give]
    elements = counts(gathered)
    return Choice(space, cell, elements, give, turn.wisdom(elements, give))
