"""Every number of every endpoint equals an independent count with pandas, parts add up to the
whole, filters commute, and every drill-down lists as many games as the number counts.

`make recounted` does it with 10,000 simulated games (`RECOUNTED_GAMES`).
"""

import json
import os
import random
import re
from collections import Counter
from html import unescape
from math import isclose, sqrt
from statistics import NormalDist

import pandas as pd
import pytest

from games.goryo.metrics.wins import band
from games.registry import simulate
from tests.support.pages import get_json

from .conftest import count_logs
from .logs import varied
from .recounted import frames

pytestmark = pytest.mark.in_turn(2)

N = int(os.environ.get("RECOUNTED_GAMES", "40"))
API = "/api/v1/stats/goryo/"
FILTERS = [{}, {"edition": "2024"}, {"mode": "standard", "winner": "goryo"}, {"month": "2026-01"}]


each_filter = pytest.mark.parametrize("params", FILTERS, ids=str)


@pytest.fixture(scope="module")
def everything(module_db):
    """Bot games, or (in the suite) random human games with dates and every ending, counted by the
    site and by pandas.
    """
    if N > 1000:
        rulesets = ("2019", "2021", "2021-advanced", "2024", "2024-advanced")
        logs = [
            json.loads(simulate("goryo", rulesets[n % 5], f"{n}", random.Random(n)).canonical())
            for n in range(N)
        ]
    else:
        logs = varied(N, seed=5)
    for start in range(0, len(logs), 1000):  # an upload has a limit
        count_logs(logs[start : start + 1000])
    return frames(logs)


def ask(client, path, **params):
    simulated = {"simulated": "yes"} if N > 1000 else {}
    address = path if path.startswith("/") else API + path
    return get_json(client, address, data={**simulated, **params})


def chosen(frame, params):
    for name, value in params.items():
        frame = frame[frame[name] == value]
    return frame


def groups(body):
    return {group["key"]: group for group in body["groups"]}


@each_filter
def test_win_rates_equal_those_of_pandas(client, everything, params):
    games = chosen(everything["games"], params)
    decided = games[games["winner"] != ""]
    body = ask(client, "roles/", by="edition", **params)
    tally = body["overall"]["games"]
    assert (tally["total"], tally["decided"]) == (len(games), len(decided))
    for end, reason in {"abandoned": "abandon", "unfinished": ""}.items():
        assert tally[end] == (games["reason"] == reason).sum()
    assert tally["total"] == tally["decided"] + tally["abandoned"] + tally["unfinished"]
    for role, rate in body["overall"]["roles"].items():
        assert (rate["k"], rate["n"]) == ((decided["winner"] == role).sum(), len(decided))
    for by in ("edition", "mode", "month"):
        parts = ask(client, "roles/", by=by, **params)["clusters"]
        assert {p["key"]: p["games"]["total"] for p in parts} == dict(games.groupby(by).size())
        assert sum(part["games"]["total"] for part in parts) == len(games)
    shares = ask(client, "roles/", by="reason", **params)["clusters"]
    if len(decided):
        whole = sum(rate["value"] for part in shares for rate in part["roles"].values())
        assert isclose(whole, 1.0)


@each_filter
def test_rates_by_how_a_game_went_equal_those_of_pandas(client, everything, params):
    decided = chosen(everything["games"], params)
    decided = decided[decided["winner"] != ""]
    reached = chosen(everything["rounds"], params)
    reached = reached[reached["winner"] != ""] if len(reached) else reached
    root = "r" + reached["round"].astype(str) + "."
    columns = {
        "wins-rounds": ("d" + decided["n_rounds"].astype(str), decided),
        "wins-first": (decided["first"], decided[decided["first"] != ""]),
        "wins-mistakes": ("m" + decided["mistakes"].clip(upper=3).astype(str), decided),
        "wins-spirits": (root + "s" + reached["spirits"].astype(str), reached),
        "wins-gong": (root + reached["gong"].map(band).astype(str), reached),
        "wins-bound": (root + "b" + reached["left"].astype(str), reached),
    }
    for metric, (keys, frame) in columns.items():
        right = frame.assign(key=keys, won=frame["winner"] == "goryo").groupby("key")["won"]
        right = {key: (int(won.sum()), len(won)) for key, won in right}
        body = ask(client, f"metrics/{metric}/", **params)
        assert body["games"]["total"] == len(chosen(everything["games"], params))
        shown = groups(body)
        assert {key: (g["k"], g["n"]) for key, g in shown.items()} == right, metric
        for group in shown.values():
            assert group["k"] + group["lost"]["k"] == group["n"]
    n, won = Counter(), Counter()
    for power in ("sprint", "trail"):
        n.update(f"{power}.{when}" for when in decided[power])
        won.update(f"{power}.{when}" for when in decided[decided["winner"] == "goryo"][power])
    shown = groups(ask(client, "metrics/wins-powers/", **params))
    assert {key: g["n"] for key, g in shown.items()} == n
    assert all(g["k"] == won[key] for key, g in shown.items())


