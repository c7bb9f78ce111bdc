"""Reading JSON logs: an object, an array, or NDJSON. Strict where Python's reader is not, and it
knows places.

Refused here: duplicate keys, NaN and infinities, numbers beyond range, lone surrogates, NUL,
nesting beyond Python's own bound (`games.core.findings.DEPTH_MAX` is checked where a value is
kept).
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from math import isfinite
from typing import Any

from games.log.raw import Lines, Place, RawGame, Unreadable

_SUSPECT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_lenient = json.JSONDecoder()
_LINE_BLANKS = " \t\r\n\f\v\ufeff"
_NOT_BLANK = re.compile(r"[^\s]")


class JsonFault(ValueError):
    """A JSON text that is refused, with the offset where it is wrong (None: unknown)."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        super().__init__(message)
        self.offset = offset


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add gives None
        raise JsonFault(f"the key {twice!r:.60} stands twice in one object")
    return value


def _constant(word: str) -> Any:
    raise JsonFault(f"{word} is no number here; every number is finite")


def _float(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise JsonFault("a number is too large")
    return value


_decoder = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)


def read_value(text: str, start: int = 0) -> tuple[Any, int]:
    """One JSON value from an offset on, and the offset after it. Raises JsonFault."""
    try:
        value, end = _decoder.raw_decode(text, start)
    except JsonFault:
        raise
    except json.JSONDecodeError as fault:
        raise JsonFault(fault.msg, fault.pos) from None
    except RecursionError:
        raise JsonFault("nested far too deep") from None
    except ValueError as fault:
        raise JsonFault(f"a number is too long ({fault})".split(":")[0] + ")") from None
    if text.find("\\u", start, end) >= 0 and _SUSPECT.search(text, start, end):
        _check_values(value)
    return value, end


def _check_values(value: Any) -> None:
    """Refuse text that is no Unicode text, or that holds NUL."""
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
                raise JsonFault("NUL (\\u0000) is in no text here")
            if not item.isascii() and any(0xD800 <= ord(c) <= 0xDFFF for c in item):
                raise JsonFault("half of a surrogate pair (\\ud800 to \\udfff) is no text")


def read_json_games(text: str) -> Iterator[RawGame]:
    """The games of a JSON file, lazily. What cannot be read becomes an unreadable game in its
    place.
    """
    lines = Lines(text)
    start = _skip_blank(text, 0)
    if text.startswith("[", start):
        yield from _read_array(text, start, lines)
        return
    if _looks_like_ndjson(text):
        yield from _read_ndjson(text, lines)
        return
    at = start
    while at < len(text):
        try:
            value, end = read_value(text, at)
            after = _skip_blank(text, end)
            if after < len(text) and not text.startswith("{", after):
                raise JsonFault("there is something else after the JSON of the game", after)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            return
        yield RawGame(value, locate=_Locator(text, at, lines), size=end - at)
        at = after


def _read_array(text: str, start: int, lines: Lines) -> Iterator[RawGame]:
    """The games of an array one by one. A game that is JSON but refused (a key twice, say) refuses
    itself alone; where it is no JSON the rest of the file cannot be read.
    """
    at = _skip_blank(text, start + 1)
    if text.startswith("]", at):
        yield _unreadable(JsonFault("the list holds no game", start), start, lines)
    while not text.startswith("]", at):
        try:
            value, end = read_value(text, at)
            yield RawGame(value, locate=_Locator(text, at, lines), size=end - at)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            after = _end_of_value(text, at)
            if after is None:
                return
            end = after
        at = _skip_blank(text, end)
        if text.startswith(",", at):
            at = _skip_blank(text, at + 1)
        elif not text.startswith("]", at):
            message = "the list of games is broken off here: a comma or ] is missing"
            yield _unreadable(JsonFault(message, min(at, len(text) - 1)), at, lines)
            return
    after_list = _skip_blank(text, at + 1)
    if after_list < len(text):
        message = "there is more after the list of games"
        yield _unreadable(JsonFault(message, after_list), after_list, lines)


def _end_of_value(text: str, start: int) -> int | None:
    """Where a JSON value ends that this reader refuses; None where it is no JSON at all."""
    try:
        return _lenient.raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


NDJSON_LOOK, NDJSON_SURE = 50, 2
"""Lines that are looked at to tell NDJSON from a game written over many lines; if the first few are
whole games, these are enough.
"""


def _looks_like_ndjson(text: str) -> bool:
    """Whether most of the first lines are games by themselves, however broken others are."""
    whole = seen = 0
    for start, end in islice(_line_spans(text), NDJSON_LOOK):
        seen += 1
        if text.startswith("{", start):
            try:
                value, stop = read_value(text[start:end])
            except JsonFault:
                continue
            is_game = isinstance(value, dict) and ("game" in value or "events" in value)
            whole += is_game and stop == end - start
            if whole == seen == NDJSON_SURE:
                return True
    return seen > 1 and whole * 2 >= seen


def _line_spans(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each line that is not blank, without blanks at its ends; only LF (and CR
    before it) ends a line.
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        line = text[start:end]
        stripped = line.lstrip(_LINE_BLANKS)
        if stripped.strip():
            left = len(line) - len(stripped)
            yield start + left, start + len(line.rstrip())
        start = end + 1


def _read_ndjson(text: str, lines: Lines) -> Iterator[RawGame]:
    for start, end in _line_spans(text):
        line = text[start:end]
        try:
            value, stop = read_value(line)
            if _skip_blank(line, stop) < len(line):
                raise JsonFault(
                    "there is more after the game on this line; write one game a line", stop
                )
        except JsonFault as fault:
            offset = None if fault.offset is None else start + fault.offset
            yield _unreadable(JsonFault(str(fault), offset), start, lines)
            continue
        yield RawGame(value, locate=_Locator(text, start, lines), size=end - start)


def _unreadable(fault: JsonFault, start: int, lines: Lines) -> RawGame:
    line, column = lines.place(start if fault.offset is None else fault.offset)
    message = f"This is no JSON that can be read: {fault}."
    return RawGame(None, Unreadable(None, "json", message, line, column))


def _skip_blank(text: str, start: int) -> int:
    match = _NOT_BLANK.search(text, start)
    return match.start() if match else len(text)


class _Locator:
    """Finds where an event of a JSON game stands. Works only when asked, since only findings
    ask.
    """

    def __init__(self, text: str, start: int, lines: Lines) -> None:
        self._text, self._start, self._lines = text, start, lines

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
        """Offset of a list's item; `start` is the bracket's."""
        at = _skip_blank(self._text, start + 1)
        for _ in range(number):
            _, at = _decoder.raw_decode(self._text, at)
            at = _skip_blank(self._text, _skip_blank(self._text, at) + 1)
        return at

    def _member(self, start: int, wanted: str) -> int | None:
        """Offset of an object's value; None where the object has no such key."""
        text = self._text
        at = _skip_blank(text, start + 1)
        while text.startswith('"', at):
            key, at = _decoder.raw_decode(text, at)
            at = _skip_blank(text, _skip_blank(text, at) + 1)
            if key == wanted:
                return at
            _, at = _decoder.raw_decode(text, at)
            at = _skip_blank(text, at)
            if text.startswith(",", at):
                at = _skip_blank(text, at + 1)
        return None
