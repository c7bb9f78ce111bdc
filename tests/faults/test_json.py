"""JSON logs as programs write them: rows A011 to A041 of the list of public fault reports."""

import json
import time
from typing import Any

import pytest

from games.registry import judge, write_text
from tests.brute.board import default_board
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, first_finding, pure
from tests.support.engine import accepted, judge_one, states

GOOD = samples.as_json(samples.log()).decode()
ONE = pure(GOOD.encode()).accepted


def assert_same_as_text(judged: Any) -> None:
    """Write an accepted game as text and read it again: it is the same game."""
    assert not judged.findings
    again = judge_one(write_text(judged.record).encode())
    assert again.record.canonical() == judged.record.canonical()


@pytest.mark.parametrize("start", ["", "\ufeff", " \n\t", "\ufeff\n"])
@pytest.mark.parametrize("form", ["object", "array", "lines"])
def test_bom_and_blanks_before_json_are_ignored(start: str, form: str) -> None:
    """A001, A030"""
    name = "3. Q7 samurai"
    game = json.dumps(samples.named(name))
    data = {"object": game, "array": f"[{game}]", "lines": f"{game}\n{game}\n"}[form]
    games = list(judge((start + data).encode()))
    assert [judged.findings for judged in games] == [()] * (2 if form == "lines" else 1)
    assert all(judged.record.players[0].name == name for judged in games)
    assert not any(judged.warnings for judged in games)


@pytest.mark.parametrize("end", ["", "\n", "\r\n", "\n\n   \n\t\n", "\r\n\r\n"])
def test_blank_lines_in_ndjson_are_ignored(end: str) -> None:
    """A030"""
    other = json.dumps(samples.log(1))
    data = f"\ufeff{GOOD}{end or chr(10)}{end}{other}{end}"
    assert pure(data.encode()).accepted == ONE + pure(other.encode()).accepted


def test_a_line_separator_of_unicode_ends_no_line() -> None:
    """A030, D18: lines end at \\n alone, not at U+2028, U+0085 or a vertical tab."""
    name = "a\u2028b\u0085c\u000bd\u001ce"
    data = json.dumps(samples.named(name), ensure_ascii=False).encode()
    games = list(judge(data + b"\n" + samples.as_json(samples.log())))
    assert [judged.findings for judged in games] == [(), ()]
    assert games[0].record.players[0].name == name


def test_a_comment_is_refused_with_its_line() -> None:
    """A030, B26"""
    result = pure(f"{GOOD}\n// a comment\n{json.dumps(samples.log(1))}".encode())
    assert len(result.accepted) == 2
    assert [finding["line"] for finding in result.findings] == [2]
    pretty = json.dumps(samples.log(), indent=1).replace('"game"', '// which game\n"game"')
    assert first_finding(pretty.encode())["line"] == 3


def test_extra_fields_are_stored_unchanged() -> None:
    """A011"""
    game = samples.log(x_house={"deep": [{"er": None}]}, ruleset={"edition": "2024", "x_r": 1})
    game["players"][0]["x_p"] = "<b>"
    game["events"][1]["x_e"] = [1, 2]
    assert json.loads(accepted(samples.as_json(game)).record.canonical()) == game


@pytest.mark.parametrize("key", ["_comment", "X_house", "comment", "x", "", "__proto__"])
def test_an_unknown_field_is_refused_by_name(key: str) -> None:
    """A011: a misspelt key is reported, not dropped; any key that begins with x_ is allowed."""
    finding = first_finding(samples.as_json(samples.log(**{key: 1})))
    assert finding["rule"] == "log-format"
    assert key in finding["message"]


@pytest.mark.parametrize(
    "data", [b"aaa", b"", b"{}", b"[]", b"null", b"42", b'"x"', b"\n", b"[[]]", b"[1]", b"true"]
)
@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_data_that_is_not_a_log_is_refused_with_a_reason(endpoint: str, data: bytes) -> None:
    """A016, B15"""
    result = ENDPOINTS[endpoint](data)
    assert 400 <= result.status < 500
    assert result.accepted == []
    assert result.body["error"]["message"]
    assert all(finding["message"] for finding in result.findings)
    assert result.findings


