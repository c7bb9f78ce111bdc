"""Response times of statistics pages with 10,000 and 300,000 games, and bytes per game, on
PostgreSQL. Prints a JSON object, which is empty without PostgreSQL.

The games are drawn from a pool of simulated games, each in one of 24 months. Cells contain the sums
of the drawn games and contributions what each game adds. Games are rows without logs, which no page
measured here reads. Two bots play all of them. `STATS_GAMES=3000000` measures another number next
to 10,000; `STATS_EACH=1` also prints each page. Rates of counting: `tests.benchmarks.counting`.
"""

import json
import os
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests.benchmarks.counting import database
from tests.benchmarks.logs import EDITIONS, bot_games

POOL, MONTHS, ROUNDS, WARM_UP = 240, 24, 12, 2
SIZES = (10_000, 300_000)
DATABASE = "bench_stats"
BOTS = ("Ashen Fox", "Quiet Heron")
BOT_GAMES = "simulated=yes"
TABLES = {
    "counted": [f"analytics_{name}" for name in ("contribution", "cell", "tree", "playercell")],
    "stored": ["replays_game", "replays_seat"],
}
"""Tables by name: what counting stores of a game, and its rows without a log."""


def main() -> None:
    """Measure in a new database, which is dropped afterwards."""
    url = os.environ.get("DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.OperationalError:
        print("{}")
        return
    with database(url, DATABASE):
        figures = _measure()
    print(json.dumps(figures))


def _measure() -> dict[str, float]:
    figures: dict[str, float] = {}
    pool = _pool()
    for size in sorted({min(SIZES), int(os.environ.get("STATS_GAMES", max(SIZES)))}):
        figures[f"cells_{size}"] = _fill(pool, size)
        for name, tables in TABLES.items():
            figures[f"{name}_bytes_a_game_{size}"] = _bytes(tables) / size
        times = _pages(_addresses(pool))
        figures[f"page_p95_ms_{size}"] = _p95(chain.from_iterable(times.values()))
        for group in sorted({group for group, _ in times}):
            of_group = (values for (its, _), values in times.items() if its == group)
            figures[f"{group}_p95_ms_{size}"] = _p95(chain.from_iterable(of_group))
        if os.environ.get("STATS_EACH"):
            for (group, page), values in sorted(times.items(), key=lambda item: -max(item[1])):
                row = (group, round(statistics.median(values), 1), round(max(values), 1), page)
                print(size, *row, file=sys.stderr)
    return figures


def _bytes(tables: Iterable[str]) -> int:
    """Return the bytes of some tables with their indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "select sum(pg_total_relation_size(name::regclass)) from unnest(%s::text[]) name",
            [list(tables)],
        )
        return int(cursor.fetchone()[0])


def _pool() -> list[tuple[tuple[Any, ...], Any]]:
    """Return key and contribution of each game of the pool."""
    from analytics.facts.extract import extract_keyed

    return [extract_keyed(log) for log in bot_games("goryo", EDITIONS, POOL, "pool")]


def _times(sums: Any, n: int) -> Any:
    """Return the sum of n equal games."""
    if isinstance(sums, dict):
        return {key: _times(part, n) for key, part in sums.items()}
    return [n * number for number in sums] if isinstance(sums, list) else n * sums


def _fill(pool: list[tuple[tuple[Any, ...], Any]], size: int) -> int:
    """Store the rows of so many drawn games; return the number of cells."""
    from django.db import connection

    from analytics.models import KEY_FIELDS, Cell, Ledger, Tree
    from analytics.rollups.measures import add_into, split_trees
    from analytics.rollups.players import named_seats
    from replays.models import Game
    from replays.text.names import name_key

    cursor = connection.cursor()
    cursor.execute(_EMPTY)
    _store_board()
    chance, month = random.Random(size), KEY_FIELDS.index("month")
    draws = Counter((chance.randrange(POOL), chance.randrange(MONTHS)) for _ in range(size))
    totals: dict[tuple[Any, ...], list[Any]] = {}
    played: dict[tuple[Any, ...], list[tuple[int, int]]] = defaultdict(list)
    for (game, n_month), n in sorted(draws.items()):
        key, made = pool[game]
        written = f"{2025 + n_month // 12}-{1 + n_month % 12:02}"
        cell_key = (*key[:month], written, *key[month + 1 :])
        played[cell_key].append((game, n))
        total = totals.setdefault(cell_key, [0, {}])
        total[0] += n
        add_into(total[1], _times(made.value, n))
    seats = [
        named_seats(made.seats, [name_key(name) for name in _names(number)])
        for number, (_, made) in enumerate(pool)
    ]
    for key, (n, added) in totals.items():
        sums, trees = split_trees(added)
        cell = Cell.objects.create(**dict(zip(KEY_FIELDS, key, strict=True)), games=n, sums=sums)
        Tree.objects.bulk_create(
            Tree(cell=cell, metric=metric, root=root, start=start, n=nodes[start][0], sums=nodes)
            for (metric, root, start), nodes in trees.items()
        )
        for game, games in played[key]:
            cursor.execute(_ROWS, _row(cell.pk, game, pool[game][1], seats[game], games))
    _fill_players(pool, seats, draws)
    newest = Game.objects.order_by("-pk").values_list("pk", flat=True)[0]
    state = {"revision": size, "settled": newest}  # as when workers have nothing left to count
    Ledger.objects.update_or_create(kind="", month="", defaults=state)
    cursor.execute(_INDEX)
    connection.connection.autocommit = True
    cursor.execute("vacuum analyze")
    return len(totals)


def _store_board() -> None:
    """Store the board of the games, without which they are counted on no known board."""
    from games.registry import judge_log
    from replays.models import Board
    from replays.pipeline import board_fields

    (game,) = bot_games("goryo", EDITIONS[:1], 1, "pool")
    record = judge_log(json.loads(game)).record
    assert record is not None
    fields = board_fields(record)
    Board.objects.get_or_create(digest=fields["digest"], defaults=fields)


def _names(game: int) -> tuple[str, ...]:
    """Return the names in the seats of a game of the pool."""
    return BOTS if game % 2 else BOTS[::-1]


def _handles() -> list[str]:
    from replays.text.names import handle_of, name_key

    return [handle_of(name_key(name)) for name in BOTS]


def _row(cell: int, game: int, made: Any, seats: Any, n: int) -> dict[str, Any]:
    from games.registry import KINDS

    kind = KINDS["goryo"]
    value, habits = json.dumps(made.value), json.dumps(made.habits)
    return {"cell": cell, "n": n, "value": value, "seats": json.dumps(seats), "habits": habits,
            "facts": kind.counting.version, "engine": str(kind.rules.version),
            "roles": [seat["role"] for seat in seats], "names": list(_names(game)),
            "keys": [seat["name"] for seat in seats]}  # fmt: skip


def _fill_players(pool: Any, seats: Any, draws: Mapping[tuple[int, int], int]) -> None:
    """Store the cells of the two bots and of all players."""
    from analytics.models import KEY_FIELDS, PLAYER_COUNTS, PlayerCell
    from analytics.rollups.measures import add_into
    from analytics.rollups.players import handle, player_sums

    games: Counter[int] = Counter()
    for (game, _), n in draws.items():
        games[game] += n
    found: dict[tuple[Any, ...], Any] = {}
    for game, n in games.items():
        fields = dict(zip(KEY_FIELDS, pool[game][0], strict=True))
        shared = [fields[name] for name in ("kind", "edition", "mode", "board_digest")]
        for name, role, sums in player_sums(seats[game], pool[game][1].habits):
            add_into(found.setdefault((name, *shared, role), {}), _times(sums, n))
    PlayerCell.objects.bulk_create(
        PlayerCell(
            handle=handle(name), name_key=name, kind=kind, edition=edition, mode=mode,
            board_digest=board, role=role, is_simulated=True,
            **dict(zip(PLAYER_COUNTS, sums.pop("counts"), strict=True)), sums=sums,
        )
        for (name, kind, edition, mode, board, role), sums in found.items()
    )  # fmt: skip


_INDEX = """
create index contribution_value on analytics_contribution using gin (value jsonb_path_ops)
"""
_EMPTY = """
truncate analytics_contribution, analytics_tree, analytics_cell, analytics_playercell,
    analytics_standing, analytics_resultsfit, analytics_balancefit cascade;
truncate replays_seat, replays_game cascade;
drop index if exists contribution_value;
"""
_ROWS = """
with made as (
    insert into replays_game (public_id, digest, kind, edition, mode, board_id,
        board_digest, month, n_events, winner, reason, is_finished, is_simulated, warnings,
        canonical, engine_version, refused_by, hidden_seats, match_key, created_at,
        shared_digest, setup_digest, part_1, part_2, part_3, is_distinctive, revision, position,
        not_counted, decision, withdrawn_reason)
    select left(md5(one || '-' || n), 12), md5(one || '-' || n), c.kind, c.edition, c.mode,
        'house-1', c.board_digest, c.month, 40, nullif(c.winner, ''), nullif(c.reason, ''),
        c.is_finished, c.is_simulated, '[]', '', '1.0', '', 0, '', now(),
        '', '', '', '', '', false, 1, n, '', '', ''
    from analytics_cell c, generate_series(1, %(n)s) n, gen_random_uuid() one
    where c.id = %(cell)s
    returning id
), seated as (
    insert into replays_seat (game_id, role, position, name, name_key)
    select m.id, role, place - 1, name, key
    from made m, unnest(%(roles)s::text[], %(names)s::text[], %(keys)s::text[])
        with ordinality as one(role, name, key, place)
)
insert into analytics_contribution (game_id, cell_id, kind, facts_version, engine_version,
    revision, value, seats, habits, time_key)
select m.id, c.id, c.kind, %(facts)s, %(engine)s, 0, %(value)s::jsonb, %(seats)s::jsonb,
    %(habits)s::jsonb, c.month || '-01'
from made m, analytics_cell c where c.id = %(cell)s
"""


def _addresses(pool: list[tuple[tuple[Any, ...], Any]]) -> list[tuple[str, str]]:
    """Return the measured pages by group: numbers, drill-down lists, players."""
    from games.core.metrics import TREES

    routes: Counter[tuple[str, str]] = Counter()
    spaces, groups = Counter[str](), Counter[str]()
    for _, made in pool:
        groups.update(made.value.get("wins-rounds", {}).keys())
        spaces.update(made.value.get("spaces", {}).get("target", {}).keys())
        for root, nodes in made.value.get(TREES, {}).get("ways", {}).items():
            routes.update((root, node) for node in nodes if " " in node)
    (root, node), seldom = routes.most_common()[0][0], routes.most_common()[-1][0]
    space, rare = spaces.most_common()[0][0], spaces.most_common()[-1][0]
    first, group = node.split()[0], groups.most_common()[0][0]
    player = f"/players/{_handles()[0]}/"
    pages = {
        "/stats/goryo/": ["", "edition=2024"],
        "/stats/goryo/roles/": ["by=month"],
        "/stats/goryo/spaces/": ["layer=target"],
        "/stats/goryo/wins-rounds/": [""],
        "/stats/goryo/length/": ["by=month"],
        "/api/v1/stats/goryo/spaces/": [""],
        "/api/v1/stats/goryo/roles/figure/": ["by=edition"],
        "/stats/goryo/routes/": [
            "", f"node={first}", f"edition=2024&root={root}&node={first}",
        ],
        "/stats/goryo/ratings/": [""],
        "/stats/goryo/games/": [
            *(f"layer=target&space={space}{more}" for more in ("", "&page=20", "&month=2025-03")),
            f"layer=target&space={rare}", "metric=length",
            f"metric=wins-rounds&group={group}&won=yes", f"root={root}&node={node}",
            f"root={seldom[0]}&node={seldom[1]}", f"node={node}",
        ],
        "/players/": [""],
        player: [""],
        f"{player}games/": ["", "result=won", "role=samurai"],
        f"/api/v1{player}": [""],
    }  # fmt: skip
    addresses = [f"{at}?{BOT_GAMES}&{query}".strip("&") for at in pages for query in pages[at]]
    addresses += _habits(f"/api/v1{player}?{BOT_GAMES}")
    return [(_group(at), at.replace(" ", "%20").replace(">", "%3E")) for at in addresses]


def _group(address: str) -> str:
    """Return the group of a page under which its times are reported."""
    if "/players/" in address:
        return "players"
    return "behind" if "/games/" in address else "numbers"


def _habits(player: str) -> list[str]:
    """Return the drill-down lists of the first and the last number of a player's habits."""
    from django.test import Client

    habits = Client().get(player).json()["habits"]
    tables = [table for habit in habits for table in habit["tables"]]
    urls = [row["games_url"] for table in tables for row in table["rows"]]
    return [urlsplit(url)._replace(scheme="", netloc="").geturl() for url in (urls[0], urls[-1])]


def _pages(addresses: list[tuple[str, str]]) -> dict[tuple[str, str], list[float]]:
    """Return the milliseconds of each page and round."""
    from django.test import Client

    client = Client()
    times: dict[tuple[str, str], list[float]] = {address: [] for address in addresses}
    for _ in range(ROUNDS + WARM_UP):
        for group, address in addresses:
            start = time.perf_counter()
            answer = client.get(address)
            if answer.status_code != 200:
                raise ValueError(f"{address} answered {answer.status_code}")
            times[group, address].append((time.perf_counter() - start) * 1000)
    return {address: values[WARM_UP:] for address, values in times.items()}


def _p95(times: Iterable[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main()
