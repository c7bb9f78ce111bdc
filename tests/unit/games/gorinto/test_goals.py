"""The twelve goal cards on mats with points worked out by hand."""

from typing import Any

import pytest

from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.rulebook import RULEBOOK

from .test_vectors import COMPARED, OWN_MAT_GOALS, POINTS

MATS = {
    **POINTS,
    (0, 0, 1, 1, 4): (2, 4, 2, 4, 4, 3, 4, 6, 8, 0),
    (3, 3, 3, 3, 1): (12, 1, 13, 0, 1, 9, 13, 5, 4, 7),
    (0, 2, 0, 2, 0): (4, 0, 0, 4, 4, 0, 4, 6, 4, 0),
}


@pytest.mark.parametrize("mat", MATS, ids=str)
def test_points_of_goals_for_one_mat(mat: Any) -> None:
    others = ((9, 9, 9, 9, 9), (0, 0, 0, 0, 0))  # other mats make no difference
    points = tuple(GOALS[name].points(mat, (mat, *others)) for name in OWN_MAT_GOALS)
    assert points == MATS[mat]


@pytest.mark.parametrize(("name", "goal", "stacks", "points"), COMPARED)
def test_points_of_goals_that_compare_mats(
    name: str, goal: str, stacks: list[str], points: list[int]
) -> None:
    mats: Any = tuple(tuple(map(int, mat)) for mat in stacks)
    assert [GOALS[goal].points(mat, mats) for mat in mats] == points


@pytest.mark.parametrize("mat", MATS, ids=str)
def test_order_of_elements_makes_no_difference(mat: Any) -> None:
    rotated = (*mat[2:], *mat[:2])
    for name in OWN_MAT_GOALS:
        assert GOALS[name].points(rotated, (rotated,)) == GOALS[name].points(mat, (mat,)), name


def test_twelve_cards_with_four_pairs_of_letters() -> None:
    assert list(GOALS) == [f"g{number}" for number in range(1, 13)]
    assert [goal.letter for goal in GOALS.values()] == [*"AABBCCDD", "", "", "", ""]
    pairs = [
        (a, b)
        for a in GOALS
        for b in GOALS
        if a < b and not (GOALS[a].letter and GOALS[a].letter == GOALS[b].letter)
    ]
    assert len(pairs) == 62


def test_every_rule_has_a_citation_or_is_not_printed() -> None:
    for rule in RULEBOOK:
        assert rule.citations or rule.standing in ("house", "inferred"), rule.key
        assert rule.summary.endswith(".")
