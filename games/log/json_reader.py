"""Reads JSON logs: an object, an array, or NDJSON. Stricter than Python's reader, and with places.

Refused here: duplicate keys, NaN and infinities, numbers out of range, lone surrogates, NUL, and
nesting beyond Python's limit (`games.core.findings.DEPTH_MAX` is checked where a value is used).
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from typing import Any

from games.core.language import text
from games.log.raw import Lines, Place, RawGame, Unreadable

_SUSPECT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_lenient = json.JSONDecoder()
_LINE_BLANKS = " \t\r\n\f\v\ufeff"
_NOT_BLANK = re.compile(r"[^\s]")


class JsonFault(ValueError):
    """JSON that is refused, with the reason and its offset (None: unknown)."""

    def __init__(self, reason: str, offset: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.offset = reason, offset


_REASONS = {
    "Expecting value": text("a value is missing here"),
    "Expecting ',' delimiter": text("a comma or closing bracket is missing here"),
    "Expecting ':' delimiter": text("a colon is missing here"),
    "Expecting property name enclosed in double quotes": text("a key in double quotes is missing"),
    "Unterminated string starting at": text("a closing quote is missing"),
    "Invalid control character at": text("a text contains a control character"),
    "Invalid \\escape": text("a backslash starts no valid escape"),
    "Invalid \\uXXXX escape": text("a \\u escape needs four hexadecimal digits"),
    "Extra data": text("there is other data after the value"),
}
"""What Python's reader reports, in words that can be translated."""


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add gives None
        raise JsonFault(text("the key {key} is used twice in one object", key=repr(twice)[:60]))
    return value


def _constant(word: str) -> Any:
    raise JsonFault(text("{word} is not allowed; numbers must be finite", word=word))


def _float(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise JsonFault(text("a number is too large"))
    return value


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)


def read_value(source: str, start: int = 0) -> tuple[Any, int]:
    """Return the JSON value at an offset, and the offset after it. Raises JsonFault."""
    try:
        value, end = _decoder.raw_decode(source, start)
    except JsonFault:
        raise
    except json.JSONDecodeError as fault:
        raise JsonFault(_REASONS.get(fault.msg, fault.msg), fault.pos) from None
    except RecursionError:
        raise JsonFault(text("it is nested too deep")) from None
    except ValueError:  # more digits than Python converts
        raise JsonFault(text("a number has too many digits")) from None
    if source.find("\\u", start, end) >= 0 and _SUSPECT.search(source, start, end):
        _check_values(value)
    return value, end


