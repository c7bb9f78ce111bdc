"""Queries: the queue, active blocks."""
