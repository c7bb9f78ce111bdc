"""Logs of Gorinto: both spellings, the canonical form, claims, views, the published schema."""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.core.codec import canonical_json
from games.gorinto.kind import KIND
from games.registry import json_schema, judge, simulate, write_text
from tests.support.engine import dump, judge_one, refusals
from tests.support.gorinto import MODES, dressed_log, header, random_log

SEEDS = st.integers(0, 2**32)
PATIENT = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def accepted(data: bytes) -> Any:
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


def spelled(log: dict[str, Any], rng: random.Random) -> bytes:
    """The same log with its defaults said, its keys turned round and its sets in another order."""
    ruleset = {"landscape": "peak", "mode": "standard", "expansions": [], **log["ruleset"]}
    events = [_respelled(dict(event), rng) for event in log["events"]]
    text = json.dumps({**dict(reversed(log.items())), "ruleset": ruleset, "events": events})
    return text.encode()


def _respelled(event: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    if event["type"] == "place":
        event["take"] = rng.sample(event.get("take", []), len(event.get("take", [])))
    event.setdefault("note", "  ")
    return event


@PATIENT
@given(SEEDS)
def test_text_and_json_are_lossless_both_ways(seed: int) -> None:
    record = accepted(dump(dressed_log(random.Random(seed)))).record
    text = write_text(record)
    assert accepted(text.encode()).record.canonical() == record.canonical()


@PATIENT
@given(SEEDS)
def test_the_digest_is_of_the_content(seed: int) -> None:
    log = dressed_log(random.Random(seed))
    record = accepted(dump(log)).record
    other = accepted(spelled(log, random.Random(seed))).record
    assert (other.canonical(), other.digest) == (record.canonical(), record.digest)
    again = accepted(record.canonical().encode()).record
    assert again.canonical() == record.canonical()


@PATIENT
@given(SEEDS)
def test_the_public_view_hides_notes_and_nothing_else(seed: int) -> None:
    replay = accepted(dump(dressed_log(random.Random(seed)))).replay
    for one, other in zip(
        KIND.steps(replay, "omniscient", False), KIND.steps(replay, "public", False), strict=True
    ):
        assert one["state"] == other["state"]
        hidden = one["event"].keys() - other["event"].keys()
        assert all(key == "note" or key.startswith("x_") for key in hidden)
        assert not any(key == "note" or key.startswith("x_") for key in other["event"])


@PATIENT
@given(SEEDS)
def test_a_legal_log_fits_the_published_schema(seed: int) -> None:
    log = dressed_log(random.Random(seed))
    jsonschema.Draft202012Validator(json_schema()).validate(log)
    jsonschema.Draft202012Validator(json_schema()).validate(accepted(dump(log)).record.plain())


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
def test_what_the_schema_refuses_the_reader_refuses(path: tuple[str, ...], value: Any) -> None:
    log = header("2p-burrow", random.Random(3))
    validator = jsonschema.Draft202012Validator(json_schema())
    assert validator.is_valid(log)
    holder = log
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    assert not validator.is_valid(log)
    assert refusals(judge_one(dump(log)))


def test_canonical_logs_have_no_defaults() -> None:
    log = header("2p-burrow", random.Random(4))
    log["ruleset"] = {"mode": "standard", "landscape": "peak", "removal": "burrow"}
    record = accepted(dump(log)).record
    assert record.header["ruleset"] == {}
    assert record.header["setup"] == log["setup"]


# ------------------------------------------------------------------------------------------ claims


def scored_log(claim: Any = None, at: int = 0) -> dict[str, Any]:
    """A three-player game; a `score` event after its scoring number `at`."""
    log = random_log("3p-clockwise", random.Random(5))
    if claim is not None:
        ends = [
            number
            for number, step in enumerate(judge_one(dump(log)).replay.steps)
            if step.state.may_claim
        ]
        log["events"].insert(ends[at] + 1, {"type": "score", "wisdom": claim})
    return log


def wisdom_after(at: int) -> dict[str, int]:
    steps = judge_one(dump(scored_log())).replay.steps
    state = [step.state for step in steps if step.state.may_claim][at]
    return dict(zip(("p1", "p2", "p3"), state.wisdom, strict=True))


def warnings(log: dict[str, Any]) -> list[tuple[int | None, str, str]]:
    found = accepted(dump(log)).warnings
    return [(warning.event, warning.rule, warning.code) for warning in found]


def test_a_right_claim_says_nothing() -> None:
    assert warnings(scored_log(wisdom_after(1), 1)) == []
    assert warnings(scored_log({"p2": wisdom_after(3)["p2"]}, 3)) == []


def test_a_wrong_claim_is_a_warning_at_its_event() -> None:
    log = scored_log({**wisdom_after(0), "p1": -1, "p3": 0.5}, 0)
    assert warnings(log) == [(10, "6.3", "wrong_score")]


def test_a_claim_of_a_side_that_does_not_exist_is_refused() -> None:
    assert refusals(judge_one(dump(scored_log({"kitsune": 3}, 0)))) == [(10, "3.1")]


def test_a_warning_stands_also_where_the_log_is_refused_later() -> None:
    log = scored_log({"p1": -1}, 0)
    log["events"][11:] = [{"type": "coin", "side": "heads"}]
    log["outcome"] = {"reason": "wisdom"}
    judged = judge_one(dump(log))
    assert refusals(judged) == [(11, "6.1")]
    assert [(warning.event, warning.rule) for warning in judged.warnings] == [(10, "6.3")]


@pytest.mark.parametrize(
    ("outcome", "wrong"),
    [
        ({}, False),
        ({"reason": None}, True),
        ({"winners": []}, True),
        ({"winners": None}, True),
        ({"wisdom": {}}, False),
        ({"wisdom": {"p4": 3}}, True),
    ],
)
def test_a_claimed_outcome_is_compared_key_by_key(outcome: Any, wrong: bool) -> None:
    log = {**scored_log(), "outcome": outcome}
    assert warnings(log) == ([(None, "log-format", "wrong_outcome")] if wrong else [])


def test_a_right_outcome_is_right_in_any_order() -> None:
    log = scored_log()
    final = accepted(dump(log)).replay.final
    wisdom = dict(zip(("p1", "p2", "p3"), final.wisdom, strict=True))
    log["outcome"] = {
        "winners": list(reversed(final.winners)),
        "reason": final.reason,
        "wisdom": wisdom,
    }
    assert warnings(log) == []


# -------------------------------------------------------------------------------------------- text


def test_a_line_points_at_what_is_wrong_in_text() -> None:
    record = accepted(dump(random_log("2p-burrow", random.Random(6)))).record
    text = write_text(record).replace("[Goals ", '[Goals "g1 g2"]\n[X_old ', 1)
    text = text.replace("[X_old", '[X_old "1"]\n# was [', 1)
    (finding,) = judge_one(text.encode()).findings
    assert (finding.rule, finding.event) == ("3.4", None)
    wanted = next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("[Start"))
    assert finding.line == wanted