@pytest.mark.parametrize(
    "outcome",
    [
        {}, {"winner": None}, {"winner": "goryo"}, {"reason": "W+"},
        {"winner": "samurai", "reason": ""},
    ],
)  # fmt: skip
def test_half_a_result_is_a_warning_and_the_replay_counts(outcome: dict[str, Any]) -> None:
    """A017, A079"""
    judged = accepted(samples.as_json(samples.log(outcome=outcome)))
    assert judged.warnings
    assert (judged.replay.outcome.winner, judged.replay.outcome.reason) == ("goryo", "resign")


def test_events_are_ordered_as_in_the_file_whatever_their_times() -> None:
    """A026, A027"""
    game = samples.log()
    for event, at in zip(game["events"], [5, 5, 5, 3, 1, 1, 0.5], strict=True):
        event["at"] = at
    assert [step["event"] for step in states(accepted(samples.as_json(game)))] == game["events"]


NUMERIC = ["01", "1", "1E2", "100", "007", "null", "true", "NaN"]


def test_names_that_look_like_numbers_stay_names() -> None:
    """A028"""
    text = json.dumps(default_board())
    for name, number in zip(default_board()["object_types"], NUMERIC, strict=True):
        text = text.replace(json.dumps(name), json.dumps(number))
    board = json.loads(text)
    thing = board["spaces"]["b4"]["object"]
    events = [{"type": "bind", "object": "01"}, {"type": "haunt", "object": thing, "space": "b4"}]
    judged = judge_one(samples.as_json(samples.log(board=board, events=events)))
    assert_same_as_text(judged)
    assert sorted(states(judged)[-1]["state"]["types"]) == sorted(NUMERIC)


@pytest.mark.parametrize(
    "name",
    ["?", "a b", 'a"b', "a;b", "#a", "{a}", ">", "a\nb", "[x]", "~a", "@1", "sprint", "é", ""],
)
def test_a_type_of_any_name_is_written_correctly_or_refused(name: str) -> None:
    """A006, A028: if the board is accepted, both formats contain the same game."""
    text = json.dumps(default_board()).replace('"mask"', json.dumps(name))
    events = [{"type": "bind", "object": name}, {"type": "haunt", "object": "vase", "space": "b4"}]
    judged = judge_one(samples.as_json(samples.log(board=json.loads(text), events=events)))
    if judged.findings:
        assert judged.findings[0].to_json()["rule"] == "2.1"
    else:
        assert_same_as_text(judged)


@pytest.mark.parametrize("digits", [16, 19, 400, 4299, 5000, 100_000])
def test_a_huge_integer_is_stored_exactly_or_refused(digits: int) -> None:
    """D20: Python converts at most 4,300 digits to a number."""
    text = GOOD.replace('"game":', f'"x_n": {"9" * digits}, "game":')
    result = pure(text.encode())
    assert bool(result.accepted) != bool(result.findings)
    if result.accepted:
        judged = judge_one(text.encode())
        assert json.loads(judged.record.canonical())["x_n"] == int("9" * digits)
        assert_same_as_text(judged)


@pytest.mark.parametrize(
    ("escape", "is_good"),
    [("\\ud83d", False), ("\\udc00x", False), ("\\ud83d\\ude00", True), ("\\ude00\\ud83d", False)],
)
@pytest.mark.parametrize(
    ("old", "new"),
    [('"Jane"', '"{}"'), ('"bind",', '"bind", "note": "{}",'), ('"game":', '"x_{}": 1, "game":')],
    ids=["name", "note", "key"],
)
def test_half_a_surrogate_pair_is_refused(escape: str, is_good: bool, old: str, new: str) -> None:
    """A034"""
    result = pure(GOOD.replace(old, new.format(escape)).encode())
    assert (bool(result.accepted), bool(result.findings)) == (is_good, not is_good)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"Jane"', '"Ja{}ne"'),
        ('"bind",', '"bind", "note": "a{}b",'),
        ('"game":', '"event": "a{}b", "game":'),
        ('"game":', '"x_a": ["a{}b"], "game":'),
    ],
    ids=["name", "note", "event", "x_"],
)
@pytest.mark.parametrize("escape", ["\\u0000", "\0"])
@pytest.mark.parametrize("endpoint", ["JSON body", "form"])
def test_a_nul_is_refused(endpoint: str, escape: str, old: str, new: str) -> None:
    """A036"""
    first_finding(GOOD.replace(old, new.format(escape)).encode(), ENDPOINTS[endpoint])


