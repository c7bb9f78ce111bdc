"""An assessment by what a side could know does not depend on what it could not know."""

from __future__ import annotations

import json
import random

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.definitions import MARKS
from games.goryo.assessment.features import FEATURES
from games.goryo.assessment.priors import UNIFORM, Prior
from tests.properties.test_views import twins
from tests.support.deep import due
from tests.support.engine import dump, judge_one

FITTED = Prior("fitted", {key: 0.5 - 0.25 * i for i, key in enumerate(FEATURES)}, {})


@pytest.mark.parametrize("seed", due(range(60)))
@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_twin_games_get_the_same_assessment(seed: int, prior: Prior) -> None:
    one, other, head = twins(random.Random(f"twins {seed}"))
    first, second = (judge_one(dump({**head, "events": events})).replay for events in (one, other))
    for view in ("samurai", "public"):
        results = [
            json.dumps(assess(replay, view, prior).to_json(), sort_keys=True)
            for replay in (first, second)
        ]
        assert results[0] == results[1]
    goryo = [assess(replay, "goryo", prior).to_json()["steps"] for replay in (first, second)]
    assert goryo[0] != goryo[1]


@pytest.mark.parametrize("seed", due(range(30)))
def test_an_open_view_only_adds(seed: int) -> None:
    """The Goryō's view adds only marks and values of plans and answers to the public one."""
    one, _, head = twins(random.Random(f"twins {seed}"))
    replay = judge_one(dump({**head, "events": one})).replay
    pairs = zip(assess(replay, "public").steps, assess(replay, "goryo").steps, strict=True)
    for public, goryo in pairs:
        assert (public.known, public.point) == (goryo.known, goryo.point)
        assert goryo.marks[: len(public.marks)] == public.marks
        more = {mark.key for mark in goryo.marks[len(public.marks) :]}
        assert more <= {"faulty_plan", "wrong_answer"} | {k for k, d in MARKS.items() if d.secret}
        if goryo.worth != public.worth:
            assert public.worth is None
            assert goryo.worth is not None
            assert goryo.worth.to_json()["of"] == "plan"
