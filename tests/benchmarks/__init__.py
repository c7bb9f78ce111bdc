"""Benchmarks: medians of one run on one core, each beside a peer or a floor in the same run."""
