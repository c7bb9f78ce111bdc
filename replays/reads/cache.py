"""Cache in memory, bounded by the number of values and by their weight."""

import threading
from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import Generic, TypeVar

from cachetools import LRUCache
from django.utils.translation import get_language

Value = TypeVar("Value")


class BoundedCache(Generic[Value]):
    """Cache that evicts the least recently used values if there are more than `max_count` or they
    weigh more than `max_bytes` together. A value heavier than that is returned but not stored.
    Values are stored per language unless `by_language` is false.

    Thread-safe. Two threads can compute the same value at once; the later one is stored.
    """

    def __init__(self, max_count: int, max_bytes: int, *, by_language: bool = True) -> None:
        self.max_count, self.by_language = max_count, by_language
        self._values: LRUCache[Hashable, tuple[Value, int]] = LRUCache(max_bytes, itemgetter(1))
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value], weigh: Callable[[Value], int]) -> Value:
        """Return the stored value, or make and store it. `weigh` estimates its size in bytes."""
        if self.by_language:
            key = (get_language(), key)
        with self._lock:
            if stored := self._values.get(key):
                return stored[0]
        value = make()
        self._store(key, value, weigh(value))
        return value

    def _store(self, key: Hashable, value: Value, weight: int) -> None:
        if weight > self._values.maxsize:
            return
        with self._lock:
            self._values[key] = value, weight
            if len(self._values) > self.max_count:
                self._values.popitem()

    def put(self, key: Hashable, value: Value, weigh: Callable[[Value], int]) -> None:
        """Store a value, of any language."""
        self._store(key, value, weigh(value))

    def pop(self, key: Hashable) -> Value | None:
        """Remove and return a value that was put."""
        with self._lock:
            stored = self._values.pop(key, None)
        return stored[0] if stored else None

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._values.clear()

    @property
    def weight(self) -> int:
        """The weight of all stored values, in bytes."""
        return int(self._values.currsize)

    def __len__(self) -> int:
        return len(self._values)
