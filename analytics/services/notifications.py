"""Notifying workers that games wait to be counted. The periodic sweep finds what a lost message
would have announced.
"""

from collections.abc import Sequence

from django.db import transaction

from replays.services.notifications import send_task

COUNT_GAMES = "analytics.tasks.count_games"
SWEEP_GAMES = "analytics.tasks.sweep_games"
COUNT_HIDDEN = "analytics.tasks.count_hidden"
STORE_SET_SUMS = "analytics.tasks.store_set_sums"
FIT_SETS = "analytics.tasks.fit_sets"
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


def enqueue_hidden(after: int = 0) -> None:
    """Queue the counting of hidden games of sets, or its next part."""
    send_task(COUNT_HIDDEN, after)


def enqueue_set_sums() -> None:
    """Queue storing the sums of large sets of games."""
    send_task(STORE_SET_SUMS)


def enqueue_set_fits() -> None:
    """Queue the requested fits of sets of games."""
    send_task(FIT_SETS)
