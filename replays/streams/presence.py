"""How many streams are open, for pages that show their number."""

import asyncio
import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from django.db import Error as DatabaseError
from django.db import close_old_connections

REFRESH_SECONDS = 14.0
"""The number is stored again after so long, so that one of a process that was stopped can expire.
Streams check it with each comment that keeps them alive (`responses.KEEP_ALIVE_SECONDS`)."""
PAUSE_SECONDS = 1.0
"""Between two numbers of the same streams."""

Store = Callable[[int], None]
"""Stores the number of streams that this process has open. It is called in a thread."""

log = logging.getLogger(__name__)
_open: Counter[str] = Counter()
_stored_at: dict[str, float] = {}
_pending: set[str] = set()
_lock, _order = threading.Lock(), threading.Lock()


@contextmanager
def counted(name: str, store: Store | None) -> Iterator[Callable[[], None]]:
    """Count an open stream among those with a name, and store their number now and at the end.
    Yield a function that stores it again if that was long ago. Without `store` it does nothing.
    """
    if store is None:
        yield lambda: None
        return
    _add(name, 1)
    _store_soon(name, store)
    try:
        yield lambda: _refresh(name, store)
    finally:
        _add(name, -1)
        _store_soon(name, store)


def n_open(name: str) -> int:
    """Return how many streams with a name this process has open."""
    with _lock:
        return _open[name]


def _add(name: str, n: int) -> None:
    with _lock:
        _open[name] += n
        if not _open[name]:
            del _open[name]


def _refresh(name: str, store: Store) -> None:
    if time.monotonic() - _stored_at.get(name, 0.0) > REFRESH_SECONDS:
        _store_soon(name, store)


def _store_soon(name: str, store: Store) -> None:
    """Store the number in a thread, after the pause, once for all changes until then."""
    loop = asyncio.get_running_loop()
    with _lock:
        if name in _pending:
            return
        _pending.add(name)
        delay = _stored_at.get(name, 0.0) + PAUSE_SECONDS - time.monotonic()

    def start() -> None:
        with suppress(RuntimeError):  # the process stops; its number expires
            loop.run_in_executor(None, _store, name, store)

    if delay > 0:
        loop.call_later(delay, start)
    else:
        start()


def _store(name: str, store: Store) -> None:
    with _order:  # the last number is stored last
        with _lock:
            _pending.discard(name)
            n_streams = _open[name]
            _stored_at[name] = time.monotonic()
            if not n_streams:
                del _stored_at[name]
        close_old_connections()
        try:
            store(n_streams)
        except DatabaseError as error:
            log.warning("the number of streams of %s was not stored: %s", name, error)
        finally:
            close_old_connections()
