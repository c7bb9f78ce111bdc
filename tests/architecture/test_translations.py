"""The catalogues of translations hold exactly the messages of the sources, all translated."""

import re
from collections import defaultdict

import pytest
from babel.messages.catalog import Message

from goryo_site.i18n.catalogue_files import CatalogueFile, catalogue_files
from goryo_site.i18n.catalogues import read_catalogue, updated_text
from tests.architecture.sources import APPS, ROOT

BOOKS = catalogue_files(ROOT)
PLACE = re.compile(r"%\((\w+)\)[sd]|(?<!%)%[sd]|\{(\w*)[^}]*\}")


def forms(words: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def places(text: str) -> set[str]:
    return {match[0] for match in PLACE.finditer(text)}


def misplaced(message: Message) -> bool:
    """Whether a form of a translation lacks a place of the message, or has one of its own. The
    singular may spell its number out.
    """
    most = set().union(*(places(form) for form in forms(message.id)))
    least = set.intersection(*(places(form) for form in forms(message.id)))
    return any(not least <= places(form) <= most for form in forms(message.string))


def all_messages() -> list[tuple[CatalogueFile, Message]]:
    return [(book, message) for book in BOOKS for message in read_catalogue(book) if message.id]


def test_every_package_has_a_catalogue() -> None:
    assert {book.package for book in BOOKS} == set(APPS)
    assert len(all_messages()) > 10


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: f"{book.package}-{book.language}")
def test_a_catalogue_has_the_messages_of_its_sources(book: CatalogueFile) -> None:
    kept = book.path.read_text(encoding="utf-8")
    assert kept == updated_text(ROOT, book), "run `make messages` and translate what is new"


def test_every_message_is_translated_and_by_a_person() -> None:
    left = [
        (book.package, message.id)
        for book, message in all_messages()
        if message.fuzzy or not all(form.strip() for form in forms(message.string))
    ]
    assert left == []


def test_a_translation_fills_the_same_places() -> None:
    wrong = [(message.id, message.string) for _, message in all_messages() if misplaced(message)]
    assert wrong == []


def test_blanks_and_line_ends_at_the_edges_are_kept() -> None:
    def edges(text: str) -> tuple[bool, bool]:
        return text[:1].isspace(), text[-1:].isspace()

    wrong = [
        message.id
        for _, message in all_messages()
        if {edges(form) for form in forms(message.string)} != {edges(forms(message.id)[0])}
    ]
    assert wrong == []


def test_two_packages_translate_a_message_alike() -> None:
    """Django looks in one after the other, and would show the first for both."""
    found = defaultdict(set)
    for book, message in all_messages():
        key = (book.language, message.context, forms(message.id)[0])
        found[key].add(forms(message.string))
    assert {key: said for key, said in found.items() if len(said) > 1} == {}


@pytest.mark.parametrize(
    ("source", "said", "is_wrong"),
    [
        ("{name} moves", "{name} si muove", False),
        ("{name} moves", "{nome} si muove", True),
        ("%(count)s of %(most)s", "%(most)s", True),
        (("one game", "{n} games"), ("una partita", "{n} partite"), False),
        (("{n} game of {all}", "{n} games of {all}"), ("una di {all}", "{n}"), True),
        ("100 % of it", "il 100 %", False),
    ],
)
def test_places_that_differ_are_found(
    source: str | tuple[str, str], said: str | tuple[str, str], is_wrong: bool
) -> None:
    assert misplaced(Message(source, said)) is is_wrong
