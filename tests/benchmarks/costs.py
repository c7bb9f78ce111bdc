"""Processor time of the most expensive requests that anyone can send, each with empty caches.

`python -m tests.benchmarks.costs` requests every route of the walk (`tests/support/walk.py`), and
every route that takes a log, with the costliest inputs that are allowed, on the site of
`costs_data`. It prints the most expensive request of each route, in milliseconds of processor time,
and fails if one takes more than `LIMIT_MS`. `COSTS_ONLY=legal` measures the routes whose name
matches this pattern only; `COSTS_DIR=folder` keeps the site in a folder, so that it is made once.
"""

import gc
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

LIMIT_MS = 500.0
MOST_SLICES = 100
SHOWN = 40


class Request(NamedTuple):
    """A request: the name of its route, the method, the address, and the body with its type."""

    route: str
    address: str
    method: str = "GET"
    body: bytes = b""
    media_type: str = "application/json"

    @property
    def shown(self) -> str:
        """The address and the start and end of the body."""
        body = f" {self.body[:30]!r}…{self.body[-30:]!r}" if self.body else ""
        return f"{self.method} {self.address[:110]}{body}"


def main() -> None:
    """Print the cost of each route, the highest first."""
    folder = os.environ.get("COSTS_DIR")
    with tempfile.TemporaryDirectory() as temporary:
        set_up(Path(folder or temporary))
        only = os.environ.get("COSTS_ONLY", "")
        costs: dict[str, tuple[float, int, Request]] = {}
        for request in requests():
            if re.search(only, request.route):
                milliseconds, status = measure(request)
                found = (milliseconds, status, request)
                costs[request.route] = max(costs.get(request.route, found), found)
                if os.environ.get("COSTS_EACH"):
                    print(f"{milliseconds:8.1f} {status} {request.shown}", file=sys.stderr)
    costs.pop("warm-up", None)  # which also imports modules
    rows = sorted(costs.values(), reverse=True)
    for milliseconds, status, request in rows[:SHOWN]:
        print(f"cost.{request.route} {milliseconds:.1f} # {status} {request.shown}")
    too_much = [request.route for milliseconds, _, request in rows if milliseconds > LIMIT_MS]
    if too_much:
        sys.exit(f"More than {LIMIT_MS:g} ms: {', '.join(too_much)}")


def set_up(folder: Path) -> None:
    """Set up Django with the site of `costs_data` in a folder, which is made if it is new."""
    is_new = not (folder / "filled").exists()
    begin(folder)
    from tests.benchmarks.costs_data import fill

    if is_new:
        fill()
        (folder / "filled").touch()
    gc.freeze()


def begin(folder: Path) -> None:
    """Set up Django with the site in a folder, new or of an earlier run, without limits per client,
    with garbage collection as in a process of the site.
    """
    import django

    os.environ |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    os.environ |= {"LOG_LEVEL": "ERROR"}
    os.environ.pop("DATABASE_URL", None)
    folder.mkdir(parents=True, exist_ok=True)
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.urls import get_resolver

    from goryo_site import settings as site_settings
    from goryo_site.runtime.gunicorn import GC_OLDEST, GC_THRESHOLD

    for name in ("SLICE_MS", "UPLOAD_INLINE_SECONDS", "UPLOAD_CHECK_SECONDS"):
        setattr(settings, name, getattr(site_settings, name))
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    rates |= dict.fromkeys(rates)
    call_command("migrate", verbosity=0)
    import numpy  # noqa: F401 - imported by the first request that needs it
    import scipy.stats  # noqa: F401

    get_resolver().url_patterns  # noqa: B018 - import all views before the first is measured
    gc.set_threshold(GC_THRESHOLD, 20, GC_OLDEST)


def measure(request: Request) -> tuple[float, int]:
    """Return the milliseconds of processor time of a request with empty caches, and its status. If
    an answer takes several requests, that of the most expensive one.
    """
    from django.core.cache import cache
    from django.utils import translation

    from tests.support.walk import clear_text_caches

    clear_text_caches()
    cache.clear()
    translation.activate("en")
    costs, address = [], request.address
    while len(costs) < MOST_SLICES:
        began = time.process_time()
        response = _send(request, address)
        costs.append((time.process_time() - began) * 1000)
        if response.status_code == 302 and "piece=" in response["Location"]:
            address = response["Location"]
        elif response.status_code != 503:
            break
    return max(costs), response.status_code


