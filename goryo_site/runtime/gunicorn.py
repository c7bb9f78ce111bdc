"""Configuration for `gunicorn --config python:goryo_site.runtime.gunicorn goryo_site.wsgi`."""

import gc
import os
from typing import Any

from django.urls import get_resolver

from goryo_site.runtime.logging import logging_config

# SQLite and throttle counters in memory need a single process. Its threads wait for the database in
# parallel.
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
threads = int(os.environ.get("WEB_THREADS", "8"))
worker_class = "gthread"
bind = os.environ.get("BIND", "127.0.0.1:8000")
timeout = 60
graceful_timeout = 10
max_requests = 20_000
max_requests_jitter = 2_000
limit_request_line = 8190
# Signals are enough, and two sites of one user would share the socket.
control_socket_disable = True
accesslog = None  # the site logs each request itself
logconfig_dict = logging_config(
    form=os.environ.get("LOG_FORMAT", "json" if os.environ.get("DATABASE_URL") else "text"),
    level=os.environ.get("LOG_LEVEL", "INFO"),
)
# gunicorn merges this into its own configuration, whose handlers use another format.
for name in ("gunicorn.error", "gunicorn.access"):
    logconfig_dict["loggers"][name] = {"handlers": [], "propagate": True}

GC_THRESHOLD = 20_000
"""Python's default of 700 starts dozens of collections per page. Some of them visit every object of
the site, which takes 0.1 s.
"""


def post_worker_init(worker: Any) -> None:  # noqa: ARG001 - signature of gunicorn
    """Exclude permanent objects from garbage collection (Python documentation of `gc.freeze`)."""
    get_resolver().url_patterns  # noqa: B018 - import all pages now, not during the first request
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 20, 20)
