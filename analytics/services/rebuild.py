"""Rebuilding charts and tables from open data: the games of a dump are counted again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.db import transaction

from analytics.dumps.reading import (
    Dump,
    baselines_of,
    boards_of,
    counted_games,
    players_of,
    sums_of,
)
from analytics.facts.extract import Extract
from analytics.models import Baseline, PlayerCell, Snapshot
from analytics.models.snapshots import Key
from analytics.rollups.measures import Sums, split_trees
from analytics.rollups.players import named_seats
from replays.reads import names as name_reads
from replays.services.people import replace_merged_names
from replays.text.names import handle_of

from .learning import LearningGames
from .snapshots import PlayerSums, store_cells

Answer = TypeVar("Answer")


class _Counted(NamedTuple):
    """The sums of a dump; `players` are None and `learning` is empty where they are not needed."""

    dump: Dump
    cells: Mapping[Key, tuple[int, Sums]]
    players: PlayerSums | None
    learning: dict[str, Any]


def with_dumps(
    dumps: Sequence[Dump],
    kinds: Sequence[str],
    read: Callable[[Sequence[str]], Answer],
    *,
    replayed: bool,
    has_cells: bool = True,
    has_players: bool = False,
    has_learning: bool = False,
) -> Answer:
    """Return what `read` returns for snapshots of the games of some kinds in dumps, given their
    names; with `has_cells` they have the sums of games, with `has_players` also players, ratings
    and balance, with `has_learning` learning curves. The last two replay the logs in any case.

    The sums are in the database only while `read` runs, inside a transaction that is rolled back:
    other connections do not see them, and they contain no data of this site. Baselines and merged
    names are those of the last dump.
    """
    counted = [
        _Counted(
            dump,
            {
                key: sums
                for kind in (kinds if has_cells else ())
                for key, sums in sums_of(dump, kind, replayed=replayed).items()
            },
            _players(dump, kinds) if has_players else None,
            _learning(dump, kinds) if has_learning else {},
        )
        for dump in dumps
    ]
    with transaction.atomic():
        Baseline.objects.all().delete()
        Baseline.objects.bulk_create(
            Baseline(**row, target=row["games"]) for row in baselines_of(dumps[-1])
        )
        for each in counted:
            _store(each)
        answer = read([dump.manifest["name"] for dump in dumps])
        transaction.set_rollback(True)
    return answer


def _store(counted: _Counted) -> None:
    """Store the sums of a dump as a snapshot."""
    manifest, listed = counted.dump.manifest, players_of(counted.dump)
    Snapshot.objects.filter(name=manifest["name"]).delete()
    snapshot = Snapshot.objects.create(
        name=manifest["name"],
        made_at=datetime.fromisoformat(manifest["made_at"]),
        revision=manifest["revision"],
        as_of=datetime.fromisoformat(manifest["as_of"]) if manifest["as_of"] else None,
        versions=manifest["versions"],
        boards=boards_of(counted.dump),
        manifest=manifest,
        names={row["handle"]: row["name"] for row in listed},
        learning=counted.learning,
    )
    cells = ((key, n, *split_trees(value)) for key, (n, value) in counted.cells.items())
    store_cells(snapshot, cells)
    if counted.players is None:
        return
    counted.players.store(snapshot)
    replace_merged_names(
        {
            row["handle"]: row["keys"]
            for row in listed
            if [handle_of(key) for key in row["keys"]] != [row["handle"]]
        }
    )
    PlayerCell.objects.all().delete()  # only players with counted games are named
    PlayerCell.objects.bulk_create(counted.players.cells())


def _players(dump: Dump, kinds: Sequence[str]) -> PlayerSums:
    """Return the sums and fits of the players of a dump."""
    handles = _handles(dump)
    players = PlayerSums(lambda keys: {key: handles[key] for key in keys if key in handles})
    for kind in kinds:
        for game in _named_games(dump, kind):
            players.add(*game)
    players.fit()
    return players


def _learning(dump: Dump, kinds: Sequence[str]) -> dict[str, Any]:
    """Return the learning curves of a dump."""
    learning = LearningGames()
    for kind in kinds:
        for game in _named_games(dump, kind):
            learning.add(*game)
    return learning.curves(_handles(dump))


def _handles(dump: Dump) -> dict[str, str]:
    """Return the handles of the players of a dump, by the keys of their names."""
    return {key: row["handle"] for row in players_of(dump) for key in row["keys"]}


def _named_games(dump: Dump, kind: str) -> Iterator[tuple[int, Key, Extract]]:
    """Yield the counted games of a kind: number, key of its cell, and facts with the keys of
    names.
    """
    for number, game in enumerate(counted_games(dump, kind)):
        keys = name_reads.names_of_log(game.log) if game.is_named else []
        seats = named_seats(game.made.seats, [key or None for key in keys])
        yield number, game.key, game.made._replace(seats=seats)
