"""A queue for costly work in the threads of a process: one at a time, clients in turn."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Busy(Exception):
    """Other clients have their turn. The client should try again: its place in the queue stays."""


class FairQueue:
    """Lets one thread work at a time. Of those that wait, the client that had its last turn the
    longest ago is next. At most `max_waiting` threads wait, so that others stay free for pages.
    """

    def __init__(self, max_waiting: int = 2, remembered: int = 1000) -> None:
        self._changed = threading.Condition()
        self._is_working = False
        self._waiting: list[str] = []
        self._last_turns: dict[str, float] = {}
        self._max_waiting, self._remembered = max_waiting, remembered

    @contextmanager
    def turn(self, client: str, seconds: float) -> Iterator[None]:
        """Work in here. Raises Busy if it takes longer than this many seconds to get a turn."""
        with self._changed:
            self._wait(client, seconds)
            self._is_working = True
            self._last_turns.pop(client, None)
            self._last_turns[client] = time.monotonic()
            if len(self._last_turns) > self._remembered:
                del self._last_turns[next(iter(self._last_turns))]
        try:
            yield
        finally:
            with self._changed:
                self._is_working = False
                self._changed.notify_all()

    def _wait(self, client: str, seconds: float) -> None:
        if not self._is_working and not self._waiting:
            return
        if len(self._waiting) >= self._max_waiting:
            raise Busy
        self._waiting.append(client)
        try:
            if not self._changed.wait_for(lambda: self._is_next(client), seconds):
                raise Busy
        finally:
            self._waiting.remove(client)

    def _is_next(self, client: str) -> bool:
        last = self._last_turns.get
        return not self._is_working and client == min(self._waiting, key=lambda its: last(its, 0.0))
