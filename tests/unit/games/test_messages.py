"""Messages of refusals: all of them in one pass, in the writer's terms, with corrections."""

import json
from functools import reduce
from typing import Any

import pytest

from games.core.findings import Fix
from games.core.language import Text
from games.registry import judge
from tests.support.documents import document, logs_in
from tests.support.engine import findings, judge_one
from tests.unit.replays.logs import MOVES, json_log

HEAD = '[Game "goryo"]\n[Edition "2024"]\n[Goryo "Ann"]\n[Samurai "Ben"]\n\n'
EXAMPLES = {slug: logs_in(document(f"log-format-{slug}"))[0] for slug in ("gorinto", "kyoto")}
WRONG_ANSWER = """[Game "goryo"]
[Edition "2024"]
[Start.green "b5"]
[Start.red "e5"]
[Start.blue "b2"]
[Start.purple "e2"]

bind lantern
haunt helmet e4
plan e4 d4 d5 d6 > e6
green move c5; green sniff d5 yes
purple move f2; purple sniff f3 no
red move e6; red search no
discover
draw urn; draw fan
plan e6 d6 d5 c5 c4 > b4 sprint
green search yes; green sniff c4 yes; green move b5
red sniff d6 yes; red move d6
blue move b3
discover
draw scroll
plan b4 a4 a5 b5 > c5 ~c4
green search yes; green sniff c5 yes; green move c5
blue move b4; blue sniff c4 yes
red move d5
discover
"""


def fixed(text: str, fix: Fix) -> str:
    """Return a text with a correction."""
    lines = text.split("\n")
    line, at = lines[fix.line - 1], fix.column - 1
    lines[fix.line - 1] = line[:at] + fix.text + line[at + fix.length :]
    return "\n".join(lines)


def mend(text: str) -> str:
    """Return a text with the corrections of all findings, the last one first."""
    fixes = {finding.fix for finding in findings(text)} - {None}
    return reduce(fixed, sorted(fixes, key=lambda f: (-f.line, -f.column)), text)


def test_all_errors_of_a_log_are_reported_in_one_pass() -> None:
    text = HEAD.replace("[Goryo", "[Gory") + MOVES.replace("vase b4", "vasee b4")
    text = text.replace("c3 yes", "c3 perhaps").replace("move c2", "move b9") + "resign judge\n"
    places = [(f.event, f.line, f.column, f.code) for f in findings(text)]
    assert places == [
        (None, 3, 1, "unknown_tag"),
        (1, 7, 7, "unknown_type"),
        (3, 9, 12, "unknown_space"),
        (4, 9, 31, "no_answer"),
        (6, 11, 8, "unknown_role"),
    ]
    assert [finding.follows for finding in findings(text)] == [False, True, True, True, True]


def test_findings_end_with_the_first_that_is_enough() -> None:
    text = HEAD + MOVES.replace("vase b4", "vasee b4").replace("move c2", "move b9")
    every = findings(text)
    assert len(every) > 1
    for number, last in enumerate(every, 1):
        (judged,) = judge(text.encode(), lambda finding, last=last: finding == last)
        assert list(judged.findings) == every[:number]
    (judged,) = judge(text.encode(), lambda _: False)
    assert list(judged.findings) == every


def test_one_line_may_have_several_errors() -> None:
    text = HEAD + MOVES.replace("green move c2;", "gren move b９;")
    found = findings(text)
    assert [(f.line, f.column) for f in found[:2]] == [(9, 1), (9, 11)]
    assert [f.follows for f in found[:2]] == [False, True]


def test_only_the_first_error_of_the_events_does_not_follow() -> None:
    found = findings(HEAD + MOVES.replace("bind", "bnid").replace("haunt", "hunt"))
    assert [(f.event, f.follows) for f in found] == [(0, False), (1, True)]
    assert [f.to_json().get("follows") for f in found] == [None, True]


GORYO = HEAD + MOVES
BIND = ("Bind mask", "BIND MASK", "bind maks", "1) bind mask", "1. bind mask", "• bind mask")
SPACE = ("B4", "b４", "b4,", "ｂ4", "“b4”", "b4.", "B4;")
EDITION = ('[edition "2024"]', "[Edition “2024”]", "[Edition 2024]", '[Edition: "2024"]')
BROKEN = ('[Edition "2024"', 'Edition "2024"]', '[Edition "2024 "]')
SLIPS = {
    GORYO: (
        *(("vase b4", f"vase {space}") for space in SPACE),
        *(("bind mask", line) for line in (*BIND, "- bind mask")),
        *(('[Edition "2024"]', tag) for tag in (*EDITION, *BROKEN)),
        *(('[Game "', tag) for tag in ('[game "', '[Gioco "', '[Spiel "')),
        *(('"goryo"', value) for value in ('"Goryo"', '"goryō"')),
        *((line, "") for line in ('[Edition "2024"]\n', '[Game "goryo"]\n')),
        *(('[Samurai "Ben"]', tag) for tag in ("[Samurai “Ben”]", '[Samurai "Ben]')),
        *(("sniff c3 yes", words) for words in ("sniff c3 YES", "snif c3 yes")),
        ("haunt", "hauntt"),
        ("green move", "Green move"),
        ("plan b4 b3 b2 c2 > c3", "plan b4, b3, b2, c2 > c3"),
    ),
    EXAMPLES["gorinto"]: (
        *(("take e5", words) for words in ("take E5", "tkae e5")),
        *(("p2 void", words) for words in ("p2 viod", "2) p2 void")),
        ("fill fire", "fil fire"),
        ("[Row5", "[row5"),
        ('[P1 "Ann"]', "[P1 “Ann”]"),
    ),
    EXAMPLES["kyoto"]: (
        ("c2 d3", "C2 d3"),
        ("draw wild", "draw wlid"),
        ("market c2", "markt c2"),
        ("deploy oniwaban", "deploy oniwban"),
        ("residence c5", "• residence c5"),
        ("[Oniwaban", "[oniwaban"),
    ),
}