@each_filter
def test_lengths_questions_bits_and_draws_equal_those_of_pandas(client, everything, params):
    games = chosen(everything["games"], params)
    ended = games[(games["winner"] != "") & (games["reason"] != "resign")]
    for metric, column in (("length", "n_rounds"), ("actions", "actions")):
        shown = groups(ask(client, f"metrics/{metric}/", **params))
        right = ended.groupby("winner")[column]
        assert {key: g["n"] for key, g in shown.items()} == dict(right.size())
        for key, mean in right.mean().items():
            assert isclose(shown[key]["mean"], mean)
            assert shown[key]["median"] == ended[ended["winner"] == key][column].median()
    questions = chosen(everything["questions"], params)
    shown = groups(ask(client, "metrics/bits/", **params))
    known = questions.dropna(subset=["bits"])
    for key, answer in (("yes", True), ("no", False)):
        mine = (known[known["answer"] == answer]["bits"] * 10).round() / 10
        if len(mine):
            assert shown[key]["n"] == len(mine)
            assert isclose(shown[key]["mean"], mine.mean(), abs_tol=1e-9)
    draws = chosen(everything["draws"], params) if len(everything["draws"]) else pd.DataFrame()
    shown = groups(ask(client, "metrics/bag/", **params))
    if len(draws):
        right = draws.groupby("type")
        assert {key: g["n"] for key, g in shown.items()} == dict(right.size())
        assert {key: g["seen"] for key, g in shown.items()} == dict(right["drawn"].sum())
        for key, expected in right["chance"].sum().items():
            assert isclose(shown[key]["expected"], expected, rel_tol=1e-5)


@each_filter
def test_spaces_and_routes_equal_those_of_pandas(client, everything, params):
    plans, marks = (chosen(everything[name], params) for name in ("plans", "marks"))
    if not len(plans):
        return
    played = plans["game"].nunique()
    for layer in ("route", "target", "start", "asked_yes", "asked_no", "standing", "spirits"):
        body = ask(client, "spaces/", layer=layer, **params)
        mine = marks[marks["layer"] == layer].groupby("space")
        times, games = dict(mine["times"].sum()), dict(mine["game"].nunique())
        assert (body["n"], body["observations"]) == (played, len(plans))
        assert body["games"]["total"] == len(chosen(everything["games"], params))
        shown = {row["space"]: row for row in body["spaces"]}
        assert {s: row["times"] for s, row in shown.items() if row["times"]} == times
        assert {s: row["games"] for s, row in shown.items() if row["games"]} == games
    for root in ("r1", "r2"):
        mine = plans[plans["round"] == int(root[1])]
        starts = dict(mine["way"].str.split().str[0].value_counts())
        shown = ask(client, "routes/", root=root, **params)
        assert {way["node"]: way["share"]["k"] for way in shown["routes"]} == starts
        for start in sorted(starts)[:3]:
            _check_down(client, mine, root, start, params)


def _check_down(client, plans, root, node, params):
    """Check a node, and the first route on from it, down to its target."""
    here = plans[(plans["way"] == node) | plans["way"].str.startswith(f"{node} ")]
    shown = ask(client, "routes/", root=root, node=node, **params)
    assert shown["here"] == len(here)
    assert shown["ends"]["caught"]["k"] == here["caught"].sum()
    if "winner" in params:  # it would only repeat the filter
        assert set(shown["ends"]) == {"caught"}
    else:
        assert shown["ends"]["won"]["k"] == (here["winner"] == "goryo").sum()
    assert sum(way["share"]["k"] for way in shown["routes"]) in (len(here), 0)
    if shown["routes"]:
        _check_down(client, plans, root, shown["routes"][0]["node"], params)


