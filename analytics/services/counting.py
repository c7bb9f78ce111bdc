"""Bringing the statistics of some games up to date.

A message contains only the keys of games; whether to count or uncount them is read from the rows,
under locks of the ledger. So messages may be lost, duplicated, late or out of order.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from analytics.facts.extract import Extract, extract, stored_extract
from analytics.models import KEY_FIELDS, Contribution
from analytics.models.snapshots import Key
from analytics.reads import counting
from analytics.rollups.players import named_seats
from games.core.errors import EngineFault
from replays.reads import names as name_reads

from .cells import Change, apply_changes, shards_of
from .ledger import lock_ledger, lock_shards, settle, settling_revision, share_ledger
from .reanalysis import finish_reanalyses, is_recount, record_changes

log = logging.getLogger(__name__)

Extracts = dict[int, tuple[str, Extract]]
Apply = Callable[[Sequence[Change]], None]
BATCH = 100
"""Games per transaction: enough to be cheap, few enough that other writers do not wait long."""
SWEEP_BATCH_SIZE = 100
"""Games of one sweep; the next one continues after them. New games wait for at most one."""


class CountResult(NamedTuple):
    """How many games were counted, counted again and uncounted; and how many could not be read,
    which is an internal error.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    failed: int = 0

    def plus(self, other: "CountResult") -> "CountResult":
        """Return the sums of both."""
        return CountResult(*map(sum, zip(self, other, strict=True)))


def count_games(
    ids: Iterable[int], *, again: bool = False, apply: Apply = apply_changes
) -> CountResult:
    """Count the games that should be counted and uncount those that should not. With `again`, also
    count those whose version is current.
    """
    done = CountResult()
    for batch in _batches(sorted(set(ids))):
        done = done.plus(_update(batch, again=again, apply=apply))
    return done


def uncount_games(ids: Iterable[int]) -> CountResult:
    """Uncount games that are being withdrawn or deleted, inside the transaction that does it (all
    or none).
    """
    with transaction.atomic():
        lock_ledger()
        contributions = Contribution.objects.filter(pk__in=list(ids)).select_related("cell")
        contributions = contributions.defer("cell__sums")
        changes = [Change(row.pk, row) for row in contributions]
        apply_changes(changes)
    return CountResult(removed=len(changes))


def rename_seats(ids: Iterable[int]) -> None:
    """Update the names in these games' seats, inside the transaction that changes them."""
    with transaction.atomic():
        lock_ledger()
        for batch in _batches(sorted(set(ids))):
            rows = list(Contribution.objects.filter(pk__in=batch).select_related("cell"))
            names, changes = name_reads.names_in(batch), []
            for row in rows:
                seats = named_seats(row.seats, names.get(row.pk, []))
                if seats != row.seats:
                    made = stored_extract(row)._replace(seats=seats)
                    changes.append(Change(row.pk, row, (row.cell.key, made)))
            apply_changes(changes)


def _update(ids: Sequence[int], *, again: bool, apply: Apply) -> CountResult:
    wanted = counting.outdated_games(ids) if not again else list(ids)
    if not wanted:
        return CountResult()
    extracts, failed = _extracts(wanted)  # the slow part, before the ledger is locked
    changes = _change_shards(wanted, extracts) if apply is apply_changes else None
    if changes is None:
        changes = _change_alone(wanted, extracts, apply)
    return CountResult(
        added=sum(change.old is None for change in changes),
        changed=sum(change.old is not None and change.new is not None for change in changes),
        removed=sum(change.new is None for change in changes),
        failed=failed,
    )


def _change_shards(ids: Sequence[int], extracts: Extracts) -> list[Change] | None:
    """Apply the changes next to other workers. Return None, and change nothing, if one of them
    needs the whole ledger.
    """
    with transaction.atomic():
        share_ledger(ids)
        changes = list(_changes(ids, extracts))
        if any(map(_needs_whole_ledger, changes)):
            return None
        if changes:
            apply_changes(changes, lambda: lock_shards(shards_of(changes)))
    return changes


def _needs_whole_ledger(change: Change) -> bool:
    """Return whether a change counts a game by other rules than before, or removes a game or a name
    from the sums: a replica without it is not used (`goryo_site.runtime.replica`).
    """
    if change.old is None:
        return False
    if change.new is None or is_recount(change):
        return True
    return bool(change.old.seats != change.new[1].seats)


def _change_alone(ids: Sequence[int], extracts: Extracts, apply: Apply) -> list[Change]:
    with transaction.atomic():
        lock_ledger()
        changes = list(_changes(ids, extracts))
        if apply is apply_changes:  # wrong sums are not worth a snapshot
            record_changes(changes)
        apply(changes)
    return changes


def _extracts(ids: Sequence[int]) -> tuple[Extracts, int]:
    """Return the facts of these games, each with the digest of the log that it is from; and how
    many could not be read.
    """
    extracts, failed = {}, 0
    rows = counting.countable_games(ids).values_list("pk", "digest", "canonical", "position")
    for pk, digest, canonical, position in rows:
        try:
            extracts[pk] = digest, extract(canonical, position)
        except EngineFault:
            failed += 1
            log.exception("game %s was accepted but can't be counted", pk)
    return extracts, failed


def _changes(ids: Sequence[int], extracts: Extracts) -> Iterator[Change]:
    """Yield the changes that correct the stored rows. The caller has locked the ledger, or these
    games in it.
    """
    games = counting.countable_games(ids).values("pk", "digest", *KEY_FIELDS)
    current = {row["pk"]: (row["digest"], key_of(row)) for row in games}
    rows = Contribution.objects.filter(pk__in=ids).select_related("cell").defer("cell__sums")
    stored, names = {row.pk: row for row in rows}, name_reads.names_in(ids)
    for pk in ids:
        old = stored.get(pk)
        if pk not in current:
            if old is not None:
                yield Change(pk, old)
            continue
        digest, key = current[pk]
        read_digest, made = extracts.get(pk, ("", None))
        if made is None:
            continue  # unreadable, or restored just now: left to the next message or sweep
        if read_digest != digest:  # its log was corrected just now: counted by the next sweep
            if old is not None:
                yield Change(pk, old)
            continue
        if old is not None and old.facts_version > made.facts_version:
            continue  # counted by newer code, during a deployment
        made = made._replace(seats=named_seats(made.seats, names.get(pk, [])))
        if old is None or (old.cell.key, stored_extract(old)) != (key, made):
            yield Change(pk, old, (key, made))


def key_of(row: dict[str, Any]) -> Key:
    """Return the key of a game's cell: what the game does not have is the empty text."""
    return tuple("" if row[name] is None else row[name] for name in KEY_FIELDS)


def _batches(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]


class Swept(NamedTuple):
    """What a sweep did, and the primary key after which the next one continues; None where nothing
    is left.
    """

    result: CountResult
    after: int | None


def sweep_games(after: int = 0, limit: int = SWEEP_BATCH_SIZE) -> Swept:
    """Count or uncount up to `limit` outdated games, in the order of their keys after `after`.

    Because of that order, a game that can't be counted (an internal error, logged) is tried once a
    round and never blocks the others.
    """
    revision = settling_revision()
    outdated = counting.next_outdated_games(after, limit)
    if not after:
        settle(next(iter(outdated.uncounted), None), revision)
    ids = sorted({*outdated.uncounted, *outdated.wrong})[:limit]
    result = count_games(ids)
    last = ids[-1] if len(ids) == limit else None
    if last is None:
        finish_reanalyses()
    return Swept(result, last)
