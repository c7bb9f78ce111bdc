"""Counting everything again from the canonical logs, and comparing it with the stored
statistics.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from analytics.facts.extract import extract
from analytics.models import KEY_FIELDS, Cell, Contribution
from analytics.reads import counting
from analytics.rollups.measures import NegativeSum, Sums, merged
from analytics.rollups.players import named_seats
from analytics.rollups.trees import Trees, add_trees, parted
from replays.reads import names as name_reads

from .cells import Key
from .dump import Progress, no_progress
from .ledger import take_ledger
from .player_cells import wrong_player_cells
from .ratings import wrong_ratings
from .reanalysis import finish_reanalyses
from .settle import BATCH, count_games, key_of, rewrite_games, stored_of
from .trees import replace_trees, trees_of


class Difference(NamedTuple):
    """A stored value that differs from the count from the logs."""

    what: str
    where: str
    stored: Any
    right: Any

    def __str__(self) -> str:
        return f"{self.what} {self.where}: stored {self.stored}, right {self.right}"


def recount(*, check_only: bool, progress: Progress = no_progress) -> Iterator[Difference]:
    """Compare statistics with the logs and yield every difference; unless `check_only`, correct it.

    Every log is compared with its contribution first, in short batches; then all contributions with
    the cells, in one transaction. A game stored while this runs may be reported as not counted.
    Raises EngineFault where a stored log no longer replays.
    """
    done, last = 0, 0
    while ids := counting.games_after(last, BATCH):
        last = ids[-1]
        differences = list(_check_games(ids))
        if differences and not check_only:
            _correct(ids)
        yield from differences
        done += len(ids)
        progress(done)
    gone = counting.contributions_without_game()
    for pk in gone:
        yield Difference("contribution", f"game {pk}", "counted", "withdrawn or deleted")
    if gone and not check_only:
        _correct(gone)
    yield from _check_cells(check_only=check_only)
    for where, stored, wanted in wrong_ratings(mend=not check_only):
        yield Difference("rating", where, stored, wanted)
    if not check_only:
        finish_reanalyses()


def _correct(ids: list[int]) -> None:
    """Count these games again; where a cell is too wrong to subtract from, correct contributions
    only, and leave the cell to the check of cells.
    """
    try:
        count_games(ids, again=True)
    except NegativeSum:
        rewrite_games(ids)


def _check_games(ids: list[int]) -> Iterator[Difference]:
    rows = counting.countable_games(ids).order_by("pk").values("pk", "canonical", *KEY_FIELDS)
    stored = Contribution.objects.select_related("cell").in_bulk(ids)
    names = name_reads.names_in(ids)
    for row in rows:
        key, made, where = key_of(row), extract(row["canonical"]), f"game {row['pk']}"
        seats = named_seats(made.seats, names.get(row["pk"], []))
        right = (
            made.facts_version,
            made.engine_version,
            made.value,
            seats,
            made.habits,
            made.played_at,
        )
        have = stored.get(row["pk"])
        if have is None:
            yield Difference("contribution", where, "not counted", made.value)
        elif have.cell.key != key:
            yield Difference("cell of", where, have.cell.key, key)
        elif stored_of(have) != right:
            yield Difference("contribution", where, stored_of(have), right)


def _check_cells(*, check_only: bool) -> Iterator[Difference]:
    """Add up all contributions again and compare the cells, under the ledger."""
    with transaction.atomic():
        take_ledger()
        right, trees = _sums_by_cell()
        differences = []
        for cell in Cell.objects.order_by("pk"):
            games, sums = right.get(cell.pk, (0, {}))
            if (cell.games, cell.sums) != (games, sums):
                differences.append(
                    Difference("cell", _key_text(cell.key), [cell.games, cell.sums], [games, sums])
                )
                if not check_only and games:
                    Cell.objects.filter(pk=cell.pk).update(games=games, sums=sums)
                elif not check_only:
                    cell.delete()
                    continue
            differences += _check_trees(cell, trees.get(cell.pk, {}), check_only=check_only)
        for where, stored, wanted in wrong_player_cells(mend=not check_only):
            differences.append(Difference("player's cell", where, stored, wanted))
        if check_only or not differences:
            transaction.set_rollback(True)  # nothing changed, so "as of" must not change
    yield from differences


def _check_trees(cell: Cell, right: Trees, *, check_only: bool) -> Iterator[Difference]:
    stored = trees_of([cell.pk]).get(cell.pk, {})
    if stored == right:
        return
    for path in sorted({*stored, *right}):
        if stored.get(path) != right.get(path):
            where = f"{_key_text(cell.key)}: {' '.join(path)}"
            yield Difference("routes of", where, stored.get(path), right.get(path))
    if not check_only:
        replace_trees(cell.pk, right)


def _sums_by_cell() -> tuple[dict[int, tuple[int, Sums]], dict[int, Trees]]:
    right: dict[int, tuple[int, Sums]] = {}
    trees: dict[int, Trees] = {}
    rows = Contribution.objects.order_by("pk").values_list("cell_id", "value")
    for cell_id, value in rows.iterator(chunk_size=1000):
        games, sums = right.get(cell_id, (0, {}))
        try:
            plain, added = parted(value)
            right[cell_id] = games + 1, merged(sums, plain)
            add_trees(trees.setdefault(cell_id, {}), added)
        except (NegativeSum, ValueError):
            # of another shape: reported above, and corrected by now unless `check_only`
            right[cell_id] = games + 1, sums
    return right, trees


def _key_text(key: Key) -> str:
    return " ".join(f"{name}={value}" for name, value in zip(KEY_FIELDS, key, strict=True))
