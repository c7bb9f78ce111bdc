"""Files of many games, limits, and the messages of refusals."""

import gzip
import json
import random
import tracemalloc
import zipfile
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from games.core import findings as core_findings
from games.core.errors import LogError
from games.core.play import play_of
from games.core.record import Record
from games.goryo.rules.board import default_board
from games.log.container import read_documents
from games.log.judge import GAME_MAX
from games.registry import get_kind, judge, write_template
from tests.support.boards import random_board
from tests.support.engine import accepted, findings, judge_one
from tests.unit.replays.logs import json_log, zipped

SAMPLES = sorted((Path(__file__).parents[3] / "samples").iterdir())
EVENTS = json_log()["events"][:2]
GAME = json_log(players=[{"role": "goryo", "name": "Aki"}], events=EVENTS)


def dumps(**changes: Any) -> str:
    return json.dumps({**GAME, **changes})


def zip_with(*names: str, **members: str | bytes) -> bytes:
    all_members = [*((name, "<x/>") for name in names), *members.items()]
    return zipped(all_members, zipfile.ZIP_STORED)


def has_findings(text: str) -> list[bool]:
    return [bool(game.findings) for game in judge(text.encode())]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_sample_is_a_valid_finished_log(sample: Path) -> None:
    judged = accepted(sample.read_bytes())
    assert (judged.warnings, judged.replay.is_over) == ((), True)


def test_a_finding_has_its_place_in_a_list_of_games() -> None:
    bad = dumps(events=[{"type": "bind", "object": "mask"}, {"type": "discover"}])
    first, second, third = judge(f"[\n{dumps()},\n{bad},\n{dumps()}\n]".encode())
    assert (first.findings, third.findings) == ((), ())
    (finding,) = second.findings
    assert (finding.game, finding.event, finding.rule, finding.line) == (1, 1, "7.8", 3)
    assert bad[finding.column - 1 :].startswith('{"type": "discover"}')  # type: ignore[operator]  # text has columns


def test_a_duplicate_key_affects_only_its_game() -> None:
    twice = '{"format": "goryo-log/1", "format": "goryo-log/1", "game": "goryo"}'
    text = f"[{dumps()},{twice},{dumps()}]"
    assert has_findings(text) == [False, True, False]
    assert "format" in findings(text)[0].message


PRETTY = json.dumps(GAME, indent=1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"[{dumps()},{dumps()[:-40]}", [False, True]),  # an incomplete list
        (f"{PRETTY}\n{dumps()}\n{PRETTY}\n", [False, False, False]),  # games on many lines
        (f"\ufeff{dumps()}\n\ufeff{dumps()}\n", [False, False]),  # byte order marks in NDJSON
    ],
)
def test_files_of_many_games(text: str, expected: list[bool]) -> None:
    assert has_findings(text) == expected


