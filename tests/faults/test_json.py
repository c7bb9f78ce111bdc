"""JSON logs as programs write them: rows A011 to A041 of the list of public fault reports."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from games.registry import judge, write_text
from tests.brute.board import default_board
from tests.faults import samples
from tests.faults.doors import STORING, pure
from tests.support.engine import judge_one, states

GOOD = samples.as_json(samples.log()).decode()
ONE = pure(GOOD.encode()).accepted


@pytest.mark.parametrize("start", ["", "\ufeff", " \n\t", "\ufeff\n"])
@pytest.mark.parametrize("form", ["object", "array", "lines"])
def test_bom_and_blanks_before_json_mean_nothing(start: str, form: str) -> None:
    """A001, A030"""
    name = "3. Q7 samurai"
    game = json.dumps(samples.named(name))
    data = {"object": game, "array": f"[{game}]", "lines": f"{game}\n{game}\n"}[form]
    found = list(judge((start + data).encode()))
    assert [judged.findings for judged in found] == [()] * (2 if form == "lines" else 1)
    assert all(judged.record.players[0].name == name for judged in found)
    assert not any(judged.warnings for judged in found)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n   \n\t\n", "\r\n\r\n"])
def test_blank_lines_in_ndjson_mean_nothing(end: str) -> None:
    """A030"""
    other = json.dumps(samples.log(1))
    data = f"\ufeff{GOOD}{end or chr(10)}{end}{other}{end}"
    assert pure(data.encode()).accepted == ONE + pure(other.encode()).accepted


def test_a_line_separator_of_unicode_ends_no_line() -> None:
    """A030, D18: lines end at \\n alone, not at U+2028, U+0085 or a vertical tab."""
    name = "a\u2028b\u0085c\u000bd\u001ce"
    data = json.dumps(samples.named(name), ensure_ascii=False).encode()
    raw = data.replace(b"\\u000b", b"\\u000b") + b"\n" + samples.as_json(samples.log())
    found = list(judge(raw))
    assert [judged.findings for judged in found] == [(), ()]
    assert found[0].record.players[0].name == name


def test_a_comment_is_refused_with_its_line() -> None:
    """A030, B26"""
    answer = pure(f"{GOOD}\n// a comment\n{json.dumps(samples.log(1))}".encode())
    assert len(answer.accepted) == 2
    assert [finding["line"] for finding in answer.findings] == [2]
    pretty = json.dumps(samples.log(), indent=1).replace('"game"', '// which game\n"game"')
    answer = pure(pretty.encode())
    assert not answer.accepted
    assert answer.findings[0]["line"] == 3


def test_extra_fields_are_kept_as_they_are() -> None:
    """A011"""
    game = samples.log(x_house={"deep": [{"er": None}]}, ruleset={"edition": "2024", "x_r": 1})
    game["players"][0]["x_p"] = "<b>"
    game["events"][1]["x_e"] = [1, 2]
    judged = judge_one(samples.as_json(game))
    assert not judged.findings
    assert json.loads(judged.record.canonical()) == game


@pytest.mark.parametrize("key", ["_comment", "X_house", "comment", "x", "", "__proto__"])
def test_an_unknown_field_is_refused_by_name(key: str) -> None:
    """A011: a misspelt key is told, not dropped; what begins with x_ is free."""
    answer = pure(samples.as_json(samples.log(**{key: 1})))
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"
    assert not key or key in answer.findings[0]["message"]


@pytest.mark.parametrize(
    "data", [b"aaa", b"", b"{}", b"[]", b"null", b"42", b'"x"', b"\n", b"[[]]", b"[1]", b"true"]
)
@pytest.mark.parametrize("door", STORING)
@pytest.mark.django_db
def test_what_is_no_log_is_refused_with_a_reason(door: str, data: bytes) -> None:
    """A016, B15"""
    answer = STORING[door](data)
    assert 400 <= answer.status < 500
    assert answer.accepted == []
    assert answer.body["error"]["message"]
    assert all(finding["message"] for finding in answer.findings)
    assert answer.findings


@pytest.mark.parametrize("winner", ["", "samurai ", "SAMURAI", "Jane", 0, False, [], {}])
def test_a_result_for_nobody_is_refused(winner: Any) -> None:
    """A017"""
    answer = pure(samples.as_json(samples.log(outcome={"winner": winner, "reason": "resign"})))
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"


@pytest.mark.parametrize(
    "outcome",
    [
        {},
        {"winner": None},
        {"winner": "goryo"},
        {"reason": "W+"},
        {"winner": "samurai", "reason": ""},
    ],
)
def test_half_a_result_is_a_warning_and_the_replay_counts(outcome: dict[str, Any]) -> None:
    """A017, A079"""
    judged = judge_one(samples.as_json(samples.log(outcome=outcome)))
    if judged.findings:
        assert judged.findings[0].to_json()["rule"] == "log-format"
        return
    assert judged.warnings
    assert (judged.replay.outcome.winner, judged.replay.outcome.reason) == ("goryo", "resign")


def test_order_is_that_of_the_file_whatever_the_times_say() -> None:
    """A026, A027"""
    game = samples.log()
    for event, at in zip(game["events"], [5, 5, 5, 3, 1, 1, 0.5], strict=True):
        event["at"] = at
    judged = judge_one(samples.as_json(game))
    assert not judged.findings
    assert [step["event"] for step in states(judged)] == game["events"]


NUMERIC = ["01", "1", "1E2", "100", "007", "null", "true", "NaN"]


def numeric_board() -> dict[str, Any]:
    """The default board with types that look like numbers and words."""
    board = default_board()
    words = dict(zip(board["object_types"], NUMERIC, strict=True))
    board["object_types"] = NUMERIC
    for space in board["spaces"].values():
        space["object"] = words[space["object"]]
    return board


def test_names_that_look_like_numbers_stay_names() -> None:
    """A028"""
    board = numeric_board()
    thing = board["spaces"]["b4"]["object"]
    events = [{"type": "bind", "object": "01"}, {"type": "haunt", "object": thing, "space": "b4"}]
    judged = judge_one(samples.as_json(samples.log(board=board, events=events)))
    assert not judged.findings
    assert sorted(states(judged)[-1]["state"]["types"]) == sorted(NUMERIC)
    again = judge_one(write_text(judged.record).encode())
    assert again.record.canonical() == judged.record.canonical()


@pytest.mark.parametrize(
    "name",
    ["?", "a b", 'a"b', "a;b", "#a", "{a}", ">", "a\nb", "[x]", "~a", "@1", "sprint", "é", ""],
)
def test_a_type_of_any_name_is_spelled_or_refused_but_never_another(name: str) -> None:
    """A006, A028: where the board is accepted, both spellings say the same."""
    text = json.dumps(default_board()).replace('"mask"', json.dumps(name))
    events = [{"type": "bind", "object": name}, {"type": "haunt", "object": "vase", "space": "b4"}]
    judged = judge_one(samples.as_json(samples.log(board=json.loads(text), events=events)))
    if judged.findings:
        assert judged.findings[0].to_json()["rule"] == "2.1"
        return
    again = judge_one(write_text(judged.record).encode())
    assert [finding.to_json() for finding in again.findings] == []
    assert again.record.canonical() == judged.record.canonical()


@pytest.mark.parametrize(
    "number",
    ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "nan", "+1", "01", "1.", ".5", "0x1"],
)
@pytest.mark.parametrize("place", ["at", "x_time", "header"])
def test_what_is_no_number_is_refused(number: str, place: str) -> None:
    """A031, A032"""
    text = GOOD.replace('"bind",', f'"bind", "{place}": {number},')
    if place == "header":
        text = GOOD.replace('"game":', f'"x_meta": {{"x": {number}}}, "game":')
    answer = pure(text.encode())
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"


@pytest.mark.parametrize("digits", [16, 19, 400, 4299, 5000, 100_000])
def test_a_huge_whole_number_is_kept_or_refused(digits: int) -> None:
    """D20: Python turns no more than 4,300 digits into a number."""
    text = GOOD.replace('"game":', f'"x_n": {"9" * digits}, "game":')
    answer = pure(text.encode())
    assert bool(answer.accepted) != bool(answer.findings)
    if answer.accepted:
        judged = judge_one(text.encode())
        assert json.loads(judged.record.canonical())["x_n"] == int("9" * digits)
        again = judge_one(write_text(judged.record).encode())
        assert again.record.canonical() == judged.record.canonical()


@pytest.mark.parametrize(
    ("escape", "is_good"),
    [("\\ud83d", False), ("\\udc00x", False), ("\\ud83d\\ude00", True), ("\\ude00\\ud83d", False)],
)
@pytest.mark.parametrize("place", ['"Jane"', '"mask"', '"x_k"'])
def test_half_a_character_is_refused(escape: str, is_good: bool, place: str) -> None:
    """A034"""
    text = GOOD.replace('"game":', '"x_k": 1, "game":').replace('"Jane"', '"Jane"')
    if place == '"x_k"':
        text = text.replace('"x_k"', f'"x_{escape}"')
    elif place == '"Jane"':
        text = text.replace('"Jane"', f'"{escape}"')
    else:
        text = text.replace('"bind",', f'"bind", "note": "{escape}",')
    answer = pure(text.encode())
    assert bool(answer.accepted) == is_good
    assert bool(answer.findings) != is_good


@pytest.mark.parametrize("place", ["name", "note", "event", "x_"])
@pytest.mark.parametrize("escape", ["\\u0000", "\0"])
@pytest.mark.parametrize("door", ["JSON body", "form"])
@pytest.mark.django_db
def test_a_nul_is_refused(door: str, escape: str, place: str) -> None:
    """A036"""
    text = {
        "name": GOOD.replace('"Jane"', f'"Ja{escape}ne"'),
        "note": GOOD.replace('"bind",', f'"bind", "note": "a{escape}b",'),
        "event": GOOD.replace('"game":', f'"event": "a{escape}b", "game":'),
        "x_": GOOD.replace('"game":', f'"x_a": ["a{escape}b"], "game":'),
    }[place]
    answer = STORING[door](text.encode())
    assert answer.status == 422
    assert answer.findings
    assert answer.accepted == []


DOUBLED = {
    "header": ('"game":', '"game": "goryo", "game":'),
    "ruleset": ('"edition":', '"edition": "2019", "edition":'),
    "event": ('"to":', '"to": "b1", "to":'),
    "player": ('"role": "goryo"', '"role": "goryo", "role": "goryo"'),
    "x_": ('"game":', '"x_a": {"k": 1, "k": 2}, "game":'),
    "escaped": ('"to":', '"\\u0074o": "b1", "to":'),
}


@pytest.mark.parametrize("place", DOUBLED)
def test_a_key_given_twice_is_refused(place: str) -> None:
    """A038"""
    answer = pure(GOOD.replace(*DOUBLED[place]).encode())
    assert not answer.accepted
    assert answer.findings[0]["rule"] == "log-format"
    assert (
        "twice" in answer.findings[0]["message"]
        or "duplicate" in answer.findings[0]["message"].lower()
    )


DEEP = 20_000
NESTED = {
    "array": "[" * DEEP + "]" * DEEP,
    "open arrays": "[" * 200_000,
    "objects": '{"x_a":' * DEEP + "1" + "}" * DEEP,
    "ignored field": GOOD.replace('"game":', f'"x_a": {"[" * DEEP + "]" * DEEP}, "game":'),
    "one line": f"{GOOD}\n{'[' * DEEP + ']' * DEEP}\n",
    "in the board": GOOD.replace('"game":', f'"board": {"[" * DEEP + "]" * DEEP}, "game":'),
    "in a text tag": samples.TEXT.replace("[Date", f'[X_deep "{"[" * DEEP + "]" * DEEP}"]\n[Date'),
    "in a text field": samples.TEXT.replace("mask\n", f'mask x_a="{"[" * DEEP + "]" * DEEP}"\n'),
    "successors": '{"next":' * 300 + "1" + "}" * 300,
}


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("door", ["JSON body", "text body", "form"])
@pytest.mark.django_db
def test_deep_nesting_is_refused_in_no_time(door: str, kind: str) -> None:
    """A040, A041, B12, D01"""
    began = time.process_time()
    answer = STORING[door](NESTED[kind].encode())
    took = time.process_time() - began
    assert 400 <= answer.status < 500 or answer.status == 207
    assert answer.findings
    assert len(answer.accepted) == (1 if kind == "one line" else 0)
    assert took < 1.5


def test_two_megabytes_of_brackets_are_refused_in_no_time() -> None:
    """A041"""
    began = time.process_time()
    answer = pure(b"[" * 2_000_000)
    assert time.process_time() - began < 1.5
    assert answer.findings
    assert not answer.accepted


def test_nesting_within_the_limit_is_kept_in_both_spellings() -> None:
    """A040"""
    value: Any = 1
    for _ in range(10):
        value = {"in": [value]}
    judged = judge_one(samples.as_json(samples.log(x_deep=value)))
    assert not judged.findings
    again = judge_one(write_text(judged.record).encode())
    assert again.record.canonical() == judged.record.canonical()


def test_the_second_game_of_a_file_is_the_same_as_alone() -> None:
    """A022"""
    one, other = samples.named("Jane", "John"), samples.named("John", "Jane")
    both = pure(samples.as_json(one, other)).accepted
    assert both == [*pure(samples.as_json(one)).accepted, *pure(samples.as_json(other)).accepted]
    assert pure(samples.as_json(one, one)).accepted == [both[0], both[0]]


def test_two_objects_on_one_line_are_not_one_game() -> None:
    """A010: two games run together are told, or read as two; none is lost without a word."""
    answer = pure(f"{GOOD}{GOOD}".encode())
    assert len(answer.accepted) + len(answer.findings) >= 1
    assert len(answer.accepted) == 2 or answer.findings
    glued = pure(f"{GOOD} junk".encode())
    assert not glued.accepted
    assert glued.findings


def test_lines_without_a_header_are_refused() -> None:
    """A024"""
    events = samples.as_json(*samples.LOG["events"])
    answer = pure(events)
    assert not answer.accepted
    assert len({finding["game"] for finding in answer.findings}) == len(samples.LOG["events"])
    late = pure(samples.as_json(samples.log(events=samples.LOG["events"][3:])))
    assert (late.findings[0]["event"], late.findings[0]["rule"]) == (0, "7.8")
