"""The numbered rule cases of Shadows in Kyoto.

A case gives events in text and the expected result: the refusal (event from 0, rule) or a part of
the last state. Without `full` it is a table log from turn 1; with `full` the deal and deployment of
`FULL` come first (four events); `bare` leaves them out. `tags` are more header tags, `spaces` are
site types that differ from the default board. `also` names more sections of the rules page that the
case shows, and the examples in the rulebook's chapter Move.
"""

import json
from typing import Any

from games.core.rules import Standing
from games.kyoto.position import plain_belief, plain_state
from games.kyoto.rules.board import default_board
from games.kyoto.rules.rulebook import RULEBOOK
from tests.cases.test_cases import each, fits, load
from tests.support.engine import judge_one, refusals

CASES = load("kyoto")
FULL = """deal oniwaban market market castle wild charge swap
deal government shrine castle market wild bait tunnel
deploy oniwaban a1=3f b1=2r c1=1f d1=0f e1=2f c2=3r
deploy government a6=2r b6=0f c6=3f d6=3r e6=1f c5=2f
"""
REFUSING = {
    *("2.1", "2.3", "2.4", "2.5", "3.1", "3.2", "3.3", "3.4", "4.1", "4.2", "4.4", "4.7"),
    *("5.1", "5.2", "5.3", "5.4", "5.6", "6.2", "6.3", "7.3", "7.7"),
    *("8.1", "8.2", "8.3", "8.4", "8.5", "8.6"),
    *("9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7"),
    *("10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "10.7", "log-format"),
}


def text_of(case: dict[str, Any]) -> bytes:
    tags = {"Game": "kyoto", "Oniwaban": "?", "Government": "?", **case.get("tags", {})}
    full = case.get("full") or case.get("bare")
    if not full:
        tags.setdefault("Depth", "table")
    if "spaces" in case:
        board = default_board().data
        board = {**board, "id": case["id"], "spaces": {**board["spaces"], **case["spaces"]}}
        tags["Board"] = json.dumps(board).replace('"', r"\"")
    lines = [f'[{name} "{value}"]' for name, value in tags.items()]
    start = FULL if case.get("full") else ""
    return ("\n".join(lines) + "\n" + start + case.get("log", "") + "\n").encode()


@each(CASES)
def test_the_engine_gives_the_expected_result(case: dict[str, Any]) -> None:
    judged = judge_one(text_of(case))
    if "refused" in case:
        assert refusals(judged)[0] == (case["refused"].get("event"), case["rule"])
        return
    assert refusals(judged) == [], judged.findings
    state = plain_state(judged.replay.final)
    expected = case.get("state", {})
    assert fits(expected, state), {key: state[key] for key in expected}
    for role, expected_belief in case.get("belief", {}).items():
        belief = plain_belief(judged.replay.final, role)
        assert fits(expected_belief, belief), belief


def shown(refused: bool) -> set[str]:
    """Return the sections that refused cases show, or accepted ones."""
    cases = [case for case in CASES if ("refused" in case) is refused]
    return {key for case in cases for key in (case["rule"], *case.get("also", ()))}


def test_refusing_rules_have_refused_and_accepted_cases() -> None:
    assert {case["rule"] for case in CASES if "refused" in case} == REFUSING
    allowed = {case["rule"] for case in CASES if "refused" not in case}
    assert REFUSING - allowed <= {"2.3", "2.4", "4.7", "log-format"}


def test_all_sections_have_refused_and_accepted_cases() -> None:
    sections = {rule.key for rule in RULEBOOK}
    assert sections <= shown(refused=True)
    assert sections <= shown(refused=False)
    assert "Move example 1" in shown(refused=False)
    assert {f"Move example {number}" for number in (2, 3, 4)} <= shown(refused=True)


def test_rules_are_in_the_rulebook_or_our_rulings() -> None:
    silent = [rule for rule in RULEBOOK if not rule.citations]
    assert {rule.standing for rule in silent} == {Standing.HOUSE}


def test_cases_name_known_rules() -> None:
    known = {rule.key for rule in RULEBOOK} | {f"Move example {number}" for number in range(1, 5)}
    assert shown(refused=True) | shown(refused=False) <= known | {"log-format"}
