"""Rebuilding charts and tables from open data: the games of a dump are counted again."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from analytics.dumps.reading import (
    Dump,
    baselines_of,
    boards_of,
    counted_games,
    players_of,
    sums_of,
)
from analytics.models import Baseline, PlayerCell, Snapshot
from analytics.rollups.measures import split_trees
from analytics.rollups.players import named_seats
from replays.reads import names as name_reads

from .snapshots import PlayerSums, store_cells

Answer = TypeVar("Answer")


def with_dump(
    dump: Dump,
    kind: str,
    read: Callable[[str], Answer],
    *,
    replayed: bool,
    has_players: bool = False,
) -> Answer:
    """Return what `read` returns for a snapshot of the dump's games of a kind, given its name; with
    `has_players` the snapshot also has players, ratings and balance, which takes longer.

    The sums are in the database only while `read` runs, inside a transaction that is rolled back:
    other connections do not see them, and they contain no data of this site.
    """
    manifest, boards = dump.manifest, boards_of(dump)
    sums = sums_of(dump, kind, replayed=replayed)
    names = {row["handle"]: row["name"] for row in players_of(dump)}
    players = _players(dump, kind) if has_players else None
    with transaction.atomic():
        Snapshot.objects.filter(name=manifest["name"]).delete()
        snapshot = Snapshot.objects.create(
            name=manifest["name"],
            made_at=datetime.fromisoformat(manifest["made_at"]),
            revision=manifest["revision"],
            as_of=datetime.fromisoformat(manifest["as_of"]) if manifest["as_of"] else None,
            versions=manifest["versions"],
            boards=boards,
            manifest=manifest,
            names=names,
        )
        store_cells(snapshot, ((key, n, *split_trees(value)) for key, (n, value) in sums.items()))
        if players is not None:
            players.store(snapshot)
            PlayerCell.objects.all().delete()  # only players with counted games are named
            PlayerCell.objects.bulk_create(players.cells())
        Baseline.objects.all().delete()
        Baseline.objects.bulk_create(
            Baseline(**row, target=row["games"]) for row in baselines_of(dump)
        )
        answer = read(snapshot.name)
        transaction.set_rollback(True)
    return answer


def _players(dump: Dump, kind: str) -> PlayerSums:
    """Return the sums and fits of the players of a dump."""
    handles = {key: row["handle"] for row in players_of(dump) for key in row["keys"]}
    players = PlayerSums(lambda keys: {key: handles[key] for key in keys if key in handles})
    for number, (log, key, made) in enumerate(counted_games(dump, kind)):
        seats = named_seats(made.seats, [name or None for name in name_reads.names_of_log(log)])
        players.add(number, key, made._replace(seats=seats))
    players.fit()
    return players
