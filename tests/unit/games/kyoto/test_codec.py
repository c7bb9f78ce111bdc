"""The fast way of reading frequent events equals the reader of all events: for the events of random
games, and for these events with a changed, missing or additional field.
"""

import copy
import json
import random
from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.kyoto import codec
from tests.support.kyoto_games import random_logs

GAMES = 12
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 1.5, "", "a1", "c3", "wild", "bait", "0f", "3r", "attacker"),
    *("draw", "site", "conflict", "defend", [], ["wild"], ["wild", "wild"], [1], [None], {}),
)
KEYS = (*("note", "at", "x_mine", "other", "type", "card", "cards", "piles", "returned", "fan"),)


def read(raw: dict[str, Any], *, is_fast: bool) -> Any:
    """Return the event or the error, and the canonical form."""
    plain = copy.deepcopy(raw)
    try:
        reader = codec.read_event if is_fast else lambda raw: fields.read_event(raw, codec._READERS)
        event = reader(plain)
    except LogError as error:
        return error.problem
    return type(event), event, json.dumps(plain)


def compare(raw: dict[str, Any]) -> bool:
    """Compare both readers; return whether the event is read."""
    result = read(raw, is_fast=True)
    assert result == read(raw, is_fast=False), raw
    return isinstance(result, tuple) and isinstance(result[0], type)


def test_events_of_games() -> None:
    for log in random_logs(GAMES):
        assert all(compare(raw) for raw in log["events"])


def test_changed_events() -> None:
    rng, results = random.Random(3), []
    for log in random_logs(GAMES):
        for raw in log["events"]:
            for key in (*raw, rng.choice(KEYS)):
                results.append(compare({**raw, key: rng.choice(VALUES)}))
                results.append(compare({k: v for k, v in raw.items() if k != key}))
    assert 1000 < sum(results) < len(results) - 1000
