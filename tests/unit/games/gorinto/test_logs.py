"""Logs of Gorinto: the JSON Schema, text notation, and the order of header errors.

`tests/properties` and `tests/brute` check random logs in both notations, `test_claims` claims.
"""

from __future__ import annotations

import json
import random
from typing import Any

import jsonschema
import pytest

from games.core.codec import canonical_json
from games.registry import json_schema, judge, simulate, write_text
from tests.brute.gorinto_games import header as shape_header
from tests.support.engine import dump, judge_one, refusals
from tests.support.gorinto import MODES, header, random_log


def accepted(data: bytes) -> Any:
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


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
    validator = jsonschema.Draft202012Validator(json_schema())
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
    judged = judge_one(f"{text}\n{line}\n".encode())
    assert refusals(judged) == [(0, "log-format")]


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
    log = json.loads(simulate("gorinto", "4p-clockwise", "1", random.Random(1)).canonical())
    (judged,) = judge(json.dumps({**log, **changes}).encode())
    return [(finding.rule, finding.code) for finding in judged.findings]


def test_form_errors_come_before_rule_errors() -> None:
    """Check the order of the log-format page: keys and types, then 2.6, then 3.1 and later."""
    log = json.loads(simulate("gorinto", "4p-clockwise", "1", random.Random(1)).canonical())
    setup = {**log["setup"], "goals": ["g1", "g99"]}
    findings = header_findings(setup=setup, played_at="yesterday", colour="red", tags="a")
    rules = [rule for rule, _ in findings]
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
