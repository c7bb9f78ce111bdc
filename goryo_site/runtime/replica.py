"""A read replica of PostgreSQL for the sums of statistics (`DATABASE_REPLICA_URL`).

Only sums are read from it: games, names, contributions and everything that decides what a viewer
may see are always read from the primary. A replica lags behind, so sums of a game that was
withdrawn, or of a name that was hidden, could still be in it. Each such change increases the main
row of the ledger in its transaction. A request uses the replica only if its main row has the
revision of the primary's; else, and if the replica does not answer, everything is read from the
primary. One that does not answer is not tried again for a while: each attempt can take seconds.
New games may be missing from a lagging replica; the "as of" of an answer is the replica's.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.db import Error, models

from analytics.models import SUMS_MODELS, Ledger, Snapshot

log = logging.getLogger(__name__)

REPLICA = "replica"
READ_MODELS: frozenset[type[models.Model]] = frozenset({*SUMS_MODELS, Ledger})
"""Models of sums, none of which decides what a viewer may see."""
PAUSE_SECONDS = 30.0
"""How long a replica that did not answer is not tried again by this process."""
_paused_until = 0.0
_is_used: ContextVar[bool] = ContextVar("replica", default=False)


class ReplicaRouter:
    """Reads sums from the replica after `use_replica`; everything else uses the primary."""

    def db_for_read(self, model: type[models.Model], **_: Any) -> str | None:
        """Return the database to read a model from; None: the primary."""
        return REPLICA if model in READ_MODELS and _is_used.get() else None

    def allow_relation(self, *_: Any, **__: Any) -> bool:
        """Allow relations: both databases have the same rows."""
        return True

    def allow_migrate(self, db: str, *_: Any, **__: Any) -> bool | None:
        """Refuse migrations of the replica."""
        return False if db == REPLICA else None


@contextmanager
def replica_scope() -> Iterator[None]:
    """Let `use_replica` be valid until the end."""
    token = _is_used.set(False)
    try:
        yield
    finally:
        _is_used.reset(token)


def use_replica() -> bool:
    """Read sums from the replica, until the `replica_scope` ends, if it is configured and current.
    Return whether it is.
    """
    _is_used.set(REPLICA in settings.DATABASES and is_current())
    return _is_used.get()


def is_current() -> bool:
    """Return whether the replica has every removal of games and names from the sums, and every
    snapshot.
    """
    global _paused_until
    if time.monotonic() < _paused_until:
        return False
    try:
        # The primary first: a removal after that is as if it came after the request.
        return _revision("default") == _revision(REPLICA)
    except Error:
        _paused_until = time.monotonic() + PAUSE_SECONDS
        log.exception("the replica does not answer; statistics are read from the primary")
        return False


def _revision(alias: str) -> tuple[int | None, int | None]:
    """Return the revision of the main row of the ledger, and the newest snapshot."""
    rows = Ledger.objects.using(alias).filter(kind="", month="")
    newest = Snapshot.objects.using(alias).order_by("-pk").values_list("pk", flat=True).first()
    return rows.values_list("revision", flat=True).first(), newest
