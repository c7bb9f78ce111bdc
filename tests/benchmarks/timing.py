"""Shared by the benchmarks of the engine: the command line, garbage collection as in a process of
the site, and rates.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable
from typing import Any

GC_THRESHOLD, GC_OLDEST = 20_000, 60
"""As `goryo_site.runtime.gunicorn` has it, which an engine without Django can't import."""


def arguments(**positional: dict[str, Any]) -> argparse.Namespace:
    """Return the command line; with `--compiled`, the games of that folder are imported."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiled", help="a folder with compiled games, to be imported instead")
    for name, settings in positional.items():
        parser.add_argument(name, **settings)
    parsed = parser.parse_args()
    if parsed.compiled:
        sys.path.insert(0, parsed.compiled)
    gc.set_threshold(GC_THRESHOLD, 20, GC_OLDEST)
    return parsed


def rate(work: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the units per second of one call."""
    start = clock()
    done = work()
    return done / (clock() - start)
