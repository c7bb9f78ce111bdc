"""Read a CSV of results (spec 5.1, 5.2): one line per seat."""

import csv
import io
import math
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

from .games import Game, Side

REQUIRED = ("game", "played_at", "group", "seat", "player", "place")
OPTIONAL = ("team", "pool", "uploader")
MAX_TIED = 8


class InvalidResults(Exception):
    """The file can't be used: the line, what is wrong and what to do."""

    def __init__(self, line: int, problem: str, remedy: str) -> None:
        super().__init__(f"line {line}: {problem}; {remedy}")


class _Row(NamedTuple):
    game: str
    played_at: str
    group: str
    seat: str
    player: str
    place: float | None
    team: str
    pool: str
    uploader: str


def read_results(content: bytes) -> dict[str, list[Game]]:
    """Return the games of each pool. Raises InvalidResults."""
    seats: dict[tuple[str, str], dict[str, tuple[int, _Row]]] = {}
    for line, row in _rows(content):
        stored = seats.setdefault((row.pool, row.game), {})
        if row.seat not in stored:
            stored[row.seat] = line, row
        elif stored[row.seat][1] != row:
            raise InvalidResults(
                line,
                f"seat {row.seat!r} of game {row.game!r} was given on line "
                f"{stored[row.seat][0]} with different content",
                "delete one of the two lines",
            )
    pools: dict[str, list[Game]] = {}
    for (pool, _), rows in seats.items():
        pools.setdefault(pool, []).append(_game(list(rows.values())))
    return dict(sorted(pools.items()))


def _rows(content: bytes) -> Iterator[tuple[int, _Row]]:
    text = _decoded(content)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    columns: dict[str, int] | None = None
    line = 1
    try:
        for fields in reader:
            first, line = line, reader.line_num + 1
            if not fields:
                continue
            if columns is None:
                columns, width = _columns(fields, first), len(fields)
                continue
            if len(fields) != width:
                raise InvalidResults(
                    first,
                    f"{len(fields)} fields instead of {width}",
                    "write one field per column of the header",
                )
            yield first, _row({name: fields[n].strip() for name, n in columns.items()}, first)
    except csv.Error as error:
        raise InvalidResults(line, f"invalid CSV ({error})", "fix the quotes") from error
    if columns is None:
        raise InvalidResults(1, "no header", f"start the file with {','.join(REQUIRED)}")


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidResults(line, "not UTF-8", "save the file as UTF-8") from error


def _columns(fields: list[str], line: int) -> dict[str, int]:
    names = [field.strip() for field in fields]
    for name in REQUIRED:
        if name not in names:
            raise InvalidResults(line, f"no column {name!r}", "add it to the header")
    for name in (*REQUIRED, *OPTIONAL):
        if names.count(name) > 1:
            raise InvalidResults(line, f"column {name!r} occurs twice", "delete one of them")
    return {name: names.index(name) for name in (*REQUIRED, *OPTIONAL) if name in names}


def _row(fields: dict[str, str], line: int) -> _Row:
    for name in ("game", "group", "seat"):
        if not fields[name]:
            raise InvalidResults(line, f"{name} is empty", f"write the {name} in every line")
    place = None
    if fields["place"]:
        try:
            place = float(fields["place"])
        except ValueError:
            place = math.nan
        if not math.isfinite(place):
            raise InvalidResults(
                line, f"place {fields['place']!r} is not a number", "write 1 for the best place"
            )
    parse_time(fields["played_at"], line)
    return _Row(
        fields["game"],
        fields["played_at"],
        fields["group"],
        fields["seat"],
        fields["player"],
        place,
        fields.get("team", ""),
        fields.get("pool", ""),
        fields.get("uploader", ""),
    )


def parse_time(text: str, line: int) -> tuple[int | None, float | None]:
    """Return the ordinal of the day in UTC, and the seconds of an instant with a zone. A date, or
    a time without a zone, is a day.
    """
    if not text:
        return None, None
    try:
        if len(text) <= 10:
            return date.fromisoformat(text).toordinal(), None
        time = datetime.fromisoformat(text)
        if time.tzinfo is None:
            return time.date().toordinal(), None
        time = time.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise InvalidResults(
            line, f"played_at {text!r} is not a date", "write it as 2026-11-29, or leave it empty"
        ) from error
    return time.date().toordinal(), time.timestamp()


def _game(rows: list[tuple[int, _Row]]) -> Game:
    rows.sort(key=lambda each: each[1].seat)
    first_line, first = min(rows)
    sides: dict[tuple[bool, str], list[tuple[int, _Row]]] = {}
    for line, row in rows:
        _compare(line, row, first_line, first)
        sides.setdefault((bool(row.team), row.team or row.seat), []).append((line, row))
    if len(sides) < 2:
        raise InvalidResults(
            max(line for line, _ in rows),
            f"game {first.game!r} has one side only",
            "add the lines of the other sides",
        )
    teams = tuple(sorted(_side(members) for members in sides.values()))
    _check_ties(teams, first_line, first)
    day, instant = parse_time(first.played_at, first_line)
    return Game(first.game, first.group, day, instant, teams, first.uploader)


def _compare(line: int, row: _Row, first_line: int, first: _Row) -> None:
    """Raise InvalidResults if two lines of one game contradict each other."""
    if (row.place is None) != (first.place is None):
        raise InvalidResults(
            max(line, first_line),
            f"game {row.game!r} has places in some lines only",
            "write the place of every seat, or none to predict the game",
        )
    for name in ("group", "played_at", "uploader"):
        if getattr(row, name) != getattr(first, name):
            raise InvalidResults(
                max(line, first_line),
                f"{name} differs between lines of game {row.game!r}",
                "write the same in every line of a game",
            )


def _side(members: list[tuple[int, _Row]]) -> Side:
    row = members[-1][1]
    if len({member.place for _, member in members}) > 1:
        raise InvalidResults(
            max(line for line, _ in members),
            f"team {row.team!r} of game {row.game!r} has two places",
            "write the same place for all its seats",
        )
    name = "+".join(member.seat for _, member in members)
    return Side(name, tuple(member.player for _, member in members), row.place)


def _check_ties(sides: tuple[Side, ...], line: int, first: _Row) -> None:
    places = [side.place for side in sides]
    if first.place is not None and max(places.count(place) for place in places) > MAX_TIED:
        raise InvalidResults(
            line,
            f"more than {MAX_TIED} sides of game {first.game!r} are tied",
            "remove the game",
        )
