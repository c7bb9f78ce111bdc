"""The lock of statistics: every transaction that changes cells increments the ledger first.

The row stays locked until the commit (PostgreSQL), or the whole file does (SQLite, where a
transaction that begins with a write waits instead of failing later). So writers run one after the
other and can't deadlock: they wait for no other row.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import Ledger


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
