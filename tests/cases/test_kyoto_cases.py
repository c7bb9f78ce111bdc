"""The numbered rule cases of Shadows in Kyoto.

A case gives events in text and what is right: the refusal (event from 0, rule) or a piece of the
last state. Without `full` it is a table log from turn 1 on; with it the deal and deployment of
`FULL` come first (four events). `bare` leaves these out. `tags` are more header tags, `spaces` are
site types other than the house board's. `also` names more sentences of the rules page that a case
shows, and those of the example in the rulebook's chapter Move.
"""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from games.core.rules import Standing
from games.kyoto.position import plain_belief, plain_state
from games.kyoto.rules.board import default_board
from games.kyoto.rules.rulebook import RULEBOOK
from games.log.judge import judge
from games.registry import KINDS

FILES = sorted((Path(__file__).parent / "kyoto").glob("*.toml"))
CASES = [case for f in FILES for case in tomllib.loads(f.read_text("utf-8"))["case"]]
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


def fits(piece: Any, found: Any) -> bool:
    """Whether what a case says of a value is so; "none" stands for null."""
    if isinstance(piece, dict):
        return all(fits(value, found[key]) for key, value in piece.items())
    return bool(found == (None if piece == "none" else piece))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_engine_says_what_is_right(case: dict[str, Any]) -> None:
    (judged,) = judge(text_of(case), KINDS)
    said = [(finding.event, finding.rule) for finding in judged.findings]
    if "refused" in case:
        assert said[0] == (case["refused"].get("event"), case["rule"]), judged.findings
        return
    assert said == [], judged.findings
    assert judged.replay is not None
    state = plain_state(judged.replay.final)
    wanted = case.get("state", {})
    assert fits(wanted, state), {key: state[key] for key in wanted}
    for role, piece in case.get("belief", {}).items():
        found = plain_belief(judged.replay.final, role)
        assert fits(piece, found), found


def shown(refused: bool) -> set[str]:
    """The sentences that a refused case shows, or an allowed one."""
    cases = [case for case in CASES if ("refused" in case) is refused]
    return {key for case in cases for key in (case["rule"], *case.get("also", ()))}


def test_every_rule_that_refuses_has_a_case_on_either_side() -> None:
    assert {case["rule"] for case in CASES if "refused" in case} == REFUSING
    allowed = {case["rule"] for case in CASES if "refused" not in case}
    assert REFUSING - allowed <= {"2.3", "2.4", "4.7", "log-format"}


def test_no_sentence_of_the_rules_page_is_without_a_case_on_either_side() -> None:
    sentences = {rule.key for rule in RULEBOOK}
    assert sentences <= shown(refused=True)
    assert sentences <= shown(refused=False)
    assert "Move example 1" in shown(refused=False)
    assert {f"Move example {number}" for number in (2, 3, 4)} <= shown(refused=True)


def test_every_sentence_has_its_place_in_the_rulebook_or_is_the_house_s() -> None:
    silent = [rule for rule in RULEBOOK if not rule.citations]
    assert {rule.standing for rule in silent} == {Standing.HOUSE}


def test_cases_name_rules_that_exist_and_are_named_once() -> None:
    assert len({case["id"] for case in CASES}) == len(CASES)
    known = {rule.key for rule in RULEBOOK} | {f"Move example {number}" for number in range(1, 5)}
    assert shown(refused=True) | shown(refused=False) <= known | {"log-format"}
