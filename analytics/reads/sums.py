"""The sums of one state: the live ones, or those of a snapshot."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Self

from django.db.models import Q, QuerySet, Sum

from analytics.insight.answer import Basis, BoardFacts
from analytics.insight.question import UNKNOWN, Filters, Simulated
from analytics.models import Cell, Ledger, Snapshot
from analytics.reads.counting import count_pending
from games.registry import get_kind
from replays.reads import games as game_reads

_ALL = Filters(simulated="all")


@dataclass(frozen=True, slots=True)
class SumsReader:
    """Reads one state of the sums; without a snapshot the live one."""

    snapshot: Snapshot | None = None

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the reader of a snapshot; of the live sums if the name is empty. Raises
        Snapshot.DoesNotExist.
        """
        return cls(Snapshot.objects.get(name=name) if name else None)

    @property
    def name(self) -> str:
        """The snapshot's name; empty for the live sums."""
        return self.snapshot.name if self.snapshot else ""

    def basis(self, kind: str, simulated: Simulated = "all") -> Basis:
        """Return when the sums of a kind last changed, the versions that made them, and how many of
        its human (`no`) or bot games (`yes`), or of `all`, are pending.
        """
        if self.snapshot:
            made = self.snapshot.versions.get(kind, {"engine": "", "facts": 0})
            as_of, revision = self.snapshot.as_of, self.snapshot.revision
            return Basis(as_of, revision, made["engine"], made["facts"], self.name)
        ledger = Ledger.objects.filter(pk=1).first() or Ledger(pk=1)
        rules, pending = get_kind(kind), count_pending(kind, simulated, ledger.settled)
        return Basis(
            ledger.changed_at,
            ledger.revision,
            str(rules.rules.version),
            rules.counting.version,
            n_stale=pending.stale,
            n_pending=pending.games,
        )

    def count_pending(self, kinds: Iterable[str], simulated: Simulated) -> int:
        """Return how many human games, bot games or both of some kinds are pending."""
        return sum(self.basis(kind, simulated).n_pending for kind in kinds)

    def cells(self, kind: str, filters: Filters = _ALL) -> QuerySet[Cell]:
        """Return the cells of a kind that match the filters, without an order."""
        return Cell.of(self.snapshot).filter(_condition(filters), kind=kind).order_by()

    def count_by_player(self, kind: str) -> dict[str, int]:
        """Return how many human (`no`) and bot games (`yes`) are counted, and all (`all`)."""
        rows = self.cells(kind).values("is_simulated").annotate(n=Sum("games"))
        return by_player({row["is_simulated"]: row["n"] for row in rows})

    def months(self, kind: str) -> list[str]:
        """Return the months that games were played in, oldest first."""
        rows = self.cells(kind).exclude(month="").order_by("month")
        return list(rows.values_list("month", flat=True).distinct())

    def boards_played(self, kind: str, filters: Filters) -> list[tuple[str, int]]:
        """Return the boards of the games that match, most games first: (digest, games)."""
        rows = self.cells(kind, filters).values("board_digest").annotate(n=Sum("games"))
        return [(row["board_digest"], row["n"]) for row in rows.order_by("-n", "board_digest")]

    def boards(self, digests: Iterable[str]) -> dict[str, BoardFacts]:
        """Return those of these boards that are known, by digest."""
        if self.snapshot is None:
            rows = game_reads.boards_by_digest(digests)
            return {d: BoardFacts(d, b.board_id, b.title, b.provenance, b.data)
                    for d, b in rows.items()}  # fmt: skip
        stored = self.snapshot.boards
        return {
            d: BoardFacts(d, b["board_id"], b["name"] or b["board_id"], b["provenance"], b["data"])
            for d in set(digests)
            if (b := stored.get(d))
        }

    def board(self, digest: str) -> BoardFacts | None:
        """Return a board; None where it is not known."""
        return self.boards([digest]).get(digest)

    def counted_boards(self, kind: str) -> dict[str, tuple[str, str]]:
        """Return the boards of counted games, by label: digest → (id, label)."""
        boards = self.boards(self.cells(kind).values_list("board_digest", flat=True).distinct())
        labels = _labels(boards)
        order = sorted(boards, key=lambda digest: (labels[digest], digest))
        return {digest: (boards[digest].board_id, labels[digest]) for digest in order}

    def board_labels(self, digests: Iterable[str]) -> dict[str, str]:
        """Return the labels of boards: name and id; where two have both in common, also the
        beginning of the digest.
        """
        return _labels(self.boards(digests))

    def counted_board_labels(self, kind: str) -> dict[str, str]:
        """Return the labels of the boards of counted games."""
        return {digest: label for digest, (_, label) in self.counted_boards(kind).items()}


LIVE = SumsReader()
"""The reader of the live sums."""


def by_player(games: dict[bool, int]) -> dict[str, int]:
    """Return numbers of games by whether they are simulated as `no`, `yes` and `all`."""
    human, bots = games.get(False, 0), games.get(True, 0)
    return {"no": human, "yes": bots, "all": human + bots}


def _labels(boards: dict[str, BoardFacts]) -> dict[str, str]:
    plain = {
        d: b.name if b.name.casefold() == b.board_id.casefold() else f"{b.name} ({b.board_id})"
        for d, b in boards.items()
    }
    labels = list(plain.values())
    return {d: t if labels.count(t) == 1 else f"{t} · {d[:8]}" for d, t in plain.items()}


def _condition(filters: Filters) -> Q:
    exact: dict[str, Any] = {
        "edition": filters.edition,
        "mode": filters.mode,
        "board_digest": filters.board,
        "reason": filters.reason,
        "month__gte": filters.first,
        "month__lte": filters.last,
    }
    condition = Q(**{name: value for name, value in exact.items() if value})
    if filters.first or filters.last:
        condition &= ~Q(month="")
    if filters.month:
        condition &= Q(month="" if filters.month == UNKNOWN else filters.month)
    if filters.winner:
        condition &= game_reads.won_by(filters.winner)
    if filters.simulated != "all":
        condition &= Q(is_simulated=filters.simulated == "yes")
    return condition
