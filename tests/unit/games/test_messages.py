"""Messages of refusals: all of them in one pass, in the writer's terms, with corrections."""

import json
from typing import Any

import pytest

from games.core.findings import Finding, Fix
from games.core.language import Text
from games.log.judge import Judged
from games.registry import judge

HEAD = '[Game "goryo"]\n[Edition "2024"]\n[Goryo "Ann"]\n[Samurai "Ben"]\n\n'
EVENTS = (
    "bind mask\nhaunt vase b4\nplan b4 b3 b2 c2 > c3\ngreen move c2; green sniff c3 yes\ndiscover\n"
)
GORINTO = """[Game "gorinto"]
[P1 "Ann"]
[P2 "Bo"]
[Start "p2"]
[Goals "g1 g10"]
[Keys "void wind"]
[Row1 "void.water wind.wind water.void fire.void water.fire"]
[Row2 "earth.wind fire.void.earth fire.wind.earth wind.wind.water void.void"]
[Row3 "water.fire earth.wind.water wind.void.void.void void.wind.fire earth.wind"]
[Row4 "fire.water earth.fire.wind fire.earth.fire wind.void.water earth.wind"]
[Row5 "water.earth fire.void fire.earth void.fire earth.earth"]

fill wind water fire earth wind / fire water fire water water
p2 fire 1 > e1 take e3
p1 water 5 > d5 take c5
"""
KYOTO = """[Game "kyoto"]
[Oniwaban "Jane"]
[Government "John"]

deal oniwaban shrine market residence wild defend swap
deal government shrine castle residence residence bait tunnel
deploy oniwaban a1=2f b1=3r c1=0f d1=1f e1=3f c2=2r
deploy government a6=1f b6=3f c6=2r d6=0f e6=3r c5=2f

market c2 d3; draw shrine
residence c5 d4; draw wild
"""
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


def only(text: str) -> Judged:
    (judged,) = judge(text.encode())
    return judged


def findings(text: str) -> list[Finding]:
    return [finding for judged in judge(text.encode()) for finding in judged.findings]


def fixed(text: str, fix: Fix | None) -> str:
    """Return a text with a correction."""
    assert fix is not None
    lines = text.split("\n")
    line, at = lines[fix.line - 1], fix.column - 1
    lines[fix.line - 1] = line[:at] + fix.text + line[at + fix.length :]
    return "\n".join(lines)


def mend(text: str) -> str:
    """Return a text with the corrections of all findings, the last one first."""
    fixes = {finding.fix for finding in findings(text)}
    for fix in sorted(
        (fix for fix in fixes if fix), key=lambda f: (f.line, f.column), reverse=True
    ):
        text = fixed(text, fix)
    return text


def test_all_errors_of_a_log_are_reported_in_one_pass() -> None:
    text = (
        HEAD.replace("[Goryo", "[Gory")
        + EVENTS.replace("vase b4", "vasee b4")
        .replace("c3 yes", "c3 perhaps")
        .replace("move c2", "move b9")
        + "resign judge\n"
    )
    places = [(f.event, f.line, f.column, f.code) for f in findings(text)]
    assert places == [
        (None, 3, 1, "unknown_tag"),
        (1, 7, 7, "unknown_type"),
        (3, 9, 12, "unknown_space"),
        (4, 9, 31, "no_answer"),
        (6, 11, 8, "unknown_role"),
    ]
    assert [finding.follows for finding in findings(text)] == [False, True, True, True, True]


def test_one_line_may_have_several_errors() -> None:
    text = HEAD + EVENTS.replace("green move c2;", "gren move b９;")
    found = findings(text)
    assert [(f.line, f.column) for f in found[:2]] == [(9, 1), (9, 11)]
    assert [f.follows for f in found[:2]] == [False, True]


def test_only_the_first_error_of_the_events_does_not_follow() -> None:
    found = findings(HEAD + EVENTS.replace("bind", "bnid").replace("haunt", "hunt"))
    assert [(f.event, f.follows) for f in found] == [(0, False), (1, True)]
    assert found[0].to_json().keys() & {"follows"} == set()
    assert found[1].to_json()["follows"] is True


