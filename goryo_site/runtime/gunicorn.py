"""How gunicorn serves the site: `gunicorn --config python:goryo_site.runtime.gunicorn
goryo_site.wsgi`.
"""

import gc
import os
from typing import Any

from django.urls import get_resolver

from goryo_site.runtime.logging import logging_config

# With SQLite and the throttle's counts in memory one process is right; its threads wait for the
# database side by side.
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_class = "gthread"
bind = os.environ.get("BIND", "127.0.0.1:8000")
timeout = 60
graceful_timeout = 10
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 8190
control_socket_disable = True  # signals are enough, and two sites of one user would share it
accesslog = None  # the site writes a line a request itself
logconfig_dict = logging_config(
    form=os.environ.get("LOG_FORMAT", "json" if os.environ.get("DATABASE_URL") else "text"),
    level=os.environ.get("LOG_LEVEL", "INFO"),
)
# gunicorn lays this over a configuration of its own, whose handlers write in another form.
for name in ("gunicorn.error", "gunicorn.access"):
    logconfig_dict["loggers"][name] = {"handlers": [], "propagate": True}

COLLECT_AFTER = 20_000
"""So many more objects made than freed start a collection; Python's own 700 starts dozens a page,
and some of them walk all that the site is made of, which takes a tenth of a second.
"""


def post_worker_init(worker: Any) -> None:  # noqa: ARG001 - gunicorn gives it
    """What the site is made of stays as long as the process: no collection need look at it again
    (Python's documentation of `gc.freeze`).
    """
    get_resolver().url_patterns  # noqa: B018 - the pages are imported at the first request else
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 20)
