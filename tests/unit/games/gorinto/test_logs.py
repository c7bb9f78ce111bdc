"""Logs of Gorinto: the JSON Schema, text notation, the order of header errors, and claims: where
`score` is allowed, and warnings about wrong claims.

`tests/properties` and `tests/brute` check random logs in both notations.
"""

import random
from typing import Any

import jsonschema_rs
import pytest

from games.core.codec import canonical_json
from games.registry import json_schema, write_text
from tests.brute.gorinto import replay
from tests.brute.gorinto_games import SHAPES
from tests.brute.gorinto_games import header as shape_header
from tests.brute.gorinto_games import random_log as random_game
from tests.support.engine import (
    accepted,
    bot_game,
    dump,
    findings,
    judge_one,
    refusals,
    states,
    warnings,
)
from tests.support.gorinto import MODES, header, random_log


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("ruleset", "mode"), "campaign"),
        (("ruleset", "expansions"), ["dragon"]),
        (("setup", "goals"), ["g1"]),
        (("setup", "goals"), ["g1", "g13"]),
        (("setup", "mountain", "a1"), ["dragon"]),
        (("setup", "mountain", "f1"), []),
        (("players",), []),
        (("events",), [{"type": "place", "player": "p1", "from": "c", "to": "f4"}]),
        (("events",), [{"type": "chit", "number": 3.5}]),
        (("board",), "peak"),
    ],
)
def test_reader_rejects_what_the_schema_rejects(path: tuple[str, ...], value: Any) -> None:
    log = header("2p-burrow", random.Random(3))
    validator = jsonschema_rs.Draft202012Validator(json_schema())
    assert validator.is_valid(log)
    holder = log
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    assert not validator.is_valid(log)
    assert refusals(judge_one(dump(log)))


# -------------------------------------------------------------------------------------------- text


def test_finding_points_at_the_line_of_the_error() -> None:
    record = accepted(dump(random_log("2p-burrow", random.Random(6)))).record
    text = write_text(record).replace("[Goals ", '[Goals "g1 g2"]\n[X_old ', 1)
    text = text.replace("[X_old", '[X_old "1"]\n# was [', 1)
    (finding,) = judge_one(text.encode()).findings
    assert (finding.rule, finding.event) == ("3.4", None)
    expected = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("[Start"))
    assert finding.line == expected


@pytest.mark.parametrize(
    "line",
    [
        *("p1", "p1 c", "p1 > c4", "p1 fire water c > c4", "p1 c > c4 c1", "p1 c > c4 take"),
        *("p1 c > c4 give", "p1 takes a1", "p1 a a1", "place p1 a a1", "pass"),
        *("fill", "fill v v v v v v v v v v", "fill v v v v / v v v v v"),
        *("chit two", "coin", "abandon now"),
        *("score p1", "score p1 seven", "score p1 1e999", "score p1 1 p1 2"),
    ],
)
def test_unreadable_line_is_an_event_of_unknown_type(line: str) -> None:
    text = write_text(accepted(dump(header("2p-burrow", random.Random(7)))).record)
    assert refusals(judge_one(f"{text}\n{line}\n")) == [(0, "log-format")]


def test_setup_as_json_and_as_tags_exclude_each_other() -> None:
    log = header("2p-burrow", random.Random(8))
    text = write_text(accepted(dump(log)).record)
    value = canonical_json(log["setup"]).replace('"', '\\"')
    tags = ("[Start", "[Goals", "[Keys", "[Row")
    lines = [line for line in text.splitlines() if not line.startswith(tags)]
    only_json = "\n".join([*lines, f'[Setup "{value}"]'])
    assert accepted(only_json.encode()).record.header["setup"] == log["setup"]
    assert refusals(judge_one(f'{text}[Setup "{value}"]'.encode())) == [(None, "log-format")]


@pytest.mark.parametrize("mode", MODES)
def test_suggested_legal_events_are_accepted(mode: str) -> None:
    log = random_log(mode, random.Random(9), 6)
    log["events"].append({"type": "score", "wisdom": {}})
    (finding,) = judge_one(dump(log)).findings
    assert finding.legal
    text = write_text(accepted(dump({**log, "events": log["events"][:-1]})).record)
    for legal in finding.legal[:6]:
        accepted(f"{text}{legal}\n".encode())


# ------------------------------------------------------------------------------------------ header


def header_findings(**changes: Any) -> list[tuple[str, str]]:
    log = bot_game("gorinto", "4p-clockwise").plain()
    return [(finding.rule, finding.code) for finding in findings(dump({**log, **changes}))]


def test_form_errors_come_before_rule_errors() -> None:
    """Check the order of the log-format page: keys and types, then 2.6, then 3.1 and later."""
    setup = {**bot_game("gorinto", "4p-clockwise").plain()["setup"], "goals": ["g1", "g99"]}
    found = header_findings(setup=setup, played_at="yesterday", colour="red", tags="a")
    rules = [rule for rule, _ in found]
    assert rules[:3] == ["log-format"] * 3
    assert "log-format" not in rules[3:]
    assert "2.4" in rules[3:]


