"""Files in other encodings: rows A019, A021 and B10. Logs are UTF-8; any other encoding is reported
and never guessed.
"""

import codecs

import pytest

from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS, first_finding, page, pure

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
both_formats = pytest.mark.parametrize("text", [TEXT, JSON], ids=["text", "json"])


def test_utf8_is_read() -> None:
    assert pure(TEXT.encode()).accepted
    assert pure(JSON.encode()).accepted == pure(samples.as_json(samples.named(NAME))).accepted


@both_formats
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
    ids=["LE", "BE"],
)
def test_utf16_with_a_bom_is_the_same_game(mark: bytes, encoding: str, text: str) -> None:
    """A019"""
    assert pure(mark + text.encode(encoding)).accepted == pure(text.encode()).accepted


@both_formats
def test_utf32_is_refused(text: str) -> None:
    """A019"""
    first_finding(text.encode("utf-32"))


@both_formats
@pytest.mark.parametrize("encoding", OTHERS)
@pytest.mark.parametrize("endpoint", ["JSON body", "text body", "form"])
def test_another_encoding_is_refused_and_named(endpoint: str, encoding: str, text: str) -> None:
    """A019, B10"""
    result = ENDPOINTS[endpoint](OTHERS[encoding](text))
    assert (result.status, result.accepted) == (422, [])
    assert any("UTF-8" in finding["message"] for finding in result.findings)


@pytest.mark.parametrize("length", [12, 60])
@pytest.mark.parametrize("encoding", ["shift_jis", "utf-16-le", "latin-1"])
def test_a_short_file_in_another_encoding_is_refused(encoding: str, length: int) -> None:
    """A021"""
    data = (("é" if encoding == "latin-1" else "鬼灯") * length).encode(encoding)[:length]
    result = pure(data)
    assert result.findings
    assert all("None" not in finding["message"] for finding in result.findings)


@pytest.mark.parametrize("position", [0, 20, 150, -1])
def test_an_invalid_byte_is_reported(position: int) -> None:
    """A019"""
    data = bytearray(TEXT.encode())
    data[position] = 0xFF
    result = pure(bytes(data))
    assert not result.accepted
    assert any("UTF-8" in finding["message"] for finding in result.findings)
    shown = page(bytes(data))
    assert shown.status in (200, 422)
    assert not shown.accepted


def test_one_unreadable_game_of_an_archive_does_not_hide_the_others() -> None:
    """A009, A019"""
    data = samples.zipped(
        {"a.txt": TEXT.encode(), "b.txt": TEXT.encode("utf-16-le"), "c.txt": samples.OTHER.encode()}
    )
    result = ENDPOINTS["form"](data)
    assert (result.status, len(result.accepted)) == (207, 2)
    row = result.body["games"][1]
    assert (row["label"], row["status"]) == ("b.txt", "unreadable")
