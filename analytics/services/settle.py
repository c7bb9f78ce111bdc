"""Bringing the statistics of some games up to date.

A message names games, never what to do with them: that is read from the rows, under the ledger. So
messages may be lost, duplicated, late or out of order.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from analytics.facts.extract import Extract, extract
from analytics.models import KEY_FIELDS, Contribution
from analytics.reads import counting
from analytics.rollups.players import named_seats
from games.core.errors import EngineFault
from replays.reads import names as name_reads

from .cells import Change, Key, apply_changes, replace_contributions
from .ledger import take_ledger
from .ratings import first_positions, mark_due
from .reanalysis import note_changes

log = logging.getLogger(__name__)

Apply = Callable[[Sequence[Change]], None]
BATCH = 100
"""Games per transaction: enough to be cheap, few enough to keep others waiting briefly."""


class Settled(NamedTuple):
    """How many games were counted, counted again and uncounted; and how many could not be read,
    which is an internal error.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    failed: int = 0

    def __add__(self, other: object) -> "Settled":
        if not isinstance(other, Settled):
            return NotImplemented
        return Settled(*(a + b for a, b in zip(self, other, strict=True)))


def count_games(ids: Iterable[int], *, again: bool = False) -> Settled:
    """Count the games that should be counted and uncount those that should not. With `again`, also
    count those whose version is current.
    """
    done = Settled()
    for batch in _batches(sorted(set(ids))):
        done += _settle(batch, again=again)
    return done


def uncount_games(ids: Iterable[int]) -> Settled:
    """Uncount games that are being withdrawn or deleted, inside the transaction that does it (all
    or none).
    """
    with transaction.atomic():
        take_ledger()
        contributions = Contribution.objects.filter(pk__in=list(ids)).select_related("cell")
        changes = [Change(row.pk, row, None) for row in contributions]
        apply_changes(changes)
    return Settled(removed=len(changes))


def rename_seats(ids: Iterable[int]) -> None:
    """Update the names in these games' seats, inside the transaction that changes them; games are
    rated again from the first of these on.
    """
    with transaction.atomic():
        take_ledger()
        for batch in _batches(sorted(set(ids))):
            rows = list(Contribution.objects.filter(pk__in=batch).select_related("cell"))
            names, changes, before = name_reads.names_in(batch), [], []
            for row in rows:
                seats = named_seats(row.seats, names.get(row.pk, []))
                before.append((row.cell.key, row.seats, row.played_at, row.pk))
                changes.append(
                    Change(
                        row.pk, row, row.cell.key, row.value, row.facts_version,
                        row.engine_version, seats, row.habits, row.played_at,
                    )
                )  # fmt: skip
            mark_due(first_positions(before))
            apply_changes([c for c in changes if c.old and c.old.seats != c.seats])


def rewrite_games(ids: Sequence[int]) -> Settled:
    """Correct contributions where cells are too wrong to subtract from; the recount then adds up
    the cells again.
    """
    return _settle(ids, again=True, apply=replace_contributions)


def _settle(ids: Sequence[int], *, again: bool, apply: Apply = apply_changes) -> Settled:
    wanted = counting.unsettled(ids) if not again else list(ids)
    if not wanted:
        return Settled()
    extracts, failed = _extracts(wanted)  # the slow part, before the ledger is taken
    with transaction.atomic():
        take_ledger()
        changes = list(_changes(wanted, extracts))
        if apply is apply_changes:  # wrong sums are not worth a snapshot
            note_changes(changes)
        apply(changes)
    return Settled(
        added=sum(change.old is None for change in changes),
        changed=sum(change.old is not None and change.key is not None for change in changes),
        removed=sum(change.key is None for change in changes),
        failed=failed,
    )


def _extracts(ids: Sequence[int]) -> tuple[dict[int, Extract], int]:
    extracts, failed = {}, 0
    for pk, canonical in counting.countable_games(ids).values_list("pk", "canonical"):
        try:
            extracts[pk] = extract(canonical)
        except EngineFault:
            failed += 1
            log.exception("game %s was accepted but can't be counted", pk)
    return extracts, failed


def _changes(ids: Sequence[int], extracts: dict[int, Extract]) -> Iterator[Change]:
    """Yield the changes from the stored rows to the right ones. The caller holds the ledger."""
    keys = {
        row["pk"]: key_of(row) for row in counting.countable_games(ids).values("pk", *KEY_FIELDS)
    }
    rows = Contribution.objects.filter(pk__in=ids).select_related("cell")
    stored, names = {row.pk: row for row in rows}, name_reads.names_in(ids)
    for pk in ids:
        old, key, made = stored.get(pk), keys.get(pk), extracts.get(pk)
        if key is None:
            if old is not None:
                yield Change(pk, old, None)
            continue
        if made is None:
            continue  # unreadable, or restored just now: left to the next message or sweep
        if old is not None and old.facts_version > made.facts_version:
            continue  # counted by newer code, during a deployment
        seats = named_seats(made.seats, names.get(pk, []))
        change = Change(
            pk,
            old,
            key,
            made.value,
            made.facts_version,
            made.engine_version,
            seats,
            made.habits,
            made.played_at,
        )
        if old is None or (old.cell.key, *stored_of(old)) != (key, *stored_of(change)):
            yield change


def stored_of(row: Contribution | Change) -> tuple[Any, ...]:
    """Return the values of a contribution apart from the cell."""
    return row.facts_version, row.engine_version, row.value, row.seats, row.habits, row.played_at


def key_of(row: dict[str, Any]) -> Key:
    """Return the key of a game's cell: what the game does not have is the empty text."""
    return tuple("" if row[name] is None else row[name] for name in KEY_FIELDS)


def _batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]