@pytest.mark.parametrize(
    "line",
    [
        "p1 c",
        "p1 > c4",
        "p1 fire water c > c4",
        "p1 c > c4 c1",
        "p1 c > c4 take",
        "p1 c > c4 give",
        "fill v v v v v v v v v v",
        "fill v v v v / v v v v v",
        "chit two",
        "coin",
        "score p1",
        "score p1 seven",
        "score p1 1e999",
        "score p1 1 p1 2",
        "abandon now",
        "pass",
    ],
)
def test_a_line_that_is_no_event_is_one_of_unknown_type(line: str) -> None:
    text = write_text(accepted(dump(header("2p-burrow", random.Random(7)))).record)
    judged = judge_one(f"{text}\n{line}\n".encode())
    assert refusals(judged) == [(0, "log-format")]


def test_setup_as_json_and_tags_do_not_go_together() -> None:
    log = header("2p-burrow", random.Random(8))
    text = write_text(accepted(dump(log)).record)
    value = canonical_json(log["setup"]).replace('"', '\\"')
    assert accepted(_only_setup(text, value).encode()).record.header["setup"] == log["setup"]
    assert refusals(judge_one(f'{text}[Setup "{value}"]'.encode())) == [(None, "log-format")]


def _only_setup(text: str, value: str) -> str:
    own = ("[Start", "[Goals", "[Keys", "[Row")
    kept = [line for line in text.splitlines() if not line.startswith(own)]
    return "\n".join([*kept, f'[Setup "{value}"]'])


@pytest.mark.parametrize("mode", MODES)
def test_legal_alternatives_are_events_one_can_type(mode: str) -> None:
    log = random_log(mode, random.Random(9), 6)
    log["events"].append({"type": "score", "wisdom": {}})
    (finding,) = judge_one(dump(log)).findings
    assert finding.legal
    text = write_text(accepted(dump({**log, "events": log["events"][:-1]})).record)
    for legal in finding.legal[:6]:
        accepted(f"{text}{legal}\n".encode())


def header_findings(**changes: Any) -> list[tuple[str, str]]:
    log = json.loads(simulate("gorinto", "4p-clockwise", "1", random.Random(1)).canonical())
    (judged,) = judge(json.dumps({**log, **changes}).encode())
    return [(finding.rule, finding.code) for finding in judged.findings]


def test_what_cannot_be_read_comes_before_the_game_s_own_rules() -> None:
    """Section 6 of the format page: keys and types, then 2.6, then 3.1 and on."""
    good = json.loads(simulate("gorinto", "4p-clockwise", "1", random.Random(1)).canonical())
    setup = {**good["setup"], "goals": ["g1", "g99"]}
    found = header_findings(setup=setup, played_at="yesterday", colour="red", tags="a")
    rules = [rule for rule, _ in found]
    assert rules[:3] == ["log-format"] * 3
    assert "log-format" not in rules[3:]
    assert "2.4" in rules[3:]


def test_a_fifth_player_is_one_mistake() -> None:
    """2.6; that there is no p5 is nothing of its own then."""
    players = [{"role": f"p{number}", "name": None} for number in range(1, 6)]
    assert header_findings(players=players) == [("2.6", "too_many_players")]
    assert ("log-format", "unknown_role") in header_findings(players=players[1:])
