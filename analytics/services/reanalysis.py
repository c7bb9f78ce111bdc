"""Counting anew by other rules: what stood before is kept, and what moved is told.

The cube is kept as it was before the first game of a kind is counted anew (`before`), and beside it
the same games as they come out now (`after`). Both are written in the transaction that changes the
cells, under the ledger, so retries, kills and two workers leave neither half done.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import (
    KEY_FIELDS,
    Cell,
    Ledger,
    Reanalysis,
    Snapshot,
    SnapshotCell,
    SnapshotTree,
)
from analytics.reads import answers as answer_reads
from analytics.reads import archive
from analytics.reads.changes import what_moved
from analytics.rollups.measures import Sums, merged
from analytics.rollups.trees import Trees
from analytics.services.snapshots import keep_players_of, let_players_go

from .cells import Change, Key, deltas_of, without_trees
from .ledger import take_ledger
from .trees import change_trees, row_of, trees_of

KEPT = 10
"""Re-analyses of a kind whose old numbers stay readable."""


def note_changes(changes: Sequence[Change]) -> None:
    """Keep the cube as it stands if these changes count games by other rules, and count the same
    games in `after`. The caller holds the ledger and has not applied the changes yet.
    """
    anew: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        old = change.old
        if old is not None and change.key is not None and _versions(change) != _versions(old):
            anew[old.cell.kind].append(change)
    for kind, some in anew.items():
        _count_after(_opened(kind, some[0]), some)


def _versions(it: Any) -> tuple[str, int]:
    return it.engine_version, it.facts_version


def _opened(kind: str, change: Change) -> Reanalysis:
    """The re-analysis these changes belong to; begun here if need be."""
    engine, facts = _versions(change)
    open_ones = Reanalysis.objects.filter(kind=kind, finished_at__isnull=True)
    found = open_ones.filter(engine_version=engine, facts_version=facts).first()
    if found is not None:
        return found
    for left in open_ones:  # overtaken by other rules before it was done
        _finish(left)
    number = Reanalysis.objects.filter(kind=kind).count() + 1
    names = [f"{kind}-{number}-{side}" for side in ("before", "after")]
    before, after = (_frozen(kind, name) for name in names)
    keep_players_of(before, kind)
    was = sorted(answer_reads.versions_counted(kind))
    return Reanalysis.objects.create(
        kind=kind,
        from_versions=[list(versions) for versions in was],
        engine_version=engine,
        facts_version=facts,
        before=before,
        after=after,
    )


def _frozen(kind: str, name: str) -> Snapshot:
    """A kind's cells as they stand, under a name."""
    ledger = Ledger.objects.get(pk=1)
    cells = list(Cell.objects.filter(kind=kind).order_by("pk"))
    trees = trees_of(cell.pk for cell in cells)
    was = sorted(answer_reads.versions_counted(kind))
    snapshot = Snapshot.objects.create(
        name=name,
        revision=ledger.revision,
        as_of=ledger.changed_at,
        versions={kind: {"engine": was[-1][0], "facts": was[-1][1]}} if was else {},
        boards=archive.plain_boards({cell.board_digest for cell in cells}),
    )
    keep_cells(
        snapshot, ((cell.key, cell.games, cell.sums, trees.get(cell.pk, {})) for cell in cells)
    )
    return snapshot


def keep_cells(snapshot: Snapshot, cells: Iterable[tuple[Key, int, Sums, Trees]]) -> None:
    """Keep sums as a snapshot's: key, games, sums, trees of each."""
    kept = list(cells)
    rows = SnapshotCell.objects.bulk_create(
        (_cell(snapshot, key, games, sums) for key, games, sums, _ in kept), batch_size=200
    )
    SnapshotTree.objects.bulk_create(
        (
            row_of(SnapshotTree, row.pk, place, sums)
            for row, (_, _, _, trees) in zip(rows, kept, strict=True)
            for place, sums in trees.items()
        ),
        batch_size=500,
    )


def _cell(snapshot: Snapshot, key: Key, games: int, sums: Sums) -> SnapshotCell:
    fields = dict(zip(KEY_FIELDS, key, strict=True))
    return SnapshotCell(snapshot=snapshot, games=games, sums=sums, **fields)


def _count_after(it: Reanalysis, changes: Iterable[Change]) -> None:
    """Take the games off `after` as they were, and put them there as they are; but for those
    counted after the cube was kept, by a worker that knew no better.
    """
    before = it.before.revision
    some = [change for change in changes if change.old and change.old.revision < before]
    deltas = deltas_of(some)
    trees = {key: without_trees(delta) for key, delta in deltas.items()}
    cells = {cell.key: cell for cell in SnapshotCell.objects.filter(snapshot=it.after_id)}
    for key, delta in deltas.items():
        cell = cells.setdefault(key, _cell(it.after, key, 0, {}))
        cell.games += delta.games
        cell.sums = merged(merged(cell.sums, delta.plus), delta.minus, -1)
    touched = [cells[key] for key in deltas]
    SnapshotCell.objects.bulk_create([cell for cell in touched if cell._state.adding])
    SnapshotCell.objects.bulk_update(touched, ["games", "sums"], batch_size=200)
    change_trees({cells[key].pk: both for key, both in trees.items()}, SnapshotTree)
    SnapshotCell.objects.filter(snapshot=it.after_id, games=0).delete()
    n_changed = sum(change.old is not None and change.old.value != change.value for change in some)
    Reanalysis.objects.filter(pk=it.pk).update(
        n_games=F("n_games") + len(some), n_changed=F("n_changed") + n_changed
    )


def finish_reanalyses() -> list[Reanalysis]:
    """Close the re-analyses of which no game is left to count anew, and tell what they moved."""
    done = []
    for it in Reanalysis.objects.filter(finished_at__isnull=True):
        if answer_reads.is_behind(it.kind):
            continue
        with transaction.atomic():
            take_ledger()
            done += [it] if _finish(it) else []
    return done


def _finish(it: Reanalysis) -> bool:
    """Write down what moved. False where another did. The caller holds the ledger."""
    kind, now = it.kind, timezone.now()
    versions = {kind: {"engine": it.engine_version, "facts": it.facts_version}}
    Snapshot.objects.filter(pk=it.after_id).update(versions=versions)
    n_moved, moved = what_moved(kind, it.before.name, it.after.name)
    closed = Reanalysis.objects.filter(pk=it.pk, finished_at__isnull=True).update(
        finished_at=now, n_moved=n_moved, moved=moved
    )
    _let_go(kind)
    return bool(closed)


def _let_go(kind: str) -> None:
    """Old numbers beyond the last `KEPT` re-analyses go; what they moved stays told."""
    for old in Reanalysis.objects.filter(kind=kind, finished_at__isnull=False)[KEPT:]:
        SnapshotCell.objects.filter(snapshot_id__in=[old.before_id, old.after_id]).delete()
        let_players_go([old.before_id])
