"""What a mat is worth to its player: what the goals pay now and may pay soon, Key Elements, and the
Understanding it gives.
"""

from games.gorinto.rules.editions import SEASONS
from games.gorinto.rules.elements import NONE_OF_ANY, Counts
from games.gorinto.rules.goals import points
from games.gorinto.rules.kitsune import act
from games.gorinto.rules.seasons import KITSUNE_PAYS, REGULAR_PAYS
from games.gorinto.rules.state import HEAD, TAIL, State

SOON = 0.4
"""How much of a goal's worth is what it would pay with one more tile; the rest is what it pays."""
LATER = 0.6
"""What a later scoring counts beside this Season's: much will have changed by then."""
KNOWING, KNOWING_MOST = 0.12, 3
"""Worth of a step of Understanding for each turn to come, and how many steps of an element help."""
TURNS = 3


class Worth:
    """Worths of mats in one position, remembered: many placements lead to the same mat."""

    def __init__(self, state: State) -> None:
        self._state = state
        left = SEASONS - state.season
        self._scorings = 1 + LATER * left
        self._turns = TURNS * left + 1
        self._known: dict[tuple[int, Counts], float] = {}

    def of(self, player: int, mat: Counts) -> float:
        """The worth of a mat, were it this player's."""
        key = (player, mat)
        worth = self._known.get(key)
        if worth is None:
            worth = self._known[key] = self._weigh(player, mat)
        return worth

    def _weigh(self, player: int, mat: Counts) -> float:
        setup = self._state.setup
        ruleset = setup.ruleset
        mats = self._state.mats[: ruleset.players]
        others = mats[:player] + mats[player + 1 :]
        goals = [setup.goals[card] for card in ruleset.cards(player)]
        now = _pay(goals, mat, others)
        soon = max(_pay(goals, grown, others) for grown in _one_more(mat))
        worth = self._scorings * ((1 - SOON) * now + SOON * soon)
        worth += ruleset.key_points * sum(mat[element] for element in setup.keys)
        known = sum(min(height, KNOWING_MOST) for height in mat)
        return worth + KNOWING * self._turns * known


def _pay(goals: list[str], mat: Counts, others: tuple[Counts, ...]) -> int:
    every = (mat, *others)
    return sum(points(goal, mat, every) for goal in goals)


def _one_more(mat: Counts) -> list[Counts]:
    void, wind, fire, water, earth = mat
    return [
        (void + 1, wind, fire, water, earth),
        (void, wind + 1, fire, water, earth),
        (void, wind, fire + 1, water, earth),
        (void, wind, fire, water + 1, earth),
        (void, wind, fire, water, earth + 1),
    ]


def kitsune_gain(state: State) -> float:
    """What the Kitsune's turn that is due will bring it on average, to the end of the game: its
    Key Elements score every Season anew (11.8).
    """
    setup = state.setup
    pays = list(NONE_OF_ANY)
    for element in setup.keys:
        pays[element] = REGULAR_PAYS
    for element in setup.kitsune_keys:
        pays[element] = KITSUNE_PAYS
    scorings = SEASONS - state.season + 1
    gathered = [element for token in (HEAD, TAIL) for element in act(state, token)[1]]
    return scorings * sum(pays[element] for element in gathered) / 2
