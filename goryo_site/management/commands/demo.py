"""`manage.py demo`: the whole site on this machine, with sample games, a broker, workers and a web
server.
"""

import os
import socket
import sys
import time
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
from goryo_site.management.commands.worker import beat_command, start_workers
from goryo_site.runtime import processes
from goryo_site.runtime.broker import BrokerAway, site_broker

HOST = "127.0.0.1"
PORTS_TRIED = 20
READY_SECONDS = 60.0
SAMPLES = settings.BASE_DIR / "samples"
N_SIMULATED = 60  # games of each kind: enough for every ruleset


class Command(BaseCommand):
    """Run until Ctrl-C. A second run finds all games stored and starts within seconds."""

    help = (
        "Set up the site with sample games and serve it with a broker, Celery workers with beat, "
        "and a web server. Games are added while the site is running. Ctrl-C stops everything."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the port option."""
        text = "the port to try first; if taken, the next free port is used"
        parser.add_argument("--port", type=int, default=8000, help=text)

    def handle(self, *args: Any, port: int, **options: Any) -> None:
        """Set up, start, fill, watch and stop."""
        if not 1 <= port <= 65535:
            raise CommandError(f"--port {port} is not a port. Use a number from 1 to 65535.")
        try:
            lock = settings.DATA_DIR / "demo.lock"
            with (
                processes.stopped_by_signals(),
                processes.only_one(lock) as self._write_lock,
                site_broker() as url,
            ):
                self._prepare()
                self._serve(port, url)
        except processes.AlreadyRuns as other:
            raise CommandError(
                f"A demo is already running in {settings.DATA_DIR} ({other}). "
                "Stop it with Ctrl-C where it was started, or set DATA_DIR to another folder "
                "for a second one."
            ) from other
        except processes.Stopped:
            self.stdout.write(
                "\nStopped. Your games are saved; run `make demo` to continue with them."
            )
        except (BrokerAway, processes.ChildDied) as error:
            raise CommandError(str(error)) from error

    def _prepare(self) -> None:
        with self._step("Database"):
            call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            with self._step("Style sheets and scripts"):
                call_command("collectstatic", verbosity=0, interactive=False)

    def _fill(self, children: processes.Children) -> None:
        """Add sample and simulated games while the site is running."""
        children.check()
        with self._step("Worked examples"):
            self._run("import_logs", "--examples", str(SAMPLES))
        for kind in KINDS.values():
            children.check()
            with self._step(f"{N_SIMULATED} simulated games of {kind.title}, marked as simulated"):
                self._run("import_logs", str(simulated_games(kind.slug)))
        children.check()
        with self._step("Statistics"):
            self._run("sweep_games")
        self.stdout.write(self.style.SUCCESS("All games are ready."))
        self.stdout.flush()

    def _run(self, command: str, *args: str) -> None:
        """Run a command and show its output only if it fails."""
        output = StringIO()
        try:
            call_command(command, *args, stdout=output, stderr=output)
        except SystemExit as failed:
            raise CommandError(f"{command} failed:\n{output.getvalue()}") from failed

    def _serve(self, first_port: int, broker: str) -> None:
        port = free_port(first_port)
        address = f"http://{HOST}:{port}/"
        environment = os.environ | {"CELERY_BROKER_URL": broker, "BIND": f"{HOST}:{port}"}
        with processes.Children(settings.DATA_DIR / "log", environment) as children:
            with self._step("Web server"):
                children.start("web", web_command())
                wait_until_ready(address, children)
            start_workers(children)
            self._write_lock(f"at {address}")
            if port != first_port:
                self.stdout.write(f"Port {first_port} is taken; using port {port}.")
            self.stdout.write(self.style.SUCCESS(f"\nKifu House is at {address}"))
            self.stdout.write(f"Logs are in {children.log_dir}. Press Ctrl-C to stop.")
            self.stdout.flush()
            self._fill(children)
            # Its periodic jobs (baselines of random games, say) would delay the games above.
            children.start("beat", beat_command(), restart=True)
            children.wait()

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        self.stdout.write(f"{name} ... ", ending="")
        self.stdout.flush()
        began = time.monotonic()
        yield
        self.stdout.write(f"done ({time.monotonic() - began:.1f} s)")
        self.stdout.flush()


def web_command() -> list[str]:
    """Return the command of the web server; its settings are in the environment."""
    config = ("--config", "python:goryo_site.runtime.gunicorn")
    return [sys.executable, "-m", "gunicorn", *config, "goryo_site.asgi"]


def simulated_games(slug: str) -> Path:
    """Return a file of bot games in all rulesets of a game.

    It is written once and is the same on every machine.
    """
    path: Path = settings.DATA_DIR / f"simulated-{slug}.ndjson"
    if not path.exists():
        draft = path.with_suffix(".draft")
        call_command("simulate", game=slug, games=N_SIMULATED, seed=1, ruleset="all", out=draft)
        draft.replace(path)
    return path


def free_port(first: int) -> int:
    """Return the first free port from `first` on. Raise CommandError if none of 20 is free."""
    for port in range(first, min(first + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise CommandError(f"No port from {first} to {first + PORTS_TRIED - 1} is free. Try --port.")


def wait_until_ready(address: str, children: processes.Children) -> None:
    """Wait until the web server answers. Raise ChildDied, or CommandError after a minute."""
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        children.check()
        try:
            with urllib.request.urlopen(f"{address}healthz/web", timeout=5):  # noqa: S310 - local
                return
        except OSError:  # not listening yet, or 503
            time.sleep(0.2)
    raise CommandError(f"Not ready after {READY_SECONDS:.0f} s. See {children.log_dir}.")
