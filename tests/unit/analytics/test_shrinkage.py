"""Means of many groups shrunk toward their common mean: computed again, and by simulation."""

import csv
import io
import random
from math import sqrt

import pytest

from analytics.insight.means import Mean
from analytics.insight.shrinkage import shrink
from games.registry import KINDS
from tests.support.pages import get_json, get_page, missing, page

from .conftest import count_logs
from .logs import bot_log, named, varied

Z = 1.959963984540054
API = "/api/v1/stats/gorinto/metrics/wisdom/"


def again(rows):
    """The same from Morris's formulas, with the spread by bisection: (value, low, high) of each row
    of (value, standard error).
    """
    k = len(rows)

    def common(tau2):
        w = [1 / (se**2 + tau2) for _, se in rows]
        return sum(a * m for a, (m, _) in zip(w, rows, strict=True)) / sum(w)

    def excess(tau2):
        mu = common(tau2)
        return sum((k / (k - 1) * (m - mu) ** 2 - se**2 - tau2) / (se**2 + tau2) for m, se in rows)

    low, high = 0.0, 1000.0
    if excess(0) > 0:
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    tau2, result = low, []
    mu = common(tau2)
    typical = k / sum(1 / (se**2 + tau2) for _, se in rows)
    for m, se in rows:
        b = (k - 3) / (k - 1) * se**2 / (se**2 + tau2)
        doubt = 2 / (k - 3) * b * b * typical / (se**2 + tau2) * (m - mu) ** 2
        half = Z * sqrt(se**2 * (1 - (k - 1) / k * b) + doubt)
        value = m - b * (m - mu)
        result.append((value, value - half, value + half))
    return result


def test_goal_pairs_are_shrunk(client):
    rulesets = KINDS["gorinto"].identity.rulesets
    logs = [bot_log("gorinto", ruleset, n) for ruleset in rulesets[:3] for n in range(14)]
    count_logs(
        named(log, *(f"P{n}-{k}" for k in range(len(log["players"])))) for n, log in enumerate(logs)
    )
    groups = get_json(client, API)["groups"]
    rows = {}
    for group in groups:
        people = group["people"]
        low, high = group["mean_low"], group["mean_high"]
        if people["drawn"] == "players":
            low, high = people["low"], people["high"]
        if people["drawn"] != "none" and low is not None:
            rows[group["key"]] = (group["mean"], (high - low) / 2 / Z)
    assert len(rows) >= 5
    expected = dict(zip(rows, again(list(rows.values())), strict=True))
    shown = {g["key"]: tuple(g["shrunk"].values()) for g in groups if g["shrunk"]}
    assert set(shown) == set(expected)
    for key, values in expected.items():
        assert shown[key] == pytest.approx(values)
    table = list(csv.DictReader(io.StringIO(page(client, f"{API}csv/"))))
    assert [row["shrunk"] != "" for row in table] == [g["key"] in shown for g in groups]
    text = get_page(client, "/stats/gorinto/wisdom/")
    assert missing(text, "Shrunk mean", "C. N. Morris") == []
    count_logs(varied(6))
    assert "shrunk" not in get_json(client, "/api/v1/stats/goryo/metrics/questions/")["groups"][0]


def test_shrunk_means_are_closer_to_the_truth_and_their_intervals_cover_it():
    chance = random.Random(2)
    raw_error = shrunk_error = 0.0
    hits = total = 0
    for _ in range(150):
        truth = [chance.gauss(30, 2) for _ in range(20)]
        errors = [chance.uniform(1, 4) for _ in truth]
        means = []
        for true, error in zip(truth, errors, strict=True):
            value = chance.gauss(true, error)
            means.append(Mean(20, 20, value, value - Z * error, value + Z * error))
        for true, mean, shrunk in zip(truth, means, shrink(means), strict=True):
            raw_error += (mean.value - true) ** 2
            shrunk_error += (shrunk.value - true) ** 2
            hits += shrunk.low <= true <= shrunk.high
            total += 1
    assert shrunk_error < 0.6 * raw_error
    assert 0.93 <= hits / total <= 0.97


def test_too_few_groups_are_not_shrunk():
    four = [Mean(20, 20, n, n - 1.0, n + 1.0) for n in (5.0, 7.0, 8.0, 9.0)]
    without = Mean(1, 1, 9.0, None, None)
    assert shrink([*four, without]) == [None] * 5
    assert shrink([*four, four[0], without])[5] is None
    assert None not in shrink([*four, four[0]])
