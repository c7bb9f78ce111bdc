"""Findings: what is said of a log that cannot be accepted, or that claims what does not hold."""

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

LOG_FORMAT = "log-format"
"""The rule key of everything that is about the file and not about the game."""

DEPTH_MAX = 32
"""How deep a value of one's own (an `x_` field, a board's extra key) may be nested."""


class Finding(NamedTuple):
    """One error or warning: where (game and event from 0, line and column from 1), which rule, and
    what would be right.

    `event` is None for the header; `line` and `column` are None where the input had no text to
    point at.
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
        """The object that the log-format page prints under `error` or `warning`."""
        return {
            "game": self.game,
            "event": self.event,
            "line": self.line,
            "column": self.column,
            "rule": self.rule,
            "citation": self.citation,
            "code": self.code,
            "message": self.message,
            "legal": list(self.legal),
        }


class Problem(NamedTuple):
    """A finding before it is placed in a file: `key` names the header key or event field it is
    about.
    """

    rule: str
    code: str
    message: str
    key: str | None = None


class Claim(NamedTuple):
    """A claim of a log that the replay does not bear out; the replay counts. `event` from 0, or
    None for the header; `key` names the header key or event field it is about.
    """

    event: int | None
    rule: str
    code: str
    message: str
    key: str | None = None


def is_too_deep(value: Any) -> bool:
    """Whether a decoded value is nested deeper than `DEPTH_MAX`; does not recurse."""
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


NEAR_MAX, NEAR_KNOWN, NEAR_SAID = 40, 200, 50
"""What bounds the search for a near word: its characters, the known words it is compared with, and
the problems of a header after which none is sought any more.
"""


def did_you_mean(word: Any, known: Iterable[str], said: int = 0) -> str:
    """` Did you mean mask?` to append to a message, where a known word is near to one that is not
    known; else empty. `said`: how many problems were found before.

    >>> did_you_mean("Maks", ["fan", "mask"]), did_you_mean("box", ["fan", "mask"])
    (' Did you mean mask?', '')
    """
    if said >= NEAR_SAID or not isinstance(word, str) or len(word) > NEAR_MAX:
        return ""
    by_form = {name.casefold(): name for name in islice(known, NEAR_KNOWN)}
    found = get_close_matches(word.casefold(), by_form, n=1)
    return f" Did you mean {by_form[found[0]]}?" if found else ""


def show(value: Any) -> str:
    """A value in a message: short, and never recursing into what a stranger nested."""
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**40 else "a very large number"
    text = value if isinstance(value, str) else str(value)
    return f"{text[:40]}…" if len(text) > 40 else text
