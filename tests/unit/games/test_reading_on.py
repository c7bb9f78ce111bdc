"""Reading to the end of a file: every game that a person would count is read or reported."""

import json
import zipfile
from dataclasses import replace
from typing import Any

import pytest

from games.log import tokens
from games.log.judge import judge as log_judge
from games.log.repairs import SUSPECTS_MAX, SUSPECTS_OF_FILE_MAX
from games.log.text import UNREAD_MAX
from games.registry import KINDS, judge, write_text
from tests.support.engine import accepted, findings, judge_one
from tests.unit.replays.logs import MOVES, json_log, zipped

EVENTS = f"{MOVES}resign goryo\n"


def game(name: str = "Ann", events: str = EVENTS) -> str:
    return f'[Game "goryo"]\n[Edition "2024"]\n[Goryo "{name}"]\n[Samurai "Ben"]\n\n{events}\n'


def log(name: str = "Ann", **changes: Any) -> dict[str, Any]:
    events = [{"type": "bind", "object": "mask"}, {"type": "resign", "role": "goryo"}]
    return json_log(**{"players": [{"role": "goryo", "name": name}], "events": events, **changes})


def verdicts(data: str | bytes) -> str:
    """Return a letter for each game: a accepted, r refused, u unreadable."""
    judged = judge(data.encode() if isinstance(data, str) else data)
    return "".join("u" if j.is_unreadable else "r" if j.findings else "a" for j in judged)


BROKEN = [
    pytest.param(game().replace("move c2;", "move c2 { forgot\n"), "open_note", 9, 15, id="note"),
    pytest.param(game().replace('"Ben"', "“Ben”"), "curly_quotes", 4, 10, id="curly quotes"),
    pytest.param(game().replace('"Ben"', '"Ben'), "open_quote", 4, 10, id="open quote"),
    pytest.param(game().replace("haunt", "haunt\0"), "unreadable", 7, 6, id="NUL"),
    pytest.param(game().replace("discover", "discover }"), "unreadable", 10, 10, id="brace"),
    pytest.param(game().replace('[Game "goryo"]', '[Game "goryo"'), "bad_tag", 1, 1, id="bracket"),
    pytest.param(game().replace('"goryo"', "“goryo”"), "curly_quotes", 1, 7, id="Game"),
    pytest.param(game().replace("haunt", "{ alone }\nhaunt"), "note_alone", 7, 1, id="alone"),
]


@pytest.mark.parametrize(("broken", "code", "line", "column"), BROKEN)
def test_an_unreadable_game_costs_no_other(broken: str, code: str, line: int, column: int) -> None:
    text = game("One") + broken + game("Three") + game("Four")
    assert (verdicts(text), verdicts(game() + broken)) == ("auaa", "au")
    for data, number, start in ((text, 1, game().count("\n")), (broken, 0, 0)):
        finding = findings(data)[0]
        assert finding[:4] == (number, None, "log-format", code)
        assert (finding.line, finding.column) == (start + line, column)


def test_bytes_that_are_not_utf_8_cost_only_their_game() -> None:
    latin = game("Jörg").encode("latin-1")
    assert verdicts(game().encode() + latin + game().encode()) == "aua"
    lines = [json.dumps(log(name), ensure_ascii=False) for name in ("Ann", "Jörg", "Ben")]
    data = b"\n".join([lines[0].encode(), lines[1].encode("latin-1"), lines[2].encode()])
    assert verdicts(data) == "aua"
    finding = findings(data)[0]
    assert (finding.line, "UTF-8" in finding.message) == (2, True)


def test_a_note_is_refused_where_it_began_if_a_later_line_has_a_brace_or_a_tag() -> None:
    later = EVENTS.replace("discover", "discover { there }")
    open_note = game(events=later.replace("move c2;", "move c2 { here\n"))
    finding = findings(open_note)[0]
    assert (finding.code, finding.line, finding.column) == ("open_note", 9, 15)
    assert (finding.fix.op, finding.fix.text) == ("insert", " }")
    for note in ("{ a { b }", "{ a\nb }", "{ a\n\\{ b }", "{ a\n[ b ] }"):
        accepted(game(events=f"bind mask {note}\n"))
    for note in ("{ a\n{ b }", '{ a\n[Goryo "x"] }', '{ a\n [ Site "x"] }'):
        assert findings(game(events=f"bind mask {note}\n"))[0].code == "open_note", note


