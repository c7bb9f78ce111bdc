"""Claims in logs of Gorinto: where `score` is allowed, and warnings about wrong claims."""

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
UNKNOWN_SIDES = [
    *(("2p burrow", "p3"), ("2p burrow", "kitsune")),
    *(("partnership", "p1"), ("solo normal", "p2")),
]


def whole(shape: str) -> tuple[Log, list[int], list[dict[str, int]]]:
    """Return a game without claims, the numbers of the events (from 1) that end a Season, and the
    Wisdom after each.
    """
    log = random_log(random.Random(f"claims {shape}"), shape, "peak", whole=True)
    log.pop("outcome", None)
    log["events"] = [event for event in log["events"] if event["type"] != "score"]
    plain = replay(log).states
    ends = [n for n, state in enumerate(plain, 1) if state["scoring"] and _is_new(plain, n)]
    return log, ends, [plain[n - 1]["wisdom"] for n in ends]


def _is_new(plain: list[dict[str, Any]], number: int) -> bool:
    before = plain[number - 2]["scoring"]
    return before is None or before["season"] != plain[number - 1]["scoring"]["season"]


def claimed(log: Log, index: int, *claims: dict[str, Any]) -> Log:
    """Return the log with `score` events after its first `index` events."""
    scores = [{"type": "score", "wisdom": wisdom} for wisdom in claims]
    return {**log, "events": [*log["events"][:index], *scores, *log["events"][index:]]}


@pytest.mark.parametrize("shape", SHAPES)
def test_score_may_follow_once_directly_after_a_season(shape: str) -> None:
    log, ends, wisdom = whole(shape)
    assert len(ends) == 4
    assert ends[3] == len(log["events"])
    right = dict(zip(ends, wisdom, strict=True))
    with_all = log
    for index in reversed(range(len(log["events"]) + 1)):
        claim = right.get(index)
        judged = judge_one(dump(claimed(log, index, claim or {})))
        assert (refusals(judged), warnings(judged)) == ([(index, "6.1")] if not claim else [], [])
        if claim:
            assert refusals(judge_one(dump(claimed(log, index, claim, claim)))) == [
                (index + 1, "6.1")
            ]
            with_all = claimed(with_all, index, claim)
    judged, bare = judge_one(dump(with_all)), judge_one(dump(log))
    assert (refusals(judged), warnings(judged)) == (refusals(bare), warnings(bare)) == ([], [])
    plain = [step["state"] for step in states(judged) if step["event"]["type"] != "score"]
    assert plain == [step["state"] for step in states(bare)]


@pytest.mark.parametrize("shape", SHAPES)
def test_wrong_score_is_a_warning_at_its_event(shape: str) -> None:
    log, ends, wisdom = whole(shape)
    for end, right in zip(ends, wisdom, strict=True):
        every = {side: number + 1 for side, number in right.items()}
        wrong = [every, *({**right, side: every[side]} for side in right)]
        partial = [{}, *({key: right[key] for key in right if key != side} for side in right)]
        for claim in (*wrong, *partial):
            judged = judge_one(dump(claimed(log, end, claim)))
            expected = [(end, "6.3", "wrong_score")] if claim in wrong else []
            assert (refusals(judged), warnings(judged)) == ([], expected)


@pytest.mark.parametrize("stop", [{"type": "abandon"}, {"type": "resign", "role": "p1"}])
def test_no_score_after_the_game_was_stopped(stop: dict[str, Any]) -> None:
    log, ends, wisdom = whole("2p burrow")
    score = {"type": "score", "wisdom": wisdom[0]}
    stopped = {**log, "events": [*log["events"][: ends[0]], stop, score]}
    assert refusals(judge_one(dump(stopped))) == [(ends[0] + 1, "6.1")]
    before = {**log, "events": [*log["events"][: ends[0]], score, stop]}
    assert refusals(judge_one(dump(before))) == []


@pytest.mark.parametrize(
    ("shape", "wisdom", "rule"),
    [
        *((shape, {side: 3}, "3.1") for shape, side in UNKNOWN_SIDES),
        *(("2p burrow", wisdom, "log-format") for wisdom in (None, [], "7", {"p1": "7"})),
        *(("2p burrow", {"p1": number}, "log-format") for number in (None, True)),
    ],
)
def test_score_of_an_unknown_side_or_form_is_rejected(shape: str, wisdom: Any, rule: str) -> None:
    log, ends, _ = whole(shape)
    assert refusals(judge_one(dump(claimed(log, ends[0], wisdom)))) == [(ends[0], rule)]


@pytest.mark.parametrize("shape", SHAPES)
def test_given_keys_of_an_outcome_are_compared(shape: str) -> None:
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
        {"wisdom": {"p9": 0}},
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


def test_unfinished_game_has_no_winners_and_no_reason() -> None:
    log, ends, wisdom = whole("3p clockwise")
    half = {**log, "events": log["events"][: ends[1] + 3]}
    claim = {"winners": None, "reason": None, "wisdom": wisdom[1]}
    assert warnings(judge_one(dump({**half, "outcome": claim}))) == []
    for wrong in ({"winners": []}, {"winners": ["p1"]}, {"reason": "abandon"}):
        actual = warnings(judge_one(dump({**half, "outcome": wrong})))
        assert actual == [(None, "log-format", "wrong_outcome")]


def test_order_of_warnings_and_no_outcome_warning_for_a_rejected_log() -> None:
    log, ends, wisdom = whole("2p tactical")
    for end, right in zip(reversed(ends), reversed(wisdom), strict=True):
        log = claimed(log, end, {**right, "p2": right["p2"] - 1})
    log["outcome"] = {"winners": []}
    scores = [n for n, event in enumerate(log["events"]) if event["type"] == "score"]
    expected = [(n, "6.3", "wrong_score") for n in scores]
    judged = judge_one(dump(log))
    assert warnings(judged) == [*expected, (None, "log-format", "wrong_outcome")]
    refused = {**log, "events": [*log["events"][: scores[1] + 1], {"type": "abandon"}, {}]}
    judged = judge_one(dump(refused))
    assert refusals(judged) == [(scores[1] + 2, "log-format")]
    assert warnings(judged) == expected[:2]


@pytest.mark.parametrize("digits", [4200, 4300])
def test_long_score_survives_text(digits: int) -> None:
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
