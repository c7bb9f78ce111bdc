"""Every address of statistics, players, ratings, balance and open data, walked alike: a route is
walked the day it is added.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.reads import answers as answer_reads
from games.registry import KINDS
from replays import services as replay_services
from replays.models import Game, UploadSource
from replays.text.names import handle_of, name_key
from tests.support.deep import due
from tests.support.walk import fill, routes
from tests.unit.analytics.gorinto_logs import game_of
from tests.unit.analytics.logs import ndjson, varied

OURS = re.compile(r"(api/v1/)?(stats|players|data)/")
NO_NUMBERS = {"data-file", "stats-change", "stats-ways"}
"""A file, what exists only after numbers were counted by other rules, and a redirect."""
NAMES = ("Ann", "Ben", "Cy", "Di")


def count(*logs: Any) -> list[int]:
    """Keep these logs and count their games, ratings and balance too; the games' primary keys."""
    before = set(Game.objects.values_list("pk", flat=True))
    replay_services.submit(
        ndjson(list(logs)), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    ids = sorted(set(Game.objects.values_list("pk", flat=True)) - before)
    stats_services.count_games(ids)
    catch_up()
    return ids


def catch_up() -> None:
    """What the beat does after numbers changed."""
    stats_services.rate_waiting()
    stats_services.fit_balance()


def season(games: int = 14, seed: int = 0) -> list[Any]:
    """Games of both kinds by four people, in many modes, dated and undated, finished and not."""
    logs = varied(games, seed)
    for number, log in enumerate(logs):
        log["players"][0]["name"] = NAMES[number % 4]
        log["players"][1]["name"] = NAMES[(number + 1 + number // 4) % 4]
    for number, ruleset in enumerate(("2p-burrow", "partnership", "solo-normal")):
        log = game_of(ruleset, seed, played_at=f"2026-0{1 + number}-01")
        for player, name in zip(log["players"], NAMES, strict=False):
            player["name"] = name
        logs.append(log)
    return logs


def addresses(*, api: bool | None = None, brief: bool = False) -> Iterator[tuple[str, str]]:
    """(route's name, address) of each door for each game and number; `api`: those alone, or the
    pages alone; `brief`: of numbers of one form one.
    """
    for name, path in routes():
        if not OURS.match(path) or name in NO_NUMBERS:
            continue
        if api is not None and path.startswith("api/") != api:
            continue
        for slug in sorted(KINDS) if "kind>" in path else [""]:
            for metric in _metrics(slug, brief=brief) if "metric>" in path else [""]:
                for person in NAMES[:2] if "handle>" in path else [""]:
                    handle = handle_of(name_key(person))
                    values = {"kind": slug, "metric": metric, "handle": handle, "form": "svg"}
                    yield name, fill(path, values)


def _metrics(slug: str, *, brief: bool) -> list[str]:
    found = answer_reads.grouped_metrics(slug)
    one_each = {metric.form: key for key, metric in reversed(found.items())}
    of_each_form = list(one_each.values())
    others = [key for key in found if key not in of_each_form]
    return of_each_form if brief else [*of_each_form, *due(others)]


def words_of(name: str, **more: str) -> dict[str, str]:
    """What a door must be asked before it answers, and more: the games behind a number, which."""
    needed = {"space": "c3"} if name == "stats-games" else {}
    return {**needed, **more}


def bodies(client: Client, **asked: str) -> dict[str, Any]:
    """What every JSON door answers, by address. Neither NaN nor Infinity is read."""
    found = {}
    for name, address in addresses(api=True):
        answer = client.get(address, words_of(name, **asked))
        if answer.status_code == 200 and answer["Content-Type"].startswith("application/json"):
            found[address] = json.loads(answer.content, parse_constant=pytest.fail)
        else:
            found[address] = answer.status_code, answer.content.decode()
    return found


def every(value: Any) -> Iterator[dict[str, Any]]:
    """Every object in a body, however deep."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from every(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from every(inner)
