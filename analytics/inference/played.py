"""Counted games as the model of results reads them (`analytics.results_model`)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from analytics.results_model.games import Game, Side

_DAY_NANOSECONDS = 24 * 3600 * 10**9
_TIME_DIGITS = 21


class Group(NamedTuple):
    """The games that one balance is about: a ruleset on a board."""

    edition: str
    mode: str
    board: str

    @property
    def label(self) -> str:
        """The group's label in the model: `2024-standard/<digest of the board>`."""
        return f"{'-'.join(part for part in (self.edition, self.mode) if part)}/{self.board}"


class Played(NamedTuple):
    """A counted game: its seats (`analytics.rollups.players`) with a player's handle, or None, as
    `name`; `uploader` is the key of its uploader, empty if unknown.
    """

    game: int
    group: Group
    time_key: str
    seats: Sequence[Mapping[str, Any]]
    uploader: str = ""


def is_ranked(seats: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a game was decided between two sides or more."""
    return len({seat["side"] for seat in seats} - {-1}) > 1


def model_game(played: Played) -> Game:
    """Return a ranked game as the model reads it. A side is named by what the balance of its game
    compares: a role, or a position in the turn order.
    """
    sides: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for seat in played.seats:
        if seat["side"] != -1:
            sides[seat["side"]].append(seat)
    return Game(
        key=str(played.game),
        group=played.group.label,
        day=_day_of(played.time_key),
        instant=None,
        sides=tuple(sorted(map(_side, sides.values()))),
        uploader=played.uploader,
    )


def _side(seats: Sequence[Mapping[str, Any]]) -> Side:
    names = tuple(sorted(seat["name"] or "" for seat in seats))
    return Side(seats[0]["place"], names, float(seats[0]["rank"]))


def _day_of(time_key: str) -> int | None:
    """Return the ordinal of the day in UTC; None without a date (`time_key_of`)."""
    nanoseconds = int(time_key[:_TIME_DIGITS] or 0)
    return 1 + nanoseconds // _DAY_NANOSECONDS if nanoseconds else None
