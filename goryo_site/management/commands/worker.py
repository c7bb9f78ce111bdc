"""`manage.py worker`: Celery workers with beat, and the embedded broker if no other is set."""

import os
import shutil
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from goryo_site.runtime.broker import BrokerAway, site_broker
from goryo_site.runtime.processes import ChildDied, Children, Stopped, stopped_by_signals
from goryo_site.runtime.queues import SLOW, WORKERS

CELERY = (sys.executable, "-m", "celery", "--app", "goryo_site")
NICENESS = 5
"""Of the worker for long jobs: enough for the others to go first, not so much that it holds a lock
of the database for long.
"""


class Command(BaseCommand):
    """Run until stopped."""

    help = (
        "Run a Celery worker for each group of queues (uploads, counting, long jobs) with beat, "
        "and the embedded broker unless CELERY_BROKER_URL or REDIS_URL is set."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of worker processes."""
        text = "processes that read uploads, and as many that count games; default: 1"
        parser.add_argument("--concurrency", type=int, default=1, metavar="N", help=text)

    def handle(self, *args: Any, concurrency: int, **options: Any) -> None:
        """Start workers and beat, and stop them."""
        try:
            with stopped_by_signals(), site_broker() as url:
                environment = os.environ | {"CELERY_BROKER_URL": url}
                with Children(settings.DATA_DIR / "log", environment) as children:
                    start_workers(children, concurrency)
                    children.start("beat", beat_command(), restart=True)
                    self.stdout.write(
                        f"Working. Logs are in {children.log_dir}. Press Ctrl-C to stop."
                    )
                    children.wait()
        except Stopped:
            self.stdout.write("Stopped.")
        except (BrokerAway, ChildDied) as error:
            raise CommandError(str(error)) from error


def start_workers(children: Children, concurrency: int = 1) -> None:
    """Start a worker for each group of queues; each is restarted if it ends."""
    for name in WORKERS:
        n_processes = 1 if name == SLOW else concurrency
        children.start(f"worker-{name}", worker_command(name, n_processes), restart=True)


def worker_command(name: str, concurrency: int) -> list[str]:
    """Return the command of a Celery worker for a group of queues."""
    options = ("--concurrency", str(concurrency), "--without-gossip", "--without-mingle")
    queues = ("--queues", ",".join(WORKERS[name]))
    hostname = f"{settings.BASE_DIR.name}-{name}-{os.getpid()}@%h"
    command = [*CELERY, "worker", "--loglevel", "INFO", *options, *queues, "--hostname", hostname]
    nice = shutil.which("nice") if name == SLOW else None
    return [nice, "-n", str(NICENESS), *command] if nice else command


def beat_command() -> list[str]:
    """Return the command of a separate beat process, which is restarted if it ends."""
    return [*CELERY, "beat", "--loglevel", "INFO", "--pidfile="]