def test_a_note_between_games_is_a_warning() -> None:
    text = "# head\n{ first }\n" + game("One") + "{ lunch }\n\n" + game("Two") + "{ last }\n"
    assert verdicts(text) == "aa"
    one, two = judge(text.encode())
    assert [(w.code, w.line) for w in one.warnings] == [("note_alone", 2), ("note_alone", 15)]
    assert [warning.code for warning in two.warnings] == ["note_alone"]
    assert verdicts("{ lunch }\n" + game()) == "a"


def test_text_before_the_first_tag_is_an_unreadable_game() -> None:
    assert verdicts("bind mask\nhaunt vase b4\n" + game()) == "ua"
    assert verdicts(' [ Game "goryo" ]\n[Edition "2024"]\nabandon\n' + game()) == "aa"


@pytest.mark.parametrize(
    ("lines", "expected", "line"),
    [
        ([log(), '["a",', "4", ",1,", log()], "aua", 2),
        ([log(), '{"game": "goryo",', '"events": [', log(), log()], "auaa", 2),
        ([log(), '{"game": "goryo", "x_n": NaN}', log()], "aua", 2),
        ([log(), "junk", log(), "junk", log()], "auaua", 2),
    ],
)
def test_adjoining_broken_lines_are_one_game(lines: list[object], expected: str, line: int) -> None:
    text = "\n".join(part if isinstance(part, str) else json.dumps(part) for part in lines)
    assert verdicts(text) == expected
    assert findings(text)[0].line == line


def test_a_broken_game_in_a_list_costs_no_other() -> None:
    good, bad = json.dumps(log()), json.dumps(log())[:-1]
    assert verdicts(f"[{good},\n{bad},\n{good},\n{good}]") == "auaa"
    assert verdicts(f"[{good},\n{good},\n]") == "aau"
    assert verdicts(f"{good}\n{bad}\n\n{good}\n{json.dumps(log(), indent=1)}").count("a") >= 2


def test_line_ends_do_not_change_a_game() -> None:
    text = game(events=EVENTS.replace("c2;", "c2 { first\nsecond };"))
    event, ends = {"type": "bind", "object": "mask"}, ("\n", "\r\n", "\r")
    notes = [json.dumps(log(events=[{**event, "note": f"a{end}b"}])) for end in ends]
    for spellings in ([text.replace("\n", end) for end in ends], notes):
        assert len({judge_one(spelling).record.digest for spelling in spellings}) == 1


def test_wide_encodings_are_named() -> None:
    for encoding in ("utf-16-le", "utf-16-be"):
        message = findings(game().encode(encoding))[0].message
        assert message == "The file is saved as UTF-16. Save it as UTF-8."


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing yet\n", b";;"])
def test_a_file_without_games_says_so(data: bytes) -> None:
    assert judge_one(data).findings[0].message == "This file contains no game."


@pytest.mark.parametrize("name", ["\x1b$BM)\x1b(B", "a\0b", "\u200b", "\u2060\u200d", "\u3164"])
def test_a_name_has_visible_characters_and_no_control_characters(name: str) -> None:
    assert findings(game(name))[0].line == 3
    assert findings(json.dumps(log(name)))


@pytest.mark.parametrize("name", ["", "鬼", "a\u200db", "Ann\u202e", "?"])
def test_other_names_are_names(name: str) -> None:
    accepted(game(name))


