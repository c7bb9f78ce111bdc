"""Rules in constructed positions: Understanding, Start coin, turn order, Kitsune, endings. The
alternatives to a placement, compared with a naive computation: the engine plays every legal
placement, and the goal cards score the resulting mats.
"""

import random
from typing import Any

import pytest

from games.gorinto.insight import insight
from games.gorinto.rules.editions import RULESETS
from games.gorinto.rules.elements import EARTH, ELEMENTS, FIRE, NO_TILES, VOID, WATER, WIND
from games.gorinto.rules.engine import ENGINE
from games.gorinto.rules.events import Place, Resign
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.kitsune import most_frequent
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, EMPTY_PATH, SPACE_NUMBER, SPACES
from games.gorinto.rules.phase import PLACE
from games.gorinto.rules.seasons import end_season
from games.gorinto.rules.state import State
from games.registry import replay
from tests.support.engine import bot_game, dump, judge_one
from tests.support.gorinto import header

EMPTY_MOUNTAIN = ((),) * 25


def start(mode: str, **changes: Any) -> State:
    """Return a position of this mode with an empty Mountain and Path, and these changes."""
    record = judge_one(dump(header(mode, random.Random(1)))).record
    setup = record.setup._replace(**changes.pop("setup", {}))
    state: State = ENGINE.initial_state(setup)
    bare = {"phase": PLACE, "mountain": EMPTY_MOUNTAIN, "path": EMPTY_PATH}
    return state._replace(**{**bare, "setup": setup, **changes})


def filled(empty: Any, numbers: Any, contents: dict[str, Any]) -> Any:
    """Return an empty Mountain or Path with the contents of some of its places."""
    by_number = {numbers[name]: content for name, content in contents.items()}
    return tuple(by_number.get(number, content) for number, content in enumerate(empty))


def mountain(**stacks: tuple[int, ...]) -> Any:
    return filled(EMPTY_MOUNTAIN, CELL_NUMBER, stacks)


def path(**tiles: int) -> Any:
    return filled(EMPTY_PATH, SPACE_NUMBER, tiles)


def rule_of(violation: Any) -> str | None:
    return violation and violation.rule


# -------------------------------------------------------------------------------------- gathering


def test_earth_gathers_any_levels_and_the_rest_keeps_its_order() -> None:
    tiles = {"mountain": mountain(c2=(FIRE, WIND, WATER, VOID)), "path": path(c=EARTH)}
    state = start("2p-burrow", mats=((0, 0, 0, 0, 1), NO_TILES), order=(0, 1), **tiles)
    event = Place("p1", "c", "c2", (1, 3))
    assert ENGINE.violation(state, event) is None
    after, _ = ENGINE.transition(state, event)
    assert after.mountain == mountain(c2=(WIND, VOID, EARTH))
    assert after.mats[0] == (0, 0, 1, 1, 1)
    for take, rule in (((5, 1), "4.5"), ((6, 1), "4.4"), ((0, 1), "4.4"), (("c1", 1), "4.4")):
        assert rule_of(ENGINE.violation(state, event._replace(take=take))) == rule


# ----------------------------------------------------------------------------- Seasons and order


@pytest.mark.parametrize(
    ("mode", "order", "wisdom", "after"),
    [
        ("4p-clockwise", (0, 1, 2, 3), (5, 4, 3, 6), (2, 3, 0, 1)),  # the lowest
        ("4p-clockwise", (0, 1, 2, 3), (3, 4, 5, 6), (0, 1, 2, 3)),  # the holder alone is lowest
        ("4p-clockwise", (0, 1, 2, 3), (3, 4, 3, 6), (2, 3, 0, 1)),  # the holder is tied
        ("4p-clockwise", (2, 3, 0, 1), (3, 3, 3, 3), (3, 0, 1, 2)),  # all are tied
        ("4p-clockwise", (1, 2, 3, 0), (3, 9, 9, 3), (3, 0, 1, 2)),  # two others: clockwise
        ("4p-compassionate", (0, 1, 2, 3), (5, 4, 3, 6), (2, 1, 0, 3)),
        ("4p-compassionate", (0, 1, 2, 3), (3, 3, 3, 3), (3, 2, 1, 0)),  # the order is reversed
        ("4p-compassionate", (2, 0, 3, 1), (1, 1, 5, 5), (1, 0, 3, 2)),
        ("partnership", (0, 1, 2, 3), (2, 9), (2, 3, 0, 1)),  # partners are tied
    ],
)
def test_order_of_the_next_season(mode: str, order: Any, wisdom: Any, after: Any) -> None:
    goals = {} if mode == "partnership" else {"setup": {"goals": ("g1", "g3")}}
    assert end_season(start(mode, order=order, wisdom=wisdom, **goals)).order == after


def test_player_scores_the_neighbouring_cards_for_the_team() -> None:
    goals = ("g1", "g10", "g3", "g12")  # between p1 and p2, p2 and p3, p3 and p4, p4 and p1
    mats = ((1, 1, 1, 1, 1), (2, 2, 0, 0, 0), (3, 1, 0, 0, 0), (1, 1, 1, 1, 3))
    after = end_season(start("partnership", mats=mats, setup={"goals": goals}))
    assert after.scoring.goals == ((7, 5), (4, 6), (5, 4), (7, 7))
    assert after.wisdom == (7 + 5 + 5 + 4, 4 + 6 + 7 + 7)
    assert after.scoring.keys is None


# -------------------------------------------------------------------------------------------- ends


ONE, TWO = (0, 0, 1, 1, 1), (1, 1, 1, 1, 1)
FEW, MANY = (0, 0, 0, 1, 0), (0, 0, 3, 3, 3)
SOLO = ((1, 0, 0, 0, 0), NO_TILES)


