"""Notifying workers of new work. The database is the source of truth: lost messages only cost time,
since the periodic sweep finds what waits.
"""

import logging
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)


def enqueue_on_commit(upload_id: int) -> None:
    """Queue the reading of an upload once its row is committed."""
    transaction.on_commit(lambda: enqueue_reading(upload_id))


def enqueue_reading(upload_id: int) -> bool:
    """Queue the reading of an upload; return False and log a warning without a broker."""
    return send_task("replays.tasks.read_upload", upload_id)


def enqueue_verification() -> None:
    """Queue the next batch of a verification."""
    send_task("replays.tasks.reverify")


def send_task(task: str, *arguments: Any) -> bool:
    """Send a task to the broker; return False and log a warning if the broker is unreachable."""
    # Celery costs 0.2 s to import, and most commands never send a task.
    from kombu.exceptions import OperationalError

    app = import_string(settings.TASK_APP)
    try:
        app.send_task(task, args=arguments, retry=False, ignore_result=True)
    except (OperationalError, ConnectionError) as error:
        log.warning("%s was not queued: the broker is unreachable: %s", task, error)
        return False
    return True
