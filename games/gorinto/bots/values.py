"""The value of a mat to its player: the points of goals now and soon, Key Elements, and
Understanding.
"""

from games.gorinto.rules.editions import SEASONS
from games.gorinto.rules.elements import NO_TILES, Counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.kitsune import take_turn
from games.gorinto.rules.seasons import KITSUNE_POINTS, REGULAR_POINTS
from games.gorinto.rules.state import HEAD, TAIL, State

SOON = 0.4
"""The weight of a goal's points with one more tile, against its points now."""
LATER = 0.6
"""The weight of a later scoring, against the one of this Season."""
UNDERSTANDING, MAX_UNDERSTANDING = 0.12, 3
"""The value of a tile's Understanding for each turn left, and the most tiles that count."""
TURNS = 3


class MatValues:
    """A cache of the values of mats in one position. Many placements lead to the same mat."""

    def __init__(self, state: State) -> None:
        self._state = state
        left = SEASONS - state.season
        self._scorings = 1 + LATER * left
        self._turns = TURNS * left + 1
        self._values: dict[tuple[int, Counts], float] = {}

    def of(self, player: int, mat: Counts) -> float:
        """Return the value of a mat, if this player had it."""
        key = (player, mat)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._compute(player, mat)
        return value

    def _compute(self, player: int, mat: Counts) -> float:
        setup = self._state.setup
        ruleset = setup.ruleset
        mats = self._state.mats[: ruleset.players]
        others = mats[:player] + mats[player + 1 :]
        goals = [setup.goals[card] for card in ruleset.cards(player)]
        now = _points(goals, mat, others)
        soon = max(_points(goals, grown, others) for grown in _with_one_more(mat))
        value = self._scorings * ((1 - SOON) * now + SOON * soon)
        value += ruleset.key_points * sum(mat[element] for element in setup.keys)
        counted = sum(min(height, MAX_UNDERSTANDING) for height in mat)
        return value + UNDERSTANDING * self._turns * counted


def _points(goals: list[str], mat: Counts, others: tuple[Counts, ...]) -> int:
    every = (mat, *others)
    return sum(GOALS[goal].points(mat, every) for goal in goals)


def _with_one_more(mat: Counts) -> list[Counts]:
    void, wind, fire, water, earth = mat
    return [
        (void + 1, wind, fire, water, earth),
        (void, wind + 1, fire, water, earth),
        (void, wind, fire + 1, water, earth),
        (void, wind, fire, water + 1, earth),
        (void, wind, fire, water, earth + 1),
    ]


def kitsune_gain(state: State) -> float:
    """Return the expected points of the next Kitsune turn until the end of the game. The Kitsune
    scores its Key Elements in every Season (11.8).
    """
    setup = state.setup
    points = list(NO_TILES)
    for element in setup.keys:
        points[element] = REGULAR_POINTS
    for element in setup.kitsune_keys:
        points[element] = KITSUNE_POINTS
    scorings = SEASONS - state.season + 1
    gathered = [element for token in (HEAD, TAIL) for element in take_turn(state, token)[1]]
    return scorings * sum(points[element] for element in gathered) / 2
