"""What else a turn could have done, next to a naive reckoning: every legal placement is played by
the engine, and what its mats would score is looked up from the cards.
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
    """The placements of a game between bots, each with the state before it."""
    name = f"{mode}-{LANDSCAPES[seed % 5]}"
    steps = replay(simulate("gorinto", name, str(seed), random.Random(seed))).steps
    return [(s.before, s.entry.event) for s in steps if isinstance(s.entry.event, Place)]


def value(state: State, mats: tuple[Any, ...]) -> int:
    """What the side of the player to move would score with these mats if the Season ended now."""
    setup = state.setup
    ruleset, found = setup.ruleset, 0
    for player in range(ruleset.players):
        if ruleset.side_of[player] != ruleset.side_of[state.player]:
            continue
        for card in ruleset.cards(player):
            found += GOALS[setup.goals[card]].points(mats[player], mats[: ruleset.players])
        if state.season == 4:
            found += ruleset.key_points * sum(mats[player][key] for key in setup.keys)
    return found


def naive(state: State) -> dict[tuple[Any, ...], int]:
    """Each choice of the turn: tile, cell, tiles gathered by element, gift → what it scores."""
    found = {}
    for event in ENGINE.legal_events(state):
        if isinstance(event, Place):
            after, _ = ENGINE.transition(state, event)
            found[key(state, event)] = value(state, after.mats)
    return found


def key(state: State, event: Place) -> tuple[Any, ...]:
    after, _ = ENGINE.transition(state, event)
    old = [sum(mats[e] for mats in state.mats) for e in range(5)]
    new = [sum(mats[e] for mats in after.mats) for e in range(5)]
    gathered = tuple(now - was for now, was in zip(new, old, strict=True))
    return event.space, event.to, gathered, event.give


@pytest.mark.parametrize("mode", RULESETS)
def test_choices_best_and_ranks_are_those_of_a_naive_reckoning(mode: str) -> None:
    turns = [turn for seed in (1, 2) for turn in placements(mode, seed)]
    seen: Counter[str] = Counter()
    for state, event in turns[:: max(1, len(turns) // 12)]:
        known, found = naive(state), insight(state, event)
        played = key(state, event)
        assert found.choices == len(known)
        assert found.before == value(state, state.mats)
        assert found.played.wisdom == known[played]
        assert found.played.tiles == sum(played[2])
        assert found.rank == 1 + sum(other > known[played] for other in known.values())
        assert found.tied == sum(other == known[played] for other in known.values()) - 1
        assert found.most_rank == 1 + sum(sum(k[2]) > sum(played[2]) for k in known)
        best = max((wisdom, sum(k[2])) for k, wisdom in known.items())
        assert (found.best.wisdom, found.best.tiles) == best
        most = max((sum(k[2]), wisdom) for k, wisdom in known.items())
        assert (found.most.tiles, found.most.wisdom) == most
        for choice in (found.best, found.most):
            give = None if choice.give is None else RESOLVE[choice.give]
            place = SPACES[choice.space], CELLS[choice.cell], choice.gathered, give
            assert known[place] == choice.wisdom
        seen["first" if found.rank == 1 else "later"] += 1
    assert sum(seen.values()) >= 12


RESOLVE = ("void", "wind", "fire", "water", "earth")


def test_a_tall_stack_is_no_burden() -> None:
    """Earth from under twenty tiles: C(20, 10) sets of levels, of which few differ."""
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
    found = insight(state, event._replace(take=tuple(range(1, 11))))
    assert found.played.gathered == (2, 2, 2, 2, 2)
    assert found.choices >= 381  # the ways to have 10 of five elements, at most 4 of each
