"""Writing when others write too: a transaction that lost a race for a lock is run again."""

import functools
import logging
import random
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)

ATTEMPTS = 8
FIRST_PAUSE = 0.02  # seconds; doubles
_SERIALIZATION, _DEADLOCK = "40001", "40P01"


def is_transient(error: OperationalError) -> bool:
    """Whether the same transaction may succeed a moment later: SQLite was busy, or PostgreSQL broke
    a deadlock.
    """
    if getattr(error.__cause__, "sqlstate", None) in {_SERIALIZATION, _DEADLOCK}:
        return True
    return connection.vendor == "sqlite" and "locked" in str(error)


def retrying(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function that is one whole transaction, again while its failure is transient.

    Inside an outer transaction there is nothing to run again: the error passes through.
    """

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        for attempt in range(1, ATTEMPTS):
            try:
                return function(*args, **kwargs)
            except OperationalError as error:
                if connection.in_atomic_block or not is_transient(error):
                    raise
                log.info("%s: database busy, attempt %d: %s", function.__name__, attempt, error)
                time.sleep(FIRST_PAUSE * 2**attempt * random.uniform(0.5, 1.5))  # noqa: S311 - jitter
        return function(*args, **kwargs)

    return run
