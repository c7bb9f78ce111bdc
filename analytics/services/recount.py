"""Counting everything again from the canonical logs, and comparing it with the stored
statistics.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction

from analytics.facts.extract import extract, stored_extract
from analytics.models import KEY_FIELDS, Cell, Contribution
from analytics.models.snapshots import Key
from analytics.reads import counting
from analytics.rollups.measures import (
    NegativeSum,
    Sums,
    Trees,
    add_trees,
    differences,
    merged,
    split_trees,
)
from analytics.rollups.players import named_seats
from replays.reads import names as name_reads

from .cells import replace_contributions
from .counting import BATCH, count_games, key_of
from .dump import Progress, no_progress
from .ledger import lock_ledger
from .player_cells import wrong_player_cells
from .reanalysis import finish_reanalyses
from .results_check import wrong_results
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
        wrong = list(_check_games(ids))
        if wrong and not check_only:
            _correct(ids)
        yield from wrong
        done += len(ids)
        progress(done)
    gone = counting.contributions_without_game()
    for pk in gone:
        yield Difference("contribution", f"game {pk}", "counted", "withdrawn or deleted")
    if gone and not check_only:
        _correct(gone)
    yield from _check_cells(check_only=check_only)
    for values in wrong_results(correct=not check_only):
        yield Difference("fit of results", *values)
    if not check_only:
        finish_reanalyses()


def _correct(ids: list[int]) -> None:
    """Count these games again; where a cell is too wrong to subtract from, correct contributions
    only, and leave the cell to the check of cells.
    """
    try:
        count_games(ids, again=True)
    except NegativeSum:
        count_games(ids, again=True, apply=replace_contributions)


def _check_games(ids: list[int]) -> Iterator[Difference]:
    rows = (
        counting.countable_games(ids)
        .order_by("pk")
        .values("pk", "canonical", "position", *KEY_FIELDS)
    )
    stored = Contribution.objects.select_related("cell").in_bulk(ids)
    names = name_reads.names_in(ids)
    for row in rows:
        key, where = key_of(row), f"game {row['pk']}"
        made = extract(row["canonical"], row["position"])
        made = made._replace(seats=named_seats(made.seats, names.get(row["pk"], [])))
        contribution = stored.get(row["pk"])
        if contribution is None:
            yield Difference("contribution", where, "not counted", made.value)
        elif contribution.cell.key != key:
            yield Difference("cell of", where, contribution.cell.key, key)
        elif stored_extract(contribution) != made:
            yield Difference("contribution", where, stored_extract(contribution), made)


def _check_cells(*, check_only: bool) -> Iterator[Difference]:
    """Add up all contributions again and compare the cells, under the ledger."""
    with transaction.atomic():
        lock_ledger()
        right, trees = _sums_by_cell()
        wrong = []
        for cell in Cell.objects.order_by("pk"):
            games, sums = right.get(cell.pk, (0, {}))
            if (cell.games, cell.sums) != (games, sums):
                values = [cell.games, cell.sums], [games, sums]
                wrong.append(Difference("cell", _key_text(cell.key), *values))
                if not check_only and games:
                    Cell.objects.filter(pk=cell.pk).update(games=games, sums=sums)
                elif not check_only:
                    cell.delete()
                    continue
            wrong += _check_trees(cell, trees.get(cell.pk, {}), check_only=check_only)
        player_cells = wrong_player_cells(correct=not check_only)
        wrong += [Difference("player's cell", *values) for values in player_cells]
        if check_only or not wrong:
            transaction.set_rollback(True)  # nothing changed, so "as of" must not change
    yield from wrong


def _check_trees(cell: Cell, right: Trees, *, check_only: bool) -> Iterator[Difference]:
    stored = trees_of([cell.pk]).get(cell.pk, {})
    if stored == right:
        return
    for path, *values in differences(stored, right):
        yield Difference("routes of", f"{_key_text(cell.key)}: {' '.join(path)}", *values)
    if not check_only:
        replace_trees(cell.pk, right)


def _sums_by_cell() -> tuple[dict[int, tuple[int, Sums]], dict[int, Trees]]:
    right: dict[int, tuple[int, Sums]] = {}
    trees: dict[int, Trees] = {}
    rows = Contribution.objects.order_by("pk").values_list("cell_id", "value")
    for cell_id, value in rows.iterator(chunk_size=1000):
        games, sums = right.get(cell_id, (0, {}))
        try:
            plain, added = split_trees(value)
            right[cell_id] = games + 1, merged(sums, plain)
            add_trees(trees.setdefault(cell_id, {}), added)
        except (NegativeSum, ValueError):
            # of another shape: reported above, and corrected by now unless `check_only`
            right[cell_id] = games + 1, sums
    return right, trees


def _key_text(key: Key) -> str:
    return " ".join(f"{name}={value}" for name, value in zip(KEY_FIELDS, key, strict=True))
