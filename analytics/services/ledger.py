"""The one lock. Every change of cells begins by moving the ledger on, as the first statement of its
transaction.

The row stays locked until the commit (PostgreSQL), or the whole file does (SQLite, where a
transaction that begins by writing waits its turn instead of failing half-way), so writers come one
after the other and can't deadlock: it is the only row they wait for.
"""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from analytics.models import Ledger


def take_ledger() -> None:
    """Hold everybody else off until this transaction ends. Raises RuntimeError outside a
    transaction.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the ledger is taken inside a transaction")
    if not _move_on():
        Ledger.objects.bulk_create([Ledger(id=1)], ignore_conflicts=True)
        _move_on()


def _move_on() -> int:
    rows = Ledger.objects.filter(pk=1)
    return rows.update(revision=F("revision") + 1, changed_at=timezone.now())
