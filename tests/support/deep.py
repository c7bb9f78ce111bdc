"""Deep tests: all of them in `make test-deep`, a rotating tenth in every other run.

The tenth changes with the date. TEST_TENTH=0 … 9 selects one, TEST_DEEP=1 all. TEST_TURNS=all runs
all tests that take turns, with as many random cases as usual.
"""

import os
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

T = TypeVar("T")

IS_DEEP = os.environ.get("TEST_DEEP", "") not in ("", "0")
HAS_ALL_TURNS = IS_DEEP or os.environ.get("TEST_TURNS") == "all"
# Set for the processes of pytest-xdist too, which must agree when the date changes under them.
TENTH = int(os.environ.setdefault("TEST_TENTH", str(datetime.now(UTC).toordinal() % 10)))  # noqa: TID251


def is_due(name: str) -> bool:
    """Return whether a deep test of this name runs now."""
    return IS_DEEP or zlib.crc32(name.encode()) % 10 == TENTH


def has_turn(name: str, parts: int) -> bool:
    """Return whether a test of this name is in the part that runs now: another one each day."""
    return HAS_ALL_TURNS or zlib.crc32(name.encode()) % parts == _part(parts)


def due(cases: Iterable[T]) -> list[T]:
    """Return the cases that run now: all in a deep run, else every tenth, but at least one."""
    cases = list(cases)
    return cases if IS_DEEP or not cases else cases[TENTH % len(cases) :: 10]


def turn(cases: Iterable[T], parts: int) -> list[T]:
    """Return one of `parts` parts of similar cases, another one each day; all in a deep run."""
    cases = list(cases)
    return cases if HAS_ALL_TURNS else cases[_part(parts) :: parts]


def _part(parts: int) -> int:
    """Return the part that runs now. Of more than ten parts, each tenth selects a distant one."""
    return TENTH % parts if parts <= 10 else TENTH * parts // 10


def amount(deep: int) -> int:
    """Return how many random cases run now, of the number in a deep run."""
    return deep if IS_DEEP else max(1, deep // 10)


def seed(name: str) -> str:
    """Return a seed that changes with the tenth; a deep run has its own."""
    return f"{name} {'deep' if IS_DEEP else TENTH}"


def report() -> str:
    """Return how to run the same deep tests again."""
    if IS_DEEP:
        return "deep tests: all (TEST_DEEP=1)"
    return f"deep tests: tenth {TENTH} of 0 to 9 (again: TEST_TENTH={TENTH}; all: make test-deep)"
