"""Garbage collection of the web server while it computes no request.

A collection of all generations visits every cached drawing, which takes 50 to 100 ms. Python starts
one in the middle of any request.
"""

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

IDLE_SECONDS = 0.5
"""So long after the last request."""
DUE = 5
"""Collections of the younger generations since the last one of all."""


class IdleCollector:
    """Collects garbage in an event loop when no request has been computed for a moment."""

    def __init__(self) -> None:
        self.n_running = 0
        self._timer: asyncio.TimerHandle | None = None

    @contextmanager
    def request(self) -> Iterator[None]:
        """Put off a collection during the block, and plan one after it if it is due."""
        self.n_running += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        try:
            yield
        finally:
            self.n_running -= 1
            if not self.n_running and gc.get_count()[2] >= DUE:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(IDLE_SECONDS, gc.collect)
