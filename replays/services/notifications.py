"""Telling a worker that an upload waits. Only a doorbell: the row is the truth, and the beat looks
for what was not heard.
"""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

TASK = "replays.tasks.read_upload"
VERIFY = "replays.tasks.reverify"

log = logging.getLogger(__name__)


def ring_on_commit(upload_id: int) -> None:
    """Ring once the row can be seen by others; a rolled-back upload rings nobody."""
    transaction.on_commit(lambda: ring(upload_id))


def ring(upload_id: int) -> bool:
    """Queue the reading of an upload. False, and a warning in the log, where the broker is away."""
    try:
        current_app.send_task(TASK, args=[upload_id], retry=False, ignore_result=True)
    except (OperationalError, ConnectionError) as error:
        log.warning("upload %s: the broker is away, the beat will find it: %s", upload_id, error)
        return False
    return True


def ring_verify() -> None:
    """Queue the next part of a verification; the beat goes on with one that was not heard."""
    try:
        current_app.send_task(VERIFY, retry=False, ignore_result=True)
    except (OperationalError, ConnectionError) as error:
        log.warning("the broker is away, the beat will go on with the verification: %s", error)