@pytest.mark.parametrize(
    ("mode", "mats", "wisdom", "winners", "reason", "final"),
    [
        ("2p-burrow", (ONE, TWO), (12, 9), ("p2",), "wisdom", (12, 13)),
        ("2p-burrow", (ONE, TWO), (12, 8), ("p1",), "fewest_tiles", (12, 12)),
        ("2p-burrow", (TWO, TWO), (8, 8), ("p1", "p2"), "shared", (12, 12)),
        ("3p-clockwise", (ONE, ONE, TWO), (9, 9, 3), ("p1", "p2"), "shared", (9, 9, 7)),
        ("partnership", (FEW, FEW, MANY, MANY), (20, 20), ("p1", "p2", "p3", "p4"), "shared", None),
        ("partnership", (MANY, MANY, FEW, MANY), (20, 20), ("p1", "p3"), "fewest_tiles", None),
        ("solo-normal", SOLO, (10, 10), ("p1",), "wisdom", None),
        ("solo-expert", SOLO, (10, 13), ("kitsune",), "wisdom", None),
        ("solo-expert", SOLO, (10, 12), ("kitsune",), "solo_tie", None),
    ],
)
def test_endings_after_winter(
    mode: str, mats: Any, wisdom: Any, winners: Any, reason: str, final: Any
) -> None:
    """The goals score nothing for odd stacks. Key Elements do."""
    setup = {"goals": ("g4",) * RULESETS[mode].goals, "keys": (VOID, WIND)}
    setup |= {"kitsune_keys": (FIRE, WATER)} if mode.startswith("solo") else {}
    after = end_season(start(mode, season=4, mats=mats, wisdom=wisdom, setup=setup))
    assert (after.winners, after.reason) == (winners, reason)
    assert final in (None, after.wisdom)


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


LANDSCAPES = ("peak", "waves", "mesa", "lake", "hill")


def placements(mode: str, seed: int) -> list[tuple[State, Place]]:
    """Return the placements of a game between bots, each with the state before it."""
    steps = replay(bot_game("gorinto", f"{mode}-{LANDSCAPES[seed % 5]}", seed)).steps
    return [(s.before, s.entry.event) for s in steps if isinstance(s.entry.event, Place)]


def value(state: State, mats: tuple[Any, ...]) -> int:
    """Return what the side to move would score with these mats if the Season ended now."""
    setup = state.setup
    ruleset, wisdom = setup.ruleset, 0
    for player in range(ruleset.players):
        if ruleset.side_of[player] != ruleset.side_of[state.player]:
            continue
        for card in ruleset.cards(player):
            wisdom += GOALS[setup.goals[card]].points(mats[player], mats[: ruleset.players])
        if state.season == 4:
            wisdom += ruleset.key_points * sum(mats[player][key] for key in setup.keys)
    return wisdom


def naive(state: State) -> dict[tuple[Any, ...], int]:
    """Return the score of each choice of the turn: space, cell, tiles gathered by element, gift."""
    events = [event for event in ENGINE.legal_events(state) if isinstance(event, Place)]
    return {key(state, e): value(state, ENGINE.transition(state, e)[0].mats) for e in events}


def key(state: State, event: Place) -> tuple[Any, ...]:
    after, _ = ENGINE.transition(state, event)
    old, new = ([sum(tiles) for tiles in zip(*s.mats, strict=True)] for s in (state, after))
    gathered = tuple(now - was for now, was in zip(new, old, strict=True))
    return event.space, event.to, gathered, event.give


@pytest.mark.parametrize("mode", RULESETS)
def test_choices_and_ranks_match_the_naive_computation(mode: str) -> None:
    turns = [turn for seed in (1, 2) for turn in placements(mode, seed)]
    assert len(turns) >= 12
    for state, event in turns[:: max(1, len(turns) // 12)]:
        scores, result = naive(state), insight(state, event)
        played = key(state, event)
        assert result.choices == len(scores)
        assert result.before == value(state, state.mats)
        assert result.played.wisdom == scores[played]
        assert result.played.tiles == sum(played[2])
        assert result.rank == 1 + sum(other > scores[played] for other in scores.values())
        assert result.tied == sum(other == scores[played] for other in scores.values()) - 1
        assert result.largest_rank == 1 + sum(sum(k[2]) > sum(played[2]) for k in scores)
        best = max((wisdom, sum(k[2])) for k, wisdom in scores.items())
        assert (result.best.wisdom, result.best.tiles) == best
        largest = max((sum(k[2]), wisdom) for k, wisdom in scores.items())
        assert (result.largest.tiles, result.largest.wisdom) == largest
        for choice in (result.best, result.largest):
            give = None if choice.give is None else ELEMENTS[choice.give]
            place = SPACES[choice.space], CELLS[choice.cell], choice.gathered, give
            assert scores[place] == choice.wisdom


def test_tall_stack_is_fast() -> None:
    """Gather from a stack of twenty: C(20, 10) sets of levels, but few different selections."""
    state = next(before for before, _ in placements("2p-burrow", 1) if EARTH in before.path)
    events = (event for event in ENGINE.legal_events(state) if isinstance(event, Place))
    event = next(e for e in events if e.space == SPACES[state.path.index(EARTH)])
    mountain, mats = list(state.mountain), list(state.mats)
    mountain[CELLS.index(event.to)] = (0, 1, 2, 3, 4) * 4
    mats[state.player] = (0, 0, 0, 0, 9)
    state = state._replace(mountain=tuple(mountain), mats=tuple(mats))
    result = insight(state, event._replace(take=tuple(range(1, 11))))
    assert result.played.gathered == (2, 2, 2, 2, 2)
    assert result.choices >= 381  # the ways to have 10 of five elements, at most 4 of each
