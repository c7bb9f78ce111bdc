"""Baselines of random legal play, made by a job and stored with their seed."""

import random
from typing import NamedTuple

from django.db.models import Sum

from analytics.models import Baseline, Cell
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from analytics.rollups.measures import total
from games.registry import KINDS, get_kind, random_game

GAMES = 1000
"""Games of a baseline: enough to know a share of one half to three per cent."""
SEED = "baseline-1"
MIN_GAMES = 10
"""A baseline is made from this many counted games on."""


class Table(NamedTuple):
    """The kind, board and ruleset of a baseline."""

    kind: str
    board_digest: str
    edition: str
    mode: str


def make_baseline(table: Table, games: int = GAMES, seed: str = SEED) -> Baseline:
    """Play at random and store the counts by space. The same seed, engine and counting rules give
    the same baseline. Raises ValueError where nothing is counted by space, or the board is not
    known.
    """
    kind, metric = get_kind(table.kind), answer_reads.spaces_metric(table.kind)
    board = LIVE.board(table.board_digest)
    if metric is None or board is None:
        raise ValueError(f"nothing is counted on a board {table.board_digest[:8]} of {kind.title}")
    chance = random.Random(f"{seed} {' '.join(table)}")  # noqa: S311 - play, no secret
    rules, data = (table.edition, table.mode), dict(board.data)
    value = total(
        kind.counting.facts(random_game(kind.slug, rules, data, board.digest, chance)).get(
            metric.key, {}
        )
        for _ in range(games)
    )
    made = {
        "seed": seed,
        "games": games,
        "engine_version": str(kind.rules.version),
        "facts_version": kind.counting.version,
        "sums": value,
    }
    return Baseline.objects.update_or_create(**table._asdict(), defaults=made)[0]


def tables_without_baseline() -> list[Table]:
    """Return where enough games are counted without a baseline by the current engine and counting
    rules, most played first.
    """
    current = set[Table]()
    for row in Baseline.objects.all():
        kind = KINDS.get(row.kind)
        made = row.engine_version, row.facts_version
        if kind and made == (str(kind.rules.version), kind.counting.version):
            current.add(Table(row.kind, row.board_digest, row.edition, row.mode))
    rows = Cell.objects.order_by().values(*Table._fields).annotate(n=Sum("games"))
    rows = rows.filter(n__gte=MIN_GAMES).order_by("-n", *Table._fields)
    tables = (Table(*(row[name] for name in Table._fields)) for row in rows)
    return [
        table
        for table in tables
        if table not in current and table.kind in KINDS and KINDS[table.kind].rules.random_event
    ]
