"""The lock of statistics: every transaction that changes cells increments the ledger first.

The row stays locked until the commit (PostgreSQL), or the whole file does (SQLite, where a
transaction that begins with a write waits instead of failing later). So writers run one after the
other and can't deadlock: they wait for no other row.
"""

import time
from collections.abc import Iterable
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import Ledger
from replays.reads import games as game_reads

SETTLING = timedelta(minutes=20)
"""Longer than a transaction that stores games."""


def lock_ledger() -> None:
    """Lock the ledger until this transaction ends. Raises RuntimeError outside a transaction."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the ledger can only be locked inside a transaction")
    if not _increment():
        Ledger.objects.bulk_create([Ledger(id=1)], ignore_conflicts=True)
        _increment()


def _increment() -> int:
    rows = Ledger.objects.filter(pk=1)
    return rows.update(revision=F("revision") + 1, changed_at=timezone.now())


def settle(first_uncounted: int | None, revision: int) -> None:
    """Record up to which game all are counted, from the first that is not, unless the ledger has
    changed since that was read, at `revision`.
    """
    settled = game_reads.newest_game_before(timezone.now() - SETTLING)
    if first_uncounted is not None:
        settled = min(settled, first_uncounted - 1)
    unchanged = Ledger.objects.filter(pk=1, revision=revision)
    unchanged.exclude(settled=settled).update(settled=settled)


def is_settled(game_id: int) -> bool:
    """Return whether all games up to this one are recorded as counted."""
    return Ledger.objects.filter(pk=1, settled__gte=game_id).exists()


def unsettle(game_ids: Iterable[int]) -> None:
    """Record that these games are to be counted, inside the transaction that lets them count."""
    first = min(game_ids)
    with transaction.atomic():
        lock_ledger()
        Ledger.objects.filter(pk=1, settled__gte=first).update(settled=first - 1)


SQLITE_POLL_SECONDS = 0.12
"""Slightly more than the longest time between two attempts of SQLite to get the write lock."""


def let_others_write() -> None:
    """Pause between two transactions of a long job, so that another process can write in between.
    SQLite has no queue of writers, and would let the job have its lock again and again.
    """
    if connection.vendor == "sqlite":
        time.sleep(SQLITE_POLL_SECONDS)
