"""How much processor time a client may use: a token bucket, in milliseconds.

The time that a view takes is measured (`goryo_site.http.cpu_budget`) and charged afterwards, since
the cost of a request is not known before. A bucket is looked at before the work: if it is empty,
costly work is refused (`access.throttles`). So requests that run at the same time can overdraw a
bucket by one request each, and the debt delays later ones.

Buckets are in the shared cache, so all processes use the same. Each change takes a lock in the
cache; a process that can't get it in time tries again with the next charge.
"""

import threading
import time
from dataclasses import dataclass
from hashlib import sha256
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from replays.access.addresses import client_network

MINUTE = 60.0
AT_ONCE, RESERVE = 0.4, 0.1
"""Shares of what a client may use in a minute: the size of the bucket, and how far it may be
overdrawn by answers that are cached. The other half is refilled during the minute, so no minute
has more than the whole.
"""
KEY = "replays.cpu_budget"
"""Key of a request's `META`: the budget of its client."""
_WRITTEN_MS = 25.0
"""Smaller charges wait in the process until they are this much together."""
_LOCK_SECONDS, _PATIENCE_SECONDS, _PAUSE_SECONDS = 2, 0.05, 0.002
_lock = threading.Lock()
_waiting: dict[str, tuple[float, float]] = {}
"""Milliseconds by bucket that are not in the cache yet, and when the last of them were charged."""
_MAX_WAITING = 10_000


@dataclass(frozen=True, slots=True)
class Budget:
    """The bucket of a client, which is any text."""

    client: str

    @property
    def key(self) -> str:
        """The key in the cache."""
        return f"cpu-{sha256(self.client.encode()).hexdigest()[:32]}"

    def left(self) -> float:
        """Return the milliseconds that are left; negative: overdrawn."""
        return _size() - self._owed(_waiting.get(self.key, (0.0, 0.0)))

    def seconds_to_wait(self, *, is_cached: bool = False) -> int:
        """Return in how many seconds the client may send a costly request, or one whose answer is
        probably cached; 0: now.
        """
        if not settings.CPU_SHARE:
            return 0
        missing = -self.left() - (per_minute() * RESERVE if is_cached else 0.0)
        return max(1, ceil(missing / _per_second())) if missing >= 0 else 0

    def charge(self, milliseconds: float) -> None:
        """Take processor time out of the bucket."""
        with _lock:
            if len(_waiting) > _MAX_WAITING:
                _waiting.clear()
            now = time.time()
            waiting = _waiting.pop(self.key, (0.0, 0.0))
            total = waiting[0] + milliseconds
            if total < _WRITTEN_MS or not self._acquire():
                _waiting[self.key] = total, now
                return
            try:
                debt = self._owed(waiting) + milliseconds
                cache.set(self.key, (debt, now), ceil(debt / _per_second()) + 1)
            finally:
                cache.delete(f"{self.key}-lock")

    def _owed(self, waiting: tuple[float, float]) -> float:
        """Return what is owed now, with what waits in the process."""
        debt, at = cache.get(self.key, (0.0, 0.0))
        charged = max(at, waiting[1])
        return _refilled(_refilled(debt, charged - at) + waiting[0], time.time() - charged)

    def _acquire(self) -> bool:
        ends = time.monotonic() + _PATIENCE_SECONDS
        while not cache.add(f"{self.key}-lock", 1, _LOCK_SECONDS):
            if time.monotonic() > ends:
                return False
            time.sleep(_PAUSE_SECONDS)
        return True


def per_minute() -> float:
    """Return the milliseconds that a client may use in a minute."""
    return MINUTE * 1000 * float(settings.CPU_SHARE) / 100


def _refilled(debt: float, seconds: float) -> float:
    """Return what is left of a debt after a time."""
    return max(0.0, debt - max(0.0, seconds) * _per_second())


def _size() -> float:
    return per_minute() * AT_ONCE


def _per_second() -> float:
    return per_minute() * (1 - AT_ONCE - RESERVE) / MINUTE


def client_of(request: HttpRequest) -> str:
    """Return who sends a request, as limits count clients."""
    budget = budget_of(request)
    return budget.client if budget else f"address {client_network(request)}"


def budget_of(request: HttpRequest) -> Budget | None:
    """Return the budget of a request's client; None: it has no limit."""
    budget: Budget | None = request.META.get(KEY)
    return budget
