"""What was costly to make, kept in memory: so many values, and so many bytes of them together."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from django.utils.translation import get_language

Value = TypeVar("Value")


class Kept(Generic[Value]):
    """The values last asked for. What was not asked for longest goes first, when there are more
    than `most` or they weigh more than `heaviest` bytes together; what weighs more alone is given,
    and not kept. What `has_words` is kept for each language by itself.

    For any number of threads; two may make the same value at once, and the last one stays.
    """

    def __init__(self, most: int, heaviest: int, *, has_words: bool = True) -> None:
        self.most, self.heaviest, self.has_words = most, heaviest, has_words
        self.weight = 0
        self._values: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value], weigh: Callable[[Value], int]) -> Value:
        """The value of a key, made where it is not here. `weigh` says about how heavy it is."""
        if self.has_words:
            key = (get_language(), key)
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key][0]
        value = make()
        self._put(key, value, weigh(value))
        return value

    def _put(self, key: Hashable, value: Value, weight: int) -> None:
        if weight > self.heaviest:
            return
        with self._lock:
            self.weight += weight - self._values.pop(key, (value, 0))[1]
            self._values[key] = value, weight
            while len(self._values) > self.most or self.weight > self.heaviest:
                self.weight -= self._values.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._values.clear()
            self.weight = 0

    def __len__(self) -> int:
        return len(self._values)
