"""Win rates by card in hand: recounted from the plain events of games."""

import csv
import io
import json
import random
from collections import defaultdict
from itertools import product

import pytest

from analytics.insight.strata import pooled_difference
from games.registry import KINDS, judge
from tests.support.pages import get, get_json, get_page, missing, page

from .conftest import count_logs
from .logs import bot_log, one_round

TACTICS = ("defend", "tunnel", "charge", "swap", "bait")
SIDES = ("oniwaban", "government")
BANDS = {"t1": (1, 4), "t5": (5, 8), "t9": (9, 12), "t13": (13, 10_000)}
API = "/api/v1/stats/kyoto/cards/"


@pytest.fixture
def logs():
    chance, games = random.Random(3), []
    for seed in range(36):
        ruleset = chance.choice(KINDS["kyoto"].identity.rulesets)
        games.append(dict(bot_log("kyoto", ruleset, seed)))
    for log in games[:4]:
        end = {"type": "resign", "role": chance.choice(SIDES)}
        log["events"] = [*log["events"][:8], end]
    games = [log for log in games if not next(judge(json.dumps(log).encode())).findings]
    count_logs(games)
    return games


def first_turns(replay):
    """(side, card) → the turn in which it first came to hand (0: dealt), and the last turn."""
    first, turn, active = {}, 0, None
    for step in KINDS["kyoto"].display.steps(replay, "omniscient", False):
        event = step["event"]
        if event["type"] in ("deal", "draw"):
            owner, at = (event["role"], 0) if event["type"] == "deal" else (active, turn)
            for card in event.get("cards", ()):
                first.setdefault((owner, card), at)
        turn, active = step["state"]["turn"], step["state"]["active"]
    return first, turn


def recount(logs):
    """(card, when) → [won, games], and (card, band, drawn) → [won, games]."""
    hands, draws = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    for log in logs:
        replay = next(judge(json.dumps(log).encode())).replay
        winner, (first, last) = replay.outcome.winner, first_turns(replay)
        for side, tactic in product(SIDES if winner else (), TACTICS):
            at, card, won = first.get((side, tactic)), f"{side}.{tactic}", winner == side
            times = ["never"] if at is None else ["ever", "drawn" if at else "opening"]
            keys = [(hands, (card, when)) for when in times]
            for band, (start, end) in BANDS.items():
                if last >= start and (at is None or at >= start):
                    keys.append((draws, (card, band, at is not None and at <= end)))
            for counts, key in keys:
                counts[key][0] += won
                counts[key][1] += 1
    return hands, draws


def test_rates_and_differences(client, logs):
    hands, draws = recount(logs)
    answer = get_json(client, API)
    seen = {}
    for card in answer["cards"]:
        for when in ("opening", "drawn", "ever", "never"):
            if rate := card[when]:
                seen[card["key"], when] = [rate["rate"]["k"], rate["rate"]["n"]]
                drilled = get_json(client, rate["games_url"].replace("/stats/", "/api/v1/stats/"))
                assert drilled["n"] == rate["rate"]["n"]
        strata = [
            (draws[card["key"], band, True], draws[card["key"], band, False]) for band in BANDS
        ]
        both = [(a, b) for a, b in strata if a[1] and b[1]]
        assert card["n_drawn"] == sum(a[1] for a, _ in both)
        if both:
            weights = [a[1] * b[1] / (a[1] + b[1]) for a, b in both]
            gaps = [a[0] / a[1] - b[0] / b[1] for a, b in both]
            value = sum(w * gap for w, gap in zip(weights, gaps, strict=True)) / sum(weights)
            assert card["drawn_minus_not"]["value"] == pytest.approx(value)
        if card["ever"] and card["never"]:
            (a, n), (b, m) = hands[card["key"], "ever"], hands[card["key"], "never"]
            assert card["ever_minus_never"]["value"] == pytest.approx(a / n - b / m)
    assert seen == {key: value for key, value in hands.items() if value[1]}
    assert answer["strata"] == ["1–4", "5–8", "9–12", "13+"]
    metric = get_json(client, "/api/v1/stats/kyoto/metrics/wins-draw/")
    counted = {group["key"]: [group["k"], group["n"]] for group in metric["groups"]}
    named = {
        f"{card}.{band}.{'yes' if drawn else 'no'}": value
        for (card, band, drawn), value in draws.items()
        if value[1]
    }
    assert counted == named
    rows = list(csv.DictReader(io.StringIO(page(client, f"{API}csv/"))))
    assert [row["card"] for row in rows] == [card["key"] for card in answer["cards"]]
    assert [int(row["never_n"]) for row in rows] == [hands[r["card"], "never"][1] for r in rows]


def test_page(client, logs):
    text = get_page(client, "/stats/kyoto/cards/")
    texts = ("Opening hand", "longer games see more cards", "Mantel and Haenszel", "1–4, 5–8")
    assert missing(text, *texts) == []
    assert "Opening hand" not in get_page(client, "/it/stats/kyoto/cards/")
    assert "Win rates are hidden" in get_page(client, "/stats/kyoto/cards/?winner=government")
    assert get_json(client, f"{API}?winner=government")["cards"] == []
    assert "wins-hand" not in get_page(client, "/stats/kyoto/table/?split=mode")
    assert "/stats/kyoto/cards/" in get_page(client, "/stats/kyoto/")
    count_logs([one_round()])
    get(client, "/stats/goryo/cards/", 404)
    get_json(client, "/api/v1/stats/goryo/cards/", 404)


def test_pooled_difference_has_its_coverage():
    chance = random.Random(8)
    hits = 0
    for _ in range(400):
        tables = []
        for base in (0.3, 0.5, 0.6):
            n, m = chance.randrange(20, 40), chance.randrange(20, 60)
            tables.append((sum(chance.random() < base + 0.15 for _ in range(n)), n,
                           sum(chance.random() < base for _ in range(m)), m))  # fmt: skip
        difference, _ = pooled_difference(tables)
        hits += difference.low <= 0.15 <= difference.high
    assert 0.92 <= hits / 400 <= 0.98
    assert pooled_difference([(3, 5, 0, 0)])[1] == 1.0
    one, wide = (pooled_difference([(8, 10, 5, 10)], factor) for factor in (1.0, 2.0))
    assert wide[1] > one[1]