@pytest.mark.parametrize("right", SLIPS, ids=["goryo", "gorinto", "kyoto"])
def test_logs_without_slips_have_no_findings(right: str) -> None:
    assert findings(right) == []


@pytest.mark.parametrize(
    ("right", "old", "new"),
    [pytest.param(log, *slip, id=slip[1]) for log, slips in SLIPS.items() for slip in slips],
)
def test_corrections_restore_the_log(right: str, old: str, new: str) -> None:
    text = right.replace(old, new)
    assert findings(text)
    assert findings(mend(text)) == []
    assert judge_one(mend(text)).record.digest == judge_one(right).record.digest


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        (HEAD + MOVES.replace("b4\n", "B4\n", 1), "Did you mean b4?", 7, 12),
        ('[game "goryo"]\n' + HEAD.split("\n", 1)[1], "Did you mean Game?", 1, 1),
        (HEAD.replace('"Ben"', "“Ben”"), "curly quote", 4, 10),
        (HEAD.replace('[Edition "2024"]\n', ""), 'Add a line such as [Edition "2024"]', 1, 1),
        (HEAD.replace('"2024"', '"2023"'), "The edition must be 2019, 2021 or 2024", 2, 1),
        (HEAD.replace("Ben", "Ben" * 100), "at most 200 characters", 4, 1),
        (HEAD + "bind mask @1e308\n", "from 0 to 1000000000000000", 6, 11),
        (HEAD + "1) bind mask\n", 'Remove "1)"', 6, 1),
        (HEAD.replace('"Ann"]', '"Ann"]\n[Date "yesterday"]'), '"Date" must be a date', 4, 1),
        (HEAD.replace('"Ann"]', '"Ann"]\n[Result "john"]'), "Result names the winner", 4, 1),
        (HEAD.replace('"Ann"]', '"Ann"]\n[Start.green "c9"]'), "four centres", 4, 1),
    ],
)
def test_a_message_names_the_mistake(text: str, words: str, line: int, column: int) -> None:
    finding = findings(text)[0]
    assert words in finding.message
    assert (finding.line, finding.column) == (line, column)
    assert isinstance(finding.message, Text)


def test_a_chat_export_is_recognised() -> None:
    times = ("[20/11/26, 21:03:12] Ann", "20/11/2026, 21:03 - Ben", "[2026-11-20 21:05] Ann")
    for time in times:
        finding = findings(f"{time}: haunt vase b4\n")[0]
        assert finding.message.startswith("This looks like a chat export.")
    lines = filter(None, GORYO.split("\n"))
    chat = "".join(f"[20/11/26, 21:03:12] Ann: {line}\n" for line in lines)
    assert judge_one(chat).is_unreadable
    assert {finding.code for finding in findings(chat)} == {"chat_export"}
    assert findings(mend(chat)) == []


def test_a_wrong_answer_is_named_as_the_cause_of_a_later_refusal() -> None:
    finding = findings(WRONG_ANSWER)[0]
    assert (finding.rule, finding.code, finding.line) == ("7.8", "out_of_turn", 22)
    assert "The likely cause is on line 13 (rule 5.5" in finding.message
    assert "Did you mean red search yes?" in finding.message
    assert findings(fixed(WRONG_ANSWER, finding.fix)) == []


def test_a_wrong_answer_is_named_in_json_by_its_event() -> None:
    right = judge_one(WRONG_ANSWER.replace("search no", "search yes"))
    plain = json.loads(right.record.canonical())
    plain["events"][8]["answer"] = False
    finding = findings(json.dumps(plain))[0]
    assert "The likely cause is event 9 (rule 5.5)" in finding.message
    assert finding.fix.to_json() == {"op": "replace", "path": "/events/8/answer", "value": True}


@pytest.mark.parametrize(
    ("change", "fix"),
    [
        ({"object": "maks"}, {"op": "replace", "path": "/events/0/object", "value": "mask"}),
        ({"type": "bnid"}, {"op": "replace", "path": "/events/0/type", "value": "bind"}),
        ({"objekt": 1}, {"op": "delete", "path": "/events/0/objekt"}),
    ],
)
def test_corrections_of_json(change: dict[str, Any], fix: dict[str, Any]) -> None:
    event = {"type": "bind", "object": "mask", **change}
    (finding,) = findings(json.dumps(json_log(players=[], events=[event])))
    assert finding.fix.to_json() == fix


def test_a_missing_line_and_a_line_typed_twice_are_recognised() -> None:
    missing = HEAD + MOVES.replace("haunt vase b4\n", "") + "plan c3 b3 b2 c2 > d2\n"
    assert findings(missing)[0].code == "out_of_turn"
    for added, fix in (("discover\n", "delete"), ("plan c3 b3 b2 c2 > d2\n", "insert")):
        text = HEAD + MOVES.replace("discover\n", f"{added}discover\n")
        (finding,) = findings(text)
        assert finding.fix.op == fix
        assert findings(fixed(text, finding.fix)) == []
    assert "Is this line missing before it: discover?" in finding.message