def _send(request: Request, address: str) -> Any:
    from django.test import Client

    client = Client(raise_request_exception=False)
    response = client.generic(request.method, address, request.body, request.media_type)
    for _ in response:
        pass
    return response


def requests() -> Iterator[Request]:
    """Yield the costliest requests of each route."""
    yield Request("warm-up", "/")
    yield Request("warm-up", "/stats/goryo/")
    yield from _reads()
    yield from _logs_sent()
    yield from _variations()


def _largest(slug: str, board: str = "") -> Any:
    """Return the longest finished game of a kind that has a record."""
    from replays.models import Game

    games = Game.objects.filter(kind=slug, is_finished=True, records__isnull=False)
    games = games.filter(board_id=board) if board else games.exclude(board_id="dense")
    return games.order_by("-n_events").first()


def _games() -> list[Any]:
    from games.registry import KINDS

    return [*(_largest(slug) for slug in KINDS), _largest("goryo", "dense")]


def _reads() -> Iterator[Request]:
    from games.registry import KINDS
    from replays.models import Upload
    from tests.support.walk import fill, routes

    upload = Upload.objects.order_by("pk").first()
    assert upload is not None
    handle = _handle("Ann")
    for name, path in routes():
        if path.startswith(("admin/", "it/", "account/", "oauth/")):
            continue
        for game in _games():
            slugs = [game.kind] if "public_id" in path else list(KINDS)
            record = game.records.first().public_id
            for slug in slugs:
                values = {
                    "slug": slug, "kind": slug, "rule": "2.1", "step": str(game.n_events),
                    "form": "json", "public_id": upload.public_id if "upload" in name else
                    game.public_id, "record_id": record, "handle": handle, "number": "1", "pk": "1",
                    "rules_digest": "0", "python_version": "0", "python_file": "x",
                    "name": "2026-11-28", "file": "manifest.json", "section": "games",
                    "page": f"games/{game.public_id}",
                }  # fmt: skip
                for argument in re.findall(r"<(?:\w+:)?(\w+)>", path):
                    values.setdefault(argument, "u" * 12)  # what no one has
                for metric in _metrics(slug) if "metric>" in path else [""]:
                    address = fill(path, {**values, "metric": metric})
                    for query in _queries(name, path, game, handle):
                        yield Request(name, f"{address}?{query}" if query else address)
            if "public_id" not in path:
                break


def _handle(name: str) -> str:
    from replays.text.names import handle_of, name_key

    return handle_of(name_key(name))


def _metrics(slug: str) -> list[str]:
    """Return the first metric of each form."""
    from analytics.reads.answers import grouped_metrics

    return list({m.form: key for key, m in grouped_metrics(slug).items()}.values())


def _queries(name: str, path: str, game: Any, handle: str) -> Iterator[str]:
    from games.registry import get_kind

    yield ""
    kind = get_kind(game.kind)
    last = game.n_events
    if "public_id" in path:
        views = kind.identity.views_in(game.mode)
        for view in views if "from-here" not in name else views[:1]:
            yield f"as={view}&step={last // 2}"
            yield f"as={view}&step={last}&from=0&to={min(last, 59)}&theme=dark"
            priors = kind.display.priors
            for prior in (*tuple(priors)[:1], "1") if priors else ():
                yield f"as={view}&belief={prior}&step={last}"
                yield f"as={view}&belief={prior}"
        if "from-here" in name:
            yield "step=1&rules=all&board=all&simulated=all"
            yield f"step={last}&rules=all&board=all&simulated=all"
    elif name == "oembed":
        yield urlencode({"url": f"http://testserver/games/{game.public_id}/"})
    elif "search" in name:
        yield from ("q=a", "q=goryo+win+rate+ann", f"q={'e ' * 40}")
    elif "stream" in name:
        yield from ("max=1000&log=1&simulated=all", "max=10000")
    elif name in ("games", "api-games"):
        yield from ("player=a&finished=yes", "simulated=all&limit=100", "limit=100&player=an")
    elif path.startswith(("stats/", "api/v1/stats/", "players", "api/v1/players")):
        yield from _filters(handle)


