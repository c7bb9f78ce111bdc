"""Two games that differ only in secrets look the same to the Samurai and the public until the
discovery.
"""

import json
import random
from typing import Any

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.definitions import MARKS
from games.goryo.assessment.features import FEATURES
from games.goryo.assessment.priors import UNIFORM, Prior
from games.goryo.assessment.worth import PlanWorth
from games.registry import KINDS
from tests.brute import goryo
from tests.brute.replay import Game
from tests.support.deep import due
from tests.support.engine import accepted, dump, states
from tests.support.playouts import RULESETS, chase_events


def twins(rng: random.Random) -> tuple[list[dict[str, Any]], list[dict[str, Any]], dict[str, Any]]:
    """Return the events of two games up to the same point of a chase, with different bound types,
    plans and powers, and the same answers.
    """
    head = {"format": "goryo-log/1", "game": "goryo", "players": [], "events": []}
    head["ruleset"] = dict(rng.choice(RULESETS))
    pair = [Game(head), Game(head)]
    bounds = rng.sample(pair[0].board.types, 2)
    thing = rng.choice([t for t in pair[0].board.types if t not in bounds])
    spaces = [s for s in pair[0].board.spaces if pair[0].board.objects[s] == thing]
    haunt = {"type": "haunt", "object": thing, "space": rng.choice(spaces)}
    for game, bound in zip(pair, bounds, strict=True):
        game.play({"type": "bind", "object": bound})
        game.play(haunt)
        game.play(_plan(rng, game, bound))
    for _ in range(rng.randrange(7)):
        both = [e for e in chase_events(pair[0]) if e in chase_events(pair[1])]
        if not both:
            break
        event = {**rng.choice(both), "note": "private", "x_secret": 1}
        for game in pair:
            game.play(event)
    return pair[0].done, pair[1].done, head


def _plan(rng: random.Random, game: Game, bound: str) -> dict[str, Any]:
    route, *other = rng.choice(list(goryo.legal_plans(game.board, game.shown(), bound)))
    fields = zip(("target", "sprint", "false_trail"), other, strict=True)
    given = {key: value for key, value in fields if value not in (False, None)}
    return {"type": "plan", "route": list(route), **given}


def judged_twins(seed: int) -> list[Any]:
    """Return twin games as judged."""
    *pair, head = twins(random.Random(f"twins {seed}"))
    return [accepted(dump({**head, "events": events})) for events in pair]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("view", ["samurai", "public"])
def test_twin_games_look_the_same_until_the_discovery(seed: int, view: str) -> None:
    first, second = judged_twins(seed)
    belief = view == "samurai"
    assert states(first, view, belief) == states(second, view, belief)
    assert states(first, "omniscient") != states(second, "omniscient")


@pytest.mark.parametrize("seed", range(20))
def test_twin_games_have_the_same_frames(seed: int) -> None:
    frames = [KINDS["goryo"].display.frames(game.replay, "samurai") for game in judged_twins(seed)]
    assert json.dumps(frames[0], sort_keys=True) == json.dumps(frames[1], sort_keys=True)


@pytest.mark.parametrize("seed", range(30))
def test_a_public_view_has_no_plan_and_no_bound_type(seed: int) -> None:
    """This holds in every step of an unfinished game, under any key."""
    judged = judged_twins(seed)[0]
    route = list(judged.replay.steps[2].entry.event.route)
    for step in states(judged, "samurai", belief=False):
        assert step["state"]["plan"] is None
        assert step["state"]["bound"] is None
        assert set(step["event"]) <= {"type", "object", "space", "samurai", "to", "answer"}
        assert json.dumps(route) not in json.dumps(step)


# -- the assessment --------------------------------------------------------------------------------

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
    for public, opened in zip(assess(replay, "public"), assess(replay, "goryo"), strict=True):
        assert (public.known, public.bound_types) == (opened.known, opened.bound_types)
        assert opened.marks[: len(public.marks)] == public.marks
        more = {mark.key for mark in opened.marks[len(public.marks) :]}
        assert more <= {"faulty_plan", "wrong_answer"} | {k for k, d in MARKS.items() if d.secret}
        if opened.worth != public.worth:
            assert public.worth is None
            assert isinstance(opened.worth, PlanWorth)
