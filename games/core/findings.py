"""Findings: why a log cannot be accepted, and warnings about what it says."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

from games.core.language import Text, text

LOG_FORMAT = "log-format"
"""The rule key of findings about the file and not about the game."""

DEPTH_MAX = 32
"""How deep a custom value (an `x_` field, a board's extra key) may be nested."""


_JSON_KEYS = ("game", "event", "line", "column", "rule", "citation", "code", "message", "legal")


class Finding(NamedTuple):
    """An error or warning: its place (game and event from 0, line and column from 1), the rule it
    rests on, and legal alternatives.

    `event` is None for the header; `line` and `column` are None where the input had no text. The
    message is a `Text` wherever it can be translated.
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

    def to_json(self) -> dict[str, object]:
        """Return the object that the log-format page shows under `error` or `warning`."""
        return {key: getattr(self, key) for key in _JSON_KEYS} | {"legal": list(self.legal)}

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
    about.
    """

    rule: str
    code: str
    message: str
    key: str | None = None


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
    for _ in range(DEPTH_MAX):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return any(isinstance(item, dict | list) for item in level)


WORD_LENGTH_MAX, KNOWN_WORDS_MAX, HINTS_MAX = 40, 200, 50
"""Limits of the search for similar words: the length of a word, the number of known words, and the
number of problems after which no hints are given.
"""


def did_you_mean(word: Any, known: Iterable[str], n_problems: int = 0) -> str:
    """Return a hint to append to a message if a known word is similar, else an empty text.

    `n_problems` is the number of problems found before.

    >>> did_you_mean("Maks", ["fan", "mask"]), did_you_mean("box", ["fan", "mask"])
    (' Did you mean mask?', '')
    """
    if n_problems >= HINTS_MAX or not isinstance(word, str) or len(word) > WORD_LENGTH_MAX:
        return ""
    by_form = {name.casefold(): name for name in islice(known, KNOWN_WORDS_MAX)}
    matches = get_close_matches(word.casefold(), by_form, n=1)
    return text(" Did you mean {word}?", word=by_form[matches[0]]) if matches else ""


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
