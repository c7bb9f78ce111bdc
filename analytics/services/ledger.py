"""The locks of statistics (docs/adr/0030). On PostgreSQL:

- Workers that count share a lock, and each locks the games, and the ledger rows of the board games
  and months, that it changes: always in the same order, so they can't deadlock. The sums of players
  are over all months; they are changed last, under a row of each board game.
- Everything else that changes sums locks the whole ledger (`lock_ledger`).

On SQLite each transaction begins with the write lock of the file, so writers run one after the
other.
"""

import time
from collections.abc import Iterable
from datetime import timedelta

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from analytics.models import Ledger
from replays.reads import games as game_reads

SETTLING = timedelta(minutes=20)
"""Longer than a transaction that stores games."""
Shard = tuple[str, str]
"""Board game and month (empty: unknown) of games."""
PLAYERS = "players"
"""The month of the rows that lock the sums of the players of a board game."""
_WHOLE, _GAMES = 0x6B69 << 48, 0x6B6A << 48
"""Advisory locks: of the whole ledger; of a game, plus its primary key."""
_MAIN = Q(kind="", month="")


def lock_ledger() -> None:
    """Lock the whole ledger until this transaction ends. Raises RuntimeError outside a
    transaction.
    """
    _lock_whole("pg_advisory_xact_lock")
    if not _increment():
        Ledger.objects.bulk_create([Ledger()], ignore_conflicts=True)
        _increment()


def hold_ledger() -> None:
    """Block counting, withdrawals and dumps until this transaction ends, without a new revision."""
    _lock_whole("pg_advisory_xact_lock")
    Ledger.objects.select_for_update().filter(_MAIN).first()


def share_ledger(game_ids: Iterable[int]) -> None:
    """Lock some games for counting until this transaction ends, next to others that count other
    games. Call `lock_shards` before changing sums. Raises RuntimeError outside a transaction.
    """
    _lock_whole("pg_advisory_xact_lock_shared")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "select pg_advisory_xact_lock(%s + pk) from unnest(%s::bigint[]) pk",
                [_GAMES, sorted(game_ids)],
            )


def lock_shards(shards: Iterable[Shard]) -> None:
    """Lock the sums of games of these board games and months until this transaction ends, and
    increase their revisions.
    """
    wanted = sorted(set(shards))
    rows = {("", ""), *wanted, *((kind, PLAYERS) for kind, _ in wanted)}
    new = [Ledger(kind=kind, month=month) for kind, month in sorted(rows)]
    Ledger.objects.bulk_create(new, ignore_conflicts=True)
    locked = [row.pk for row in _rows(wanted).select_for_update().order_by("kind", "month")]
    rows_locked = Ledger.objects.filter(pk__in=locked)
    rows_locked.update(revision=F("revision") + 1, changed_at=timezone.now())


def lock_players(kinds: Iterable[str]) -> None:
    """Lock the sums of the players of these board games until this transaction ends: after the
    shards of all of them.
    """
    rows = _rows([(kind, PLAYERS) for kind in sorted(set(kinds))])
    list(rows.select_for_update().order_by("kind"))


def _rows(shards: Iterable[Shard]) -> QuerySet[Ledger]:
    condition = Q(pk__in=[])
    for kind, month in shards:
        condition |= Q(kind=kind, month=month)
    return Ledger.objects.filter(condition)


def _lock_whole(function: str) -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("the ledger can only be locked inside a transaction")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"select {function}(%s)", [_WHOLE])


def _increment() -> int:
    rows = Ledger.objects.filter(_MAIN)
    return rows.update(revision=F("revision") + 1, changed_at=timezone.now())


def settling_revision() -> int:
    """Return the number that increases whenever counted games may have become pending again."""
    return Ledger.objects.filter(_MAIN).values_list("revision", flat=True).first() or 0


def settle(first_uncounted: int | None, revision: int) -> None:
    """Record up to which game all are counted, from the first that is not, unless games became
    pending since that was read, at a `settling_revision`.
    """
    settled = game_reads.newest_game_before(timezone.now() - SETTLING)
    if first_uncounted is not None:
        settled = min(settled, first_uncounted - 1)
    unchanged = Ledger.objects.filter(_MAIN, revision=revision)
    unchanged.exclude(settled=settled).update(settled=settled)


def is_settled(game_id: int) -> bool:
    """Return whether all games up to this one are recorded as counted."""
    return Ledger.objects.filter(_MAIN, settled__gte=game_id).exists()


def unsettle(game_ids: Iterable[int]) -> None:
    """Record that these games are to be counted, inside the transaction that lets them count."""
    first = min(game_ids)
    with transaction.atomic():
        lock_ledger()
        Ledger.objects.filter(_MAIN, settled__gte=first).update(settled=first - 1)


SQLITE_POLL_SECONDS = 0.12
"""Slightly more than the longest time between two attempts of SQLite to get the write lock."""


def let_others_write() -> None:
    """Pause between two transactions of a long job, so that another process can write in between.
    SQLite has no queue of writers, and would let the job have its lock again and again.
    """
    if connection.vendor == "sqlite":
        time.sleep(SQLITE_POLL_SECONDS)
