"""Text in the reader's language."""

import copy
import json
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest

from games.core import language
from games.core.language import Labels, Text, TranslatedField, gettext, ngettext, ntext, text


class Marked(language.English):
    """A language that puts marks around each message and writes Italian numbers."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return f"«{super().ngettext(singular, plural, number)}»"

    def pgettext(self, context: str, message: str) -> str:
        return {",": ".", ".": ","}.get(message, message)


@dataclass(frozen=True, kw_only=True)
class Example:
    title: TranslatedField = TranslatedField()
    won: TranslatedField = TranslatedField("Won")
    count: int = 0


@contextmanager
def marking() -> Iterator[None]:
    before = language.set_translator(Marked())
    yield
    language.set_translator(before)


def test_without_a_translator_the_english_text_stands() -> None:
    assert gettext("{name} moves.") == "{name} moves."
    assert [ngettext("a tile", "tiles", n) for n in (0, 1, 2)] == ["tiles", "a tile", "tiles"]
    assert list(map(language.join_and, ([], "a", "abc"))) == ["", "a", "a, b and c"]
    assert (language.format_number(12345), language.format_number(0.5, ".1f")) == ("12,345", "0.5")


@marking()
def test_labels_are_looked_up_when_read() -> None:
    labels = Labels({"goryo": "Goryō"})
    assert labels["goryo"] == labels.get("goryo") == "«Goryō»"
    assert (dict(labels), list(labels.values())) == ({"goryo": "«Goryō»"}, ["«Goryō»"])
    assert language.format_number(12345.5, ",.1f") == "12.345,5"


def test_a_translated_field_is_a_field_of_its_dataclass() -> None:
    example = Example(title="A title")
    with pytest.raises(TypeError, match="title"):
        Example()  # type: ignore[call-arg]
    assert (example.title, example.won) == ("A title", "Won")
    assert example == Example(title="A title", won="Won")
    assert example != Example(title="Another")
    with marking():
        assert (example.title, example.won) == ("«A title»", "«Won»")


TEXTS = [
    (text("Plain {braces}."), "Plain {braces}.", "«Plain {braces}.»"),
    (text("{who} is on {space}.", who=text("Green"), space="{b2}"), "Green is on {b2}.", None),
    (ntext("{n} token", "{n} tokens", 1), "1 token", "«1 token»"),
    (ntext("{n} {kind} token", "{n} {kind} tokens", 3, kind="fan"), "3 fan tokens", None),
    (text("Gone.") + text(" Did you mean {w}?", w="x"), "Gone. Did you mean x?", None),
    (text("{a}", a=language.list_text(["a", text("b"), "c"])), "a, b and c", "««a, «b» and c»»"),
    (text("{a}", a=language.choice_text("ab")), "a or b", "««a or b»»"),
]


@pytest.mark.parametrize(("message", "english", "translation"), TEXTS)
def test_a_text_can_be_translated(message: Text, english: str, translation: str | None) -> None:
    assert message == english
    assert hash(message) == hash(english)
    assert json.dumps(message) == json.dumps(english)
    stored = Text.from_data(json.loads(json.dumps(message.to_data())))
    for again in (copy.deepcopy(message), pickle.loads(pickle.dumps(message)), stored):
        assert (again, again.template, again.values) == (english, message.template, message.values)
    assert message.translated() == english
    with marking():
        assert message == english
        assert translation is None or message.translated() == translation


@marking()
def test_values_that_are_texts_are_translated_too() -> None:
    assert text("{who} moves.", who=text("Green")).translated() == "««Green» moves.»"
    assert (text("Gone") + " x").translated() == "««Gone» x»"
    assert text("Gone") + "" == "Gone"
