"""Benchmarks: medians of one run on one core, each next to a peer or a floor in the same run."""

import goryo_site  # noqa: F401 - it limits NumPy to one thread, which works only before NumPy loads
