"""Finds what is wrong with refused JSON: its offset, its path, and a correction."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.core.language import text

_SCAN = re.compile(r'[\s,:]*+(?P<sign>[\[\]{}]|"|[^\s,:\[\]{}"]+|\Z)')
_CLOSING = re.compile(r"\s*([\]}])")
_STRING = json.JSONDecoder()
_BAD_NUMBER = re.compile(r"-?(?:NaN|Infinity)")
_BAD_TEXT = re.compile("[\0\ud800-\udfff]")


@dataclass(slots=True)
class _Level:
    """An object or list that is open: its next key, or the number of its next item."""

    is_object: bool
    key: str = ""
    number: int = 0
    keys: set[str] = field(default_factory=set)
    is_key_due: bool = True


def _path_text(levels: list[_Level]) -> str:
    """Return the path of the current value as messages show it: `events[3].note`."""
    parts = (f".{lev.key[:40]}" if lev.is_object else f"[{lev.number}]" for lev in levels)
    return "".join(parts).lstrip(".")


def find_refused(source: str, start: int) -> tuple[int, str] | None:
    """Return offset and path of the first key that is given twice, number that is not finite, or
    character that is not allowed; None if there is none.
    """
    for at, levels, is_refused in _walk(source, start):
        if is_refused:
            return at, _path_text(levels)
    return None


def _walk(source: str, start: int) -> Iterator[tuple[int, list[_Level], bool]]:
    """Yield offset, open levels, and whether it is refused, of each key and simple value."""
    levels: list[_Level] = []
    at = start
    while (match := _SCAN.match(source, at)) is not None:
        sign, at = match["sign"], match.end()
        place = match.start("sign")
        if not sign:
            return
        if sign in "{[":
            levels.append(_Level(sign == "{"))
            continue
        if sign in "]}":
            if levels:
                levels.pop()
            _close_value(levels)
            if not levels:
                return
            continue
        if sign == '"':
            try:
                value, at = _STRING.raw_decode(source, place)
            except ValueError:
                yield place, levels, True
                return
            is_refused = _BAD_TEXT.search(value) is not None
        else:
            value, is_refused = sign, not _is_finite(sign)
        if levels and levels[-1].is_object and levels[-1].is_key_due:
            level = levels[-1]
            level.key, level.is_key_due = value, False
            yield place, levels, is_refused or value in level.keys
            level.keys.add(value)
            continue
        yield place, levels, is_refused
        _close_value(levels)


def _close_value(levels: list[_Level]) -> None:
    if levels:
        levels[-1].number += 1
        levels[-1].is_key_due = True


def _is_finite(word: str) -> bool:
    if _BAD_NUMBER.fullmatch(word):
        return False
    try:
        return abs(float(word)) != float("inf")
    except ValueError:
        return True  # not a number: another fault


def trailing_comma(source: str, offset: int) -> tuple[int, str] | None:
    """Return the offset of the comma before a closing bracket at or after an offset, and the
    bracket; None if there is none.
    """
    match = _CLOSING.match(source, offset)
    if match is None:
        return None
    before = offset - 1
    while before >= 0 and source[before].isspace():
        before -= 1
    return (before, match[1]) if before >= 0 and source[before] == "," else None


def comma_message(bracket: str) -> str:
    """Return the message about a trailing comma."""
    return text("remove the comma before {bracket}", bracket=bracket)
