"""An assessment by what a side could know does not depend on what it could not know."""

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.definitions import MARKS
from games.goryo.assessment.features import FEATURES
from games.goryo.assessment.priors import UNIFORM, Prior
from games.goryo.assessment.worth import PlanWorth
from tests.properties.test_views import judged_twins
from tests.support.deep import due

FITTED = Prior("fitted", {key: 0.5 - 0.25 * i for i, key in enumerate(FEATURES)}, {})


@pytest.mark.parametrize("seed", due(range(60)))
@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_twin_games_get_the_same_assessment(seed: int, prior: Prior) -> None:
    first, second = (game.replay for game in judged_twins(seed))
    for view in ("samurai", "public"):
        assert repr(assess(first, view, prior)) == repr(assess(second, view, prior))
    assert repr(assess(first, "goryo", prior)) != repr(assess(second, "goryo", prior))


@pytest.mark.parametrize("seed", due(range(30)))
def test_an_open_view_only_adds(seed: int) -> None:
    """The Goryō's view adds only marks and values of plans and answers to the public one."""
    replay = judged_twins(seed)[0].replay
    for public, goryo in zip(assess(replay, "public"), assess(replay, "goryo"), strict=True):
        assert (public.known, public.bound_types) == (goryo.known, goryo.bound_types)
        assert goryo.marks[: len(public.marks)] == public.marks
        more = {mark.key for mark in goryo.marks[len(public.marks) :]}
        assert more <= {"faulty_plan", "wrong_answer"} | {k for k, d in MARKS.items() if d.secret}
        if goryo.worth != public.worth:
            assert public.worth is None
            assert isinstance(goryo.worth, PlanWorth)