def test_players_equal_those_of_pandas(client, everything):
    games = everything["games"]
    seats = pd.concat([games.assign(name=games[r], role=r) for r in ("goryo", "samurai")])
    seats = seats[seats["name"] != ""]
    seats["other"] = seats["samurai"].where(seats["role"] == "goryo", seats["goryo"])
    decided = seats["winner"] != ""
    seats["won"] = seats["winner"] == seats["role"]
    seats["lost"] = decided & ~seats["won"]
    seats["abandoned"] = ~decided & (seats["reason"] != "")
    seats["unfinished"] = seats["reason"] == ""
    shown = ask(client, "/api/v1/players/")["players"]
    assert sorted(row["name"] for row in shown) == sorted(seats["name"].unique())
    for row in shown:
        mine = seats[seats["name"] == row["name"]]
        _check_record(row, mine)
        body = ask(client, f"/api/v1/players/{row['handle']}/")
        (record,) = body["records"]
        _check_record(record["whole"], mine)
        for role in record["by_role"]:
            _check_record(role, mine[mine["role"] == role["params"]["role"]])
        for rules in record["by_ruleset"]:
            params = {name: rules["params"][name] for name in ("edition", "mode", "role")}
            _check_record(rules, chosen(mine, params))
        met = mine[(mine["won"] | mine["lost"]) & (mine["other"] != mine["name"])].groupby("other")
        ahead = {name: (int(won.sum()), len(won)) for name, won in met["won"] if name}
        assert {o["name"]: (o["ahead"]["k"], o["ahead"]["n"]) for o in body["opponents"]} == ahead


def _check_record(shown, seats):
    """Check how games ended, and the win rate of decided games."""
    assert shown["games"] == len(seats)
    for how in ("won", "lost", "abandoned", "unfinished"):
        assert shown[how] == seats[how].sum(), how
    assert (shown["rate"]["k"], shown["rate"]["n"]) == (shown["won"], shown["won"] + shown["lost"])


def rates_in(body):
    """Every rate in an answer, at any depth."""
    if isinstance(body, dict):
        if {"k", "n", "value", "low", "high"} <= body.keys():
            yield body
        body = list(body.values())
    for part in body if isinstance(body, list) else ():
        yield from rates_in(part)


def test_every_rate_has_its_share_and_interval(client, everything):
    """A bound is the share that is 1.96 of its standard errors from the observed one (E. B. Wilson,
    1927), or the end of the scale.
    """
    z = NormalDist().inv_cdf(0.975)
    addresses = ["roles/?by=month", "spaces/", "routes/?root=r1", "/api/v1/players/", "balance/"]
    addresses += [f"metrics/{m}/" for m in ("wins-rounds", "wins-first", "wins-powers")]
    n = 0
    for address in addresses:
        path, _, query = address.partition("?")
        params = dict(name.split("=") for name in query.split("&") if name)
        for rate in rates_in(ask(client, path, **params)):
            if not rate["n"]:
                assert rate["value"] is None
                continue
            n += 1
            share = rate["k"] / rate["n"]
            assert isclose(rate["value"], share, abs_tol=1e-12)
            assert 0 <= rate["low"] <= share <= rate["high"] <= 1
            for bound in (rate["low"], rate["high"]):
                away = abs(share - bound)
                assert isclose(away, z * sqrt(bound * (1 - bound) / rate["n"]), abs_tol=1e-6)
            assert rate["low"] < rate["high"]
    assert n > 50


def n_listed(client, address):
    text = unescape(client.get(address.removeprefix("http://testserver")).content.decode())
    return int(re.search(r"<p>(\d+) games?\b", text)[1])


def test_drill_down_lists_exactly_n_games(client, everything):
    for metric in ("wins-rounds", "wins-first", "wins-spirits", "wins-powers"):
        for group in ask(client, f"metrics/{metric}/")["groups"][:4]:
            assert n_listed(client, group["games_url"]) == group["n"]
            if group["k"]:
                assert n_listed(client, group["won_url"]) == group["k"]
            if group["lost"]["k"]:
                assert n_listed(client, group["lost"]["url"]) == group["lost"]["k"]
    for metric in ("length", "luck", "bits"):
        for group in ask(client, f"metrics/{metric}/")["groups"][:3]:
            assert n_listed(client, group["games_url"]) == group["games"]
    for way in ask(client, "routes/", root="r1")["routes"][:3]:
        assert n_listed(client, way["games_url"]) == way["share"]["k"]


def test_filters_commute_and_parts_add_up(client, everything):
    params = {"edition": "2024", "mode": "standard"}
    answers = [ask(client, "roles/", **dict(p)) for p in (params.items(), [*params.items()][::-1])]
    assert answers[0]["overall"] == answers[1]["overall"]
    whole = groups(ask(client, "metrics/wins-rounds/"))
    parts = Counter()
    for edition in ("2019", "2021", "2024"):
        for key, group in groups(ask(client, "metrics/wins-rounds/", edition=edition)).items():
            parts[key] += group["n"]
    assert {key: group["n"] for key, group in whole.items()} == parts
    by_month = ask(client, "metrics/wins-rounds/", by="month")["groups"]
    assert sum(group["n"] for group in by_month) == sum(group["n"] for group in whole.values())
