"""Survival of games: recounted from the logs, and the estimates from their textbook formulas."""

import json
import random
from collections import Counter, defaultdict
from itertools import combinations, cycle
from math import exp, log, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from analytics.insight.clusters import Players, people_of
from analytics.insight.survival import inflation_of, log_rank, median, share_after, survival
from games.kyoto.rules.components import SIDES
from games.registry import KINDS, judge
from tests.support.pages import get, get_json, get_page, missing

from .conftest import count_logs
from .logs import kyoto_games, named, varied

BY_RULE = {"goryo": {"exorcism", "spirits", "bound", "revenge"},
           "kyoto": {"escape", "captures", "decoys", "stuck", "turn_cap"}}  # fmt: skip


def stops(kind, logs, key):
    """Key → round or turn → [games, ended by rule], from the plain steps."""
    counts = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for log_ in logs:
        replay = next(judge(json.dumps(log_).encode())).replay
        steps = list(KINDS[kind].display.steps(replay, "omniscient", False))
        at = steps[-1]["state"]["round" if kind == "goryo" else "turn"]
        assert kind != "goryo" or at <= 4
        if at:
            counts[key(log_)][at][0] += 1
            counts[key(log_)][at][1] += replay.outcome.reason in BY_RULE[kind]
    return counts


def product_limit(counts):
    """The curve, written again from its definition over all games one by one."""
    games = [(at, n < ended) for at, (all_, ended) in counts.items() for n in range(all_)]
    share, spread, curve = 1.0, 0.0, {}
    for at in sorted({at for at, _ in games}):
        risk = sum(other >= at for other, _ in games)
        dead = sum(is_end for other, is_end in games if other == at)
        share *= (risk - dead) / risk
        spread += dead / (risk * (risk - dead)) if risk > dead else 0
        bounds = (None, None)
        if 0 < share < 1:
            arm = 1.959963984540054 * sqrt(spread) / log(share)
            low, high = (share ** exp(sign * arm) for sign in (-1, 1))
            bounds = (low, high)
        curve[at] = (risk, dead, share, *bounds)
    return curve


def factors_of(share, expected, shown):
    """How many times wider the two sides of an interval are than Greenwood's; none without one."""
    if shown == (None, None):
        return []
    return [
        log(log(one) / log(share)) / log(log(other) / log(share))
        for one, other in zip(shown, expected, strict=True)
    ]


def check(answer_groups, expected, factor=1.0):
    assert {group["key"] for group in answer_groups} == set(expected)
    for group in answer_groups:
        counts = expected[group["key"]]
        assert group["games"] == sum(n for n, _ in counts.values())
        assert group["ended"] == sum(ended for _, ended in counts.values())
        assert group["censored"] == group["games"] - group["ended"]
        curve = product_limit(counts)
        assert [point["at"] for point in group["points"]] == list(curve)
        factors = []
        for point in group["points"]:
            risk, dead, share, *bounds = curve[point["at"]]
            assert (point["at_risk"], point["ended"]) == (risk, dead)
            assert point["share"] == pytest.approx(share)
            factors += factors_of(share, bounds, (point["low"], point["high"]))
        assert factors == pytest.approx([factor] * len(factors))
        below = [at for at, values in curve.items() if values[2] <= 0.5]
        assert group["median"] == (below[0] if below else None)


def test_goryo_by_edition(client):
    logs = varied(80, seed=21)
    count_logs(logs)
    api = "/api/v1/stats/goryo/metrics/survival/"
    check(get_json(client, api)["groups"], stops("goryo", logs, lambda _: "all"))
    by = get_json(client, f"{api}?by=edition")["groups"]
    check(by, stops("goryo", logs, lambda log_: log_["ruleset"]["edition"]))
    assert any(group["censored"] for group in by)
    page = get_page(client, "/stats/goryo/survival/?by=edition")
    texts = ("Kaplan–Meier", "log-rank", "Stopped before the end", '<svg class="lines"')
    assert missing(page, *texts) == []
    for group in by:
        listed = get_json(client, group["games_url"].replace("/stats/", "/api/v1/stats/"))
        assert listed["n"] == group["games"]
    assert len(get(client, f"{api}csv/").content.splitlines()) > 2
    figure = get_json(client, f"{api}figure/?by=edition")
    assert [trace["name"][:4] for trace in figure["data"]] == ["2019", "2021", "2024"]


