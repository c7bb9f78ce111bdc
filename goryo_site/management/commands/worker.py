"""`manage.py worker`: a Celery worker with beat, and the embedded broker if no other is set."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from goryo_site.runtime.broker import BrokerAway, site_broker
from goryo_site.runtime.processes import ChildDied, Children, Stopped, stopped_by_signals

CELERY = (sys.executable, "-m", "celery", "--app", "goryo_site")


class Command(BaseCommand):
    """Run until stopped."""

    help = (
        "Run a Celery worker with beat, and the embedded broker unless CELERY_BROKER_URL or "
        "REDIS_URL is set."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of worker processes."""
        parser.add_argument("--concurrency", type=int, default=1, metavar="N")

    def handle(self, *args: Any, concurrency: int, **options: Any) -> None:
        """Start worker and beat, and stop both."""
        try:
            with stopped_by_signals(), site_broker() as url:
                environment = os.environ | {"CELERY_BROKER_URL": url}
                with Children(settings.DATA_DIR / "log", environment) as children:
                    children.start("worker", worker_command(concurrency), restart=True)
                    children.start("beat", beat_command(), restart=True)
                    self.stdout.write(
                        f"Working. Log: {children.log_of('worker')}. Press Ctrl-C to stop."
                    )
                    children.wait()
        except Stopped:
            self.stdout.write("Stopped.")
        except (BrokerAway, ChildDied) as error:
            raise CommandError(str(error)) from error


def worker_command(concurrency: int) -> list[str]:
    """Return the command of a Celery worker for all queues."""
    options = ("--concurrency", str(concurrency), "--without-gossip", "--without-mingle")
    hostname = f"{settings.BASE_DIR.name}-{os.getpid()}@%h"
    return [*CELERY, "worker", "--loglevel", "INFO", *options, "--hostname", hostname]


def beat_command() -> list[str]:
    """Return the command of a separate beat process, which is restarted if it ends."""
    return [*CELERY, "beat", "--loglevel", "INFO", "--pidfile="]
