"""Words in the reader's language: without a translator the English text, with one its."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from games.core import language
from games.core.language import Source, Spoken, Words, gettext, listed, ngettext, numeral


class Marked(Source):
    """A language in which every message stands in marks, and numbers are Italian."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def pgettext(self, context: str, message: str) -> str:
        return {",": ".", ".": ","}.get(message, message)


@dataclass(frozen=True, kw_only=True)
class Told:
    title: Spoken = Spoken()
    won: Spoken = Spoken("Won")
    count: int = 0


@pytest.fixture
def marked() -> Iterator[None]:
    before = language.install(Marked())
    yield
    language.install(before)


def test_without_a_translator_the_english_text_stands() -> None:
    assert gettext("{name} moves.") == "{name} moves."
    assert [ngettext("a tile", "tiles", n) for n in (0, 1, 2)] == ["tiles", "a tile", "tiles"]
    assert (listed([]), listed("a"), listed("abc")) == ("", "a", "a, b and c")
    assert (numeral(12345), numeral(0.5, ".1f")) == ("12,345", "0.5")


@pytest.mark.usefixtures("marked")
def test_what_is_looked_up_late_is_in_the_language_of_now() -> None:
    words = Words({"goryo": "Goryō"})
    assert words["goryo"] == words.get("goryo") == "«Goryō»"
    assert dict(words) == {"goryo": "«Goryō»"}
    assert list(words.values()) == ["«Goryō»"]
    assert numeral(12345.5, ",.1f") == "12.345,5"


def test_a_spoken_field_is_a_field_of_its_dataclass() -> None:
    told = Told(title="A title")
    with pytest.raises(TypeError, match="title"):
        Told()  # type: ignore[call-arg]
    assert (told.title, told.won) == ("A title", "Won")
    assert told == Told(title="A title", won="Won")
    assert told != Told(title="Another")
    before = language.install(Marked())
    try:
        assert (told.title, told.won) == ("«A title»", "«Won»")
    finally:
        language.install(before)
