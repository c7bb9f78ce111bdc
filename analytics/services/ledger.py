"""The only lock. The first statement of every transaction that changes cells increments the ledger.

The row stays locked until the commit (PostgreSQL), or the whole file does (SQLite, where a
transaction that begins with a write waits instead of failing half-way). So writers run one after
the other and can't deadlock: it is the only row they wait for.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import Ledger


def take_ledger() -> None:
    """Lock out other writers until this transaction ends. Raises RuntimeError outside a
    transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the ledger is taken inside a transaction")
    if not _increment():
        Ledger.objects.bulk_create([Ledger(id=1)], ignore_conflicts=True)
        _increment()


def _increment() -> int:
    rows = Ledger.objects.filter(pk=1)
    return rows.update(revision=F("revision") + 1, changed_at=timezone.now())
