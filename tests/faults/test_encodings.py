"""Files in other encodings: rows A019, A021 and B10. Everything is UTF-8; what is not is told,
never guessed at.
"""

from __future__ import annotations

import codecs
from typing import Any

import pytest

from tests.faults import samples
from tests.faults.doors import STORING, page, pure

pytestmark = pytest.mark.django_db
NAME = "鬼灯 Ōtani"
TEXT = samples.TEXT.replace("Jane", NAME)
JSON = samples.as_json(samples.named(NAME)).decode().encode().decode("unicode_escape")
OTHERS = {
    "UTF-16LE": lambda text: text.encode("utf-16-le"),
    "UTF-16BE": lambda text: text.encode("utf-16-be"),
    "GB18030": lambda text: text.replace("Ō", "O").encode("gb18030"),
    "Shift-JIS": lambda text: text.replace("Ō", "O").encode("shift_jis"),
    "Big5": lambda text: text.replace("Ō", "O").replace("鬼灯", "鬼").encode("big5"),
    "Latin-1": lambda text: text.replace(NAME, "Jörg").encode("latin-1"),
}


def test_utf8_is_read() -> None:
    assert pure(TEXT.encode()).accepted
    assert pure(JSON.encode()).accepted == pure(samples.as_json(samples.named(NAME))).accepted


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
    ids=["LE", "BE"],
)
def test_utf16_that_says_so_is_the_same_game(mark: bytes, encoding: str, text: str) -> None:
    """A019"""
    assert pure(mark + text.encode(encoding)).accepted == pure(text.encode()).accepted


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
def test_utf32_is_refused(text: str) -> None:
    """A019"""
    answer = pure(text.encode("utf-32"))
    assert answer.findings
    assert not answer.accepted


@pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])
@pytest.mark.parametrize("encoding", OTHERS)
@pytest.mark.parametrize("door", ["JSON body", "text body", "form"])
def test_another_encoding_is_refused_and_named(door: str, encoding: str, text: str) -> None:
    """A019, B10"""
    answer = STORING[door](OTHERS[encoding](text))
    assert answer.status == 422
    assert answer.accepted == []
    assert any("UTF-8" in finding["message"] for finding in answer.findings)


@pytest.mark.parametrize("length", [12, 60])
@pytest.mark.parametrize("encoding", ["shift_jis", "utf-16-le", "latin-1"])
def test_a_short_file_in_another_encoding_is_refused(encoding: str, length: int) -> None:
    """A021"""
    answer = pure((("é" if encoding == "latin-1" else "鬼灯") * length).encode(encoding)[:length])
    assert answer.findings
    assert all("None" not in finding["message"] for finding in answer.findings)


@pytest.mark.parametrize("place", [0, 20, 150, -1])
def test_the_page_and_the_api_say_where_a_bad_byte_is(place: int) -> None:
    """A019"""
    data = bytearray(TEXT.encode())
    data[place] = 0xFF
    answer = pure(bytes(data))
    assert not answer.accepted
    assert any("UTF-8" in finding["message"] for finding in answer.findings)
    seen: Any = page(bytes(data))
    assert seen.status in (200, 422)
    assert not seen.accepted


def test_one_bad_game_of_an_archive_does_not_hide_the_others() -> None:
    """A009, A019"""
    data = samples.zipped(
        {"a.txt": TEXT.encode(), "b.txt": TEXT.encode("utf-16-le"), "c.txt": samples.OTHER.encode()}
    )
    answer = STORING["form"](data)
    assert answer.status == 207
    assert len(answer.accepted) == 2
    assert answer.body["games"][1]["label"] == "b.txt"
    assert answer.body["games"][1]["status"] == "refused"
