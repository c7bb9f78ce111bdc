"""Long computations in slices: a request computes until its slice of processor time is over, and
the next request for the same answer continues there.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

WAIT_SECONDS = 1
"""When a client should ask again."""


@dataclass
class _Slice:
    """When it began and its length, in seconds, and how many parts were computed in it."""

    began: float
    seconds: float
    n_parts: int = 0


_slice: ContextVar[_Slice | None] = ContextVar("slice", default=None)


class Unfinished(Exception):
    """The answer needs more slices: `done` of `total` parts are computed, and stored. A total of 0
    is unknown.
    """

    def __init__(self, done: int = 0, total: int = 0) -> None:
        super().__init__(f"{done} of {total} computed")
        self.done, self.total = done, total


@contextmanager
def in_slice(milliseconds: float) -> Iterator[None]:
    """Give what runs inside, in this thread, so much processor time; 0: no limit."""
    now = time.thread_time()
    token = _slice.set(_Slice(now, milliseconds / 1000) if milliseconds else None)
    try:
        yield
    finally:
        _slice.reset(token)


def is_over(share: float = 1.0) -> bool:
    """Return whether this share of the slice of a request is over. Jobs and commands have none."""
    its = _slice.get()
    return its is not None and time.thread_time() - its.began > share * its.seconds


def begin_part() -> None:
    """Begin a part that will be stored. Raises Unfinished if the slice is over, unless it is the
    first part of this request: each request gets further.
    """
    its = _slice.get()
    if its is not None:
        if its.n_parts and is_over():
            raise Unfinished
        its.n_parts += 1
