"""Facts: a game with every number counted by hand, and what is excluded."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.facts.extract import extract
from games.core.errors import EngineFault
from games.goryo.rules.board import default_board
from tests.support.engine import accepted, dump

from .logs import ABANDON, BOUND, CHASE, DISCOVER, FIRST, HAUNT, SECOND, log_of, one_round, playout


def facts_of(log):
    return extract(accepted(dump(log)).record.canonical()).value


def test_one_discovered_round_counted_by_hand():
    once = [1, 1, 1, 1]
    value = facts_of(one_round(ABANDON))
    assert value["spaces"] == {
        "": [1, 1, 1],
        "route": {"b4": once, "b3": once, "b2": once, "c2": once},
        "target": {"c3": once},
        "start": {"b4": once},
        "asked_yes": {"c3": once},
        "asked_no": {"e2": once},
        "standing": {"c2": once, "e2": once, "b5": once, "e5": once},
    }
    nodes = ["b4", "b4 b3", "b4 b3 b2", "b4 b3 b2 c2", "b4 b3 b2 c2 >c3"]
    assert value["trees"] == {"ways": {"r1": {node: [1, 0, 0, 0] for node in nodes}}}
    assert value["questions"]["r1"]["values"] == {"2": 1}
    # without a winner there is no rate and no length
    measured = {"questions", "bits", "bits-chase", "stealth", "uniform-plans"}
    assert set(value) == {"spaces", "trees", "survival", *measured}
    assert value["survival"] == {"all": {"games": 1, "at": {"2": [1, 0]}}}


def test_a_won_game_is_a_trial_of_every_rate():
    value = facts_of(one_round({"type": "resign", "role": "goryo"}))
    groups = {
        "rounds": "d1", "first": "vase", "powers": "sprint.never trail.never", "mistakes": "m0",
        "spirits": "r1.s0 r2.s0", "gong": "r1.g0 r2.g1", "bound": "r1.b7 r2.b6",
    }  # fmt: skip
    for name, trials in groups.items():
        assert value[f"wins-{name}"] == {key: [1, 0, 0] for key in trials.split()}
    assert "length" not in value  # it was resigned
    assert value["trees"]["ways"]["r1"]["b4"] == [1, 0, 0, 1]


def test_draws_are_compared_with_the_tokens_in_the_bag():
    draws = [{"type": "draw", "object": "helmet"}, {"type": "draw", "object": "urn"}]
    search = {"type": "search", "samurai": "green", "answer": True}
    move = {"type": "move", "samurai": "red", "to": "d2"}
    value = facts_of(one_round(SECOND, search, move, DISCOVER, *draws, ABANDON))
    games, n, seen, expected, variance = value["luck"]["turned"]
    # Mask is bound and vase haunted, so six tokens are in the bag; the objects on c3 and d2 broke.
    spaces = default_board().data["spaces"]
    intact = 6 - len({spaces[name]["object"] for name in ("c3", "d2")} - {"vase", "mask"})
    chances = (intact / 6, (intact - 1) / 5)
    assert (games, n, seen) == (1, 2, 2)
    assert expected == sum(round(1_000_000 * p) for p in chances)
    assert variance == sum(round(1_000_000 * p * (1 - p)) for p in chances)
    assert value["bag"]["helmet"][1:3] == [1, 1]
    assert value["bag"]["urn"][1:3] == [2, 1]
    assert not {"mask", "vase"} & set(value["bag"])
    # luck is what chance alone decides; catches and answers depend on how people plan
    assert set(value["luck"]) <= {"turned", "ended"}
    assert set(value["uniform-plans"]) == {"caught", "yes"}


@pytest.mark.parametrize("end", [ABANDON, {"type": "resign", "role": "goryo"}])
def test_a_round_that_is_cut_short_adds_nothing(end):
    searched = {"type": "search", "samurai": "blue", "answer": False}
    cut, whole = facts_of(one_round(SECOND, searched, end)), facts_of(one_round(end))
    for key in ("spaces", "questions", "trees"):
        assert cut[key] == whole[key]


def test_unfinished_games_and_games_without_a_discovery_add_only_how_long_they_lasted():
    undiscovered = [BOUND, HAUNT, FIRST, *CHASE]

    def censored(at):
        return {"survival": {"all": {"games": 1, "at": {at: [1, 0]}}}}

    for log, at in ((one_round(), "2"), (one_round(SECOND), "2"), (log_of(undiscovered), "1")):
        assert facts_of(log) == censored(at)
    assert facts_of(log_of([*undiscovered, ABANDON])) == censored("1")
    assert facts_of(log_of([BOUND])) == {}
    assert set(facts_of(one_round(SECOND, ABANDON))) > {"survival"}


def test_a_faulty_plan_counts_as_placed():
    faulty = {"type": "plan", "route": ["b4", "b3", "b4", "c2"], "target": "c3"}
    value = facts_of(log_of([BOUND, HAUNT, faulty, DISCOVER, ABANDON]))
    once = [1, 1, 1, 1]
    assert value["spaces"]["route"] == {"b4": [2, 1, 4, 2], "b3": once, "c2": once}
    assert "trees" not in value  # not a route of the board
    assert "stealth" not in value


def test_a_wrong_answer_counts_as_given():
    wrong = {"type": "sniff", "samurai": "green", "space": "b3", "answer": False}
    value = facts_of(log_of([BOUND, HAUNT, FIRST, wrong, DISCOVER, ABANDON]))
    assert value["spaces"]["asked_no"] == {"b3": [1, 1, 1, 1]}
    assert "asked_yes" not in value["spaces"]


def test_the_fourth_samurai_of_older_editions_is_counted():
    standing = facts_of(one_round(ABANDON, ruleset={"edition": "2019"}))["spaces"]["standing"]
    assert sum(times for times, *_ in standing.values()) == 4
    assert standing["e5"] == [1, 1, 1, 1]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([None, "resign", "abandon", "unfinished"]))
def test_every_round_has_four_samurai_and_one_target(seed, ending):
    spaces = facts_of(playout(seed, ending)).get("spaces", {"": [0, 0, 0]})
    played, rounds, squares = spaces.pop("")
    assert (played, squares) == (rounds > 0, rounds**2)
    totals = Counter(
        {layer: sum(times for times, *_ in of_layer.values()) for layer, of_layer in spaces.items()}
    )
    assert totals["target"] == totals["start"] == rounds
    assert totals["standing"] == 4 * rounds
    assert 4 * rounds <= totals["route"] <= 4 * rounds + 1  # one sprint a game
    assert totals["asked_yes"] + totals["asked_no"] <= 6 * rounds


def test_a_stored_log_that_no_longer_replays_is_an_internal_error():
    canonical = accepted(dump(one_round())).record.canonical()
    with pytest.raises(EngineFault):
        extract(canonical.replace('"target":"c3"', '"target":"zz9"'))
