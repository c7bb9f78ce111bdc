"""What a log of Gorinto claims: where a `score` may stand, and what differs from the replay."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.registry import judge, simulate, write_text
from tests.brute.gorinto import replay
from tests.brute.gorinto_games import SHAPES, random_log
from tests.support.engine import dump, judge_one, refusals, states, warnings

Log = dict[str, Any]


def whole(shape: str) -> tuple[Log, list[int], list[dict[str, int]]]:
    """A game without claims; after which events (counted from 1) a Season is over, and the Wisdom
    then.
    """
    log = random_log(random.Random(f"claims {shape}"), shape, "peak", whole=True)
    log.pop("outcome", None)
    log["events"] = [event for event in log["events"] if event["type"] != "score"]
    found = replay(log).states
    ends = [n for n, state in enumerate(found, 1) if state["scoring"] and _is_new(found, n)]
    return log, ends, [found[n - 1]["wisdom"] for n in ends]


def _is_new(found: list[dict[str, Any]], number: int) -> bool:
    before = found[number - 2]["scoring"]
    return before is None or before["season"] != found[number - 1]["scoring"]["season"]


def claimed(log: Log, place: int, *claims: dict[str, Any]) -> Log:
    """The log with `score` events after its first `place` events."""
    scores = [{"type": "score", "wisdom": wisdom} for wisdom in claims]
    return {**log, "events": [*log["events"][:place], *scores, *log["events"][place:]]}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_right_score_may_stand_after_each_season_and_is_needed_nowhere(shape: str) -> None:
    log, ends, wisdom = whole(shape)
    assert len(ends) == 4
    assert ends[3] == len(log["events"])
    bare = judge_one(dump(log))
    assert (refusals(bare), warnings(bare)) == ([], [])
    with_all = log
    for place, right in zip(reversed(ends), reversed(wisdom), strict=True):
        one = judge_one(dump(claimed(log, place, right)))
        assert (refusals(one), warnings(one)) == ([], [])
        with_all = claimed(with_all, place, right)
    judged = judge_one(dump(with_all))
    assert (refusals(judged), warnings(judged)) == ([], [])
    plain = [step["state"] for step in states(judged) if step["event"]["type"] != "score"]
    assert plain == [step["state"] for step in states(bare)]


@pytest.mark.parametrize("shape", SHAPES)
def test_a_score_anywhere_else_is_out_of_turn(shape: str) -> None:
    log, ends, _ = whole(shape)
    for place in range(len(log["events"])):
        if place not in ends:
            judged = judge_one(dump(claimed(log, place, {})))
            assert refusals(judged) == [(place, "6.1")]


@pytest.mark.parametrize("season", range(4))
@pytest.mark.parametrize("shape", SHAPES)
def test_a_second_score_is_out_of_turn(shape: str, season: int) -> None:
    log, ends, wisdom = whole(shape)
    place = ends[season]
    judged = judge_one(dump(claimed(log, place, wisdom[season], wisdom[season])))
    assert refusals(judged) == [(place + 1, "6.1")]


@pytest.mark.parametrize("stop", [{"type": "abandon"}, {"type": "resign", "role": "p1"}])
def test_no_score_after_a_game_that_was_stopped(stop: dict[str, Any]) -> None:
    log, ends, wisdom = whole("2p burrow")
    score = {"type": "score", "wisdom": wisdom[0]}
    stopped = {**log, "events": [*log["events"][: ends[0]], stop, score]}
    assert refusals(judge_one(dump(stopped))) == [(ends[0] + 1, "6.1")]
    before = {**log, "events": [*log["events"][: ends[0]], score, stop]}
    assert refusals(judge_one(dump(before))) == []


@pytest.mark.parametrize("season", range(4))
@pytest.mark.parametrize("shape", SHAPES)
def test_a_wrong_score_is_a_warning_at_its_event(shape: str, season: int) -> None:
    log, ends, wisdom = whole(shape)
    place, right = ends[season], wisdom[season]
    for side in right:
        wrong = {**right, side: right[side] + 1}
        judged = judge_one(dump(claimed(log, place, wrong)))
        assert (refusals(judged), warnings(judged)) == ([], [(place, "6.3", "wrong_score")])
        without = {key: value for key, value in right.items() if key != side}
        assert warnings(judge_one(dump(claimed(log, place, without)))) == []
    every = {side: number + 1 for side, number in right.items()}
    assert len(warnings(judge_one(dump(claimed(log, place, every))))) == 1
    assert warnings(judge_one(dump(claimed(log, place, {})))) == []


@pytest.mark.parametrize(
    ("shape", "side"),
    [("2p burrow", "p3"), ("2p burrow", "kitsune"), ("partnership", "p1"), ("solo normal", "p2")],
)
def test_a_score_of_a_side_that_does_not_exist_is_refused(shape: str, side: str) -> None:
    log, ends, _ = whole(shape)
    assert refusals(judge_one(dump(claimed(log, ends[0], {side: 3})))) == [(ends[0], "3.1")]


@pytest.mark.parametrize("wisdom", [None, [], "7", {"p1": "7"}, {"p1": None}, {"p1": True}])
def test_a_score_that_is_none_is_refused_for_its_form(wisdom: Any) -> None:
    log, ends, _ = whole("2p burrow")
    assert refusals(judge_one(dump(claimed(log, ends[0], wisdom)))) == [(ends[0], "log-format")]


@pytest.mark.parametrize("shape", SHAPES)
def test_an_outcome_is_compared_in_what_it_gives(shape: str) -> None:
    log, _, _ = whole(shape)
    last = replay(log).states[-1]
    right = {key: last[key] for key in ("winners", "reason", "wisdom")}
    side = next(iter(right["wisdom"]))
    wrong: list[dict[str, Any]] = [
        {"winners": None},
        {"winners": []},
        {"winners": [*right["winners"], "p4" if "p4" not in right["winners"] else "p3"]},
        {"reason": None},
        {"reason": "resign"},
        {"wisdom": {side: right["wisdom"][side] + 1}},
        {"wisdom": {"nobody": 0}},
        {**right, "reason": "shared" if right["reason"] != "shared" else "wisdom"},
    ]
    good: list[dict[str, Any]] = [
        right,
        {},
        {"winners": list(reversed(right["winners"]))},
        {"reason": right["reason"]},
        {"wisdom": {}},
        {"wisdom": {side: right["wisdom"][side]}},
    ]
    for claim in good:
        assert warnings(judge_one(dump({**log, "outcome": claim}))) == []
    for claim in wrong:
        judged = judge_one(dump({**log, "outcome": claim}))
        assert refusals(judged) == []
        assert warnings(judged) == [(None, "log-format", "wrong_outcome")]


def test_an_unfinished_game_has_no_winners_and_no_reason() -> None:
    log, ends, wisdom = whole("3p clockwise")
    half = {**log, "events": log["events"][: ends[1] + 3]}
    claim = {"winners": None, "reason": None, "wisdom": wisdom[1]}
    assert warnings(judge_one(dump({**half, "outcome": claim}))) == []
    for wrong in ({"winners": []}, {"winners": ["p1"]}, {"reason": "abandon"}):
        found = warnings(judge_one(dump({**half, "outcome": wrong})))
        assert found == [(None, "log-format", "wrong_outcome")]


def test_warnings_come_in_order_the_outcome_last_and_not_for_a_refused_log() -> None:
    log, ends, wisdom = whole("2p tactical")
    for place, right in zip(reversed(ends), reversed(wisdom), strict=True):
        log = claimed(log, place, {**right, "p2": right["p2"] - 1})
    log["outcome"] = {"winners": []}
    scores = [n for n, event in enumerate(log["events"]) if event["type"] == "score"]
    wanted = [(n, "6.3", "wrong_score") for n in scores]
    judged = judge_one(dump(log))
    assert warnings(judged) == [*wanted, (None, "log-format", "wrong_outcome")]
    refused = {**log, "events": [*log["events"][: scores[1] + 1], {"type": "abandon"}, {}]}
    judged = judge_one(dump(refused))
    assert refusals(judged) == [(scores[1] + 2, "log-format")]
    assert warnings(judged) == wanted[:2]


@pytest.mark.parametrize("digits", [4200, 4300])
def test_a_score_of_any_length_that_json_can_hold_comes_back_from_text(digits: int) -> None:
    record = simulate("gorinto", "2p-burrow", "long", random.Random("long"))
    plain = record.plain()
    ended = next(i for i, event in enumerate(plain["events"]) if i > 9 and event["type"] == "fill")
    plain["events"] = plain["events"][:ended]
    plain["events"].append({"type": "score", "wisdom": {"p1": int("1" * digits)}})
    (judged,) = judge(json.dumps(plain).encode())
    assert judged.findings == ()
    assert judged.record is not None
    (again,) = judge(write_text(judged.record).encode())
    assert again.record is not None
    assert again.record.canonical() == judged.record.canonical()
