"""Random headers of Gorinto: engine and naive rules must agree. The engine reports all errors of a
header, so the first one of the naive rules must be among them.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from tests.brute.gorinto import replay
from tests.brute.gorinto_games import SHAPES, header
from tests.brute.gorinto_header import CELLS, ELEMENTS, GOALS, LANDSCAPES
from tests.support.engine import dump, judge_one, refusals

COUNT = 150
NAMES = [*ELEMENTS, "wood", "dragon"]
ROLES = ["p1", "p2", "p3", "p4", "p5", "kitsune"]
CHOICES: dict[str, list[Any]] = {
    "mode": ["standard", "partnership", "solo", "duel"],
    "landscape": [*LANDSCAPES, "moor"],
    "removal": ["burrow", "tactical", "none"],
    "order": ["clockwise", "compassionate", "backwards"],
    "difficulty": ["normal", "expert", "easy"],
    "expansions": [[], ["dragon"], ["fifth player"]],
}


def spoil(rng: random.Random, log: dict[str, Any]) -> None:
    """Make one change to the header."""
    setup, change = log["setup"], rng.randrange(8)
    if change == 0:
        key = rng.choice(list(CHOICES))
        log["ruleset"][key] = rng.choice(CHOICES[key])
    elif change == 1:
        log["ruleset"].pop(rng.choice(list(CHOICES)), None)
    elif change == 2:
        _spoil_players(rng, log["players"])
    elif change == 3:
        _spoil_mountain(rng, setup.get("mountain", {}))
    elif change == 4:
        setup["goals"] = rng.choices([*GOALS, *GOALS, "g13"], k=rng.choice([2, 2, 4, 4, 3, 0]))
    elif change == 5:
        key = rng.choice(["keys", "kitsune_keys"])
        setup[key] = rng.choices(NAMES, k=rng.choice([2, 2, 2, 1, 3]))
    elif change == 6:
        key = rng.choice(["start", "order"])
        setup[key] = rng.choice(ROLES) if key == "start" else rng.sample(ROLES, rng.randint(1, 4))
    else:
        setup.pop(rng.choice(sorted(setup)), None)


def _spoil_players(rng: random.Random, players: list[dict[str, Any]]) -> None:
    change = rng.randrange(3)
    if change == 0:
        players.append({"role": rng.choice(ROLES)})
    elif change == 1:
        players.pop(rng.randrange(len(players)))
    else:
        rng.choice(players)["role"] = rng.choice(ROLES)


def _spoil_mountain(rng: random.Random, mountain: dict[str, list[str]]) -> None:
    change, cell = rng.randrange(6), rng.choice(CELLS)
    if change == 0:
        mountain.pop(cell, None)
    elif change == 1:
        mountain[rng.choice(["f1", "a6", "A1"])] = []
    elif change == 2:
        mountain.setdefault(cell, []).append(rng.choice(NAMES))
    elif change == 3 and mountain.get(cell):
        mountain[cell][0] = rng.choice(NAMES)
    elif change == 4:
        for name in mountain:
            mountain[name] = ["fire" if tile == "wind" else tile for tile in mountain[name]]
    elif mountain.get(cell):
        mountain[cell].pop()


def assert_same(log: dict[str, Any]) -> str | None:
    """Check that engine and naive rules agree, and return the rule of the naive refusal."""
    expected, actual = replay(log).refused, refusals(judge_one(dump(log)))
    if expected is None:
        assert actual == []
        return None
    assert expected in actual, log
    return expected[1]


@pytest.mark.parametrize("shape", SHAPES)
def test_engine_and_naive_rules_agree_on_random_headers(shape: str) -> None:
    seen: Counter[str | None] = Counter()
    for number in range(COUNT):
        rng = random.Random(f"header {shape} {number}")
        log, _ = header(rng, shape, rng.choice(list(LANDSCAPES)))
        for _ in range(rng.choice([1, 1, 1, 2])):
            spoil(rng, log)
        seen[assert_same(log)] += 1
    assert {None, "log-format", "2.6", "3.1", "3.2"} <= set(seen), seen


def verdicts(shape: str, dealt: Iterable[tuple[str, ...]]) -> Counter[str | None]:
    """Compare a header with each of these deals of goals; count the rules of the refusals."""
    log, _ = header(random.Random("goals"), shape, "peak")
    setups = ({**log["setup"], "goals": list(goals)} for goals in dealt)
    return Counter(assert_same({**log, "setup": setup}) for setup in setups)


@pytest.mark.parametrize(("shape", "legal"), [("2p burrow", 62), ("solo expert", 42)])
def test_every_pair_of_goals(shape: str, legal: int) -> None:
    """Check 3.4: 62 of 66 pairs are legal, in solo 42 of them."""
    assert verdicts(shape, itertools.product(GOALS, repeat=2))[None] == 2 * legal


def test_four_goals_in_partnership() -> None:
    """Check 10.1: no player has the same letter twice. The first and last card are neighbours."""
    seen = verdicts("partnership", itertools.permutations(["g1", "g2", "g3", "g4", "g9"], 4))
    assert set(seen) == {None, "10.1"}
    assert min(seen.values()) > 20, seen
