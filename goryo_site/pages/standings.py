"""Standings and cross-tables of the games of one kind.

A player scores one point for each opponent who ended behind, and half a point for each one level.
So a win against one opponent is 1 point, and the places at a table of four are 3, 2, 1 and 0
points. Partners are no opponents of each other. A game without a result gives no points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

AHEAD, LEVEL, BEHIND = 2, 1, 0
"""Halves of a point."""


class Seated(NamedTuple):
    """A player of a game. `key` identifies the name; empty: not named. `rank` is 1 for the best."""

    key: str
    side: int
    rank: int


class Result(NamedTuple):
    """A finished game with a result."""

    game: str
    players: tuple[Seated, ...]

    @property
    def is_clear(self) -> bool:
        """Whether no name is at two seats."""
        keys = [player.key for player in self.players if player.key]
        return len(keys) == len(set(keys))


class Meeting(NamedTuple):
    """What a player scored against another one in a game, in halves of a point."""

    game: str
    halves: int


@dataclass(slots=True)
class Standing:
    """A row of the table. `place` is shared by players whom no rule separates. `halves` are half
    points, `most` the halves that winning every game would give, `direct` the halves scored against
    players with as many points. `won` are games that the player alone, or with partners, won.
    """

    key: str
    games: int = 0
    won: int = 0
    halves: int = 0
    most: int = 0
    direct: int = 0
    place: int = 0
    is_place_shared: bool = False

    @property
    def order(self) -> tuple[int, int, int]:
        """What decides about the place; the largest is first."""
        return self.halves, self.direct, self.won


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of some games, the first place first, and who met whom. `n_games` have given
    points; in `n_unclear` a name is at two seats, so they give none.
    """

    rows: tuple[Standing, ...]
    n_games: int
    n_unclear: int
    meetings: dict[tuple[str, str], list[Meeting]] = field(default_factory=dict)


def table_of(results: Iterable[Result]) -> Table:
    """Return the table of some games. Players with equal points are ordered by their points in the
    games among them, then by games won; if these are equal too, they share the place.
    """
    rows: dict[str, Standing] = {}
    meetings: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
    n_games = n_unclear = 0
    for result in results:
        if not result.is_clear:
            n_unclear += 1
            continue
        n_games += 1
        for player in result.players:
            if player.key:
                _add(rows.setdefault(player.key, Standing(player.key)), player, result, meetings)
    ranked = _ranked(list(rows.values()), meetings)
    return Table(tuple(ranked), n_games, n_unclear, dict(meetings))


def _add(
    row: Standing,
    player: Seated,
    result: Result,
    meetings: dict[tuple[str, str], list[Meeting]],
) -> None:
    opponents = [other for other in result.players if other.side != player.side]
    row.games += 1
    row.won += bool(opponents) and all(player.rank < other.rank for other in opponents)
    for other in opponents:
        halves = score(player, other)
        row.halves += halves
        row.most += AHEAD
        if other.key:
            meetings[player.key, other.key].append(Meeting(result.game, halves))


def score(player: Seated, other: Seated) -> int:
    """Return what a player scores against an opponent, in halves of a point."""
    if player.rank == other.rank:
        return LEVEL
    return AHEAD if player.rank < other.rank else BEHIND


def _ranked(
    rows: list[Standing], meetings: dict[tuple[str, str], list[Meeting]]
) -> Sequence[Standing]:
    halves = {row.key: row.halves for row in rows}
    direct: Counter[str] = Counter()
    for (key, other), scored in meetings.items():
        if halves[key] == halves[other]:
            direct[key] += sum(meeting.halves for meeting in scored)
    for row in rows:
        row.direct = direct[row.key]
    ranked = sorted(rows, key=lambda row: (*(-part for part in row.order), row.key))
    for _, group in groupby(enumerate(ranked, 1), key=lambda pair: pair[1].order):
        same = list(group)
        for _, row in same:
            row.place, row.is_place_shared = same[0][0], len(same) > 1
    return ranked
