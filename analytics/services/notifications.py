"""Telling a worker that there is something to count. Only a doorbell: what was not heard, the sweep
finds.
"""

import logging
from collections.abc import Sequence
from typing import Any

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

COUNT = "analytics.tasks.count_games"
SWEEP = "analytics.tasks.sweep_games"
IN_A_MESSAGE = 100  # games; a message per game would cost the queue more than the counting

log = logging.getLogger(__name__)


def ring_on_commit(game_ids: Sequence[int]) -> None:
    """Ring once the rows can be seen by others; what is rolled back rings nobody."""
    ids = list(game_ids)
    transaction.on_commit(lambda: ring_count(ids))


def ring_count(game_ids: Sequence[int]) -> None:
    """Queue the counting of these games, many to a message."""
    for start in range(0, len(game_ids), IN_A_MESSAGE):
        if not _ring(COUNT, list(game_ids[start : start + IN_A_MESSAGE])):
            break


def ring_sweep(after: int) -> None:
    """Queue the next part of a sweep."""
    _ring(SWEEP, after)


def _ring(task: str, argument: Any) -> bool:
    try:
        current_app.send_task(task, args=[argument], retry=False, ignore_result=True)
    except (OperationalError, ConnectionError) as error:
        log.warning(
            "the broker is away, the sweep will find what waits to be counted: %s",
            error,
        )
        return False
    return True
