"""Rebuilding charts from open data: the games of a dump are counted again."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from analytics.dumps.reading import Dump, baselines_of, boards_of, sums_of
from analytics.models import Baseline, Snapshot
from analytics.rollups.measures import split_trees

from .snapshots import store_cells

Answer = TypeVar("Answer")


def with_dump(dump: Dump, kind: str, read: Callable[[str], Answer], *, replayed: bool) -> Answer:
    """Return what `read` returns for a snapshot of the dump's games of a kind, given its name.

    The sums are in the database only while `read` runs, inside a transaction that is rolled back:
    other connections do not see them, and they contain no data of this site.
    """
    manifest, boards = dump.manifest, boards_of(dump)
    sums = sums_of(dump, kind, replayed=replayed)
    with transaction.atomic():
        Snapshot.objects.filter(name=manifest["name"]).delete()
        snapshot = Snapshot.objects.create(
            name=manifest["name"],
            revision=manifest["revision"],
            as_of=datetime.fromisoformat(manifest["as_of"]) if manifest["as_of"] else None,
            versions=manifest["versions"],
            boards=boards,
            manifest=manifest,
        )
        store_cells(snapshot, ((key, n, *split_trees(value)) for key, (n, value) in sums.items()))
        Baseline.objects.all().delete()
        Baseline.objects.bulk_create(
            Baseline(**row, target=row["games"]) for row in baselines_of(dump)
        )
        answer = read(snapshot.name)
        transaction.set_rollback(True)
    return answer
