"""Inputs that cost other sites too much: rows A166, A180, A181 and A195."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from replays.models import Game
from replays.models.visibility import visible
from tests.faults import samples
from tests.faults.endpoints import ENDPOINTS

MIB = 1 << 20
SEPARATORS = {
    "semicolons": ";", "brackets": "]", "open brackets": "[", "parentheses": "(((", "braces": "}}",
    "line ends": "\n", "events": "\n;\n;",
}  # fmt: skip


@contextmanager
def fast() -> Iterator[None]:
    """Fail if what runs inside takes more than a second of processor time."""
    began = time.process_time()
    yield
    assert time.process_time() - began < 1


@pytest.mark.parametrize("name", SEPARATORS)
def test_only_separators_are_refused_fast(name: str) -> None:
    """A166"""
    text = (SEPARATORS[name] * MIB)[: MIB - 1].encode()
    with fast():
        answer = Client().post("/api/v1/games/?dry_run=1", text, "text/plain")
    assert answer.status_code == 422
    assert answer.json()["findings"]


@pytest.mark.parametrize(
    "line", ["pass x999999999", "undo 1000000000", "haunt vase b4 x999999999", "plan b4*999999999"]
)
def test_huge_numbers_are_refused_at_once(line: str) -> None:
    """A180"""
    text = f'[Game "goryo"]\n[Edition "2024"]\n\nbind mask\n{line}\n'
    with fast():
        answer = ENDPOINTS["text body"](text.encode())
    assert answer.status == 422


def test_a_board_with_a_huge_track_is_refused_at_once() -> None:
    """A180"""
    board: dict[str, Any] = {"id": "huge", "gong": {"spaces": 10**12, "bags": []}}
    with fast():
        answer = ENDPOINTS["JSON body"](samples.as_json(samples.log(board=board)))
    assert answer.status == 422


@pytest.mark.parametrize("n_events", [5_000, 20_000])
def test_a_very_long_log_is_refused_where_the_rules_end_it(n_events: int) -> None:
    """A181: no game has so many events, since the rules end it."""
    log = samples.log()
    log["events"] = [*log["events"], *[{"type": "discover"}] * n_events]
    answer = ENDPOINTS["JSON body"](json.dumps(log).encode())
    assert answer.status in (202, 422)
    if answer.status == 422:
        assert len(answer.findings) < 100


def test_lists_read_an_index_in_order(db: None) -> None:
    """A195: neither the list nor the stream sorts all games. SQLite reads the list by its key."""
    newest = Game.objects.filter(visible(), is_simulated=False).order_by("-id")[:20]
    stream = Game.objects.filter(visible(), public_number__gt=5).order_by("public_number")
    if connection.vendor == "sqlite":
        assert "TEMP B-TREE" not in newest.explain()
        return
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off; set local enable_bitmapscan = off")
    for games, index in ((newest, "game_visible_newest"), (stream, "game_public_number")):
        plan = games.explain()
        assert index in plan, plan
        assert "Sort" not in plan, plan