DOUBLED = {
    "header": ('"game":', '"game": "goryo", "game":'),
    "ruleset": ('"edition":', '"edition": "2019", "edition":'),
    "event": ('"to":', '"to": "b1", "to":'),
    "player": ('"role": "goryo"', '"role": "goryo", "role": "goryo"'),
    "x_": ('"game":', '"x_a": {"k": 1, "k": 2}, "game":'),
    "escaped": ('"to":', '"\\u0074o": "b1", "to":'),
    "nested": ('"to":', '"x_a": {"b": [1, {"c:d": "e", "c:d": "\\"f\\": g"}]}, "to":'),
    "next to colons": ('"to":', '"note": "\\"to\\" : b1", "to" : "b1", "to":'),
    "blanks": ('"to":', '"to"\t:"b1",\t"to" :'),
}


@pytest.mark.parametrize("position", DOUBLED)
def test_a_duplicate_key_is_refused(position: str) -> None:
    """A038"""
    finding = first_finding(GOOD.replace(*DOUBLED[position]).encode())
    assert finding["rule"] == "log-format"
    assert "twice" in finding["message"] or "duplicate" in finding["message"].lower()


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
@pytest.mark.parametrize("endpoint", ["JSON body", "text body", "form"])
def test_deep_nesting_is_refused_fast(endpoint: str, kind: str) -> None:
    """A040, A041, B12, D01"""
    start = time.process_time()
    result = ENDPOINTS[endpoint](NESTED[kind].encode())
    assert time.process_time() - start < 1.5
    assert 400 <= result.status < 500 or result.status == 207
    assert result.findings
    assert len(result.accepted) == (1 if kind == "one line" else 0)


def test_two_megabytes_of_brackets_are_refused_fast() -> None:
    """A041"""
    start = time.process_time()
    first_finding(b"[" * 2_000_000)
    assert time.process_time() - start < 1.5


def test_nesting_within_the_limit_is_stored_in_both_formats() -> None:
    """A040"""
    value: Any = 1
    for _ in range(10):
        value = {"in": [value]}
    assert_same_as_text(judge_one(samples.as_json(samples.log(x_deep=value))))


def test_the_second_game_of_a_file_is_the_same_as_alone() -> None:
    """A022"""
    one, other = samples.named("Jane", "John"), samples.named("John", "Jane")
    both = pure(samples.as_json(one, other)).accepted
    assert both == [*pure(samples.as_json(one)).accepted, *pure(samples.as_json(other)).accepted]
    assert pure(samples.as_json(one, one)).accepted == [both[0], both[0]]


def test_two_objects_on_one_line_are_two_games_or_refused() -> None:
    """A010: no game is lost without a finding."""
    result = pure(f"{GOOD}{GOOD}".encode())
    assert len(result.accepted) == 2 or result.findings
    first_finding(f"{GOOD} junk".encode())


def test_lines_without_a_header_are_refused() -> None:
    """A024"""
    result = pure(samples.as_json(*samples.LOG["events"]))
    assert not result.accepted
    assert len({finding["game"] for finding in result.findings}) == len(samples.LOG["events"])
    late = first_finding(samples.as_json(samples.log(events=samples.LOG["events"][3:])))
    assert (late["event"], late["rule"]) == (0, "7.8")
