"""`manage.py demo`: the whole site on this machine: migrated, with sample games, a broker, a worker
and the web server.
"""

import json
import os
import socket
import sys
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.registry import KINDS
from goryo_site.management.commands.worker import beat_command, worker_command
from goryo_site.runtime.broker import BrokerAway, site_broker
from goryo_site.runtime.processes import (
    AlreadyRuns,
    ChildDied,
    Children,
    Stopped,
    only_one,
    stopped_by_signals,
)

HOST = "127.0.0.1"
PORTS_TRIED = 20
READY_SECONDS = 60.0
SAMPLES = settings.BASE_DIR / "samples"
N_SIMULATED = 150
"""Games of each kind."""


class Command(BaseCommand):
    """Runs until Ctrl-C; a second run finds everything in place and takes moments."""

    help = (
        "Set the site up with sample games and serve it: broker, Celery worker with beat, and web "
        "server. Ctrl-C ends all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The port."""
        parser.add_argument(
            "--port", type=int, default=8000, help="tried first; the next free one is taken"
        )

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Prepare, start, watch, end."""
        if not 1 <= port <= 65535:
            raise CommandError(f"--port {port} is no port: they go from 1 to 65535.")
        try:
            lock = settings.DATA_DIR / "demo.lock"
            with stopped_by_signals(), only_one(lock) as self._tell_others, site_broker() as url:
                self._prepare()
                self._serve(port, url)
        except AlreadyRuns as other:
            raise CommandError(
                f"A demo runs in {settings.DATA_DIR} already ({other.told}). End it with Ctrl-C "
                "where it was started, or name another folder for a second one: DATA_DIR=…"
            ) from other
        except Stopped:
            self.stdout.write("\nStopped. Your games are kept; `make demo` goes on with them.")
        except (BrokerAway, ChildDied) as error:
            raise CommandError(str(error)) from error

    def _prepare(self) -> None:
        with self._step("Database"):
            call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            with self._step("Style sheets and scripts"):
                call_command("collectstatic", verbosity=0, interactive=False)
        with self._step("Sample games"):
            self._quietly("import_logs", str(SAMPLES))
        for kind in KINDS.values():
            with self._step(f"{N_SIMULATED} simulated games of {kind.title}, marked as such"):
                self._quietly("import_logs", str(simulated_games(kind.slug)))
        with self._step("Statistics"):
            self._quietly("sweep_games")

    def _quietly(self, command: str, *args: str) -> None:
        """Run a command; what it says is shown if it fails."""
        said = StringIO()
        try:
            call_command(command, *args, stdout=said, stderr=said)
        except SystemExit as failed:
            raise CommandError(f"{command} failed:\n{said.getvalue()}") from failed

    def _serve(self, wanted: int, broker: str) -> None:
        port = free_port(wanted)
        address = f"http://{HOST}:{port}/"
        environment = os.environ | {"CELERY_BROKER_URL": broker, "BIND": f"{HOST}:{port}"}
        children = Children(settings.DATA_DIR / "log", environment)
        try:
            with self._step("Worker and web server"):
                children.start("worker", worker_command(1), again=True)
                children.start("beat", beat_command(), again=True)
                children.start("web", web_command())
                wait_until_ready(address, children)
            self._tell(address, wanted, port, children)
            children.wait()
        finally:
            children.stop()

    def _tell(self, address: str, wanted: int, port: int, children: Children) -> None:
        self._tell_others(f"at {address}")
        if port != wanted:
            self.stdout.write(f"Port {wanted} is taken; this is port {port}.")
        self.stdout.write(self.style.SUCCESS(f"\nKifu House is at {address}"))
        self.stdout.write(f"Logs are in {children.log_dir}. Ctrl-C ends it.")
        self.stdout.flush()

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        self.stdout.write(f"{name} ... ", ending="")
        self.stdout.flush()
        began = time.monotonic()
        yield
        self.stdout.write(f"done ({time.monotonic() - began:.1f} s)")
        self.stdout.flush()


def simulated_games(slug: str) -> Path:
    """Logs of games between bots, by all rules of a kind: written once, the same on every
    machine.
    """
    path: Path = settings.DATA_DIR / f"simulated-{slug}.ndjson"
    if not path.exists():
        draft = path.with_suffix(".draft")
        call_command("simulate", game=slug, games=N_SIMULATED, seed=1, ruleset="all", out=draft)
        draft.replace(path)
    return path


def free_port(wanted: int) -> int:
    """The wanted port, or the first free one after it. Raises CommandError where there is none
    near.
    """
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(f"No port from {wanted} to {wanted + PORTS_TRIED - 1} is free. Try --port.")


def web_command() -> list[str]:
    """gunicorn, as its configuration says."""
    config = "python:goryo_site.runtime.gunicorn"
    return [sys.executable, "-m", "gunicorn", "--config", config, "goryo_site.wsgi"]


def wait_until_ready(address: str, children: Children) -> None:
    """Until web server, broker, worker and beat all answer. Raises ChildDied, CommandError after a
    minute.
    """
    until = time.monotonic() + READY_SECONDS
    report: dict[str, Any] = {}
    while time.monotonic() < until:
        children.check()
        report = health_at(address)
        if report.get("ok"):
            return
        time.sleep(0.2)
    away = [part for part, told in report.items() if part != "ok" and not told["ok"]] or ["web"]
    raise CommandError(
        f"Not ready after {READY_SECONDS:.0f} s: {', '.join(away)}. See {children.log_dir}."
    )


def health_at(address: str) -> dict[str, Any]:
    """What `/healthz` of a site says; nothing while no one answers."""
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=5) as answer:  # noqa: S310 - our own
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        return dict(json.load(error)) if error.code == 503 else {}
    except OSError:
        return {}
