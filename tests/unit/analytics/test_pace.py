"""Time per decision: recounted from the times in logs."""

import json
import random
from collections import defaultdict
from itertools import pairwise

import pytest

from games.registry import KINDS, judge
from tests.support.pages import get_json, get_page

from .conftest import count_logs
from .logs import bot_log, varied

CARDS = {"site", "defend", "tunnel", "charge", "swap", "bait"}
SIDES = {"plan": "goryo", "move": "samurai", "search": "samurai", "sniff": "samurai"}


def timed(log, chance):
    """The log with times; some are missing, some go backward, some are pauses."""
    now, events = 0.0, []
    for event in log["events"]:
        now += chance.choice([2.4, 7, 31.6, 300, 3600, 3601, 9000])
        odd = chance.random()
        at = {} if odd < 0.1 else {"at": now if odd > 0.15 else now / 2}
        events.append({**event, **at})
    return {**log, "events": events}


def group_of(kind, log, replay, number):
    """The group of the decision with this number, if the event is one."""
    event = log["events"][number]
    if kind == "goryo":
        return SIDES.get(event["type"])
    states = list(KINDS[kind].display.steps(replay, "omniscient", False))
    if kind == "kyoto":
        return states[number - 1]["state"]["active"] if event["type"] in CARDS else None
    roles = [player["role"] for player in log["players"]]
    table = f"{len(roles)}p" if len(roles) > 1 else "solo"
    if log["ruleset"].get("partnership"):
        table = "partnership"
    return table if event["type"] == "place" else None


@pytest.mark.parametrize("kind", KINDS)
def test_times_are_those_between_events(client, kind):
    chance, logs = random.Random(9), varied(12, seed=31)
    if kind != "goryo":
        rulesets = KINDS[kind].identity.rulesets
        logs = [bot_log(kind, rulesets[n % len(rulesets)], n) for n in range(6)]
    logs = [timed(log, chance) for log in logs]
    count_logs(logs)
    expected = defaultdict(list)
    for log in logs:
        replay = next(judge(json.dumps(log).encode())).replay
        if not replay.is_over:
            continue
        for number, (before, event) in enumerate(pairwise(log["events"]), 1):
            gap = event.get("at", -1) - before.get("at", 10**9)
            group = group_of(kind, log, replay, number) if 0 <= gap <= 3600 else None
            if group:
                expected[group].append(round(gap))
    answer = get_json(client, f"/api/v1/stats/{kind}/metrics/pace/")
    assert {group["key"] for group in answer["groups"]} == set(expected)
    for group in answer["groups"]:
        values = expected[group["key"]]
        assert group["n"] == len(values)
        assert group["mean"] == pytest.approx(sum(values) / len(values))
        assert sum(group["values"].values()) == len(values)
    assert "Time per decision" in get_page(client, f"/stats/{kind}/pace/")


def test_logs_without_times_add_nothing(client):
    count_logs(varied(4))
    assert get_json(client, "/api/v1/stats/goryo/metrics/pace/")["groups"] == []
