"""Results of games as the model reads them, and their canonical order."""

from collections.abc import Iterable
from typing import NamedTuple

MODEL_VERSION = "joint-1"
MIN_EFFECTIVE, MIN_PLAYERS = 20, 4
"""Effective games, and players on several sides, that the effects of a group's seats need (spec
3.4).
"""


class Side(NamedTuple):
    """What wins or loses: a seat, or a team of seats. `members` are the players' names, empty for a
    nameless player; `place` is 1 for the best, None in a game to be predicted.
    """

    name: str
    members: tuple[str, ...]
    place: float | None


class Game(NamedTuple):
    """A game of a pool. `day` is the ordinal of its day in UTC and `instant` its seconds, None
    without a date; `group` is `ruleset/board`.
    """

    key: str
    group: str
    day: int | None
    instant: float | None
    sides: tuple[Side, ...]
    uploader: str = ""

    @property
    def names(self) -> set[str]:
        """The named players."""
        return {name for side in self.sides for name in side.members if name}

    @property
    def first_shares(self) -> dict[str, float]:
        """Each side's share of the first place: a tie of m sides gives 1/m."""
        best = min(side.place for side in self.sides if side.place is not None)
        first = [side.name for side in self.sides if side.place == best]
        return {side.name: 1 / len(first) if side.name in first else 0.0 for side in self.sides}


def ruleset_of(group: str) -> str:
    """Return the ruleset of a group: what comes before the last slash."""
    return group.rpartition("/")[0] or group


def in_order(games: Iterable[Game]) -> list[Game]:
    """Return games in an order that depends only on what they contain, so that sums over them do
    not depend on the order of rows or uploads. Keys come last: they may follow the uploads.
    """
    return sorted(games, key=_order)


def _order(game: Game) -> tuple[object, ...]:
    sides = tuple(
        (side.name, side.members, -1.0 if side.place is None else side.place)
        for side in sorted(game.sides)
    )
    when = (1, 0, 0.0) if game.day is None else (0, game.day, game.instant or 0.0)
    return when, game.group, sides, game.uploader, game.key