def _check_values(value: Any) -> None:
    """Refuse text with NUL or half of a surrogate pair."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, dict):
            todo.extend(item.keys())
            todo.extend(item.values())
        elif isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, str):
            if "\0" in item:
                raise JsonFault(text("NUL (\\u0000) is not allowed"))
            if not item.isascii() and any(0xD800 <= ord(c) <= 0xDFFF for c in item):
                raise JsonFault(
                    text("half of a surrogate pair (\\ud800 to \\udfff) is not allowed")
                )


def read_json_games(source: str) -> Iterator[RawGame]:
    """Return the games of a JSON file, lazily. What cannot be read becomes an unreadable game."""
    lines = Lines(source)
    start = _skip_blank(source, 0)
    if source.startswith("[", start):
        yield from _read_array(source, start, lines)
        return
    if _looks_like_ndjson(source):
        yield from _read_ndjson(source, lines)
        return
    at = start
    while at < len(source):
        try:
            value, end = read_value(source, at)
            after = _skip_blank(source, end)
            if after < len(source) and not source.startswith("{", after):
                raise JsonFault(text("there is other data after the game"), after)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            return
        yield RawGame(value, locate=_Locator(source, at, lines), size=end - at)
        at = after


def _read_array(source: str, start: int, lines: Lines) -> Iterator[RawGame]:
    """Return the games of an array. A game that is JSON but refused (for example with a duplicate
    key) does not affect the others; after invalid JSON the rest of the file cannot be read.
    """
    at = _skip_blank(source, start + 1)
    if source.startswith("]", at):
        yield _unreadable(JsonFault(text("the list contains no game"), start), start, lines)
    while not source.startswith("]", at):
        try:
            value, end = read_value(source, at)
            yield RawGame(value, locate=_Locator(source, at, lines), size=end - at)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            after = _end_of_value(source, at)
            if after is None:
                return
            end = after
        at = _skip_blank(source, end)
        if source.startswith(",", at):
            at = _skip_blank(source, at + 1)
        elif not source.startswith("]", at):
            message = text("the list of games ends here without a comma or ]")
            yield _unreadable(JsonFault(message, min(at, len(source) - 1)), at, lines)
            return
    after_list = _skip_blank(source, at + 1)
    if after_list < len(source):
        message = text("there is other data after the list of games")
        yield _unreadable(JsonFault(message, after_list), after_list, lines)


def _end_of_value(source: str, start: int) -> int | None:
    """Return where a refused JSON value ends; None if it is not JSON at all."""
    try:
        return _lenient.raw_decode(source, start)[1]
    except (ValueError, RecursionError):
        return None


NDJSON_LOOK, NDJSON_SURE = 50, 2
"""How many lines are checked to tell NDJSON from a game on many lines, and how many complete games
at the start are enough.
"""


def _looks_like_ndjson(source: str) -> bool:
    """Return whether most of the first lines are complete games."""
    whole = seen = 0
    for start, end in islice(_line_spans(source), NDJSON_LOOK):
        seen += 1
        if source.startswith("{", start):
            try:
                value, stop = read_value(source[start:end])
            except JsonFault:
                continue
            is_game = isinstance(value, dict) and ("game" in value or "events" in value)
            whole += is_game and stop == end - start
            if whole == seen == NDJSON_SURE:
                return True
    return seen > 1 and whole * 2 >= seen


def _line_spans(source: str) -> Iterator[tuple[int, int]]:
    """Return start and end of each line that is not blank, without blanks at its ends. Only LF
    (and CR before it) ends a line.
    """
    start = 0
    while start < len(source):
        end = source.find("\n", start)
        end = len(source) if end < 0 else end
        line = source[start:end]
        stripped = line.lstrip(_LINE_BLANKS)
        if stripped.strip():
            left = len(line) - len(stripped)
            yield start + left, start + len(line.rstrip())
        start = end + 1


def _read_ndjson(source: str, lines: Lines) -> Iterator[RawGame]:
    for start, end in _line_spans(source):
        line = source[start:end]
        try:
            value, stop = read_value(line)
            if _skip_blank(line, stop) < len(line):
                message = text("there is other data after the game; write one game per line")
                raise JsonFault(message, stop)
        except JsonFault as fault:
            offset = None if fault.offset is None else start + fault.offset
            yield _unreadable(JsonFault(fault.reason, offset), start, lines)
            continue
        yield RawGame(value, locate=_Locator(source, start, lines), size=end - start)


def _unreadable(fault: JsonFault, start: int, lines: Lines) -> RawGame:
    line, column = lines.place(start if fault.offset is None else fault.offset)
    message = text("This is not valid JSON: {reason}.", reason=fault.reason)
    return RawGame(None, Unreadable(None, "json", message, line, column))


def _skip_blank(source: str, start: int) -> int:
    match = _NOT_BLANK.search(source, start)
    return match.start() if match else len(source)


class _Locator:
    """Finds the place of an event in a JSON game. Works on demand: only findings need places."""

    def __init__(self, source: str, start: int, lines: Lines) -> None:
        self._text, self._start, self._lines = source, start, lines

    def __call__(self, event: int | None, key: str | None) -> Place:
        offset = self._start
        if event is not None:
            events = self._member(offset, "events")
            if events is not None:
                offset = self._item(events, event)
        if key is not None:
            offset = self._member(offset, key) or offset
        return self._lines.place(offset)

    def _item(self, start: int, number: int) -> int:
        """Return the offset of a list's item; `start` is the bracket's."""
        at = _skip_blank(self._text, start + 1)
        for _ in range(number):
            _, at = _decoder.raw_decode(self._text, at)
            at = _skip_blank(self._text, _skip_blank(self._text, at) + 1)
        return at

    def _member(self, start: int, wanted: str) -> int | None:
        """Return the offset of an object's value; None if the object has no such key."""
        source = self._text
        at = _skip_blank(source, start + 1)
        while source.startswith('"', at):
            key, at = _decoder.raw_decode(source, at)
            at = _skip_blank(source, _skip_blank(source, at) + 1)
            if key == wanted:
                return at
            _, at = _decoder.raw_decode(source, at)
            at = _skip_blank(source, at)
            if source.startswith(",", at):
                at = _skip_blank(source, at + 1)
        return None
