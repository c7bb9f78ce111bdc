"""Snapshots, open data and re-analyses."""

from collections.abc import Iterable, Sequence
from typing import Any

from analytics.models import Cell, Reanalysis, Snapshot
from analytics.reads.counting import ledger_revision
from replays.reads import games as game_reads


def snapshot_names(kind: str) -> list[str]:
    """Return the names of the snapshots with sums of a kind, newest first."""
    return Cell.snapshot_names(kind=kind)


def state_before(name: str, known: Sequence[str]) -> str:
    """Return the first of some snapshots whose sums may differ from those of another one, or from
    the live ones if its name is empty; if there is none, the first other one, else nothing.
    """
    rows = Snapshot.objects.filter(name__in=known).values_list("name", "revision")
    revisions = {**dict(rows), "": ledger_revision()}
    others = [other for other in known if other != name]
    changed = (other for other in others if revisions[other] != revisions[name])
    return next(changed, others[0] if others else "")


def open_data() -> list[Snapshot]:
    """Return the snapshots that have files, newest first."""
    return list(Snapshot.objects.dumps().defer("boards", "learning"))


def dump_named(name: str) -> Snapshot | None:
    """Return the dump with this name, also a removed one (`removed_at`); None if there is none."""
    rows = Snapshot.objects.filter(name=name, manifest__isnull=False)
    return rows.defer("boards", "learning").first()


def removed_dumps() -> list[Snapshot]:
    """Return the dumps that were removed, newest first."""
    return list(Snapshot.objects.removed_dumps().defer("boards", "learning"))


def reanalyses() -> list[Reanalysis]:
    """Return each time that games were counted again by other rules, latest first."""
    return list(Reanalysis.objects.select_related("before", "after").defer("changes"))


def reanalysis(pk: int) -> Reanalysis | None:
    """Return one of them, with its changes."""
    return Reanalysis.objects.select_related("before", "after").filter(pk=pk).first()


def last_verification() -> Any:
    """Return the last walk of an engine through all stored games."""
    return game_reads.last_verification()


def open_data_of(kind: str, names: Iterable[str] = ()) -> Snapshot | None:
    """Return the newest snapshot that has files with games of a kind; only among some names if any
    are given.
    """
    stored = Cell.in_snapshots().filter(kind=kind).order_by().values("snapshot_id")
    snapshots = Snapshot.objects.dumps().filter(pk__in=stored)
    if wanted := list(names):
        snapshots = snapshots.filter(name__in=wanted)
    return snapshots.defer("boards", "learning").first()


def plain_boards(digests: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return boards as plain data, by digest, to be stored in a snapshot."""
    names = ("kind", "board_id", "name", "provenance", "data")
    boards = game_reads.boards_by_digest(digests)
    return {d: {name: getattr(boards[d], name) for name in names} for d in sorted(boards)}