def test_a_simulated_game_says_so_with_a_boolean() -> None:
    accepted(json.dumps(log(x_simulated=True)))
    for value in ("yes", 1, None, "true"):
        (finding,) = findings(json.dumps(log(x_simulated=value)))
        assert (finding.code, finding.rule) == ("wrong_type", "log-format")


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ('{"game": "goryo",\n "events": [{"at": 1},\n {"at": NaN}]}', "events[1].at", 3),
        ('{"game": "goryo",\n "events": [{"at": 1},\n {"at": 1e999}]}', "events[1].at", 3),
        ('{"game": "goryo",\n "setup": {"a": 1,\n "a": 2}}', "setup.a", 3),
        ('{"game": "goryo",\n "events": [\n {"note": "\\ud800"}]}', "events[0].note", 3),
        ('{"game": "goryo",\n "tags": ["x",\n "\\u0000"]}', "tags[1]", 3),
    ],
)
def test_content_errors_of_json_have_a_path_and_a_place(text: str, path: str, line: int) -> None:
    finding = findings(text)[0]
    assert (f"(at {path})" in finding.message, finding.line) == (True, line)


def test_a_trailing_comma_is_named_and_can_be_removed() -> None:
    text = json.dumps(log()).replace("}]}", "},]}")
    finding = findings(text)[0]
    assert "remove the comma before ]" in finding.message
    fix = finding.fix
    assert (fix.op, fix.length, text[fix.column - 1]) == ("delete", 1, ",")


def test_files_that_a_mac_adds_are_skipped_and_no_file_hides_another() -> None:
    texts = {"ann": game(), "broken": game().replace('"Ben"', '"Ben'), "ben": game() + game()}
    members = {"logs/._ann.txt": b"\0\5\x16\7\0\2"}
    members |= {f"logs/{name}.txt": text.encode() for name, text in texts.items()}
    assert verdicts(zipped(members, zipfile.ZIP_STORED)) == "auaa"


SEPARATORS = [";", "]", "[", "\n", "(", "}", "}\n", '"\n', ";]", "{\n", "\r"]


@pytest.mark.parametrize("piece", SEPARATORS)
@pytest.mark.parametrize("head", ["", '[Game "goryo"]\n'])
def test_a_megabyte_of_separators_is_little_work(
    monkeypatch: pytest.MonkeyPatch, piece: str, head: str
) -> None:
    matches = [0]

    class Counting:
        """The pattern of tokens, which counts how often it is tried."""

        def match(self, *arguments: object) -> object:
            matches[0] += 1
            return pattern.match(*arguments)  # type: ignore[arg-type]

    pattern = tokens._TOKEN
    monkeypatch.setattr(tokens, "_TOKEN", Counting())
    assert len(verdicts(head + piece * (1_000_000 // len(piece)))) == 1
    assert matches[0] <= 4 * UNREAD_MAX


def test_every_written_game_is_read_again_in_any_company() -> None:
    texts = [write_text(judged.record) for judged in judge((game("A") + game("B")).encode())]
    assert verdicts("\n".join(texts * 3)) == "a" * 6


def test_reading_stops_after_many_broken_games_of_an_array() -> None:
    judged = list(judge(("[" + '{"game":1 x},' * 2000 + "]").encode()))
    assert len(judged) == 501
    assert all(game.is_unreadable for game in judged)
    assert judged[-1].findings[0].message.startswith("More than 500 games of this file")


def test_keys_of_digits_are_not_shown_as_positions() -> None:
    assert "(at 3.a)" in findings(b'{"3":{"a":1,"a":2},"events":[]}')[0].message


def test_the_causes_of_refusals_are_searched_a_limited_number_of_times() -> None:
    searched: list[int] = []
    kind = KINDS["goryo"]
    search = kind.log.suspects
    counting = replace(kind.log, suspects=lambda steps: searched.append(1) or search(steps))
    changed = replace(kind, log=counting)
    log = '[Game "goryo"]\n[Edition "2024"]\n\nbind mask\nhaunt vase b4\nplan b4 b4 b4 b4 > c3\n'
    data = (log + "haunt vase b4\n" * 500).encode()
    (game,) = log_judge(data, {"goryo": changed})
    assert game.findings
    assert 0 < len(searched) <= SUSPECTS_MAX
    assert len(list(log_judge(data * 20, {"goryo": changed}))) == 20
    assert len(searched) <= SUSPECTS_OF_FILE_MAX + SUSPECTS_MAX
