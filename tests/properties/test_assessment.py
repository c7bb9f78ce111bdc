"""What is judged by what a side could know does not change with what it could not know."""

from __future__ import annotations

import json
import random

import pytest

from games.goryo.assessment import MARKS, UNIFORM, Prior, assess
from games.goryo.assessment.features import FEATURES
from tests.properties.test_views import twins
from tests.support.deep import due
from tests.support.engine import dump, judge_one

FITTED = Prior("fitted", {key: 0.5 - 0.25 * i for i, key in enumerate(FEATURES)}, {})


@pytest.mark.parametrize("seed", due(range(60)))
@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_twin_games_are_judged_the_same(seed: int, prior: Prior) -> None:
    one, other, head = twins(random.Random(f"twins {seed}"))
    first, second = (judge_one(dump({**head, "events": events})).replay for events in (one, other))
    for view in ("samurai", "public"):
        found = [
            json.dumps(assess(replay, view, prior).to_json(), sort_keys=True)
            for replay in (first, second)
        ]
        assert found[0] == found[1]
    hers = [assess(replay, "goryo", prior).to_json()["steps"] for replay in (first, second)]
    assert hers[0] != hers[1]


@pytest.mark.parametrize("seed", due(range(30)))
def test_an_open_view_only_adds(seed: int) -> None:
    """Her view holds what everybody's holds; what it says more is of the plan and the answers."""
    one, _, head = twins(random.Random(f"twins {seed}"))
    replay = judge_one(dump({**head, "events": one})).replay
    for open_, hers in zip(
        assess(replay, "public").steps, assess(replay, "goryo").steps, strict=True
    ):
        assert (open_.known, open_.point) == (hers.known, hers.point)
        assert hers.marks[: len(open_.marks)] == open_.marks
        more = {mark.key for mark in hers.marks[len(open_.marks) :]}
        assert more <= {"faulty_plan", "wrong_answer"} | {k for k, d in MARKS.items() if d.secret}
        if hers.worth != open_.worth:
            assert open_.worth is None
            assert hers.worth is not None
            assert hers.worth.to_json()["of"] == "plan"
