"""Counting again by other rules: the old numbers stay readable, and the changes are listed.

Before the first game of a kind is counted again, its cells are stored in a snapshot (`before`), and
again in a second one (`after`), which then follows the same games as they are counted now. Both are
written in the transaction that changes the cells, under the ledger, so retries, kills and two
workers leave neither half done.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import Cell, Reanalysis, Snapshot
from analytics.reads import archive, counting
from analytics.reads.changes import snapshot_diff
from analytics.services.snapshots import copy_players, delete_sums, store_cells

from .cells import Change, change_cells
from .ledger import lock_ledger
from .trees import trees_of

MAX_READABLE = 10
"""Re-analyses of a kind whose old numbers stay readable."""


def is_recount(change: Change) -> bool:
    """Return whether a change counts a game by other rules, or another engine, than before."""
    if not change.old or not change.new:
        return False
    old, made = change.old, change.new[1]
    return (made.engine_version, made.facts_version) != (old.engine_version, old.facts_version)


def record_changes(changes: Sequence[Change]) -> None:
    """If these changes count games by other rules, store the old cells and count the same games in
    `after`. The caller has locked the whole ledger and has not applied the changes yet.
    """
    recounted: dict[tuple[str, str, int], list[Change]] = defaultdict(list)
    for change in changes:
        if is_recount(change) and change.old and change.new:
            made = change.new[1]
            of = change.old.cell.kind, made.engine_version, made.facts_version
            recounted[of].append(change)
    for of, changed in recounted.items():
        _count_after(_open_reanalysis(*of), changed)


def _open_reanalysis(kind: str, engine: str, facts: int) -> Reanalysis:
    """Return the unfinished re-analysis to these versions; begin it if there is none."""
    unfinished = Reanalysis.objects.filter(kind=kind, finished_at__isnull=True)
    current = unfinished.filter(engine_version=engine, facts_version=facts).first()
    if current is not None:
        return current
    for overtaken in unfinished:  # the rules changed again before it was done
        _finish(overtaken)
    number = Reanalysis.objects.filter(kind=kind).count() + 1
    names = [f"{kind}-{number}-{side}" for side in ("before", "after")]
    before, after = (_copy_cells(kind, name) for name in names)
    copy_players(before, kind)
    return Reanalysis.objects.create(
        kind=kind,
        from_versions=[list(versions) for versions in counting.versions_counted(kind)],
        engine_version=engine,
        facts_version=facts,
        before=before,
        after=after,
    )


def _copy_cells(kind: str, name: str) -> Snapshot:
    """Store a kind's live cells in a new snapshot."""
    ledger = counting.ledger_state()
    cells = list(Cell.objects.filter(kind=kind).order_by("pk"))
    trees = trees_of(cell.pk for cell in cells)
    was = counting.versions_counted(kind)
    snapshot = Snapshot.objects.create(
        name=name,
        revision=ledger.revision,
        as_of=ledger.changed_at,
        versions={kind: {"engine": was[-1][0], "facts": was[-1][1]}} if was else {},
        boards=archive.plain_boards({cell.board_digest for cell in cells}),
    )
    store_cells(
        snapshot, ((cell.key, cell.games, cell.sums, trees.get(cell.pk, {})) for cell in cells)
    )
    return snapshot


def _count_after(it: Reanalysis, changes: Iterable[Change]) -> None:
    """Apply the changes to `after`, except for games that a worker with old code counted after the
    cells were stored.
    """
    own = [c for c in changes if c.old and c.old.revision < it.before.revision]
    _, emptied = change_cells(own, it.after)
    Cell.of(it.after).filter(pk__in=emptied).delete()
    n_changed = sum(bool(c.old and c.new and c.old.value != c.new[1].value) for c in own)
    Reanalysis.objects.filter(pk=it.pk).update(
        n_games=F("n_games") + len(own), n_changed=F("n_changed") + n_changed
    )


def finish_reanalyses() -> list[Reanalysis]:
    """Close the re-analyses that have no game left to count, and list their changes."""
    done = []
    for it in Reanalysis.objects.filter(finished_at__isnull=True):
        if counting.count_stale(it.kind):
            continue
        with transaction.atomic():
            lock_ledger()
            done += [it] if _finish(it) else []
    return done


def _finish(it: Reanalysis) -> bool:
    """List the changes. Return False if another worker did. The caller has locked the ledger."""
    kind, now = it.kind, timezone.now()
    versions = {kind: {"engine": it.engine_version, "facts": it.facts_version}}
    Snapshot.objects.filter(pk=it.after_id).update(versions=versions)
    n_changes, changes = snapshot_diff(kind, it.before, it.after)
    closed = Reanalysis.objects.filter(pk=it.pk, finished_at__isnull=True).update(
        finished_at=now, n_changes=n_changes, changes=changes
    )
    _delete_old(kind)
    return bool(closed)


def _delete_old(kind: str) -> None:
    """Delete the sums of all but the last `MAX_READABLE` re-analyses; their changes stay listed."""
    finished = Reanalysis.objects.filter(kind=kind, finished_at__isnull=False)
    old = finished[MAX_READABLE:].values_list("before_id", "after_id")
    delete_sums(pk for pair in old for pk in pair)
