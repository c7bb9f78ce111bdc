"""The catalogues contain exactly the messages of the sources, all of them translated."""

import re
from collections import defaultdict
from functools import cache
from typing import Any

import pytest
from babel.messages.catalog import Message

from goryo_site.i18n.catalogue_files import CatalogueFile, catalogue_files
from goryo_site.i18n.catalogues import read_catalogue, updated_text
from tests.architecture.sources import APPS, ROOT

CATALOGUES = catalogue_files(ROOT)
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|(?<!%)%[sd]|\{(\w*)[^}]*\}")


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def placeholders(text: str) -> set[str]:
    return {match[0] for match in PLACEHOLDER.finditer(text)}


def has_other_placeholders(message: Message) -> bool:
    """Return whether a translation lacks a placeholder of the message, or has others.

    The singular may spell its number out.
    """
    sets = [placeholders(form) for form in forms(message.id)]
    required, known = set.intersection(*sets), set().union(*sets)
    return any(not required <= placeholders(form) <= known for form in forms(message.string))


@cache
def all_messages() -> list[tuple[CatalogueFile, Message]]:
    return [
        (file, message) for file in CATALOGUES for message in read_catalogue(file) if message.id
    ]


def test_every_package_has_a_catalogue() -> None:
    assert {file.package for file in CATALOGUES} == set(APPS)
    assert len(all_messages()) > 10


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: f"{file.package}-{file.language}")
def test_a_catalogue_has_the_messages_of_its_sources(file: CatalogueFile) -> None:
    text = file.path.read_text(encoding="utf-8")
    assert text == updated_text(ROOT, file), "run `make messages` and translate new messages"


def test_every_message_is_translated_and_none_is_fuzzy() -> None:
    left = [
        (file.package, message.id)
        for file, message in all_messages()
        if message.fuzzy or not all(form.strip() for form in forms(message.string))
    ]
    assert left == []


def test_a_translation_has_the_same_placeholders() -> None:
    messages = (message for _, message in all_messages())
    assert [(m.id, m.string) for m in messages if has_other_placeholders(m)] == []


def test_a_translation_has_the_same_white_space_at_its_ends() -> None:
    def edges(text: str) -> tuple[bool, bool]:
        return text[:1].isspace(), text[-1:].isspace()

    wrong = [
        message.id
        for _, message in all_messages()
        if {edges(form) for form in forms(message.string)} != {edges(forms(message.id)[0])}
    ]
    assert wrong == []


def test_two_packages_translate_a_message_alike() -> None:
    """Django searches one after the other, and would show the first for both."""
    translations = defaultdict(set)
    for file, message in all_messages():
        key = (file.language, message.context, forms(message.id)[0])
        translations[key].add(forms(message.string))
    assert {key: strings for key, strings in translations.items() if len(strings) > 1} == {}


@pytest.mark.parametrize(
    ("source", "translation", "is_wrong"),
    [
        ("{name} moves", "{name} si muove", False),
        ("{name} moves", "{nome} si muove", True),
        ("%(count)s of %(most)s", "%(most)s", True),
        (("one game", "{n} games"), ("una partita", "{n} partite"), False),
        (("{n} game of {all}", "{n} games of {all}"), ("una di {all}", "{n}"), True),
        ("100 % of it", "il 100 %", False),
    ],
)
def test_other_placeholders_are_found(source: Any, translation: Any, is_wrong: bool) -> None:
    assert has_other_placeholders(Message(source, translation)) is is_wrong
