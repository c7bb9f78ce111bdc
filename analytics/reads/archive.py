"""Reads of what is kept as it was: snapshots with their boards, open data, re-analyses."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from analytics.models import Reanalysis, Snapshot, SnapshotCell
from replays.reads import games as game_reads


def snapshot_names(kind: str) -> list[str]:
    """The snapshots with sums of a kind, the newest first."""
    kept = SnapshotCell.objects.filter(kind=kind).order_by().values("snapshot_id")
    return list(Snapshot.objects.filter(pk__in=kept).values_list("name", flat=True))


def open_data() -> list[Snapshot]:
    """The snapshots of which there are files, the newest first."""
    return list(Snapshot.objects.filter(manifest__isnull=False).defer("boards"))


def manifest_of(name: str) -> dict[str, Any] | None:
    """What the manifest of open data says; None where there is none of this name."""
    return Snapshot.objects.filter(name=name).values_list("manifest", flat=True).first()


def reanalyses() -> list[Reanalysis]:
    """Each time games were counted anew by other rules, the latest first."""
    return list(Reanalysis.objects.select_related("before", "after").defer("moved"))


def reanalysis(pk: int) -> Reanalysis | None:
    """One of them, with what it moved."""
    return Reanalysis.objects.select_related("before", "after").filter(pk=pk).first()


def last_verification() -> Any:
    """The last walk of an engine through all stored games."""
    return game_reads.last_verification()


def open_data_of(kind: str, names: Iterable[str] = ()) -> str | None:
    """The newest snapshot of which there are files, with games of a kind; perhaps only among some
    names.
    """
    kept = SnapshotCell.objects.filter(kind=kind).order_by().values("snapshot_id")
    found = Snapshot.objects.filter(pk__in=kept, manifest__isnull=False)
    wanted = list(names)
    if wanted:
        found = found.filter(name__in=wanted)
    return found.values_list("name", flat=True).first()


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board as a snapshot has it; what `replays.models.Board` tells of one."""

    digest: str
    kind: str
    board_id: str
    name: str
    provenance: str
    data: dict[str, Any]

    @property
    def title(self) -> str:
        """What people read: the board's name, else its id."""
        return self.name or self.board_id


def plain_boards(digests: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Boards as plain data, by digest: what a snapshot keeps of them."""
    names = ("kind", "board_id", "name", "provenance", "data")
    boards = game_reads.boards_by_digest(digests)
    return {d: {name: getattr(boards[d], name) for name in names} for d in sorted(boards)}


def boards(digests: Iterable[str], snapshot: str) -> dict[str, Any]:
    """Boards by digest, as they are kept or as a snapshot has them."""
    if not snapshot:
        return dict(game_reads.boards_by_digest(digests))
    kept = Snapshot.objects.values_list("boards", flat=True).get(name=snapshot)
    return {d: KeptBoard(digest=d, **kept[d]) for d in set(digests) if d in kept}
