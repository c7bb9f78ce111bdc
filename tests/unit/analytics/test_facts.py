"""Facts: a game whose every number is known by hand, and what is left out."""

import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics.facts.extract import extract
from games.core.errors import EngineFault
from games.registry import judge

from .logs import ABANDON, BOUND, CHASE, DISCOVER, FIRST, HAUNT, SECOND, log_of, one_round, playout


def facts_of(log):
    judged = next(judge(json.dumps(log).encode()))
    assert not judged.findings, judged.findings
    return extract(judged.record.canonical()).value


def test_one_discovered_round_counted_by_hand():
    once = [1, 1]
    assert facts_of(one_round(ABANDON)) == {
        "spaces": {
            "": once,
            "route": {"b4": once, "b3": once, "b2": once, "c2": once},
            "target": {"c3": once},
            "asked_yes": {"c3": once},
            "asked_no": {"e2": once},
            "standing": {"c2": once, "e2": once, "b5": once, "e5": once},
        },
    }


@pytest.mark.parametrize("end", [ABANDON, {"type": "resign", "role": "goryo"}])
def test_a_round_that_is_cut_short_adds_nothing(end):
    searched = {"type": "search", "samurai": "blue", "answer": False}
    assert facts_of(one_round(SECOND, searched, end)) == facts_of(one_round(ABANDON))


def test_a_log_that_stops_before_its_game_adds_nothing_however_often_it_comes():
    assert facts_of(one_round()) == {}
    assert facts_of(one_round(SECOND)) == {}
    assert facts_of(one_round(SECOND, ABANDON)) != {}


def test_a_game_without_a_discovery_has_no_spaces():
    value = facts_of(log_of([BOUND, HAUNT, FIRST, *CHASE, ABANDON]))
    assert value == {}


def test_a_faulty_plan_counts_as_it_was_placed():
    faulty = {"type": "plan", "route": ["b4", "b3", "b4", "c2"], "target": "c3"}
    value = facts_of(log_of([BOUND, HAUNT, faulty, DISCOVER, ABANDON]))
    assert value["spaces"]["route"] == {"b4": [2, 1], "b3": [1, 1], "c2": [1, 1]}


def test_a_wrong_answer_counts_as_it_was_given():
    lie = {"type": "sniff", "samurai": "green", "space": "b3", "answer": False}
    value = facts_of(log_of([BOUND, HAUNT, FIRST, lie, DISCOVER, ABANDON]))
    assert value["spaces"]["asked_no"] == {"b3": [1, 1]}
    assert "asked_yes" not in value["spaces"]


def test_fourth_samurai_of_the_older_editions_stands_too():
    value = facts_of(one_round(ABANDON, ruleset={"edition": "2019"}))
    standing = value["spaces"]["standing"]
    assert sum(times for times, _ in standing.values()) == 4
    assert standing["e5"] == [1, 1]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([None, "resign", "abandon", "unfinished"]))
def test_every_round_has_four_samurai_and_one_target(seed, ending):
    spaces = facts_of(playout(seed, ending)).get("spaces", {"": [0, 0]})
    played, rounds = spaces.pop("")
    assert played == (rounds > 0)
    totals = Counter(
        {layer: sum(times for times, _ in found.values()) for layer, found in spaces.items()}
    )
    assert totals["target"] == rounds
    assert totals["standing"] == 4 * rounds
    assert 4 * rounds <= totals["route"] <= 4 * rounds + 1  # one sprint a game
    assert totals["asked_yes"] + totals["asked_no"] <= 6 * rounds


def test_a_stored_log_that_no_longer_replays_is_our_fault():
    judged = next(judge(json.dumps(one_round()).encode()))
    broken = judged.record.canonical().replace('"target":"c3"', '"target":"zz9"')
    with pytest.raises(EngineFault):
        extract(broken)
