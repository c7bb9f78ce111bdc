"""Shared by the benchmarks of the engine: the command line, and rates."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any


def arguments(**positional: dict[str, Any]) -> argparse.Namespace:
    """Return the command line; with `--compiled`, the games of that folder are imported."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiled", help="a folder with compiled games, to be imported instead")
    for name, settings in positional.items():
        parser.add_argument(name, **settings)
    parsed = parser.parse_args()
    if parsed.compiled:
        sys.path.insert(0, parsed.compiled)
    return parsed


def rate(work: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the units per second of one call."""
    start = clock()
    done = work()
    return done / (clock() - start)
