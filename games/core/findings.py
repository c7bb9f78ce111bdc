"""Findings: why a log cannot be accepted, and warnings about what it says."""

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import chain, islice
from typing import Any, NamedTuple

from games.core.language import Text, text

LOG_FORMAT = "log-format"
"""The rule key of findings about the file and not about the game."""

DEPTH_MAX = 32
"""How deep a custom value (an `x_` field, a board's extra key) may be nested."""


_JSON_KEYS = ("game", "event", "line", "column", "rule", "citation", "code", "message", "legal")
REPLACE, INSERT, DELETE = "replace", "insert", "delete"
"""What a fix does."""
FIX_MAX = 2000
"""Most characters of a fix."""


class Fix(NamedTuple):
    """A correction of a log: `op` at a place of its text, where `text` replaces `length` characters
    of a line or is inserted before them; or, in JSON, `op` at a JSON Pointer with a value.
    """

    op: str
    line: int = 0
    column: int = 0
    length: int = 0
    text: str = ""
    path: str | None = None
    value: Any = None

    def to_json(self) -> dict[str, Any]:
        """Return the object that the log-format page shows under `fix`."""
        if self.path is None:
            return {key: getattr(self, key) for key in ("op", "line", "column", "length", "text")}
        value = {} if self.op == DELETE else {"value": self.value}
        return {"op": self.op, "path": self.path, **value}

    def if_short(self) -> "Fix | None":
        """Return the fix, or None if it is too long for a message."""
        length = len(self.text) + len(self.path or "") + len(repr(self.value))
        return self if length <= FIX_MAX else None


def pointer(*parts: object) -> str:
    """Return a JSON Pointer.

    >>> pointer("events", 3, "a/b")
    '/events/3/a~1b'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


class Finding(NamedTuple):
    """An error or warning: its place (game and event from 0, line and column from 1), the rule it
    rests on, and legal alternatives.

    `event` is None for the header; `line` and `column` are None where the input had no text. The
    message is a `Text` wherever it can be translated. `follows`: it may be a consequence of an
    error before it.
    """

    game: int
    event: int | None
    rule: str
    code: str
    message: str
    citation: str = ""
    legal: tuple[str, ...] = ()
    line: int | None = None
    column: int | None = None
    follows: bool = False
    fix: Fix | None = None

    def to_json(self) -> dict[str, object]:
        """Return the object that the log-format page shows under `error` or `warning`."""
        more: dict[str, object] = {"follows": True} if self.follows else {}
        if self.fix is not None:
            more["fix"] = self.fix.to_json()
        return {key: getattr(self, key) for key in _JSON_KEYS} | {"legal": list(self.legal)} | more

    def to_stored(self) -> dict[str, object]:
        """Return `to_json` with the data from which message and citation can be translated."""
        texts = {"message": self.message, "citation": self.citation}
        data = {key: value.to_data() for key, value in texts.items() if isinstance(value, Text)}
        return self.to_json() | ({TEXT: data} if data else {})


TEXT = "text"
"""The key of a stored finding that is never shown: what its texts are translated from."""


def public_row(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored finding as the API shows it."""
    return {key: value for key, value in stored.items() if key != TEXT}


def text_of(stored: Mapping[str, Any], key: str) -> str:
    """Return message or citation of a stored finding; a `Text` unless there is only English."""
    data = stored.get(TEXT, {}).get(key)
    return Text.from_data(data) if data else str(stored[key])


class Problem(NamedTuple):
    """A finding before its place in a file is known. `key` is the header key or event field it is
    about; parts of a header key's value follow after dots: `ruleset.edition`.
    """

    rule: str
    code: str
    message: str
    key: str | None = None
    meant: str | None = None
    """The tag, word or value that was probably meant."""


class Claim(NamedTuple):
    """A statement of a log that differs from the replay; the replay counts. `event` counts from 0
    and is None for the header; `key` is the header key or event field it is about.
    """

    event: int | None
    rule: str
    code: str
    message: str
    key: str | None = None


def is_too_deep(value: Any) -> bool:
    """Return whether a decoded value is nested deeper than `DEPTH_MAX`, without recursion."""
    level = [value]
    for _ in range(DEPTH_MAX + 1):
        inner = [
            item.values() if isinstance(item, dict) else item
            for item in level
            if isinstance(item, (dict, list))
        ]
        if not inner:
            return False
        level = list(chain.from_iterable(inner))
    return True


WORD_LENGTH_MAX, KNOWN_WORDS_MAX, HINTS_MAX = 40, 200, 50
"""Limits of the search for similar words: the length of a word, the number of known words, and the
number of problems after which no hints are given.
"""


_MARKS = " ,.;:!?\"'`´“”„«»‟「」‘’()[]<>"
"""Signs that people type around a word without meaning them."""


def plain_word(word: str) -> str:
    """Return a word in lower case, with ASCII characters for full-width ones, without punctuation
    around it.

    >>> plain_word("B４,")
    'b4'
    """
    return unicodedata.normalize("NFKC", word).casefold().strip(_MARKS)


def closest(word: Any, known: Iterable[str], n_problems: int = 0) -> str | None:
    """Return the known word that a word resembles most, or None. `n_problems` is the number of
    problems found before.

    >>> closest("Maks", ["fan", "mask"])
    'mask'
    """
    if n_problems >= HINTS_MAX or not isinstance(word, str) or len(word) > WORD_LENGTH_MAX:
        return None
    by_form = {name.casefold(): name for name in islice(known, KNOWN_WORDS_MAX)}
    plain = plain_word(word)
    if plain in by_form:
        return by_form[plain]
    matches = get_close_matches(plain, by_form, n=1)
    return by_form[matches[0]] if matches else None


def did_you_mean(word: Any, known: Iterable[str], n_problems: int = 0) -> str:
    """Return a hint to append to a message if a known word is similar, else an empty text.

    >>> did_you_mean("Maks", ["fan", "mask"]), did_you_mean("box", ["fan", "mask"])
    (' Did you mean mask?', '')
    """
    meant = closest(word, known, n_problems)
    return "" if meant is None else hint(meant)


def hint(word: str) -> Text:
    """Return the hint to append to a message: the word that was probably meant."""
    return text(" Did you mean {word}?", word=word)


def has_hint(message: Any) -> bool:
    """Return whether a message, or a text appended to it, is such a hint.

    >>> has_hint(text("No.") + hint("mask")), has_hint("Did you mean mask?")
    (True, False)
    """
    if not isinstance(message, Text):
        return False
    return message.template == hint("").template or any(
        has_hint(value) for value in message.values.values()
    )


def with_hint(
    message: Text, word: Any, known: Iterable[str], n_problems: int = 0
) -> tuple[Text, str | None]:
    """Return a message with the known word that was probably meant, and that word."""
    meant = closest(word, known, n_problems)
    return (message if meant is None else message + hint(meant)), meant


def show(value: Any) -> str:
    """Return a value as messages show it: short, without recursing into nested data."""
    if isinstance(value, list):
        return text("a list")
    if isinstance(value, dict):
        return text("an object")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**40 else text("a very large number")
    shown = value if isinstance(value, str) else str(value)
    return f"{shown[:40]}…" if len(shown) > 40 else shown
