"""The sums of one state: the live ones, or those of a snapshot."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.db.models import F, QuerySet, Sum
from django.db.models.fields.json import KeyTransform

from analytics.insight.answer import Basis, BoardFacts
from analytics.insight.question import Filters, Simulated
from analytics.models import KEY_FIELDS, Cell, Contribution, Snapshot
from analytics.reads.cell_filter import cell_condition
from analytics.reads.counting import Pending, count_pending, ledger_state
from analytics.reads.selected import selected_rows
from games.registry import get_kind
from replays.reads import games as game_reads
from replays.reads.sets import GameSet, count_games

_ALL = Filters(simulated="all")
_NOT_COUNTED = {"engine": "", "facts": 0}


@dataclass(frozen=True, slots=True)
class SumsReader:
    """Reads one state of the sums; without a snapshot the live one. With a set of games, only those
    of the set.
    """

    snapshot: Snapshot | None = None
    games: GameSet | None = None

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the reader of a snapshot; of the live sums if the name is empty. Raises
        Snapshot.DoesNotExist.
        """
        return cls(Snapshot.objects.get(name=name) if name else None)

    @classmethod
    def of(cls, snapshot: str, games: GameSet | None = None) -> Self:
        """Return the reader of a snapshot as `named`, or of the live sums of a set of games."""
        return cls(cls.named(snapshot).snapshot, games)

    @property
    def name(self) -> str:
        """The snapshot's name; empty for the live sums."""
        return self.snapshot.name if self.snapshot else ""

    def basis(self, kind: str, simulated: Simulated = "all") -> Basis:
        """Return when the sums of a kind last changed, the versions that made them, and how many of
        its human (`no`) or bot games (`yes`), or of `all`, are pending.
        """
        return self.bases([kind], simulated)[kind]

    def bases(self, kinds: Collection[str], simulated: Simulated = "all") -> dict[str, Basis]:
        """Return the basis of each of these kinds."""
        if self.snapshot:
            as_of, revision = self.snapshot.as_of, self.snapshot.revision
            made = {kind: self.snapshot.versions.get(kind, _NOT_COUNTED) for kind in kinds}
            return {
                kind: Basis(as_of, revision, of["engine"], of["facts"], self.name)
                for kind, of in made.items()
            }
        ledger = ledger_state()
        if self.games is None:
            pending = count_pending(kinds, simulated, ledger.settled)
        else:
            pending = {kind: self._pending_in(self.games, kind, simulated) for kind in kinds}
        return {
            kind: Basis(
                ledger.changed_at,
                ledger.revision,
                str(get_kind(kind).rules.version),
                get_kind(kind).counting.version,
                n_stale=pending[kind].stale,
                n_pending=pending[kind].games,
            )
            for kind in kinds
        }

    def _pending_in(self, games: GameSet, kind: str, simulated: Simulated) -> Pending:
        n_counted = self.count_by(kind, Filters(simulated=simulated, games=games)).total()
        return Pending(max(0, count_games(games, kind, simulated) - n_counted), 0)

    def count_pending(self, kinds: Collection[str], simulated: Simulated) -> int:
        """Return how many human games, bot games or both of some kinds are pending."""
        return sum(basis.n_pending for basis in self.bases(kinds, simulated).values())

    def cells(self, kind: str, filters: Filters = _ALL) -> QuerySet[Cell]:
        """Return the stored cells of a kind that match the filters, without an order; filters by
        who played are not taken into account (see `read`).
        """
        return Cell.of(self.snapshot).filter(cell_condition(filters), kind=kind).order_by()

    def read(
        self, kind: str, filters: Filters, parts: Mapping[str, Sequence[str]] | None = None
    ) -> list[dict[str, Any]]:
        """Return the cells that match, as their primary key, key and number of games, and the sums
        at some paths by name (None where a cell has none).
        """
        paths = {name: tuple(path) for name, path in (parts or {}).items()}
        if filters.is_selected:
            return selected_rows(kind, filters, paths)
        leaves = {}
        for name, path in paths.items():
            leaf: Any = F("sums")
            for key in path:
                leaf = KeyTransform(key, leaf)
            leaves[name] = leaf
        rows = self.cells(kind, filters).annotate(**leaves)
        return list(rows.values("pk", *KEY_FIELDS, "games", *leaves))

    def contributions(self, kind: str, filters: Filters) -> QuerySet[Contribution]:
        """Return what each of the games that match adds to the live sums. Not for games that are
        selected by people or from a set (`selected.contributions_of`).
        """
        cells = self.cells(kind, filters).values("pk")
        return Contribution.objects.filter(cell__in=cells).order_by()

    def count_by(self, kind: str, filters: Filters, *fields: str) -> Counter[tuple[Any, ...]]:
        """Return how many games that match have each combination of some key fields."""
        if filters.is_selected:
            rows: Iterable[dict[str, Any]] = selected_rows(kind, filters, {})
        else:
            rows = self.cells(kind, filters).values(*fields).annotate(games=Sum("games"))
        counts = Counter[tuple[Any, ...]]()
        for row in rows:
            counts[tuple(row[field] for field in fields)] += row["games"]
        return counts

    def count_by_player(self, kind: str) -> dict[str, int]:
        """Return how many human (`no`) and bot games (`yes`) are counted, and all (`all`)."""
        counts = self.count_by(kind, self._all(), "is_simulated")
        return by_player({is_simulated: n for (is_simulated,), n in counts.items()})

    def _all(self) -> Filters:
        """Return the filters that all games match."""
        return _ALL.but(games=self.games)

    def months(self, kind: str) -> list[str]:
        """Return the months that games were played in, oldest first."""
        return sorted(month for (month,) in self.count_by(kind, self._all(), "month") if month)

    def boards_played(self, kind: str, filters: Filters) -> list[tuple[str, int]]:
        """Return the boards of the games that match, most games first: (digest, games)."""
        counts = self.count_by(kind, filters, "board_digest")
        return sorted(((key, n) for (key,), n in counts.items()), key=lambda row: (-row[1], row[0]))

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

    def live(self) -> Self:
        """Return the reader of the live sums of the same games."""
        return replace(self, snapshot=None)

    def counted_boards(self, kind: str) -> dict[str, tuple[str, str]]:
        """Return the boards of counted games, by label: digest → (id, label)."""
        boards = self.boards(
            digest for (digest,) in self.count_by(kind, self._all(), "board_digest")
        )
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
