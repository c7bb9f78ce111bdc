"""Rules in constructed positions: Understanding, Start coin, turn order, Kitsune, endings."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.core.rules import Violation
from games.gorinto.kind import KIND
from games.gorinto.rules.editions import RULESETS
from games.gorinto.rules.elements import EARTH, FIRE, NO_TILES, VOID, WATER, WIND
from games.gorinto.rules.events import Place, Resign
from games.gorinto.rules.kitsune import most_frequent
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY_PATH, SPACE_NUMBER
from games.gorinto.rules.phase import PLACE
from games.gorinto.rules.seasons import end_season
from games.gorinto.rules.state import State
from tests.support.engine import dump, judge_one
from tests.support.gorinto import header

ENGINE = KIND.rules.engine
EMPTY_MOUNTAIN = ((),) * 25


def start(mode: str, **changes: Any) -> State:
    """Return a position of this mode with an empty Mountain and Path, and these changes."""
    record = judge_one(dump(header(mode, random.Random(1)))).record
    setup = record.setup._replace(**changes.pop("setup", {}))
    state: State = ENGINE.initial_state(setup)
    bare = {"phase": PLACE, "mountain": EMPTY_MOUNTAIN, "path": EMPTY_PATH}
    return state._replace(**{**bare, "setup": setup, **changes})


def mountain(**stacks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    mountain = [()] * 25
    for cell, stack in stacks.items():
        mountain[CELL_NUMBER[cell]] = stack
    return tuple(mountain)


def path(**tiles: int) -> tuple[int, ...]:
    path = list(EMPTY_PATH)
    for space, tile in tiles.items():
        path[SPACE_NUMBER[space]] = tile
    return tuple(path)


def rule_of(violation: Violation | None) -> str | None:
    return None if violation is None else violation.rule


# -------------------------------------------------------------------------------------- gathering


def test_earth_gathers_any_levels_and_the_rest_keeps_its_order() -> None:
    state = start(
        "2p-burrow",
        mountain=mountain(c2=(FIRE, WIND, WATER, VOID)),
        path=path(c=EARTH),
        mats=((0, 0, 0, 0, 1), NO_TILES),
        order=(0, 1),
    )
    event = Place("p1", "c", "c2", (1, 3))
    assert ENGINE.violation(state, event) is None
    after, _ = ENGINE.transition(state, event)
    assert after.mountain == mountain(c2=(WIND, VOID, EARTH))
    assert after.mats[0] == (0, 0, 1, 1, 1)
    for take, rule in (((5, 1), "4.5"), ((6, 1), "4.4"), ((0, 1), "4.4"), (("c1", 1), "4.4")):
        assert rule_of(ENGINE.violation(state, event._replace(take=take))) == rule


# ----------------------------------------------------------------------------- Seasons and order


def next_order(mode: str, order: tuple[int, ...], wisdom: tuple[int, ...]) -> tuple[int, ...]:
    state = start(mode, order=order, wisdom=wisdom, setup={"goals": ("g1", "g3")})
    return end_season(state).order


@pytest.mark.parametrize(
    ("order", "wisdom", "after"),
    [
        ((0, 1, 2, 3), (5, 4, 3, 6), (2, 3, 0, 1)),  # the lowest
        ((0, 1, 2, 3), (3, 4, 5, 6), (0, 1, 2, 3)),  # the lowest alone is the holder
        ((0, 1, 2, 3), (3, 4, 3, 6), (2, 3, 0, 1)),  # the holder is tied with another
        ((2, 3, 0, 1), (3, 3, 3, 3), (3, 0, 1, 2)),  # all are tied
        ((1, 2, 3, 0), (3, 9, 9, 3), (3, 0, 1, 2)),  # two others: the first clockwise
    ],
)
def test_start_coin(order: Any, wisdom: Any, after: Any) -> None:
    assert next_order("4p-clockwise", order, wisdom) == after


@pytest.mark.parametrize(
    ("order", "wisdom", "after"),
    [
        ((0, 1, 2, 3), (5, 4, 3, 6), (2, 1, 0, 3)),
        ((0, 1, 2, 3), (3, 3, 3, 3), (3, 2, 1, 0)),  # the order is reversed
        ((2, 0, 3, 1), (1, 1, 5, 5), (1, 0, 3, 2)),
    ],
)
def test_compassionate_order(order: Any, wisdom: Any, after: Any) -> None:
    assert next_order("4p-compassionate", order, wisdom) == after


def test_partners_are_tied_for_the_coin() -> None:
    order = (0, 1, 2, 3)
    state = start("partnership", order=order, wisdom=(2, 9))
    assert end_season(state).order == (2, 3, 0, 1)


def test_player_scores_the_neighbouring_cards_for_the_team() -> None:
    goals = ("g1", "g10", "g3", "g12")  # between p1 and p2, p2 and p3, p3 and p4, p4 and p1
    mats = ((1, 1, 1, 1, 1), (2, 2, 0, 0, 0), (3, 1, 0, 0, 0), (1, 1, 1, 1, 3))
    after = end_season(start("partnership", mats=mats, setup={"goals": goals}))
    assert after.scoring is not None
    assert after.scoring.goals == ((7, 5), (4, 6), (5, 4), (7, 7))
    assert after.wisdom == (7 + 5 + 5 + 4, 4 + 6 + 7 + 7)
    assert after.scoring.keys is None


# -------------------------------------------------------------------------------------------- ends


def ended(mode: str, mats: Any, wisdom: Any, **changes: Any) -> tuple[Any, ...]:
    """Return winners, reason and Wisdom after Winter. The goals score nothing for odd stacks."""
    setup = {"goals": ("g4",) * RULESETS[mode].goals, "keys": (VOID, WIND)}
    state = start(mode, season=4, mats=mats, wisdom=wisdom, setup={**setup, **changes})
    after = end_season(state)
    return after.winners, after.reason, after.wisdom


ONE, TWO = (0, 0, 1, 1, 1), (1, 1, 1, 1, 1)


def test_most_wisdom_wins_including_key_elements() -> None:
    assert ended("2p-burrow", (ONE, TWO), (12, 9)) == (("p2",), "wisdom", (12, 13))


def test_fewest_tiles_break_a_tie() -> None:
    assert ended("2p-burrow", (ONE, TWO), (12, 8)) == (("p1",), "fewest_tiles", (12, 12))
    assert ended("2p-burrow", (TWO, TWO), (8, 8)) == (("p1", "p2"), "shared", (12, 12))


def test_two_of_three_players_share_the_victory() -> None:
    mats = (ONE, ONE, TWO)
    winners, reason, _ = ended("3p-clockwise", mats, (9, 9, 3))
    assert (winners, reason) == (("p1", "p2"), "shared")


def test_tiles_of_a_team_are_added_up() -> None:
    few, many = (0, 0, 0, 1, 0), (0, 0, 3, 3, 3)
    winners, reason, _ = ended("partnership", (few, few, many, many), (20, 20))
    assert (winners, reason) == (("p1", "p2", "p3", "p4"), "shared")
    winners, reason, _ = ended("partnership", (many, many, few, many), (20, 20))
    assert (winners, reason) == (("p1", "p3"), "fewest_tiles")


@pytest.mark.parametrize(
    ("mode", "wisdom", "winners", "reason"),
    [
        ("solo-normal", (10, 10), ("p1",), "wisdom"),
        ("solo-expert", (10, 13), ("kitsune",), "wisdom"),
        ("solo-expert", (10, 12), ("kitsune",), "solo_tie"),
    ],
)
def test_solo_ends(mode: str, wisdom: Any, winners: Any, reason: str) -> None:
    mats = ((1, 0, 0, 0, 0), NO_TILES)
    result = ended(mode, mats, wisdom, kitsune_keys=(FIRE, WATER))
    assert result[:2] == (winners, reason)


def test_other_side_wins_after_resignation() -> None:
    for mode, role, winners in (
        ("2p-tactical", "p1", ("p2",)),
        ("partnership", "p2", ("p1", "p3")),
        ("solo-normal", "p1", ("kitsune",)),
    ):
        after, _ = ENGINE.transition(start(mode), Resign(role))
        assert after.winners == winners
    assert rule_of(ENGINE.violation(start("3p-clockwise"), Resign("p1"))) == "8.3"


# ----------------------------------------------------------------------------------------- Kitsune


@pytest.mark.parametrize(
    ("tops", "preferred"),
    [
        ((VOID, FIRE, EARTH, WIND, WATER), WIND),  # a Kitsune Key Element, by the order of the mat
        ((VOID, FIRE, WATER), FIRE),  # then a regular one
        ((VOID, VOID, EARTH), VOID),  # the number comes first
    ],
)
def test_tied_elements_on_top(tops: tuple[int, ...], preferred: int) -> None:
    state = start("solo-normal", setup={"keys": (FIRE, WATER), "kitsune_keys": (EARTH, WIND)})
    assert most_frequent(state.setup, tuple((tile,) for tile in tops)) == preferred
