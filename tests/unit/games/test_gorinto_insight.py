"""The alternatives to a placement, compared with a naive computation: the engine plays every legal
placement, and the goal cards score the resulting mats.
"""

import random
from collections import Counter
from typing import Any

import pytest

from games.gorinto.insight import insight
from games.gorinto.rules.editions import RULESETS
from games.gorinto.rules.engine import ENGINE
from games.gorinto.rules.events import Place
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.mountain import CELLS, SPACES
from games.gorinto.rules.state import State
from games.registry import replay, simulate

LANDSCAPES = ("peak", "waves", "mesa", "lake", "hill")


def placements(mode: str, seed: int) -> list[tuple[State, Place]]:
    """Return the placements of a game between bots, each with the state before it."""
    name = f"{mode}-{LANDSCAPES[seed % 5]}"
    steps = replay(simulate("gorinto", name, str(seed), random.Random(seed))).steps
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
    scores = {}
    for event in ENGINE.legal_events(state):
        if isinstance(event, Place):
            after, _ = ENGINE.transition(state, event)
            scores[key(state, event)] = value(state, after.mats)
    return scores


def key(state: State, event: Place) -> tuple[Any, ...]:
    after, _ = ENGINE.transition(state, event)
    old = [sum(mats[e] for mats in state.mats) for e in range(5)]
    new = [sum(mats[e] for mats in after.mats) for e in range(5)]
    gathered = tuple(now - was for now, was in zip(new, old, strict=True))
    return event.space, event.to, gathered, event.give


@pytest.mark.parametrize("mode", RULESETS)
def test_choices_and_ranks_match_the_naive_computation(mode: str) -> None:
    turns = [turn for seed in (1, 2) for turn in placements(mode, seed)]
    seen: Counter[str] = Counter()
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
        seen["first" if result.rank == 1 else "later"] += 1
    assert sum(seen.values()) >= 12


ELEMENTS = ("void", "wind", "fire", "water", "earth")


def test_tall_stack_is_fast() -> None:
    """Gather from a stack of twenty: C(20, 10) sets of levels, but few different selections."""
    state, _ = next(
        (s, e) for s, e in placements("2p-burrow", 1) if e.tile == "earth" or 4 in s.path
    )
    space = state.path.index(4)
    event = next(
        e for e in ENGINE.legal_events(state) if isinstance(e, Place) and e.space == SPACES[space]
    )
    tall = tuple([0, 1, 2, 3, 4] * 4)
    mountain = list(state.mountain)
    mountain[CELLS.index(event.to)] = tall
    mats = list(state.mats)
    mats[state.player] = (0, 0, 0, 0, 9)
    state = state._replace(mountain=tuple(mountain), mats=tuple(mats))
    result = insight(state, event._replace(take=tuple(range(1, 11))))
    assert result.played.gathered == (2, 2, 2, 2, 2)
    assert result.choices >= 381  # the ways to have 10 of five elements, at most 4 of each
