"""Words in the reader's language: without a translator the English text, with one its."""

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from games.core import language
from games.core.language import (
    Source,
    Spoken,
    Text,
    Words,
    choice_text,
    gettext,
    list_text,
    listed,
    ngettext,
    ntext,
    numeral,
    text,
)


class Marked(Source):
    """A language in which every message stands in marks, and numbers are Italian."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"«{super().ngettext(singular, plural, number)}»"

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


TEXTS = [
    (text("Plain {braces}."), "Plain {braces}.", "«Plain {braces}.»"),
    (text("{who} is on {space}.", who=text("Green"), space="{b2}"), "Green is on {b2}.", None),
    (ntext("{n} token", "{n} tokens", 1), "1 token", "«1 token»"),
    (ntext("{n} {kind} token", "{n} {kind} tokens", 3, kind="fan"), "3 fan tokens", None),
    (text("Gone.") + text(" Did you mean {w}?", w="x"), "Gone. Did you mean x?", None),
    (text("{a}", a=list_text(["a", text("b"), "c"])), "a, b and c", "««a, «b» and c»»"),
    (text("{a}", a=choice_text("ab")), "a or b", "««a or b»»"),
]


@pytest.mark.parametrize(("message", "english", "translation"), TEXTS)
def test_a_text_is_an_english_string_that_can_be_translated(
    message: Text, english: str, translation: str | None
) -> None:
    assert message == english
    assert hash(message) == hash(english)
    assert json.dumps(message) == json.dumps(english)
    for again in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert (again, again.template, again.values) == (english, message.template, message.values)
    assert message.translated() == english
    before = language.install(Marked())
    try:
        assert message == english
        assert translation is None or message.translated() == translation
    finally:
        language.install(before)


@pytest.mark.usefixtures("marked")
def test_values_that_are_texts_are_translated_too() -> None:
    assert text("{who} moves.", who=text("Green")).translated() == "««Green» moves.»"
    assert (text("Gone") + " x").translated() == "««Gone» x»"
    assert text("Gone") + "" == "Gone"
