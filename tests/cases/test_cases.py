"""The numbered rule cases, checked with the engine and, if it can read them, the brute force.

A case gives a log (text, or changes to a small JSON log) and the expected result: the refusal, or
parts of the last state. In a part, "none" stands for null, and tables are compared key by key.
"""

import copy
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.brute.board import default_board
from tests.brute.replay import replay
from tests.brute.text import event_of, read_text
from tests.support.engine import dump, judge_one, refusals
from tests.support.engine import states as states_of

HERE = Path(__file__).parent


def load(folder: str) -> list[dict[str, Any]]:
    """Return the cases of a game."""
    paths = sorted((HERE / folder).glob("*.toml"))
    return [case for path in paths for case in tomllib.loads(path.read_text("utf-8"))["case"]]


CASES = load("goryo")
SMALL = """bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3; green search yes; green sniff b3 yes
discover; draw urn; abandon"""
REFUSING = {
    *("2.1", "2.3", "3.2", "4.8", "5.1", "5.2", "5.3", "5.4", "6.6", "7.7", "7.8", "log-format")
}
PLAYED = {
    *("2.2", "3.1", "3.3", "4.1", "4.2", "4.4", "4.5", "4.6", "4.7", "5.5", "6.1", "6.2", "6.3"),
    *("6.4", "6.5", "6.7", "6.8", "7.1", "7.2", "7.3", "7.4", "7.5"),
}


def changed(data: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return `data` after `set`, `remove` and `rename`, with dotted paths; numbers are indices."""
    data = copy.deepcopy(data)
    for path, value in change.get("set", {}).items():
        holder, key = _holder(data, path)
        holder[key] = value
    for path in change.get("remove", []):
        holder, key = _holder(data, path)
        del holder[key]
    for old, new in change.get("rename", {}).items():
        data["spaces"][new] = data["spaces"].pop(old)
    return data


def _holder(data: Any, path: str) -> tuple[Any, Any]:
    *keys, last = path.split(".")
    for key in keys:
        data = data[int(key)] if isinstance(data, list) else data[key]
    return data, int(last) if isinstance(data, list) else last


def header_of(case: dict[str, Any]) -> str:
    advanced = ' [Advanced "yes"]' if case.get("advanced") else ""
    return f'[Game "goryo"] [Edition "{case["edition"]}"]{advanced}\n'


def logs_of(case: dict[str, Any]) -> tuple[bytes, dict[str, Any] | None]:
    """Return the input of the engine, and its JSON log (None if the brute force can't read it)."""
    if "json" in case:
        log = changed(read_text(header_of(case) + SMALL)[0], case["json"])
        return dump(log), log
    text = case["log"] if case.get("bare") else header_of(case) + case["log"] + "\n"
    log = None if case.get("unreadable") else read_text(text)[0]
    if log is None or "board" not in case:
        return text.encode(), log
    board = case["board"]
    if isinstance(board, dict):
        log["board"] = changed(default_board(), board)
    else:
        log["board"] = json.loads((HERE / "boards" / f"{board}.json").read_text("utf-8"))
    return dump(log), log


def fits(piece: Any, whole: Any) -> bool:
    """Return whether a part of a case matches the state."""
    if piece == "none":
        return whole is None
    if isinstance(piece, dict):
        return isinstance(whole, dict) and all(
            key in whole and fits(value, whole[key]) for key, value in piece.items()
        )
    return type(piece) is type(whole) and bool(piece == whole)


def check_state(case: dict[str, Any], states: list[dict[str, Any]]) -> None:
    if "steps" in case:
        assert len(states) == case["steps"]
    for key, piece in case.get("state", {}).items():
        whole = states[-1][key]
        assert key != "samurai" or whole == piece
        assert fits(piece, whole), f"{key}: {whole}, not {piece}"


def refusal_of(case: dict[str, Any]) -> tuple[int | None, str] | None:
    """Return event and rule of the expected refusal."""
    refused = case.get("refused")
    return refused and (refused.get("event"), refused["rule"])


def each(cases: list[dict[str, Any]]) -> Any:
    return pytest.mark.parametrize("case", cases, ids=lambda case: case["id"])


@each(CASES)
def test_the_engine_gives_the_expected_result(case: dict[str, Any]) -> None:
    judged = judge_one(logs_of(case)[0])
    states = [step["state"] for step in states_of(judged)]
    if "refused" in case:
        event = case["refused"].get("event")
        assert (event, case["refused"]["rule"]) in refusals(judged)
        position = {"line": judged.findings[0].line, "column": judged.findings[0].column}
        assert position == position | {k: v for k, v in case["refused"].items() if k in position}
        assert len(states) == (event or 0)
        return
    assert [finding.to_json() for finding in judged.findings] == []
    check_state(case, states)
    assert bool(judged.warnings) is case.get("warning", bool(judged.warnings))


@each([case for case in CASES if not case.get("unreadable")])
def test_the_brute_force_gives_the_expected_result(case: dict[str, Any]) -> None:
    result = replay(logs_of(case)[1], beliefs=False)
    assert result.refused == refusal_of(case)
    if result.refused is not None:
        return
    check_state(case, result.states)
    assert result.warning is case.get("warning", result.warning)


def is_about_turns_or_rules(case: dict[str, Any]) -> bool:
    return "event" in case.get("refused", {}) and not case.get("unreadable") and "log" in case


@each(list(filter(is_about_turns_or_rules, CASES)))
def test_the_legal_events_of_a_refusal_are_legal(case: dict[str, Any]) -> None:
    data, log = logs_of(case)
    for words in judge_one(data).findings[0].legal:
        event = event_of(words.split())
        other = {**log, "events": [*log["events"][: case["refused"]["event"]], event]}
        assert replay(other, beliefs=False).refused is None, words


def test_every_rule_has_a_legal_and_a_refused_case() -> None:
    refusing = {case["refused"]["rule"] for case in CASES if "refused" in case}
    allowing = {case["rule"] for case in CASES if "refused" not in case}
    assert refusing >= REFUSING
    assert allowing >= REFUSING | PLAYED


def test_every_edition_and_mode_has_cases() -> None:
    modes = {(case["edition"], case.get("advanced", False)) for case in CASES if "edition" in case}
    standard = {(edition, False) for edition in ("2019", "2021", "2024")}
    assert modes >= standard | {("2021", True), ("2024", True)}


@pytest.mark.parametrize("folder", ["goryo", "gorinto", "kyoto"])
def test_case_ids_are_unique(folder: str) -> None:
    names = [case["id"] for case in load(folder)]
    assert len(names) == len(set(names))