@pytest.mark.parametrize(
    ("text", "right"),
    [
        pytest.param(HEAD + EVENTS.replace("vase b4", f"vase {word}"), HEAD + EVENTS, id=word)
        for word in ("B4", "b４", "b4,", "ｂ4", "“b4”", "b4.", "B4;")
    ]
    + [
        pytest.param(HEAD + EVENTS.replace(*change), HEAD + EVENTS, id=change[1])
        for change in (
            ("bind mask", "Bind mask"),
            ("bind mask", "BIND MASK"),
            ("bind mask", "bind maks"),
            ("haunt", "hauntt"),
            ("green move", "Green move"),
            ("sniff c3 yes", "sniff c3 YES"),
            ("sniff c3 yes", "snif c3 yes"),
            ("plan b4 b3 b2 c2 > c3", "plan b4, b3, b2, c2 > c3"),
            ("bind mask", "1) bind mask"),
            ("bind mask", "1. bind mask"),
            ("bind mask", "• bind mask"),
            ("bind mask", "- bind mask"),
        )
    ]
    + [
        pytest.param(HEAD.replace(*change) + EVENTS, HEAD + EVENTS, id=change[1])
        for change in (
            ('[Game "', '[game "'),
            ('[Game "', '[Gioco "'),
            ('[Game "', '[Spiel "'),
            ('"goryo"', '"Goryo"'),
            ('"goryo"', '"goryō"'),
            ('[Edition "2024"]', '[edition "2024"]'),
            ('[Edition "2024"]', "[Edition “2024”]"),
            ('[Edition "2024"]', "[Edition 2024]"),
            ('[Edition "2024"]', '[Edition: "2024"]'),
            ('[Edition "2024"]', '[Edition "2024"'),
            ('[Edition "2024"]', 'Edition "2024"]'),
            ('[Edition "2024"]', '[Edition "2024 "]'),
            ('[Edition "2024"]\n', ""),
            ('[Game "goryo"]\n', ""),
            ('[Samurai "Ben"]', "[Samurai “Ben”]"),
            ('[Samurai "Ben"]', '[Samurai "Ben]'),
        )
    ]
    + [
        pytest.param(GORINTO.replace(*change), GORINTO, id=change[1])
        for change in (
            ("take e3", "take E3"),
            ("take e3", "tkae e3"),
            ("p2 fire", "p2 fier"),
            ("fill wind", "fil wind"),
            ("[Row5", "[row5"),
            ("p2 fire", "2) p2 fire"),
            ('[P1 "Ann"]', "[P1 “Ann”]"),
        )
    ]
    + [
        pytest.param(KYOTO.replace(*change), KYOTO, id=change[1])
        for change in (
            ("c2 d3", "C2 d3"),
            ("draw wild", "draw wlid"),
            ("market c2", "markt c2"),
            ("deploy oniwaban", "deploy oniwban"),
            ("residence c5", "• residence c5"),
            ("[Oniwaban", "[oniwaban"),
        )
    ],
)
def test_corrections_restore_the_log(text: str, right: str) -> None:
    assert findings(right) == []
    assert findings(text)
    assert findings(mend(text)) == []
    read, expected = only(mend(text)), only(right)
    assert read.record is not None
    assert expected.record is not None
    assert read.record.digest == expected.record.digest


