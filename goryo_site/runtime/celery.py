"""The Celery application."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, beat_init, setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")

app = Celery("goryo_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_site_logging(**_: Any) -> None:
    """Use the logging of the site instead of Celery's handlers."""
    from django.conf import settings

    from goryo_site.runtime.logging import configure

    configure(settings.LOGGING)


@beat_init.connect
@beat_embedded_init.connect
def send_first_heartbeat(**_: Any) -> None:
    """Send a heartbeat at the start, so that a new site is healthy at once."""
    app.send_task("goryo_site.tasks.heartbeat", ignore_result=True)
