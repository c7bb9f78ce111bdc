"""Reads JSON logs: an object, an array, or NDJSON. Stricter than Python's reader, and with places.

Refused here: duplicate keys, NaN and infinities, numbers out of range, lone surrogates, NUL, and
nesting beyond Python's limit (`games.core.findings.DEPTH_MAX` is checked where a value is used).
"""

import json
import re
from collections.abc import Generator, Iterator
from itertools import islice
from math import isfinite
from typing import Any

from games.core.findings import DELETE, Fix
from games.core.language import text
from games.log.json_faults import comma_message, find_refused, trailing_comma
from games.log.raw import Fault, Lines, Place, RawGame

_SUSPECT = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_lenient = json.JSONDecoder()
_LINE_BLANKS = " \t\r\n\f\v\ufeff"
_NOT_BLANK = re.compile(r"[^\s]")


class JsonFault(ValueError):
    """JSON that is refused, with the reason, its offset (None: unknown), the path of the value, and
    whether a character there has to go.
    """

    def __init__(
        self, reason: str, offset: int | None = None, path: str = "", *, is_surplus: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason, self.offset, self.path = reason, offset, path
        self.is_surplus = is_surplus


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
NOT_UTF8 = text("a character is not valid UTF-8; save the file as UTF-8")
_BAD_BYTE = re.compile(f"[{chr(0xDC80)}-{chr(0xDCFF)}]")
"""What Python decodes a byte to that is not UTF-8 (`surrogateescape`)."""
UNREADABLE_MAX = 500
"""After so many games that cannot be read the rest of an array, or of objects, is skipped."""
_GAME_START = re.compile(r'\{\s*"(?:format|game|ruleset|players|events)"\s*:')


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
    except JsonFault as fault:
        raise _placed(fault, source, start) from None
    except json.JSONDecodeError as error:
        raise _syntax_fault(error, source) from None
    except RecursionError:
        raise JsonFault(text("it is nested too deep")) from None
    except ValueError:  # more digits than Python converts
        raise JsonFault(text("a number has too many digits")) from None
    if source.find("\\", start, end) >= 0 and _SUSPECT.search(source, start, end):
        try:
            _check_values(value)
        except JsonFault as fault:
            raise _placed(fault, source, start) from None
    return value, end


def read_only_value(data: bytes) -> Any:
    """Return the JSON value that some UTF-8 bytes contain. Raises ValueError: JsonFault, or of the
    encoding.
    """
    source = data.decode("utf-8").strip()
    value, end = read_value(source)
    if source[end:].strip():
        raise JsonFault(_REASONS["Extra data"])
    return value


def _placed(fault: JsonFault, source: str, start: int) -> JsonFault:
    """Return a fault with its offset and path."""
    found = find_refused(source, start)
    return fault if found is None else JsonFault(fault.reason, *found)


def _syntax_fault(fault: json.JSONDecodeError, source: str) -> JsonFault:
    comma = trailing_comma(source, fault.pos)
    if comma is not None:
        return JsonFault(comma_message(comma[1]), comma[0], is_surplus=True)
    if 0xDC80 <= ord(source[fault.pos : fault.pos + 1] or " ") <= 0xDCFF:
        return JsonFault(NOT_UTF8, fault.pos)
    return JsonFault(_REASONS.get(fault.msg, fault.msg), fault.pos)


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
    """Return the games of a JSON file, lazily. What cannot be read becomes an unreadable game, and
    reading goes on at the next game.
    """
    lines = Lines(source)
    has_bad_bytes = not source.isascii() and _BAD_BYTE.search(source) is not None
    start = _skip_blank(source, 0)
    if source.startswith("[", start):
        yield from _limited(_read_array(source, start, lines, has_bad_bytes))
    elif _looks_like_ndjson(source):
        yield from _read_ndjson(source, lines, has_bad_bytes)
    else:
        yield from _limited(_read_objects(source, start, lines, has_bad_bytes))


def _limited(games: Iterator[RawGame]) -> Iterator[RawGame]:
    """Return the games until too many cannot be read: to find the next one costs more, the longer
    the file is (Python's reader counts its lines for each error).
    """
    n_unread = 0
    for game in games:
        n_unread += game.value is None
        if n_unread > UNREADABLE_MAX:
            message = text(
                "More than {n} games of this file can't be read. The rest was not read. Write one "
                "game per line.",
                n=UNREADABLE_MAX,
            )
            yield RawGame(None, [Fault("json", message, *game.faults[0][2:])])
            return
        yield game


def _read_objects(source: str, at: int, lines: Lines, has_bad_bytes: bool) -> Iterator[RawGame]:
    """Return the games of objects one after the other."""
    while at < len(source):
        try:
            value, end = _read_clean(source, at, has_bad_bytes)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            at = _next_game(source, at)
            continue
        start, at = at, _skip_blank(source, end)
        is_followed = at < len(source) and not source.startswith("{", at)
        if not is_followed or not {"\n", "\r"}.isdisjoint(source[end:at]):
            yield RawGame(
                value, locate=_Locator(source, start, lines), size=end - start, start=start
            )
        if is_followed:
            yield _unreadable(JsonFault(text("there is other data after the game"), at), at, lines)
            at = _next_game(source, at)


def _read_clean(source: str, start: int, has_bad_bytes: bool) -> tuple[Any, int]:
    """Return a JSON value and the offset after it. Raises JsonFault, also for a byte that is not
    UTF-8 in it.
    """
    try:
        value, end = read_value(source, start)
    except JsonFault as fault:
        bad = _bad_byte(source, start, fault.offset or start) if has_bad_bytes else None
        raise bad or fault from None
    bad = _bad_byte(source, start, end) if has_bad_bytes else None
    if bad is not None:
        raise bad
    return value, end


def _bad_byte(source: str, start: int, end: int) -> JsonFault | None:
    match = _BAD_BYTE.search(source, start, end + 1)
    return None if match is None else JsonFault(NOT_UTF8, match.start())


def _next_game(source: str, at: int) -> int:
    """Return where the next game after a refused one begins: after it if it is JSON, else at what
    looks like the beginning of a game.
    """
    end = _end_of_value(source, at)
    if end is not None:
        return _skip_blank(source, end)
    match = _GAME_START.search(source, at + 1)
    return len(source) if match is None else match.start()


def _read_array(source: str, start: int, lines: Lines, has_bad_bytes: bool) -> Iterator[RawGame]:
    """Return the games of an array. A refused game does not affect the others."""
    at = _skip_blank(source, start + 1)
    if source.startswith("]", at):
        yield _unreadable(JsonFault(text("the list contains no game"), start), start, lines)
    while not source.startswith("]", at):
        try:
            value, end = _read_clean(source, at, has_bad_bytes)
            yield RawGame(value, locate=_Locator(source, at, lines), size=end - at, start=at)
        except JsonFault as fault:
            yield _unreadable(fault, at, lines)
            end = _next_game(source, at)
            if source.startswith("{", end):
                at = end
                continue
            if end >= len(source):
                return
        at = yield from _after_item(source, end, lines)
        if at >= len(source):
            return
    after_list = _skip_blank(source, at + 1)
    if after_list < len(source):
        message = text("there is other data after the list of games")
        yield _unreadable(JsonFault(message, after_list), after_list, lines)


def _after_item(source: str, end: int, lines: Lines) -> Generator[RawGame, None, int]:
    """Return where the next game of an array begins, or its bracket; yield a fault in between."""
    at = _skip_blank(source, end)
    if source.startswith(",", at):
        comma, at = at, _skip_blank(source, at + 1)
        if source.startswith("]", at):
            yield _unreadable(JsonFault(comma_message("]"), comma, is_surplus=True), comma, lines)
    elif not source.startswith("]", at):
        message = text("the list of games ends here without a comma or ]")
        yield _unreadable(JsonFault(message, min(at, len(source) - 1)), at, lines)
        at = _next_game(source, at - 1)
    return at


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
    """Return whether most of the first lines that begin with `{` are complete games, and there are
    several lines.
    """
    whole = seen = lines = 0
    for start, end in islice(_line_spans(source), NDJSON_LOOK):
        lines += 1
        if not source.startswith("{", start):
            continue
        seen += 1
        try:
            value, stop = read_value(source[start:end])
        except JsonFault:
            continue
        is_game = isinstance(value, dict) and ("game" in value or "events" in value)
        whole += is_game and stop == end - start
        if whole == seen == NDJSON_SURE:
            return True
    return lines > 1 and whole * 2 >= seen > 0 and whole > 0


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


def _read_ndjson(source: str, lines: Lines, has_bad_bytes: bool) -> Iterator[RawGame]:
    """Return the games of lines. Adjoining lines that cannot be read are one game."""
    is_broken = False
    for start, end in _line_spans(source):
        line = source[start:end]
        try:
            value, stop = _read_clean(line, 0, has_bad_bytes)
            if _skip_blank(line, stop) < len(line):
                message = text("there is other data after the game; write one game per line")
                raise JsonFault(message, stop)
        except JsonFault as fault:
            is_whole = _end_of_value(line, 0) == len(line)
            if is_whole or not is_broken:
                offset = None if fault.offset is None else start + fault.offset
                placed = JsonFault(fault.reason, offset, fault.path, is_surplus=fault.is_surplus)
                yield _unreadable(placed, start, lines)
            is_broken = not is_whole
            continue
        if is_broken and not isinstance(value, dict):  # a piece of a broken game
            continue
        is_broken = False
        yield RawGame(value, locate=_Locator(source, start, lines), size=end - start, start=start)


def _unreadable(fault: JsonFault, start: int, lines: Lines) -> RawGame:
    line, column = lines.place(start if fault.offset is None else fault.offset)
    message = text("This is not valid JSON: {reason}.", reason=fault.reason)
    if fault.path:
        message = text(
            "This is not valid JSON: {reason} (at {path}).", reason=fault.reason, path=fault.path
        )
    fix = Fix(DELETE, line, column, 1) if fault.is_surplus else None
    return RawGame(None, [Fault("json", message, line, column, fix)])


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
        for part in key.split(".") if key is not None else ():
            inner = self._part(offset, part)
            if inner is None:
                break
            offset = inner
        return self._lines.place(offset)

    def _part(self, start: int, name: str) -> int | None:
        """Return the offset of a member or item of the value at an offset."""
        if self._text.startswith("{", start):
            return self._member(start, name)
        return self._item(start, int(name)) if name.isdecimal() else None

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
