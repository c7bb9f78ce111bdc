"""Priors fitted on plans recover the weights behind the plans, or say why they can't."""

import json
import math
import random
from typing import Any

import pytest

from games.core.replay import Replay
from games.goryo.assessment.features import FEATURES, MIN_PLANS
from games.goryo.assessment.fit import SIZE, choices, fit, maximise, priors_to_json, solve, surprise
from games.goryo.assessment.priors import UNIFORM, Prior, prior_for, read_priors
from tests.brute import belief as brute
from tests.brute.replay import Game
from tests.support.engine import accepted, dump
from tests.unit.games.assessment.logs import play
from tests.unit.replays.logs import json_log

TRUTH = dict(zip(FEATURES, (-1.0, -3.0, 0.8, -0.7, 0.4, -0.9, -0.3), strict=True))
NONE = dict.fromkeys(FEATURES, 0.0)


def planned(seed: str, slopes: dict[str, float], **header: Any) -> Replay:
    """Return a game of four plans, drawn by weights with the brute force, not the engine."""
    rng = random.Random(seed)
    log = json_log(ruleset={"edition": "2021"}, players=[], event=seed, events=[], **header)
    game = Game(log)

    def play_event(kind: str, **fields: Any) -> None:
        log["events"].append({"type": kind, **fields})
        game.play(log["events"][-1])

    objects = game.board.objects
    play_event("bind", object=rng.choice(game.board.types))
    space = rng.choice([s for s in game.board.spaces if objects[s] != game.bound])
    play_event("haunt", object=objects[space], space=space)
    while not game.is_over():
        state = game.shown()
        every = [h for h in brute.hypotheses(game.board, state) if h.bound == game.bound]
        seen = brute.features(game.board, state)
        weights = [math.exp(sum(slopes[k] * v for k, v in seen(h).items())) for h in every]
        ((route, target, sprint, trail, _),) = rng.choices(every, weights)
        play_event("plan", route=list(route), target=target, sprint=sprint, false_trail=trail)
        play_event("discover")
        while game.shown()["phase"] == "draw":
            gone = {*game.shown()["out_of_bag"], game.bound}
            play_event("draw", object=rng.choice([t for t in game.board.types if t not in gone]))
    return accepted(dump(log)).replay


@pytest.fixture(scope="module")
def games() -> list[Replay]:
    return [planned(f"plans {i}", TRUTH) for i in range(60)]


@pytest.fixture(scope="module")
def prior(games: list[Replay]) -> Prior:
    return fit(games)


def test_the_weights_behind_the_plans_are_recovered(prior: Prior, games: list[Replay]) -> None:
    assert prior.name == "fitted"
    assert (prior.games, prior.plans) == (60, sum(len(choices(game)) for game in games))
    assert prior.plans > 200
    assert prior.bits < prior.uniform_bits - 0.5
    for key, truth in TRUTH.items():
        assert abs(prior.weights[key] - truth) < 3.5 * prior.errors[key], key
        assert 0 < prior.errors[key] <= 1
    assert prior.description == f"Fitted on {prior.plans} plans from 60 human games."


def test_the_order_of_the_games_does_not_matter(games: list[Replay]) -> None:
    some = games[:24]
    prior = fit(some)
    assert prior.weights
    assert fit(random.Random(1).sample(some, len(some))) == prior == fit([*some, some[0]])
    assert fit(some[1:]).snapshot != prior.snapshot


def test_too_few_plans_give_a_uniform_prior_that_says_why(games: list[Replay]) -> None:
    prior = fit(games[: MIN_PLANS // 4 - 3])
    assert (prior.name, prior.weights) == ("uniform", {})
    assert str(MIN_PLANS) in prior.because
    assert prior.because in prior.description
    assert fit([]).weights == {}


def test_plans_without_a_pattern_give_a_uniform_prior() -> None:
    """Weights that predict no better than the uniform prior are noise."""
    prior = fit([planned(f"blind {i}", NONE) for i in range(24)])
    assert prior.plans >= MIN_PLANS
    assert prior.weights == {}
    assert "no better" in prior.because


def test_rulesets_boards_and_players_are_not_mixed(games: list[Replay]) -> None:
    other = play("bind mask; haunt vase b4; resign goryo", "2024")
    simulated = planned("robot", TRUTH, x_simulated=True)
    for different in (other, simulated):
        with pytest.raises(ValueError, match="cannot be mixed"):
            fit([*games[:2], different])
    assert fit([simulated]).people is False


def test_only_legal_plans_with_a_known_bound_type_count() -> None:
    start = "bind {}; haunt vase b4; plan {}; discover; resign goryo"
    good, faulty = "b4 b3 b2 c2 > c3", "b4 b3 b2 > c3"
    assert len(choices(play(start.format("mask", good)))) == 1
    assert choices(play(start.format("?", good))) == []
    assert len(choices(play(start.format("?", good) + "; unmask mask"))) == 1
    assert choices(play(start.format("mask", faulty))) == []


def test_a_choice_is_among_all_legal_plans(games: list[Replay]) -> None:
    for choice in choices(games[0]):
        assert choice.chosen in dict(choice.options)
        total = sum(n for _, n in choice.options)
        assert surprise([0.0] * SIZE, [choice]) == pytest.approx(math.log2(total))


def test_the_best_weights_have_no_better_neighbour(games: list[Replay]) -> None:
    made = [choice for game in games[:15] for choice in choices(game)]
    best = maximise(made)

    def goal(weights: list[float]) -> float:
        return -surprise(weights, made) * math.log(2) - sum(w * w for w in weights) / 2

    for i in range(SIZE):
        for step in (-0.01, 0.01):
            assert goal([w + step * (i == j) for j, w in enumerate(best)]) < goal(best)


def test_a_system_is_solved() -> None:
    assert solve([[2.0, 1.0], [1.0, 3.0]], [5.0, 10.0]) == pytest.approx([1.0, 3.0])


def test_a_file_of_priors_is_read_as_it_was_written(prior: Prior, games: list[Replay]) -> None:
    read = read_priors(json.loads(json.dumps(priors_to_json([prior]))))
    setup = games[0].record.setup
    assert read == {("2021", setup.board.digest): prior}
    assert prior_for(read, setup) == prior
    missing = prior_for({}, setup)
    assert missing.weights == UNIFORM.weights
    assert "No prior has been fitted" in missing.description


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"format": "goryo-priors/1"},
        {"format": "goryo-priors/1", "priors": [{"name": "x"}]},
        {"format": "goryo-priors/1", "priors": [{"name": "x", "weights": {"a": 1}, "errors": {}}]},
    ],
)
def test_other_data_is_refused_as_a_file_of_priors(data: Any) -> None:
    with pytest.raises(ValueError, match=r"(?i)prior"):
        read_priors(data)
