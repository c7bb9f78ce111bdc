"""How long statistics pages take at 10,000 and at 300,000 games, and how many games a second two
workers count, on PostgreSQL. Prints a JSON object; nothing where there is no PostgreSQL.

The games of the pages are made up honestly but not played one by one: a pool of simulated games is
played and replayed, and a keep of so many games is drawn from it, each draw in one of 24 months;
cells hold the sums that those games would add up to. Games and contributions are rows without logs
and facts, which no page of numbers reads. `STATS_GAMES=10000` measures fewer.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

POOL, MONTHS, ROUNDS, WARM_UP = 240, 24, 12, 2
SIZES = (10_000, 300_000)
APPLIED, WORKERS = 600, 2
DATABASE = "bench_stats"
PAGES = (
    "/stats/goryo/?simulated=yes",
    "/stats/goryo/?simulated=yes&by=month",
    "/stats/goryo/?edition=2024&simulated=yes",
    "/stats/goryo/?simulated=yes&layer=target",
    "/stats/goryo/wins-rounds/?simulated=yes",
    "/stats/goryo/length/?by=month&simulated=yes",
    "/api/v1/stats/goryo/spaces/?simulated=yes",
    "/api/v1/stats/goryo/roles/figure/?by=edition&simulated=yes",
)


def main() -> None:
    """Measure in a database of its own, dropped afterwards."""
    url = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    if len(sys.argv) > 1:
        _count(sys.argv[1:])
        return
    try:
        admin = psycopg.connect(url, autocommit=True, connect_timeout=3)
    except psycopg.OperationalError:
        print("{}")
        return
    name = sql.Identifier(DATABASE)
    drop = sql.SQL("drop database if exists {} with (force)").format(name)
    with admin:
        admin.execute(drop)
        admin.execute(sql.SQL("create database {}").format(name))
        try:
            _use(urlunsplit(urlsplit(url)._replace(path=f"/{DATABASE}")))
            figures = _measure()
        finally:
            from django.db import connections

            connections.close_all()
            admin.execute(drop)
    print(json.dumps(figures))


def _use(url: str) -> None:
    import django

    os.environ |= {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()


def _measure() -> dict[str, float]:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    figures: dict[str, float] = {"apply_games_per_s": _apply()}
    pool = _pool()
    most = int(os.environ.get("STATS_GAMES", max(SIZES)))
    for size in (size for size in SIZES if size <= most):
        figures[f"cells_{size}"] = _fill(pool, size)
        figures[f"page_p95_ms_{size}"] = _pages()
    return figures


def _logs(n: int, seed: str) -> list[str]:
    from games.registry import simulate

    editions = ("2019", "2021", "2021-advanced", "2024", "2024-advanced")
    found = []
    for number in range(n):
        rng = random.Random(f"{seed}:{number}")
        record = simulate("goryo", editions[number % len(editions)], f"{seed}:{number}", rng)
        found.append(record.canonical())
    return found


def _apply() -> float:
    """Games a second that two processes count: replay, facts, contributions, cells, ledger."""
    from replays import services
    from replays.models import Game, UploadSource

    data = "\n".join(_logs(APPLIED, "apply")).encode()
    services.submit(data, source=UploadSource.COMMAND, reading=services.Reading.NOW)
    ids = list(Game.objects.order_by("pk").values_list("pk", flat=True))
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.stats", *map(str, ids[start::WORKERS])],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for start in range(WORKERS)
    ]  # fmt: skip
    for worker in workers:
        assert worker.stdout
        worker.stdout.readline()
    began = time.perf_counter()
    for worker in workers:
        worker.communicate("\n")
    return len(ids) / (time.perf_counter() - began)


def _count(ids: list[str]) -> None:
    import django

    django.setup()
    from analytics import services
    from replays.models import Game

    Game.objects.exists()
    print("ready", flush=True)
    sys.stdin.readline()
    services.count_games(map(int, ids))


def _pool() -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Key and facts of the pool's games."""
    from analytics.facts.extract import extract_keyed

    keyed = (extract_keyed(log) for log in _logs(POOL, "pool"))
    return [(key, made.value) for key, made in keyed]


def _times(sums: Any, n: int) -> Any:
    """The sum of n games alike."""
    if isinstance(sums, dict):
        return {key: _times(part, n) for key, part in sums.items()}
    return [n * number for number in sums] if isinstance(sums, list) else n * sums


def _fill(pool: list[tuple[tuple[Any, ...], dict[str, Any]]], size: int) -> int:
    """Cells, trees, games and contributions of so many draws; gives the number of cells."""
    from django.db import connection

    from analytics.models import KEY_FIELDS, Cell, Contribution, Ledger, Tree
    from analytics.rollups.measures import add_into
    from analytics.rollups.trees import parted
    from games.registry import KINDS
    from replays.models import Game

    Contribution.objects.all().delete()
    Game.objects.all().delete()
    Cell.objects.all().delete()
    kind = KINDS["goryo"]
    rows = _ROWS.format(facts=kind.facts_version, engine=kind.engine_version)
    chance, month = random.Random(size), KEY_FIELDS.index("month")
    draws = Counter((chance.randrange(POOL), chance.randrange(MONTHS)) for _ in range(size))
    found: dict[tuple[Any, ...], list[Any]] = {}
    for (game, n_month), n in draws.items():
        key, value = pool[game]
        written = f"{2025 + n_month // 12}-{1 + n_month % 12:02}"
        place = found.setdefault((*key[:month], written, *key[month + 1 :]), [0, {}])
        place[0] += n
        add_into(place[1], _times(value, n))
    for key, (n, value) in found.items():
        sums, trees = parted(value)
        fields = dict(zip(KEY_FIELDS, key, strict=True))
        cell = Cell.objects.create(**fields, games=n, sums=sums)
        Tree.objects.bulk_create(
            Tree(cell=cell, metric=metric, root=root, start=start, sums=nodes)
            for (metric, root, start), nodes in trees.items()
        )
        with connection.cursor() as cursor:
            cursor.execute(rows, [cell.pk, cell.pk])
    Ledger.objects.update_or_create(pk=1, defaults={"revision": size})
    with connection.cursor() as cursor:
        cursor.execute("analyze")
    return len(found)


_ROWS = """
with made as (
    insert into replays_game (public_id, digest, play_digest, kind, edition, mode, board_id,
        board_digest, month, n_events, winner, reason, is_finished, is_simulated, warnings,
        canonical, engine_version, refused_by, created_at)
    select left(md5(c.id || '-' || n), 12), md5(c.id || '-' || n), '', c.kind, c.edition, c.mode,
        'house-1', c.board_digest, c.month, 40, nullif(c.winner, ''), c.reason, c.is_finished,
        c.is_simulated, '[]', '', '1.0', '', now()
    from analytics_cell c, generate_series(1, c.games) n where c.id = %s
    returning id
)
insert into analytics_contribution (game_id, cell_id, kind, facts_version, engine_version,
    revision, value, seats, habits, played_at)
select m.id, c.id, c.kind, {facts}, '{engine}', 0, '{{}}', '[]', '{{}}', '' from made m,
    analytics_cell c where c.id = %s
"""


def _pages() -> float:
    """The 95th percentile of all pages and rounds, in milliseconds, answers told by the server."""
    from django.test import Client

    client, times = Client(), []
    for number in range(ROUNDS + WARM_UP):
        for page in PAGES:
            began = time.perf_counter()
            answer = client.get(page)
            if answer.status_code != 200:
                raise ValueError(f"{page} answered {answer.status_code}")
            if number >= WARM_UP:
                times.append((time.perf_counter() - began) * 1000)
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
