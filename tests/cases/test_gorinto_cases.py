"""The numbered rule cases of Gorinto, for the engine and (if they can be read) the naive rules.

A case has a mode (optionally with a landscape, as `2p-burrow-lake`), events in text, and the
expected result: the refusal, or a part of the last state. `tags` replace tags of the small set-up,
or remove them if empty. `json` changes its JSON by dotted paths. In a part of a state, "none"
stands for null, and tables are compared key by key.
"""

from typing import Any

import pytest

from games.gorinto.codec import plain_state
from games.gorinto.kind import find
from games.gorinto.rules.editions import RULESETS
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.rulebook import RULEBOOK
from games.log.container import Document
from games.log.judge import read_raw_games
from games.registry import KINDS
from tests.brute.gorinto import replay
from tests.cases.test_cases import changed, check_state, each, load, refusal_of
from tests.support.engine import accepted, dump, judge_one, refusals

CASES = load("gorinto")
REFUSING = {
    *("2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7"),
    *("3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
    *("4.1", "4.2", "4.4", "4.5", "4.6", "4.7"),
    *("5.2", "5.3", "6.1", "8.3", "9.1", "10.1", "10.2", "11.1", "11.2", "11.3", "log-format"),
}
PLAYED = {*("4.3", "4.8", "5.1", "5.4", "6.2", "6.3", "6.4", "6.5", "7.0", "11.5", "11.6", "11.8")}
"""Rules without refusals that have an effect within a Season. The others (turn orders, endings,
scoring of teams) are in tests/unit/games/gorinto/test_rules.py.
"""


def tags_of(mode: str) -> dict[str, str]:
    """Return the small set-up: the tile on level k of column c, row r is element 2c + 3r + k modulo
    5 (all counted from 0).
    """
    ruleset, landscape = find(mode)
    tags = {"Game": "gorinto", "Mode": ruleset.mode, "Landscape": landscape.id}
    if ruleset.removal is not None:
        tags["Removal"] = "tactical" if ruleset.removal.value == "remove" else "burrow"
    if ruleset.compassionate:
        tags |= {"Order": "compassionate", "TurnOrder": " ".join(ruleset.roles)}
    elif ruleset.difficulty is not None:
        tags |= {"Difficulty": ruleset.difficulty, "KitsuneKeys": "fire water"}
    else:
        tags["Start"] = "p1"
    tags |= {role.capitalize(): "?" for role in ruleset.roles}
    tags |= {"Goals": "g1 g10 g3 g12" if ruleset.partners else "g1 g10", "Keys": "void wind"}
    heights = landscape.data["heights"]
    for row, name in enumerate("12345"):
        stacks = []
        for column, letter in enumerate("abcde"):
            first = 2 * column + 3 * row
            tiles = [ELEMENTS[(first + k) % 5] for k in range(heights[letter + name])]
            stacks.append(".".join(tiles) or "-")
        tags[f"Row{name}"] = " ".join(stacks)
    return tags


def text_of(case: dict[str, Any]) -> str:
    tags = {**tags_of(case["mode"]), **case.get("tags", {})}
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value]
    return "\n".join(lines) + f"\n{case.get('log', '')}\n"


def data_of(case: dict[str, Any]) -> bytes:
    """Return the case's log as input for the engine."""
    text = text_of(case)
    if "json" not in case:
        return text.encode()
    return dump(changed(judge_one(text.encode()).record.plain(), case["json"]))


@each(CASES)
def test_engine_gives_the_expected_result(case: dict[str, Any]) -> None:
    judged = judge_one(data_of(case))
    if "refused" in case:
        assert refusals(judged)[0] == refusal_of(case)
        return
    assert [finding.to_json() for finding in judged.findings] == []
    check_state(case, [plain_state(judged.replay.final)])
    warnings = [[warning.event, warning.rule] for warning in judged.warnings]
    assert warnings == case.get("warnings", [])


def log_of(case: dict[str, Any]) -> Any:
    """Return the JSON log of the case's text, None if a line is not an event."""
    (raw,) = read_raw_games(Document("", data_of(case).decode()), KINDS)
    is_read = not raw.faults and all(isinstance(event, dict) for event in raw.value["events"])
    return raw.value if is_read else None


@each(CASES)
def test_naive_rules_give_the_expected_result(case: dict[str, Any]) -> None:
    log = log_of(case)
    if log is None:
        assert case["refused"]["rule"] == "log-format"
        return
    result = replay(log)
    assert result.refused == refusal_of(case)
    if result.refused is not None:
        return
    check_state(case, [result.game.state])
    assert [list(warning) for warning in result.warnings] == case.get("warnings", [])


def test_every_refusing_rule_has_a_legal_and_an_illegal_case() -> None:
    refused = {case["refused"]["rule"] for case in CASES if "refused" in case}
    allowed = {case["rule"] for case in CASES if "refused" not in case}
    assert refused == REFUSING
    assert allowed >= REFUSING | PLAYED


def test_cases_have_existing_rules() -> None:
    for case in CASES:
        assert case["rule"] in RULEBOOK or case["rule"] == "log-format"
        assert case.get("refused", case)["rule"] == case["rule"], case["id"]


@pytest.mark.parametrize("mode", RULESETS)
def test_small_set_up_is_legal(mode: str) -> None:
    accepted(text_of({"mode": mode}))
