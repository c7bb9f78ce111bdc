"""Notifying workers that games wait to be counted. The periodic sweep finds what a lost message
would have announced.
"""

from collections.abc import Sequence

from django.db import transaction

from replays.services.notifications import send_task

COUNT_GAMES = "analytics.tasks.count_games"
SWEEP_GAMES = "analytics.tasks.sweep_games"
MAKE_BASELINE = "analytics.tasks.make_baseline"
COUNT_BATCH_SIZE = 100  # games; a message per game would cost the queue more than the counting


def enqueue_on_commit(game_ids: Sequence[int]) -> None:
    """Queue the counting of games once their rows are committed."""
    ids = list(game_ids)
    transaction.on_commit(lambda: enqueue_counting(ids))


def enqueue_counting(game_ids: Sequence[int]) -> None:
    """Queue the counting of games in batches."""
    for start in range(0, len(game_ids), COUNT_BATCH_SIZE):
        if not send_task(COUNT_GAMES, list(game_ids[start : start + COUNT_BATCH_SIZE])):
            break


def enqueue_sweep(after: int) -> None:
    """Queue the next part of a sweep."""
    send_task(SWEEP_GAMES, after)


def enqueue_baseline(part: Sequence[int]) -> None:
    """Queue a slice of a baseline: its primary key, and how many games are played before it."""
    send_task(MAKE_BASELINE, list(part))