def test_kyoto_by_mode_with_resigned_and_unfinished_games(client):
    chance, logs = random.Random(5), []
    for number, log_ in enumerate([*kyoto_games(1), *kyoto_games(2), *kyoto_games(3)]):
        cut = chance.randrange(20, len(log_["events"]))
        if number % 3 == 0:
            end = {"type": "resign", "role": chance.choice(SIDES)}
            log_ = {**log_, "events": [*log_["events"][:cut], end]}
        elif number % 3 == 1:
            log_ = {**log_, "events": log_["events"][:cut]}
        logs.append(log_)
    replays = [next(judge(json.dumps(log_).encode())) for log_ in logs]
    logs = [log_ for log_, judged in zip(logs, replays, strict=True) if not judged.findings]
    count_logs(logs)
    groups = get_json(client, "/api/v1/stats/kyoto/metrics/survival/")["groups"]
    check(groups, stops("kyoto", logs, lambda _: "all"))
    assert groups[0]["censored"]


def test_players_as_clusters_widen_the_intervals():
    chance = np.random.default_rng(3)
    pairs = [tuple(chance.choice(30, 2, replace=False)) for _ in range(300)]
    slow = chance.normal(0, 2, 30)
    lengths = np.array([max(1, round(5 + slow[a] + slow[b])) for a, b in pairs], dtype=float)
    counts = {at: (n, n) for at, n in sorted(Counter(lengths.astype(int).tolist()).items())}

    def people(members):
        players = Players(members, [0] * 300, list(range(300)))
        return people_of(players, lengths, np.ones(300))

    factor = inflation_of(counts, people(pairs))
    assert factor > 1.5
    assert inflation_of(counts, people([(n, 300 + n) for n in range(300)])) < 1.05
    assert inflation_of(counts, people([(n % 2, 2 + n % 2) for n in range(300)])) is None
    assert inflation_of(counts, None) == 1.0
    plain, wide, none = (survival(counts, each) for each in (1.0, factor, None))
    for one, other, without in zip(plain, wide, none, strict=True):
        assert (one.share, without.low, without.high) == (other.share, None, None)
        bounds = (one.low, one.high), (other.low, other.high)
        assert factors_of(one.share, *bounds) == pytest.approx([factor] * (2 if one.low else 0))


def test_log_rank_by_its_definition():
    chance = random.Random(1)
    for _ in range(20):
        one, other = (
            {at: (n := chance.randrange(1, 9), chance.randrange(n + 1)) for at in range(1, 8)}
            for _ in range(2)
        )
        games = [
            (at, k < ended, group)
            for group, counts in enumerate((one, other))
            for at, (n, ended) in counts.items()
            for k in range(n)
        ]
        u = v = 0.0
        for at in range(1, 8):
            risk = [game for game in games if game[0] >= at]
            dead = [game for game in risk if game[0] == at and game[1]]
            n, n1, d = len(risk), sum(g == 0 for *_, g in risk), len(dead)
            u += sum(g == 0 for *_, g in dead) - d * n1 / n
            v += d * (n1 / n) * (1 - n1 / n) * (n - d) / (n - 1) if n > 1 else 0
        p = 2 * NormalDist().cdf(-abs(u) / sqrt(v))
        assert log_rank(one, other) == pytest.approx(p)
        assert log_rank(one, one) == pytest.approx(1.0)


def test_the_conclusion_names_where_the_curves_are_furthest_apart(client):
    count_logs(varied(80, seed=21))
    groups = get_json(client, "/api/v1/stats/goryo/metrics/survival/?by=edition")["groups"]
    page = get_page(client, "/stats/goryo/survival/?by=edition")
    sentence = page.split('class="headline">')[1].split("</p>")[0]
    assert "after round" in sentence.lower()
    shown = [f"{100 * p['share']:.0f} %" for group in groups for p in group["points"]]
    assert sum(share in sentence for share in set(shown)) >= 1


def test_medians():
    points = survival({2: (4, 2), 5: (2, 1)})
    assert [share_after(points, at) for at in (1, 2, 4, 9)] == pytest.approx(
        [1, 2 / 3, 2 / 3, 1 / 3]
    )
    assert median(survival({2: (10, 10)})).value == 2
    assert median(survival({2: (10, 4)})).value is None
    assert median(survival({1: (4, 4), 2: (3, 0), 3: (3, 3)})).value == 3


def test_people_of_human_games_are_clusters(client):
    pairs = combinations(["Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus"], 2)
    count_logs(named(log_, *pair) for log_, pair in zip(varied(60), cycle(pairs), strict=False))
    (group,) = get_json(client, "/api/v1/stats/goryo/metrics/survival/")["groups"]
    counts = {p["at"]: (p["ended"] + p["censored"], p["ended"]) for p in group["points"]}
    plain = {point.at: point for point in survival(counts)}
    factors = []
    for point in group["points"]:
        own = plain[point["at"]]
        factors += factors_of(own.share, (own.low, own.high), (point["low"], point["high"]))
    assert factors
    assert factors == pytest.approx([factors[0]] * len(factors))
    assert factors[0] >= 1
