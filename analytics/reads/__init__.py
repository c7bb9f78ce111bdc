"""Queries: sums, answers, drill-downs, players, ratings, balance and snapshots."""
