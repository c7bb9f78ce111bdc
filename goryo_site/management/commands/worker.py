"""`manage.py worker`: a Celery worker with the beat, and the embedded broker where no other is
named.
"""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from goryo_site.runtime.broker import BrokerAway, site_broker
from goryo_site.runtime.processes import ChildDied, Children, Stopped, stopped_by_signals


class Command(BaseCommand):
    """Runs until it is told to stop."""

    help = (
        "Run a Celery worker with the beat, and the embedded broker unless CELERY_BROKER_URL or "
        "REDIS_URL names another."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many processes work."""
        parser.add_argument("--concurrency", type=int, default=1, metavar="N")

    def handle(self, *args: Any, concurrency: int, **options: Any) -> None:
        """Start both, and end both."""
        try:
            with stopped_by_signals(), site_broker() as url:
                children = Children(
                    settings.DATA_DIR / "log", os.environ | {"CELERY_BROKER_URL": url}
                )
                try:
                    children.start("worker", worker_command(concurrency), again=True)
                    children.start("beat", beat_command(), again=True)
                    self.stdout.write(f"Working. Log: {children.log_of('worker')}. Ctrl-C ends it.")
                    children.wait()
                finally:
                    children.stop()
        except Stopped:
            self.stdout.write("Stopped.")
        except (BrokerAway, ChildDied) as error:
            raise CommandError(str(error)) from error


def worker_command(concurrency: int) -> list[str]:
    """A Celery worker for all queues."""
    return [
        *(sys.executable, "-m", "celery", "--app", "goryo_site", "worker"),
        *(
            "--concurrency",
            str(concurrency),
            "--loglevel",
            "INFO",
            "--without-gossip",
            "--without-mingle",
        ),
        *("--hostname", f"{Path(settings.BASE_DIR).name}-{os.getpid()}@%h"),
    ]


def beat_command() -> list[str]:
    """The beat by itself, so that whoever watches over it sees when it ends."""
    command = (sys.executable, "-m", "celery", "--app", "goryo_site", "beat")
    return [*command, "--loglevel", "INFO", "--pidfile="]
