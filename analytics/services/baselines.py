"""Baselines of random legal play, played in slices by a job.

Game number n of a baseline depends only on the seed, the table and n. So slices of any length give
the same sums as one run, and a slice that was killed is played again.
"""

import random
import time
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, Sum
from django.utils import timezone

from analytics.models import Baseline, Cell
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from analytics.rollups.measures import Sums, add_into, merged
from games.core.metrics import Facts
from games.registry import KINDS, get_kind, random_player

from .ledger import lock_ledger

GAMES = 1000
"""Games of a baseline: enough to know a share of one half to three per cent."""
SEED = "baseline-2"
MIN_GAMES = 10
"""A baseline is made from this many counted games on."""
IDLE_SECONDS = 60.0
"""A baseline without a new slice for this long was interrupted, and is continued."""


class Table(NamedTuple):
    """The kind, board and ruleset of a baseline."""

    kind: str
    board_digest: str
    edition: str
    mode: str


Play = Callable[[random.Random], Sums]
"""Plays a game and returns its sums by space."""


class Slice(NamedTuple):
    """The next slice of a baseline: its primary key, and how many games are played before it."""

    baseline: int
    games: int


def begin_baseline(table: Table, games: int | None = None, seed: str | None = None) -> Baseline:
    """Return the baseline of a table. It is started again if it is of an earlier engine or earlier
    counting rules, or if another number of games or another seed is given.
    """
    kind = get_kind(table.kind)
    versions = {"engine_version": str(kind.rules.version), "facts_version": kind.counting.version}
    fresh = {"target": games or GAMES, "seed": seed or SEED, **versions, "games": 0, "sums": {}}
    wanted = versions | ({"target": games} if games else {}) | ({"seed": seed} if seed else {})
    row, _ = Baseline.objects.get_or_create(**table._asdict(), defaults=fresh)
    if any(getattr(row, name) != value for name, value in wanted.items()):
        row.continued_at = timezone.now()
        for name, value in fresh.items():
            setattr(row, name, value)
        row.save()
    return row


def play_slice(row: Baseline, seconds: float | None = None, limit: int | None = None) -> bool:
    """Play the next games of a baseline for some seconds (default: `BASELINE_SLICE_SECONDS`), at
    most `limit`, and add them to the row. Return False, and add nothing, if another process did
    that meanwhile. Raises ValueError if the table can't be played.
    """
    ends = time.monotonic() + (settings.BASELINE_SLICE_SECONDS if seconds is None else seconds)
    table = Table(*(getattr(row, name) for name in Table._fields))
    play, sums, games = _player(table), Sums(), row.games
    for number in range(row.games, min(row.target, row.games + (limit or row.target))):
        add_into(sums, play(random.Random(f"{row.seed} {' '.join(table)} {number}")))  # noqa: S311
        games = number + 1
        if time.monotonic() >= ends:
            break
    return _store(row, games, sums)


def _store(row: Baseline, games: int, sums: Sums) -> bool:
    """Add the sums of a slice to a row that has not changed since it was read."""
    fields = ("pk", "games", "target", "seed", "engine_version", "facts_version")
    with transaction.atomic():
        if games == row.target:
            lock_ledger()  # answers change: a lift exists from now on
        unchanged = Baseline.objects.filter(**{name: getattr(row, name) for name in fields})
        stored = unchanged.update(
            games=games, sums=merged(row.sums, sums), continued_at=timezone.now()
        )
    if stored:
        row.refresh_from_db()
    return bool(stored)


def continue_baselines(slice_: Slice | None = None) -> Slice | None:
    """Play one slice: the given one if it is still the next of its baseline, else of the first
    table without a baseline. Return the slice after it; None if there is none, or if another job
    plays it.
    """
    row = _next_row() if slice_ is None else _row_at(slice_)
    if row is None or not play_slice(row):
        return None
    if row.is_complete and (row := _next_row()) is None:
        return None
    return Slice(row.pk, row.games)


def _row_at(slice_: Slice) -> Baseline | None:
    rows = Baseline.objects.filter(pk=slice_.baseline, games=slice_.games, games__lt=F("target"))
    row = rows.first()
    return row if row is not None and _is_current(row) else None


def _next_row() -> Baseline | None:
    """Return the next baseline to play. None if there is none, or if another job plays it."""
    table = next(filter(_is_playable, tables_without_baseline()), None)
    if table is None:
        return None
    row = begin_baseline(table)
    is_idle = row.continued_at < timezone.now() - timedelta(seconds=IDLE_SECONDS)
    return row if is_idle or not row.games else None


def _is_playable(table: Table) -> bool:
    try:
        _player(table)
    except ValueError:
        return False
    return True


def _player(table: Table) -> Play:
    """Return a function that plays a game. Raises ValueError where nothing is counted by space, the
    board is not known, or the rules have no random play.
    """
    counting, metric = get_kind(table.kind).counting, answer_reads.spaces_metric(table.kind)
    board = LIVE.board(table.board_digest)
    if metric is None or board is None:
        raise ValueError(f"nothing is counted on a board {table.board_digest[:8]}")
    rules, key = (table.edition, table.mode), metric.key
    play = random_player(table.kind, rules, dict(board.data), board.digest)

    def sums(chance: random.Random) -> Sums:
        replay = play(chance)
        if counting.visits is None:
            return dict(counting.facts(replay).get(key, {}))
        facts = Facts()
        facts.visits(key, *counting.visits(replay))
        return dict(facts.sums().get(key, {}))

    return sums


def tables_without_baseline() -> list[Table]:
    """Return where enough games are counted without a complete baseline by the current engine and
    counting rules, most played first.
    """
    complete = filter(_is_current, Baseline.objects.complete().defer("sums"))
    current = {Table(*(getattr(row, name) for name in Table._fields)) for row in complete}
    rows = Cell.objects.order_by().values(*Table._fields).annotate(n=Sum("games"))
    rows = rows.filter(n__gte=MIN_GAMES).order_by("-n", *Table._fields)
    tables = (Table(*(row[name] for name in Table._fields)) for row in rows)
    return [
        table
        for table in tables
        if table not in current and table.kind in KINDS and KINDS[table.kind].rules.random_event
    ]


def _is_current(row: Baseline) -> bool:
    kind = KINDS.get(row.kind)
    versions = row.engine_version, row.facts_version
    return kind is not None and versions == (str(kind.rules.version), kind.counting.version)
