"""The twelve goal cards on mats whose points were worked out by hand."""

from typing import Any

import pytest

from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.rulebook import RULEBOOK

ALONE = ("g1", "g2", "g3", "g4", "g7", "g8", "g9", "g10", "g11", "g12")
MATS = {
    (3, 0, 3, 1, 1): (8, 0, 8, 0, 6, 3, 6, 5, 6, 0),  # the rulebook's sample Season
    (0, 0, 0, 0, 0): (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (4, 4, 2, 2, 1): (12, 1, 1, 12, 9, 6, 9, 6, 6, 7),
    (5, 1, 1, 1, 1): (4, 5, 9, 0, 5, 3, 9, 7, 8, 7),
    (6, 3, 0, 0, 2): (0, 11, 3, 8, 9, 6, 6, 10, 12, 0),
    (2, 2, 2, 2, 2): (10, 0, 0, 10, 0, 6, 10, 6, 0, 14),
    (7, 0, 0, 0, 0): (0, 7, 7, 0, 7, 0, 7, 21, 14, 0),
    (1, 2, 3, 4, 5): (0, 15, 9, 6, 12, 9, 6, 7, 8, 7),
    (0, 0, 1, 1, 4): (2, 4, 2, 4, 4, 3, 4, 6, 8, 0),
    (3, 3, 3, 3, 1): (12, 1, 13, 0, 1, 9, 13, 5, 4, 7),
    (0, 2, 0, 2, 0): (4, 0, 0, 4, 4, 0, 4, 6, 4, 0),
}
TABLES: list[dict[str, Any]] = [
    {"mats": ((3, 0, 2, 1, 0), (3, 1, 0, 2, 0)), "g5": (6, 9), "g6": (9, 6)},
    {
        "mats": ((4, 1, 0, 2, 2), (2, 1, 3, 0, 2), (0, 5, 3, 2, 1)),
        "g5": (9, 6, 9),
        "g6": (6, 9, 9),
    },
]


@pytest.mark.parametrize("mat", MATS, ids=str)
def test_a_card_that_looks_at_one_mat(mat: Any) -> None:
    others = ((9, 9, 9, 9, 9), (0, 0, 0, 0, 0))  # what others have makes no difference
    found = tuple(GOALS[name].points(mat, (mat, *others)) for name in ALONE)
    assert found == MATS[mat]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("card", ["g5", "g6"])
def test_a_card_that_compares_all_mats(table: dict[str, Any], card: str) -> None:
    mats = table["mats"]
    assert tuple(GOALS[card].points(mat, mats) for mat in mats) == table[card]


@pytest.mark.parametrize("mat", MATS, ids=str)
def test_the_order_of_elements_makes_no_difference_to_one_mat(mat: Any) -> None:
    turned = (*mat[2:], *mat[:2])
    for name in ALONE:
        assert GOALS[name].points(turned, (turned,)) == GOALS[name].points(mat, (mat,)), name


def test_there_are_twelve_cards_and_four_pairs_of_letters() -> None:
    assert list(GOALS) == [f"g{number}" for number in range(1, 13)]
    assert [goal.letter for goal in GOALS.values()] == [*"AABBCCDD", "", "", "", ""]
    pairs = [
        (a, b)
        for a in GOALS
        for b in GOALS
        if a < b and not (GOALS[a].letter and GOALS[a].letter == GOALS[b].letter)
    ]
    assert len(pairs) == 62


def test_every_rule_has_a_section_and_a_place_or_a_standing_that_says_why_not() -> None:
    for rule in RULEBOOK:
        assert rule.citations or rule.standing in ("house", "inferred"), rule.key
        assert rule.summary.endswith(".")