def _filters(handle: str) -> Iterator[str]:
    """Yield queries of statistics."""
    for by in ("", "&by=month", "&by=edition"):
        yield f"player={handle}{by}"
        yield f"rating=1&rated=any{by}"
        yield f"player={handle}&rating=1&rated=any{by}"
        yield f"simulated=no{by}"
    yield from ("show=difference", f"player={handle}&show=difference", "layer=target&space=c3")
    yield from (f"player={handle}&layer=target&space=c3", "metric=length", "page=20", "limit=100")


def _logs_sent() -> Iterator[Request]:
    from games.registry import KINDS, judge, write_text
    from tests.benchmarks.costs_data import human_game

    long_logs = [json.loads(game.canonical) for game in _games()]
    texts = []
    for game, log in zip(_games(), long_logs, strict=True):
        data = json.dumps(log).encode()
        record = next(iter(judge(data))).record
        assert record is not None
        texts.append(write_text(record))
        for events in _prefixes(log):
            cut = {**{k: v for k, v in log.items() if k != "outcome"}, "events": events}
            for view in KINDS[game.kind].identity.views_in(game.mode)[:2]:
                yield Request("api-legal", f"/api/v1/legal/?as={view}", "POST",
                              json.dumps(cut).encode())  # fmt: skip
    many = b"\n".join(
        json.dumps(human_game(slug, kind.identity.rulesets[-1], 5000 + n)).encode()
        for slug, kind in KINDS.items() for n in range(12)
    )  # fmt: skip
    many = b"\n".join([many] * 4)
    broken = "\n\n".join(_broken(text) for text in texts for _ in range(4))
    noise = [b";" * 10**6, b"]" * 10**6, b"\n" * 10**6, b"[" * 10**6, b"plan x > y\n" * 90_000]
    for body in (many, broken.encode(), *noise):
        kind = "application/json" if body is many else "text/plain"
        yield Request("api-check", "/api/v1/games/?dry_run=1", "POST", body, kind)
    long_broken = [_repeated([text]) for text in texts]
    one_game = texts[2] + _repeated([_broken(texts[2]).partition("\n\n")[2]])
    for text in (*texts, broken, _repeated(texts), *long_broken, one_game,
                 *(part.decode() for part in noise)):  # fmt: skip
        for more in ({}, {"fix": "all"}, {"part": "board", "line": "5"}):
            form = urlencode({"text": text[:199_000], **more}).encode()
            yield Request("upload-check", "/upload/check/", "POST", form,
                          "application/x-www-form-urlencoded")  # fmt: skip
    for body in (many[:250_000].rpartition(b"\n")[0], broken.encode()[:250_000], *noise[:2]):
        kind = "application/json" if body[:1] == b"{" else "text/plain"
        yield Request("api-upload", "/api/v1/games/", "POST", body[:250_000], kind)


def _prefixes(log: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the events before each event type of a log, when it is due the first and last time."""
    ends: dict[str, int] = {}
    for number, event in enumerate(log["events"]):
        ends.setdefault(f"{event['type']} first", number)
        ends[event["type"]] = number
    for end in sorted({*ends.values(), 1}):
        yield log["events"][:end]


def _broken(text: str) -> str:
    """Return a text log with mistakes in its names of spaces and events."""
    lines = text.splitlines()
    return "\n".join(line if n % 3 else line.replace("b", "p") for n, line in enumerate(lines))


def _repeated(texts: list[str]) -> str:
    """Return text logs with mistakes, again and again, as long as a check while typing allows."""
    parts: list[str] = []
    while sum(map(len, parts)) < 199_000:
        parts += map(_broken, texts)
    return "\n\n".join(parts)[:199_000]


def _variations() -> Iterator[Request]:
    from games.registry import get_kind
    from replays import services as replay_services

    for game in _games():
        kind = get_kind(game.kind)
        log = json.loads(game.canonical)
        for view in kind.identity.views_in(game.mode)[:2]:
            for events in _prefixes(log):
                step = len(events)
                query = f"step={step}&as={view}"
                yield Request("board-moves", f"/games/{game.public_id}/moves/?{query}")
                if step in (2, game.n_events // 2, game.n_events - 1):
                    branch, _ = replay_services.begin_branch(game, step, view)
                    for part in ("", "legal/", "steps/?belief=1" if kind.display.priors else ""):
                        address = f"/api/v1/branches/{branch.public_id}/{part}"
                        yield Request("api-branch", address)
                    yield Request("branch", f"/branches/{branch.public_id}/")


if __name__ == "__main__":
    main()
