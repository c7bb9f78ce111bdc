"""The learning curves of a snapshot, which has no games."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from analytics.facts.extract import Extract
from analytics.models import KEY_FIELDS
from analytics.models.snapshots import Key
from analytics.reads.learning import (
    MAX_GAMES,
    UNDATED,
    DatedGame,
    LearningMeasure,
    curves_of,
    learning_measures,
    plain_point,
)
from analytics.rollups.players import INSTANT
from analytics.services.results import Pool
from games.registry import get_kind

Order = tuple[str, bool, int]
"""The place of a game in time: its instant; then human games first; then its number, downwards: an
upload stores its last game first (`replays.models.game.game_key`).
"""
_POOLS = {"no": (False,), "yes": (True,), "all": (False, True)}
"""Values of the filter `simulated`."""


class LearningGames:
    """The dated games of some kinds, at most `MAX_GAMES` of a pool, and their learning curves.

    They know neither uploaders nor uploads, so a dump is enough to repeat them. Games are numbered
    as in the live answer, except for those of one instant from different uploads.
    """

    def __init__(self) -> None:
        self._counts: Counter[Pool] = Counter()
        self._games: dict[Pool, list[tuple[Order, DatedGame]]] = defaultdict(list)
        self._measures: dict[str, list[LearningMeasure]] = {}

    def add(self, game: int, key: Key, made: Extract) -> None:
        """Add a game by its number, in the order of primary keys, the key of its cell, and its
        facts with the keys of names.
        """
        of = dict(zip(KEY_FIELDS, key, strict=True))
        kind, is_simulated = pool = str(of["kind"]), bool(of["is_simulated"])
        if kind not in self._measures:
            self._measures[kind] = [*learning_measures(get_kind(kind)).values()]
        self._counts[pool] += 1
        if self._counts[pool] > MAX_GAMES:
            self._games.pop(pool, None)
        elif not made.time_key.startswith(UNDATED):
            order = made.time_key[:INSTANT], is_simulated, -game
            wanted = {each.habit.key for each in self._measures[kind] if each.habit}
            habits = {
                role: {name: of_role[name] for name in wanted & of_role.keys()}
                for role, of_role in made.habits.items()
            }
            self._games[pool].append((order, DatedGame(made.seats, habits)))

    def curves(self, handles: Mapping[str, str]) -> dict[str, Any]:
        """Return the curves as `Snapshot.learning` stores them: kind → value of the filter
        `simulated` → measure → curve → points; instead of the measures None above `MAX_GAMES`.
        `handles` are those of all players who are not hidden, by the keys of their names.
        """
        return {
            kind: {
                simulated: self._pool(kind, [(kind, each) for each in is_simulated], handles)
                for simulated, is_simulated in _POOLS.items()
            }
            for kind in sorted(self._measures)
        }

    def _pool(
        self, kind: str, pools: list[Pool], handles: Mapping[str, str]
    ) -> dict[str, Any] | None:
        if sum(self._counts[pool] for pool in pools) > MAX_GAMES:
            return None
        ordered = sorted((one for pool in pools for one in self._games[pool]), key=itemgetter(0))
        games = [game for _, game in ordered]
        return {
            measure.key: {
                curve: [*map(plain_point, points)]
                for curve, points in curves_of(games, handles, measure, cap=0.0).items()
            }
            for measure in self._measures[kind]
        }
