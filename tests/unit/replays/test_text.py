"""Names, labels of states and results, and excerpts of files."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from games.registry import KINDS
from replays.models import Upload
from replays.pipeline import drafts_of
from replays.reads.upload_status import state_sentence
from replays.services.lease import take_lease
from replays.services.reading import requeue
from replays.text import excerpts
from replays.text.excerpts import excerpt, lines_of
from replays.text.names import MAX_NAME, name_key, shown_name
from replays.text.terms import result_text
from tests.support.pages import page as page_of

from .logs import REFUSED, gzipped, many, queue, zipped

ALICE = ["alice", "ALICE", "Ａlice", " Alice ", "Al\u200bice", "\u202eAlice\u202c"]
PAIRS = [*(("Alice", name) for name in ALICE), ("Al\u00edce", "Ali\u0301ce"), ("Groß", "GROSS")]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_case_width_blanks_and_invisible_marks_are_ignored(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_look_alikes_of_another_script_are_different_names() -> None:
    assert name_key("\u0410lice") != name_key("Alice") == "alice"


@pytest.mark.parametrize(
    "name", ["Groß", "İstanbul", "ﬃ", "ǰ", "Ａ\u0301", "\u1e9e", "\u0345x", "ẛ̣"]
)
def test_the_key_of_a_key_is_itself(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


def test_a_shown_name_is_as_written_but_cut_and_storable() -> None:
    assert shown_name("👩‍🚀 Ann <b>") == "👩‍🚀 Ann <b>"
    assert len(shown_name("漢" * 1000)) == MAX_NAME
    assert "\x00" not in shown_name("a\x00b")
    shown_name("\ud800").encode()


NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def reading(**fields: Any) -> Upload:
    """Return an upload whose lease of a minute was renewed at noon."""
    until = NOON + timedelta(seconds=60)
    return Upload(**{"state": "reading", "lease_token": "x", "lease_until": until, **fields})


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        *((seconds, "Your file is being read.") for seconds in (0, 1, 15, 19)),
        # A lease has 60 s, and the next sweep follows 15 s later at the latest.
        *((seconds, "continues automatically by 12:01:15 UTC.") for seconds in (20, 40, 74)),
        (76, "continues automatically when a worker is free."),
    ],
)
def test_a_silent_reader_is_a_pause(seconds: int, text: str) -> None:
    sentence = state_sentence(reading(), NOON + timedelta(seconds=seconds))
    assert sentence.endswith(text)
    assert sentence.startswith("Your file" if seconds < 20 else "Reading paused")


def test_the_pause_follows_the_settings(settings: Any) -> None:
    settings.UPLOAD_LEASE_SECONDS, settings.SWEEP_SECONDS = 6.0, 1.0
    upload = reading(lease_until=NOON + timedelta(seconds=6))
    assert state_sentence(upload, NOON + timedelta(seconds=1)) == "Your file is being read."
    assert "by 12:00:07 UTC" in state_sentence(upload, NOON + timedelta(seconds=3))


@pytest.mark.django_db
def test_a_requeued_upload_waits(enqueued: list[int]) -> None:
    upload = queue(many(3))
    requeue(take_lease(upload.pk))
    upload.refresh_from_db()
    assert "is waiting to be read" in state_sentence(upload)
    upload.next_position = 2
    text = "Part of your file has been read. Reading continues automatically."
    assert text in state_sentence(upload)


@pytest.mark.django_db
def test_page_and_api_report_a_dead_reader(client: Client, enqueued: list[int]) -> None:
    upload = queue(many(3))
    assert take_lease(upload.pk) is not None
    page, api = upload.get_absolute_url(), f"/api/v1/uploads/{upload.public_id}/"
    assert "Your file is being read." in page_of(client, page)
    silent_since = timezone.now() - timedelta(seconds=30)
    Upload.objects.update(lease_until=silent_since + timedelta(seconds=60))
    assert "Reading paused" in page_of(client, page)
    body = client.get(api).json()
    assert (body["message"][:14], body["poll_seconds"]) == ("Reading paused", 1)


def test_a_result_is_a_sentence() -> None:
    assert result_text(KINDS["gorinto"], "kitsune", "wisdom")[0] == "The Kitsune won"
    assert result_text(KINDS["gorinto"], "p1+p3", "wisdom")[0] == "Player 1 and Player 3 won"
    assert result_text(KINDS["goryo"], None, "abandon")[0] == "No winner"
    assert result_text(KINDS["goryo"], None, None) == ("Unfinished", "")


def shown(data: bytes) -> list[tuple[str, str]]:
    """The line and the caret under every finding of a file."""
    lines = lines_of(data)
    return [
        excerpt(lines.get(draft.label, []), finding["line"], finding["column"])
        for draft in drafts_of(data)
        for finding in draft.findings
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e"])
def test_lines_are_split_as_findings_count_them(end: str, odd: str) -> None:
    """What Python's splitlines takes for a line's end may stand in a note; the log does not."""
    text = REFUSED.replace("bind mask", f"bind mask {{ one{odd}two }}").replace("\n", end)
    [(line, caret)] = shown(text.encode())
    assert line == "haunt vase b9"
    assert line[caret.index("^") :] in ("haunt vase b9", "b9")


def test_members_with_the_same_name_are_not_confused() -> None:
    other = REFUSED.replace("haunt vase b9", "haunt sword b8")
    assert [line for line, _ in shown(zipped({"a.txt": REFUSED.encode()}))] == ["haunt vase b9"]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([("a.txt", REFUSED.encode()), ("a.txt", other.encode())])
    assert [line for line, _ in shown(data)] == ["haunt vase b9", "haunt sword b8"]
    assert [draft.label for draft in drafts_of(data)] == ["a.txt", "a.txt (2)"]
    alike = {"a\x01.txt": REFUSED.encode(), "a\N{REPLACEMENT CHARACTER}.txt": other.encode()}
    assert [line for line, _ in shown(zipped(alike))] == ["", ""], "no line if labels are equal"


def test_large_files_have_no_excerpts(monkeypatch: Any) -> None:
    padded = gzipped(REFUSED.encode() + b"\n" * excerpts.MAX_BYTES)
    assert len(padded) < 10_000
    opened = []
    monkeypatch.setattr(excerpts, "read_documents", lambda data: opened.append(data) or ())
    assert (lines_of(padded), opened) == ({}, [])
    assert lines_of(gzipped(REFUSED.encode())) == {}
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("fix", "expected"),
    [
        ({"op": "replace", "line": 2, "column": 12, "length": 2, "text": "b4"}, "haunt vase b4"),
        ({"op": "insert", "line": 1, "column": 10, "length": 0, "text": " }"}, "bind mask }"),
        ({"op": "delete", "line": 1, "column": 1, "length": 9, "text": ""}, ""),
        ({"op": "insert", "line": 2, "column": 1, "length": 0, "text": "discover\n"}, "discover"),
        ({"op": "replace", "path": "/events/0", "value": 1}, ""),
        ({"op": "delete", "line": 9, "column": 1, "length": 1, "text": ""}, ""),
        ({}, ""),
    ],
)
def test_a_correction_is_shown_as_a_line(fix: dict[str, Any], expected: str) -> None:
    assert excerpts.corrected(["bind mask", "haunt vase b9"], fix) == expected


@pytest.mark.django_db
def test_the_page_shows_the_line_of_the_file(client: Client) -> None:
    text = REFUSED.replace("bind mask", "bind mask { one\u2028two }")
    page = client.post("/upload/", {"text": text, "action": "check"}).content.decode()
    assert "haunt vase b9" in page.split('class="excerpt"', 1)[1].split("</", 1)[0]
    file = SimpleUploadedFile("a.txt", REFUSED.replace("bind", "b\xe9nd").encode("latin-1"))
    page = client.post("/upload/", {"file": file, "action": "check"}).content.decode()
    assert "b\N{REPLACEMENT CHARACTER}nd mask" in page, "a line that is not UTF-8"
