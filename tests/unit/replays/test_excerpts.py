"""The line under a finding is the line the finding counts."""

import io
import zipfile
from typing import Any

import pytest
from django.test import Client

from replays.pipeline import drafts_of
from replays.text import excerpts
from replays.text.excerpts import excerpt, lines_of

from .logs import REFUSED, gzipped, zip_of


def shown(data: bytes) -> list[tuple[str, str]]:
    """The line and the caret under every finding of a file."""
    lines = lines_of(data)
    return [
        excerpt(lines.get(draft.label, []), finding["line"], finding["column"])
        for draft in drafts_of(data)
        for finding in draft.findings
    ]


def pointed_at(line: str, caret: str) -> str:
    return line[caret.index("^") :]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "\x1e"])
def test_lines_end_where_findings_count_them_and_nowhere_else(end: str, odd: str) -> None:
    """What Python's splitlines takes for a line's end may stand in a note; the log does not."""
    note = f"bind mask {{ one{odd}two }}"
    text = REFUSED.replace("bind mask", note).replace("\n", end)
    [(line, caret)] = shown(text.encode())
    assert line == "haunt vase b9"
    assert pointed_at(line, caret).startswith("haunt") or pointed_at(line, caret) == "b9"


def test_two_members_of_one_name_are_not_taken_for_each_other() -> None:
    other = REFUSED.replace("haunt vase b9", "haunt sword b8")
    assert [line for line, _ in shown(zip_of({"a.txt": REFUSED.encode()}))] == ["haunt vase b9"]
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = _zip_of_pairs(("a.txt", REFUSED), ("a.txt", other))
    assert [line for line, _ in shown(data)] == ["haunt vase b9", "haunt sword b8"]
    assert [draft.label for draft in drafts_of(data)] == ["a.txt", "a.txt (2)"]
    data = _zip_of_pairs(("a\x01.txt", REFUSED), ("a\N{REPLACEMENT CHARACTER}.txt", other))
    assert [line for line, _ in shown(data)] == ["", ""], (
        "rather no line than another's, where labels look alike"
    )


def _zip_of_pairs(*members: tuple[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members:
            archive.writestr(name, text)
    return out.getvalue()


def test_what_is_large_unpacked_is_not_opened_again_for_a_line(monkeypatch: Any) -> None:
    padded = gzipped(REFUSED.encode() + b"\n" * excerpts.MAX_BYTES)
    assert len(padded) < 10_000
    opened = []
    monkeypatch.setattr(excerpts, "read_documents", lambda data: opened.append(data) or ())
    assert (lines_of(padded), opened) == ({}, [])
    assert lines_of(gzipped(REFUSED.encode())) == {}
    assert len(opened) == 1


@pytest.mark.django_db
def test_the_page_shows_the_line_of_the_file(client: Client) -> None:
    text = REFUSED.replace("bind mask", "bind mask { one\u2028two }")
    page = client.post("/upload/", {"text": text, "action": "check"}).content.decode()
    assert "haunt vase b9" in page.split("keep-excerpt", 1)[1].split("</", 1)[0]