def test_fifth_player_is_one_error() -> None:
    """Check that 2.6 is reported, and not the unknown role p5 too."""
    players = [{"role": f"p{number}", "name": None} for number in range(1, 6)]
    assert header_findings(players=players) == [("2.6", "too_many_players")]
    assert ("log-format", "unknown_role") in header_findings(players=players[1:])


def without(shape: str, part: str, *keys: str) -> list[tuple[int | None, str]]:
    """Return the refusals of a header of this shape without some keys."""
    log, _ = shape_header(random.Random(shape), shape, "peak")
    log[part] = {key: value for key, value in log[part].items() if key not in keys}
    return refusals(judge_one(dump(log)))


def test_solo_without_mode_is_reported_as_wrong_mode_only() -> None:
    assert without("solo normal", "ruleset", "mode") == [(None, "3.1")]


@pytest.mark.parametrize("shape", ["2p burrow", "3p compassionate", "partnership"])
def test_start_or_order_is_required(shape: str) -> None:
    assert without(shape, "setup", "start", "order") == [(None, "log-format")]


Log = dict[str, Any]
WRONG_OUTCOME = (None, "log-format", "wrong_outcome")


def whole(shape: str) -> tuple[Log, list[int], list[dict[str, int]]]:
    """Return a game without claims, the numbers of the events (from 1) that end a Season, and the
    Wisdom after each.
    """
    log = random_game(random.Random(f"claims {shape}"), shape, "peak", whole=True)
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
            twice = judge_one(dump(claimed(log, index, claim, claim)))
            assert refusals(twice) == [(index + 1, "6.1")]
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
        *(("2p burrow", {side: 3}, "3.1") for side in ("p3", "kitsune")),
        *(("partnership", {"p1": 3}, "3.1"), ("solo normal", {"p2": 3}, "3.1")),
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
    winners, reason, points = right["winners"], right["reason"], right["wisdom"][side]
    wrong: dict[str, list[Any]] = {
        "winners": [None, [], [*winners, "p4" if "p4" not in winners else "p3"]],
        "reason": [None, "resign"],
        "wisdom": [{side: points + 1}, {"p9": 0}],
    }
    good: dict[str, list[Any]] = {
        "winners": [winners[::-1]], "reason": [reason], "wisdom": [{}, {side: points}],
    }  # fmt: skip
    claims = [({key: claim}, []) for key in good for claim in good[key]]
    claims += [({key: claim}, [WRONG_OUTCOME]) for key in wrong for claim in wrong[key]]
    other = {**right, "reason": "shared" if reason != "shared" else "wisdom"}
    for claim, expected in (*claims, (right, []), ({}, []), (other, [WRONG_OUTCOME])):
        judged = judge_one(dump({**log, "outcome": claim}))
        assert (refusals(judged), warnings(judged)) == ([], expected)


def test_unfinished_game_has_no_winners_and_no_reason() -> None:
    log, ends, wisdom = whole("3p clockwise")
    half = {**log, "events": log["events"][: ends[1] + 3]}
    claim = {"winners": None, "reason": None, "wisdom": wisdom[1]}
    assert warnings(judge_one(dump({**half, "outcome": claim}))) == []
    for wrong in ({"winners": []}, {"winners": ["p1"]}, {"reason": "abandon"}):
        assert warnings(judge_one(dump({**half, "outcome": wrong}))) == [WRONG_OUTCOME]


def test_order_of_warnings_and_no_outcome_warning_for_a_rejected_log() -> None:
    log, ends, wisdom = whole("2p tactical")
    for end, right in zip(reversed(ends), reversed(wisdom), strict=True):
        log = claimed(log, end, {**right, "p2": right["p2"] - 1})
    log["outcome"] = {"winners": []}
    scores = [n for n, event in enumerate(log["events"]) if event["type"] == "score"]
    expected = [(n, "6.3", "wrong_score") for n in scores]
    judged = judge_one(dump(log))
    assert warnings(judged) == [*expected, WRONG_OUTCOME]
    refused = {**log, "events": [*log["events"][: scores[1] + 1], {"type": "abandon"}, {}]}
    judged = judge_one(dump(refused))
    assert refusals(judged) == [(scores[1] + 2, "log-format")]
    assert warnings(judged) == expected[:2]


@pytest.mark.parametrize("digits", [4200, 4300])
def test_long_score_survives_text(digits: int) -> None:
    plain = bot_game("gorinto", "2p-burrow", "long").plain()
    ended = next(i for i, event in enumerate(plain["events"]) if i > 9 and event["type"] == "fill")
    score = {"type": "score", "wisdom": {"p1": int("1" * digits)}}
    record = accepted(dump({**plain, "events": [*plain["events"][:ended], score]})).record
    assert accepted(write_text(record)).record.canonical() == record.canonical()
