"""Worked examples with known answers, played through the engine's public interface.

The games of `vectors.txt` lead to the mats of the tables. The answers follow from the cards
(section 7).
"""

import functools
import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.rulebook import RULEBOOK
from games.registry import judge
from tests.support.engine import accepted, dump, judge_one, refusals, states

OWN_MAT_GOALS = ("g1", "g2", "g3", "g4", "g7", "g8", "g9", "g10", "g11", "g12")
# stacks of void, wind, fire, water, earth → points of each of these cards
POINTS = {
    (3, 0, 3, 1, 1): (8, 0, 8, 0, 6, 3, 6, 5, 6, 0),
    (0, 0, 0, 0, 0): (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (4, 4, 2, 2, 1): (12, 1, 1, 12, 9, 6, 9, 6, 6, 7),
    (5, 1, 1, 1, 1): (4, 5, 9, 0, 5, 3, 9, 7, 8, 7),
    (6, 3, 0, 0, 2): (0, 11, 3, 8, 9, 6, 6, 10, 12, 0),
    (2, 2, 2, 2, 2): (10, 0, 0, 10, 0, 6, 10, 6, 0, 14),
    (7, 0, 0, 0, 0): (0, 7, 7, 0, 7, 0, 7, 21, 14, 0),
    (1, 2, 3, 4, 5): (0, 15, 9, 6, 12, 9, 6, 7, 8, 7),
}
MATS = {
    **POINTS,
    (0, 0, 1, 1, 4): (2, 4, 2, 4, 4, 3, 4, 6, 8, 0),
    (3, 3, 3, 3, 1): (12, 1, 13, 0, 1, 9, 13, 5, 4, 7),
    (0, 2, 0, 2, 0): (4, 0, 0, 4, 4, 0, 4, 6, 4, 0),
}
# goals that compare mats: the game, the card, all stacks, all points
COMPARED = [
    ("two players, tallest", "g5", ["30210", "31020"], [6, 9]),
    ("two players, shortest", "g6", ["30210", "31020"], [9, 6]),
    ("three players, tallest", "g5", ["41022", "21302", "05321"], [9, 6, 9]),
    ("three players, shortest", "g6", ["41022", "21302", "05321"], [6, 9, 9]),
]


@functools.cache
def games() -> dict[str, str]:
    """Return the games of the file in canonical form, by name."""
    judged = list(judge((Path(__file__).parent / "vectors.txt").read_bytes()))
    assert [game.findings for game in judged] == [()] * len(judged)
    return {game.record.event: game.record.canonical() for game in judged}


def log_of(name: str) -> Any:
    return json.loads(games()[name])


def final(log: dict[str, Any]) -> dict[str, Any]:
    return states(accepted(dump(log)))[-1]["state"]


@pytest.mark.parametrize("stacks", POINTS, ids=str)
@pytest.mark.parametrize("pair", [(0, 2), (1, 3), (4, 6), (5, 7), (8, 9)], ids=str)
def test_points_of_goals_in_a_game(stacks: tuple[int, ...], pair: tuple[int, int]) -> None:
    """In solo, goals have no influence on play, so each game is used with all cards."""
    log = log_of(" ".join(map(str, stacks)))
    log["setup"]["goals"] = [OWN_MAT_GOALS[index] for index in pair]
    state = final(log)
    assert tuple(state["mats"]["p1"].values()) == stacks
    assert state["scoring"]["goals"] == {"p1": {OWN_MAT_GOALS[i]: POINTS[stacks][i] for i in pair}}


@pytest.mark.parametrize("mat", MATS, ids=str)
def test_points_of_goals_for_one_mat(mat: Any) -> None:
    others = ((9,) * 5, (0,) * 5)  # these make no difference
    for order in (mat, (*mat[2:], *mat[:2])):
        points = tuple(GOALS[name].points(order, (order, *others)) for name in OWN_MAT_GOALS)
        assert points == MATS[mat]


@pytest.mark.parametrize(("name", "goal", "stacks", "points"), COMPARED)
def test_goals_that_compare_mats(name: str, goal: str, stacks: Any, points: list[int]) -> None:
    mats: Any = tuple(tuple(map(int, mat)) for mat in stacks)
    assert [GOALS[goal].points(mat, mats) for mat in mats] == points
    state = final(log_of(name))
    assert ["".join(map(str, mat.values())) for mat in state["mats"].values()] == stacks
    assert [cards[goal] for cards in state["scoring"]["goals"].values()] == points


def test_sample_season_of_the_rulebook_scores_thirteen() -> None:
    """3 void, 3 fire, 1 water, 1 earth: 8 for equal stacks, 3 for the tallest, 2 for the lowest."""
    log = log_of("3 0 3 1 1")
    log["setup"]["goals"] = ["g1", "g10"]
    assert final(log)["scoring"]["goals"]["p1"] == {"g1": 8, "g10": 5}


class TestSampleTurn:
    """A player with two void tiles places void and gathers any three of the four diagonal tiles."""

    TAKE = {"fire": "c4", "earth": "a2", "void": "a4", "water": "c2"}

    def after(self, *elements: str) -> dict[str, Any]:
        log = log_of("the sample turn")
        take = [self.TAKE[element] for element in elements]
        place = {"type": "place", "player": "p1", "from": "b", "to": "b3", "take": take}
        return {**log, "events": [*log["events"], place]}

    def test_three_tiles_are_gathered(self) -> None:
        before = final(log_of("the sample turn"))
        assert before["mats"]["p1"]["void"] == 2
        state = final(self.after("fire", "earth", "void"))
        for element, more in {"fire": 1, "earth": 1, "void": 1, "wind": 0, "water": 0}.items():
            assert state["mats"]["p1"][element] == before["mats"]["p1"][element] + more
        assert state["mountain"]["b3"] == [*before["mountain"]["b3"], "void"]
        assert state["mountain"]["c4"] == before["mountain"]["c4"][:-1]
        assert state["mountain"]["c2"] == before["mountain"]["c2"]

    @pytest.mark.parametrize("elements", [("fire", "void"), ("fire", "void", "earth", "water"), ()])
    def test_fewer_or_more_are_rejected(self, elements: tuple[str, ...]) -> None:
        assert [rule for _, rule in refusals(judge_one(dump(self.after(*elements))))] == ["4.7"]

    def test_any_three_are_accepted(self) -> None:
        for excluded in self.TAKE:
            final(self.after(*(element for element in self.TAKE if element != excluded)))


def test_twelve_cards_with_four_pairs_of_letters() -> None:
    assert list(GOALS) == [f"g{number}" for number in range(1, 13)]
    letters = [goal.letter for goal in GOALS.values()]
    assert letters == [*"AABBCCDD", "", "", "", ""]
    assert sum(not one or one != other for one, other in combinations(letters, 2)) == 62


def test_every_rule_has_a_citation_or_is_not_printed() -> None:
    for rule in RULEBOOK:
        assert rule.citations or rule.standing in ("house", "inferred"), rule.key
        assert rule.summary.endswith(".")


def test_landscapes_differ() -> None:
    assert len({landscape.digest for landscape in LANDSCAPES.values()}) == 5
    assert LANDSCAPES["hill"].provenance == "inferred"
    assert LANDSCAPES["peak"] == LANDSCAPES["peak"] != LANDSCAPES["lake"]