def test_the_memory_for_a_note_is_proportional_to_its_length() -> None:
    note = "a\\n" * 300_000
    text = f'[Game "goryo"]\n[Edition "2024"]\n\nbind mask {{{note}}}\n'.encode()
    tracemalloc.start()
    accepted(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 12 * len(text)


@pytest.mark.parametrize("spelling", ["json", "text"])
def test_a_game_that_is_too_large_is_refused(spelling: str) -> None:
    note = "a" * GAME_MAX
    text = f'[Game "goryo"]\n[Edition "2024"]\nbind mask {{{note}}}\n'
    if spelling == "json":
        text = dumps(events=[{"type": "bind", "object": "mask", "note": note}])
    judged = judge_one(text)
    assert (judged.findings[0].code, judged.record) == ("too_large", None)


@pytest.mark.parametrize(
    "event",
    [
        {"type": "bind", "object": "m" * 100_000},
        {"type": "x" * 100_000},
        {"type": "bind", "object": "mask", "y" * 100_000: 1},
    ],
)
def test_messages_quote_only_the_start_of_long_values(event: dict[str, Any]) -> None:
    found = findings(dumps(events=[event]))
    assert len(json.dumps([finding.to_json() for finding in found])) < 5000


def test_the_number_of_header_findings_is_limited() -> None:
    assert len(findings(dumps(**{f"key{i}": i for i in range(3000)}))) == 50


TEXT = '[Game "goryo"]\n[Edition "2024"]\n'
GORINTO = write_template("gorinto", "2p-burrow").partition("\n#")[0] + "\n\n"


@pytest.mark.parametrize(
    ("log", "word"),
    [
        (dumps(events=[{"type": "bidn", "object": "mask"}]), "bind"),
        (dumps(events=[{"type": "bind", "object": "maks"}]), "mask"),
        (dumps(events=[{"type": "bind", "object": "Mask"}]), "mask"),
        (dumps(events=[{"type": "bind", "objekt": "mask"}]), "object"),
        (dumps(events=[{"type": "bind", "object": "mask", "nots": "!"}]), "note"),
        (dumps(evnts=[]), "events"),
        (dumps(game="goryō"), "goryo"),
        (dumps(ruleset={"edition": "2024", "advnaced": True}), "advanced"),
        (dumps(players=[{"role": "samurais"}]), "samurai"),
        (dumps(players=[{"role": "samurai", "nmae": "Aki"}]), "name"),
        (TEXT + '[Samuria "Aki"]\n\nbind mask\n', "Samurai"),
        (TEXT + '[Evnet "Cup"]\n\nbind mask\n', "Event"),
        (TEXT + "\nbnid mask\n", "bind"),
        (TEXT + "\nbind lantren\n", "lantern"),
        (TEXT + "\nbind mask\nhaunt vaes b4\n", "vase"),
        (TEXT + "\ngreen mvoe c2\n", "move"),
        (TEXT + "\nbind mask\nhaunt vase b4\nplan b4 b3 b2 c2 > c3\ngren move c2\n", "green"),
        (GORINTO + "fil fire\n", "fill"),
        (GORINTO + "p1 remvoe fire 3\n", "remove"),
        (GORINTO.replace('[Keys "fire', '[Keys "frie'), "fire"),
        (GORINTO.replace('[Row1 "', '[Row1 "eatrh.'), "earth"),
        (GORINTO + "fill fire viod wind water earth / earth wind fire fire void\n", "void"),
        (GORINTO + '[Mode "sollo"]\n', "solo"),
        (GORINTO + '[Landscap "x"]\n', "Landscape"),
    ],
)
def test_typing_errors_get_a_hint(log: str, word: str) -> None:
    messages = [finding.message for finding in findings(log)]
    assert any(message.endswith(f"Did you mean {word}?") for message in messages), messages


@pytest.mark.parametrize("word", ["xyzzy", "", "m" * 41, "b9", "ничто"])
def test_words_without_a_similar_word_get_no_hint(word: str) -> None:
    found = findings(dumps(events=[{"type": "bind", "object": word}]))
    assert "Did you mean" not in found[0].message


def test_hints_are_searched_only_for_reported_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header with 50,000 errors costs no more than one with fifty."""
    search = Mock(wraps=core_findings.get_close_matches)
    monkeypatch.setattr(core_findings, "get_close_matches", search)
    found = findings(dumps(**{f"evnt{i}": 1 for i in range(50_000)}))
    assert ["Did you mean event" in finding.message for finding in found] == [True] * 50
    assert search.call_count == 50


def test_warnings_quote_only_the_start_of_claims() -> None:
    judged = judge_one(dumps(outcome={"winner": None, "reason": "r" * 50_000}))
    assert len(judged.warnings[0].message) < 300


def test_files_that_operating_systems_add_to_archives_are_ignored() -> None:
    members = {
        "a.json": dumps(),
        "__MACOSX/._a.json": b"\x00\x05\x16\x07\xff",
        "folder/.DS_Store": b"\x00\x00\x00\x01Bud1\xff",
        "folder/b.json.gz": gzip.compress(dumps().encode()),
    }
    games = [(game.label, game.findings) for game in judge(zip_with(**members))]
    assert games == [("a.json", ()), ("folder/b.json.gz", ())]


def test_the_play_digest_depends_only_on_the_play() -> None:
    def play_digest(record: Record) -> str:
        return play_of(record, get_kind(record.kind).log.play).digest

    first = accepted(dumps()).record
    noted = json.loads(dumps(source="another program", tags=["again"], x_own=1))
    noted["events"][0] |= {"note": "!", "at": 3, "x_own": 2}
    noted["players"] = []
    again = accepted(json.dumps(noted)).record
    assert (play_digest(again) == play_digest(first), again.digest == first.digest) == (True, False)
    other = accepted(dumps(events=[{"type": "bind", "object": "urn"}])).record
    assert play_digest(other) != play_digest(first)


def test_a_board_is_known_by_its_data_and_not_by_its_claims() -> None:
    data = {**default_board().data, "provenance": "printed", "name": "The real one"}
    changes = ({"board": data}, {"board": dict(default_board().data)}, {})
    provenances = [accepted(dumps(**change)).record.board.provenance for change in changes]
    assert provenances == ["user", "house", "house"]


def test_unknown_keys_of_a_board_are_ignored_everywhere_in_it() -> None:
    data = json.loads(json.dumps(default_board().data))
    data["colour"] = data["gong"]["colour"] = data["spaces"]["b1"]["colour"] = "red"
    data["samurai"]["white"] = 7
    assert accepted(dumps(board=data)).record.board.data["samurai"]["white"] == 7


def test_bridges_are_bounded() -> None:
    data = random_board(random.Random(3))
    room_of = {name: space["room"] for name, space in data["spaces"].items()}
    data["bridges"] = [p for p in product(room_of, repeat=2) if room_of[p[0]] < room_of[p[1]]]
    assert "at most 32 bridges" in findings(dumps(board=data, events=[]))[0].message


FOREIGN = [
    (b"\x89PNG\r\n\x1a\n" + b"\0" * 20, "a PNG image"),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
    (b"RIFF\x24\0\0\0WEBPVP8 ", "a WebP image"),
    (b"\0\0\0\x18ftypheic\0\0", "a HEIC image"),
    (b"\0\0\0\x18ftypmp42\0\0", "a video"),
    (b"BM\x46\0\0\0\0\0\0\0\x36", "a BMP image"),
    (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
    (b"{\\rtf1\\ansi bind mask}", "an RTF document"),
    (b"<!DOCTYPE html>\n<p>bind mask", "an HTML page"),
    (b"\xef\xbb\xbf <?xml version='1.0'?>", "XML"),
    (zip_with("[Content_Types].xml", "word/document.xml"), "an Office document"),
    (zip_with("mimetype", "META-INF/manifest.xml"), "an OpenDocument file"),
]


FOREIGN_MESSAGE = "This file is {}, not a log. A log is text or JSON."


@pytest.mark.parametrize(("data", "what"), FOREIGN, ids=[what for _, what in FOREIGN])
def test_a_file_that_is_no_log_is_named(data: bytes, what: str) -> None:
    message = FOREIGN_MESSAGE.format(what)
    forms = [data] if data.startswith(b"PK") else [data, gzip.compress(data)]
    for form in forms:  # a zip in a gzip is not opened
        assert judge_one(form).findings[0].message == message


def test_an_image_in_a_zip_is_named_next_to_the_log() -> None:
    members = {"board.png": b"\x89PNG\r\n\x1a\n", "a.json": dumps()}
    picture, game = judge(zip_with(**members))
    assert picture.findings[0].message == FOREIGN_MESSAGE.format("a PNG image")
    assert (picture.label, game.findings) == ("board.png", ())


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('[{"a": 1} "b"]', 1, 11),
        ("[{}", 1, 3),
        ("[]", 1, 1),
        ('{"game": "goryo",\n "events": [1 2]}', 2, 15),
        ("{game: 1}", 1, 2),
    ],
)
def test_broken_json_is_reported_as_json_with_its_place(text: str, line: int, column: int) -> None:
    finding = list(judge(text.encode()))[-1].findings[0]
    assert finding.message.startswith("This is not valid JSON: ")
    assert (finding.code, finding.line, finding.column) == ("json", line, column)


@pytest.mark.parametrize(
    "text",
    [
        *("[Game goryo]", '[game "goryo"', "[ Édition ]", "[true]", "[", "[1, 2", '[\n "a" "b"]'),
        *("[[{}]", "[}", "[,{}]"),
    ],
)
def test_a_broken_tag_is_reported_as_a_tag(text: str) -> None:
    assert findings(text)[0].code == "bad_tag"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_with_equal_names_have_different_labels() -> None:
    def labels(*names: str) -> list[str]:
        return [document.label for document in read_documents(zip_with(*names))]

    assert labels("a", "a", "b", "a") == ["a", "a (2)", "b", "a (3)"]
    assert labels("a", "a (2)", "a", "a") == ["a", "a (2)", "a (3)", "a (4)"]
    long = labels("x" * 300, "x" * 300 + "y", "x" * 300)
    assert (len(set(long)), max(map(len, long))) == (3, 200)
    assert len(set(labels(*["a"] * 3000))) == 3000


def test_findings_on_a_text_log_name_its_tags() -> None:
    text = '[Game "goryo"]\n[Edition "2024"]\n[Date "yesterday"]\n[Players "[]"]\n'
    assert findings(text)[0].message.startswith('"Date" must be a date like 2026-11-20')
    message = findings(dumps(played_at="yesterday"))[0].message
    assert message.startswith('"played_at" must be a date')


def test_of_several_unknown_fields_the_first_one_is_named() -> None:
    """The order is that of the log, so that a log has the same message everywhere."""
    kind = get_kind("goryo")
    for names in (("tired", "wet", "old"), ("wet", "old", "tired")):
        raw = {"type": "discover", **dict.fromkeys(names, 1)}
        with pytest.raises(LogError) as caught:
            kind.log.codec.read_event(raw)
        assert caught.value.problem.message.startswith(
            f'The event "discover" has no field "{names[0]}".'
        )
