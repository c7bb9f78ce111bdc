"""The Celery application. Queues: `uploads` and `stats` for the bulk, `beat` for what the clock
sends.
"""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, beat_init, setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")

app = Celery("goryo_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def use_the_sites_logging(**_: Any) -> None:
    """Keep Celery from putting its own handlers in place of the site's."""
    from django.conf import settings

    from goryo_site.runtime.logging import configure

    configure(settings.LOGGING)


@beat_init.connect
@beat_embedded_init.connect
def send_first_heartbeat(**_: Any) -> None:
    """Let a site that just started say that it is well, before the first turn of the clock."""
    app.send_task("goryo_site.tasks.heartbeat", ignore_result=True)
