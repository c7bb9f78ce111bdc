"""Random games of every mode: what must hold in all of them, and that what may be played and what
is refused are one and the same.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from games.core.replay import Replay
from games.gorinto.kind import KIND
from games.gorinto.rules.elements import ELEMENTS, TILES_EACH
from games.gorinto.rules.events import Place
from games.gorinto.rules.mountain import CELLS, EMPTY
from games.gorinto.rules.phase import FILL, KITSUNE, OVER, PLACE
from games.gorinto.rules.state import State
from tests.support.engine import dump, judge_one
from tests.support.gorinto import MODES, random_log

SEEDS = range(6)
TURNS = {1: 12, 2: 24, 3: 36, 4: 32}


def play(mode: str, seed: int) -> Replay:
    judged = judge_one(dump(random_log(mode, random.Random(f"{mode}:{seed}"))))
    assert judged.findings == ()
    replay: Replay = judged.replay
    return replay


def tiles(state: State) -> Counter[int]:
    """All tiles, wherever they are."""
    found: Counter[int] = Counter(tile for stack in state.mountain for tile in stack)
    found.update(tile for tile in state.path if tile != EMPTY)
    for numbers in (*state.mats, state.bag, state.discarded):
        found.update(dict(enumerate(numbers)))
    return found


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", SEEDS)
def test_no_tile_is_lost_or_made(mode: str, seed: int) -> None:
    replay = play(mode, seed)
    for state in (replay.initial, *(step.state for step in replay.steps)):
        assert tiles(state) == Counter(dict.fromkeys(range(len(ELEMENTS)), TILES_EACH))


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_has_its_turns_and_ends_by_rule(mode: str) -> None:
    replay = play(mode, 0)
    ruleset = replay.record.setup.ruleset
    placed = Counter(
        step.entry.event.player for step in replay.steps if isinstance(step.entry.event, Place)
    )
    assert placed.total() == TURNS[ruleset.players]
    assert len(set(placed.values())) == 1
    assert replay.outcome.reason in ("wisdom", "fewest_tiles", "shared", "solo_tie")
    assert replay.final.season == 4
    assert sum(replay.final.bag) == (20 if ruleset.has_kitsune else 0)
    left = [tile for tile in replay.final.path if tile != EMPTY]
    assert len(left) == {1: 2, 2: 0, 3: 1, 4: 2}[ruleset.players]


@pytest.mark.parametrize("mode", MODES)
def test_what_may_be_played_is_not_refused(mode: str) -> None:
    for step in play(mode, 1).steps:
        for event in islice(KIND.engine.legal_events(step.before), 400):
            assert KIND.engine.violation(step.before, event) is None, event
            read = KIND.read_event(KIND.plain_event(event))
            assert read == event


@pytest.mark.parametrize("mode", MODES)
def test_no_legal_event_is_given_twice(mode: str) -> None:
    for step in play(mode, 2).steps:
        found = list(islice(KIND.engine.legal_events(step.before), 3000))
        assert len(set(found)) == len(found)


def random_place(state: State, rng: random.Random) -> Place:
    """A placement that may well be wrong, of a player who may place."""
    ruleset = state.setup.ruleset
    entries: list[Any] = [*CELLS, 1, 2, 3, 4, 5]
    take = rng.sample(entries, rng.randrange(4))
    if rng.random() < 0.5:
        take = [entry for entry in take if isinstance(entry, str)]
    give = rng.choice([None, *ELEMENTS]) if ruleset.partners else None
    space = rng.choice([*"abcde", *"12345"])
    column = space if space in "abcde" else rng.choice("abcde")
    row = space if space in "12345" else rng.choice("12345")
    return Place(ruleset.roles[state.player], space, column + row, tuple(take), None, give)


@pytest.mark.parametrize("mode", MODES)
def test_what_is_not_refused_may_be_played(mode: str) -> None:
    rng = random.Random(mode)
    accepted = 0
    for step in play(mode, 3).steps:
        state = step.before
        if state.phase is not PLACE:
            continue
        legal = {event._replace(tile=None) for event in KIND.engine.legal_events(state)
                 if isinstance(event, Place)}  # fmt: skip
        legal = {event._replace(take=tuple(sorted(event.take, key=str))) for event in legal}
        for _ in range(150):
            event = random_place(state, rng)
            event = event._replace(take=tuple(sorted(event.take, key=str)))
            is_refused = KIND.engine.violation(state, event) is not None
            assert is_refused == (event not in legal), event
            accepted += not is_refused
    assert accepted > 0


@pytest.mark.parametrize("mode", MODES)
def test_after_the_end_nothing_may_be_played(mode: str) -> None:
    final = play(mode, 4).final
    assert final.phase is OVER
    assert list(KIND.engine.legal_events(final)) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_transition_leaves_the_state_before_as_it_was(mode: str) -> None:
    replay = play(mode, 5)
    kept = [hash(step.before) for step in replay.steps]
    again = [hash(step.before) for step in play(mode, 5).steps]
    assert kept == again


def test_a_fill_and_a_row_of_kitsune_tiles_are_made_lazily() -> None:
    for mode, phase in (("2p-burrow", FILL), ("solo-normal", KITSUNE)):
        state = play(mode, 0).initial
        assert state.phase is phase
        assert len(list(islice(KIND.engine.legal_events(state), 10))) == 10
