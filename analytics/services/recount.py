"""Counting everything again from the canonical logs, and comparing to the last unit."""

from collections.abc import Callable, Iterator
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
from .ledger import take_ledger
from .player_cells import wrong_player_cells
from .ratings import wrong_ratings
from .reanalysis import finish_reanalyses
from .settle import BATCH, count_games, key_of, rewrite_games, stored_of
from .trees import replace_trees, trees_of


class Difference(NamedTuple):
    """Something stored that a count from the logs does not bear out."""

    what: str
    where: str
    stored: Any
    right: Any

    def __str__(self) -> str:
        return f"{self.what} {self.where}: stored {self.stored}, right {self.right}"


Progress = Callable[[int], None]


def _tell_nobody(done: int) -> None:
    """Progress for nobody."""


def recount(*, check_only: bool, progress: Progress = _tell_nobody) -> Iterator[Difference]:
    """Compare statistics with the logs, yield every difference, and (unless `check_only`) mend them
    on the way.

    First every log against its contribution, in batches that hold nobody up; then all contributions
    against the cells, at once. A game stored while this runs may be reported as not counted. Raises
    EngineFault where a stored log does not replay any more.
    """
    done, last = 0, 0
    while ids := counting.games_after(last, BATCH):
        last = ids[-1]
        found = list(_check_games(ids))
        if found and not check_only:
            _mend(ids)
        yield from found
        done += len(ids)
        progress(done)
    gone = counting.contributions_without_game()
    for pk in gone:
        yield Difference("contribution", f"game {pk}", "counted", "withdrawn or deleted")
    if gone and not check_only:
        _mend(gone)
    yield from _check_cells(check_only=check_only)
    for where, stored, wanted in wrong_ratings(mend=not check_only):
        yield Difference("rating", where, stored, wanted)
    if not check_only:
        finish_reanalyses()


def _mend(ids: list[int]) -> None:
    """Count these games as they should be; where a cell does not even hold what is to be taken off,
    leave it to the summing anew.
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
        key, made, place = key_of(row), extract(row["canonical"]), f"game {row['pk']}"
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
            yield Difference("contribution", place, "not counted", made.value)
        elif have.cell.key != key:
            yield Difference("cell of", place, have.cell.key, key)
        elif stored_of(have) != right:
            yield Difference("contribution", place, stored_of(have), right)


def _check_cells(*, check_only: bool) -> Iterator[Difference]:
    """All contributions summed anew, against the cells, under the ledger: nobody else counts."""
    with transaction.atomic():
        take_ledger()
        right, trees = _sums_by_cell()
        found = []
        for cell in Cell.objects.order_by("pk"):
            games, sums = right.get(cell.pk, (0, {}))
            if (cell.games, cell.sums) != (games, sums):
                found.append(
                    Difference("cell", _spell(cell.key), [cell.games, cell.sums], [games, sums])
                )
                if not check_only and games:
                    Cell.objects.filter(pk=cell.pk).update(games=games, sums=sums)
                elif not check_only:
                    cell.delete()
                    continue
            found += _check_trees(cell, trees.get(cell.pk, {}), check_only=check_only)
        for where, stored, wanted in wrong_player_cells(mend=not check_only):
            found.append(Difference("player's cell", where, stored, wanted))
        if check_only or not found:
            transaction.set_rollback(True)  # nothing changed, so the answers' "as of" does not move
    yield from found


def _check_trees(cell: Cell, right: Trees, *, check_only: bool) -> Iterator[Difference]:
    stored = trees_of([cell.pk]).get(cell.pk, {})
    if stored == right:
        return
    for place in sorted({*stored, *right}):
        if stored.get(place) != right.get(place):
            where = f"{_spell(cell.key)}: {' '.join(place)}"
            yield Difference("ways of", where, stored.get(place), right.get(place))
    if not check_only:
        replace_trees(cell.pk, right)


def _sums_by_cell() -> tuple[dict[int, tuple[int, Sums]], dict[int, Trees]]:
    right: dict[int, tuple[int, Sums]] = {}
    trees: dict[int, Trees] = {}
    rows = Contribution.objects.order_by("pk").values_list("cell_id", "value")
    for cell_id, value in rows.iterator(chunk_size=1000):
        games, sums = right.get(cell_id, (0, {}))
        try:
            plain, ways = parted(value)
            right[cell_id] = games + 1, merged(sums, plain)
            add_trees(trees.setdefault(cell_id, {}), ways)
        except (NegativeSum, ValueError):
            # of another shape: found above, and mended by now if it was to be
            right[cell_id] = games + 1, sums
    return right, trees


def _spell(key: Key) -> str:
    return " ".join(f"{name}={value}" for name, value in zip(KEY_FIELDS, key, strict=True))