@pytest.mark.parametrize(
    ("text", "words", "line", "column"),
    [
        (HEAD + EVENTS.replace("b4\n", "B4\n", 1), "Did you mean b4?", 7, 12),
        ('[game "goryo"]\n' + HEAD.split("\n", 1)[1], "Did you mean Game?", 1, 1),
        (HEAD.replace('"Ben"', "“Ben”"), "curly quote", 4, 10),
        (HEAD.replace('[Edition "2024"]\n', ""), 'Add a line such as [Edition "2024"]', 1, 1),
        (HEAD.replace('"2024"', '"2023"'), "The edition must be 2019, 2021 or 2024", 2, 1),
        (HEAD.replace("Ben", "Ben" * 100), "at most 200 characters", 4, 1),
        (HEAD + "bind mask @1e308\n", "from 0 to 1000000000000000", 6, 11),
        (HEAD + "1) bind mask\n", 'Remove "1)"', 6, 1),
        (HEAD.replace('"Ann"]', '"Ann"]\n[Date "yesterday"]'), '"Date" must be a date', 4, 1),
        (
            HEAD.replace('"Ann"]', '"Ann"]\n[Result "john"]'),
            "The tag Result names the winner",
            4,
            1,
        ),
        (HEAD.replace('"Ann"]', '"Ann"]\n[Start.green "c9"]'), "four centres", 4, 1),
    ],
)
def test_a_message_names_the_mistake_in_the_writers_terms(
    text: str, words: str, line: int, column: int
) -> None:
    finding = findings(text)[0]
    assert words in finding.message
    assert (finding.line, finding.column) == (line, column)
    assert isinstance(finding.message, Text)


def test_a_chat_export_is_recognised() -> None:
    lines = [
        "[20/11/26, 21:03:12] Ann: bind mask",
        "20/11/2026, 21:03 - Ben: haunt vase b4",
        "[2026-11-20 21:05] Ann: discover",
    ]
    for line in lines:
        finding = findings(line + "\n")[0]
        assert finding.message.startswith("This looks like a chat export.")
    chat = "".join(
        f"[20/11/26, 21:03:12] Ann: {line}\n" for line in (HEAD + EVENTS).split("\n") if line
    )
    judged = only(chat)
    assert judged.is_unreadable
    assert {finding.code for finding in judged.findings} == {"chat_export"}
    assert findings(mend(chat)) == []


def test_a_wrong_answer_is_named_as_the_cause_of_a_later_refusal() -> None:
    finding = findings(WRONG_ANSWER)[0]
    assert (finding.rule, finding.code, finding.line) == ("7.8", "out_of_turn", 22)
    assert "The likely cause is on line 13 (rule 5.5" in finding.message
    assert "Did you mean red search yes?" in finding.message
    assert findings(fixed(WRONG_ANSWER, finding.fix)) == []


def test_a_wrong_answer_is_named_in_json_by_its_event() -> None:
    right = only(WRONG_ANSWER.replace("search no", "search yes"))
    assert right.record is not None
    plain = json.loads(right.record.canonical())
    plain["events"][8]["answer"] = False
    finding = findings(json.dumps(plain))[0]
    assert "The likely cause is event 9 (rule 5.5)" in finding.message
    assert finding.fix is not None
    assert finding.fix.to_json() == {"op": "replace", "path": "/events/8/answer", "value": True}


@pytest.mark.parametrize(
    ("change", "fix"),
    [
        ({"object": "maks"}, {"op": "replace", "path": "/events/0/object", "value": "mask"}),
        ({"type": "bnid"}, {"op": "replace", "path": "/events/0/type", "value": "bind"}),
        ({"objekt": 1}, {"op": "delete", "path": "/events/0/objekt"}),
    ],
)
def test_corrections_of_json_have_a_path_and_a_value(
    change: dict[str, Any], fix: dict[str, Any]
) -> None:
    event = {"type": "bind", "object": "mask", **change}
    log = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}}
    (finding,) = findings(json.dumps({**log, "players": [], "events": [event]}))
    assert finding.fix is not None
    assert finding.fix.to_json() == fix


def test_a_missing_line_and_a_line_typed_twice_are_recognised() -> None:
    missing = HEAD + EVENTS.replace("haunt vase b4\n", "") + "plan c3 b3 b2 c2 > d2\n"
    assert findings(missing)[0].code == "out_of_turn"
    twice = HEAD + EVENTS.replace("discover\n", "discover\ndiscover\n")
    (finding,) = findings(twice)
    assert finding.fix is not None
    assert finding.fix.op == "delete"
    assert findings(fixed(twice, finding.fix)) == []
    no_discovery = HEAD + EVENTS.replace("discover\n", "plan c3 b3 b2 c2 > d2\ndiscover\n")
    (finding,) = findings(no_discovery)
    assert "Is this line missing before it: discover?" in finding.message
    assert findings(fixed(no_discovery, finding.fix)) == []
