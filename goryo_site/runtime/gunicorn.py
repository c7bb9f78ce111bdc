"""Configuration for `gunicorn --config python:goryo_site.runtime.gunicorn goryo_site.asgi`."""

import gc
import os
import resource
import tempfile
from typing import Any

from django.urls import get_resolver

from goryo_site.runtime.logging import logging_config

MULTIPROCESS = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder of `prometheus_client`."""

# SQLite and throttle counters in memory need a single process.
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
worker_class = "goryo_site.runtime.web_worker.WebWorker"
bind = os.environ.get("BIND", "127.0.0.1:8000")
timeout = 60
graceful_timeout = 10
keepalive = 65  # seconds; longer than those of proxies, which choose when to close
max_requests = 20_000
max_requests_jitter = 2_000
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

if os.environ.get("METRICS_TOKEN") and MULTIPROCESS not in os.environ:
    # Before the site is imported: each process counts its requests in a file of this folder.
    os.environ[MULTIPROCESS] = tempfile.mkdtemp(prefix="kifu-metrics-")

GC_THRESHOLD = 20_000
"""Python's default of 700 starts dozens of collections per page. Some of them visit every object of
the site, which takes 0.1 s.
"""
GC_OLDEST = 60
"""Collections of the younger generations until Python starts one of all. Usually `runtime.garbage`
has done it before, between requests.
"""


def child_exit(server: Any, worker: Any) -> None:  # noqa: ARG001 - signature of gunicorn
    """Forget the gauges of a worker that ended; its counts stay."""
    if MULTIPROCESS in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def post_fork(server: Any, worker: Any) -> None:  # noqa: ARG001 - signature of gunicorn
    """Allow as many open sockets as the system permits; the usual limit is 1,024."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def post_worker_init(worker: Any) -> None:  # noqa: ARG001 - signature of gunicorn
    """Exclude permanent objects from garbage collection (Python documentation of `gc.freeze`)."""
    get_resolver().url_patterns  # noqa: B018 - import all pages now, not during the first request
    gc.collect()
    gc.freeze()
    gc.set_threshold(GC_THRESHOLD, 20, GC_OLDEST)
