"""Route explorers of Gorinto and Kyoto: order, pages, files and games. `test_recounted_tables`
counts their numbers again.
"""

import csv
import io
from urllib.parse import parse_qs, urlsplit

import pytest

from analytics.forms.routes.answer import is_valid
from analytics.insight.wilson import rate
from games.registry import KINDS
from tests.support.pages import get, get_json, get_page, missing, present

from .conftest import count_logs
from .logs import bot_log

API = "/api/v1/stats/{}/routes/"
RULESETS = {"gorinto": ("2p-burrow", "4p-clockwise"), "kyoto": ("base",)}


@pytest.fixture(scope="module", params=RULESETS)
def kind(request, module_db):
    rulesets = RULESETS[request.param]
    logs = [dict(bot_log(request.param, r, seed)) for seed in range(12) for r in rulesets]
    count_logs(logs)
    return request.param


def body(client, kind, **params):
    return get_json(client, API.format(kind), data=params)


def test_routes_are_ranked_by_the_lower_end_of_the_shrunk_rate(client, kind):
    answer = body(client, kind)
    rows = answer["routes"]
    assert answer["root"] == max(answer["roots"], key=lambda root: answer["roots"][root])
    assert answer["here"] == sum(row["share"]["k"] for row in rows) == 12
    lows = [
        (row["shrunk"]["won"] or {"low": -1.0 if row["people"]["won"]["low"] is None else 0.0})
        for row in rows
    ]
    assert lows == sorted(lows, key=lambda row: -row["low"])
    common = body(client, kind, sort="times")["routes"]
    assert [row["share"]["k"] for row in common] == sorted(
        (row["share"]["k"] for row in rows), reverse=True
    )
    assert {row["node"] for row in common} == {row["node"] for row in rows}


def test_rates_are_shrunk_toward_their_mean(client, kind):
    rows = body(client, kind, simulated="all")["routes"]
    values = [row["ends"]["won"]["value"] for row in rows]
    shrunk = [row["shrunk"]["won"] for row in rows]
    assert all(each is not None for each in shrunk), "intervals of games, without people"
    spread = max(values) - min(values)
    assert max(s["rate"] for s in shrunk) - min(s["rate"] for s in shrunk) < spread
    for value, row in zip(values, rows, strict=True):
        k, n = row["ends"]["won"]["k"], row["ends"]["won"]["n"]
        assert value == rate(k, n).value
        assert row["shrunk"]["won"]["low"] <= row["shrunk"]["won"]["rate"]


def test_every_number_leads_to_its_games(client, kind):
    answer = body(client, kind)
    for row in answer["routes"][:4]:
        address = row["games_url"].replace("/stats/", "/api/v1/stats/", 1)
        assert parse_qs(urlsplit(address).query)["board"], "one board only"
        assert len(get_json(client, address)["games"]) == row["share"]["k"]
        won = get_json(client, f"{address}&end=won")["games"]
        assert len(won) == row["ends"]["won"]["k"]


def test_pages_in_both_languages(client, kind):
    answer = body(client, kind)
    path, metric = f"/stats/{kind}/routes/", KINDS[kind].counting.metrics
    title = next(m.title for m in metric if m.form == "ways")
    text = get_page(client, path)
    assert missing(text, title, "Shrunk rate", "best lower bound first", "most common first") == []
    assert path in get_page(client, f"/stats/{kind}/"), "one click from the game's page"
    first = answer["routes"][0]["node"]
    text = get_page(client, f"{path}?root={answer['root']}&node={first}")
    assert "Their games" in text
    text = get_page(client, f"/it{path}?sort=times")
    assert present(text, "Shrunk rate", title, "most common first") == []


def test_win_rates_are_closed_for_games_selected_by_their_result(client, kind):
    winner = next(iter(KINDS[kind].identity.sides))
    text = get_page(client, f"/stats/{kind}/routes/?winner={winner}")
    assert "Win rates are hidden" in text
    assert "Shrunk rate" not in text
    answer = body(client, kind, winner=winner)
    assert all(row["ends"] == row["shrunk"] == {} for row in answer["routes"])


def test_the_table(client, kind):
    rows = list(
        csv.DictReader(io.StringIO(get(client, API.format(kind) + "csv/").content.decode()))
    )
    shown = body(client, kind)["routes"]
    assert [row["node"] for row in rows] == [row["node"] for row in shown]
    assert [int(row["won"]) for row in rows] == [row["ends"]["won"]["k"] for row in shown]
    assert {"won_shrunk", "won_shrunk_low", "won_shrunk_high", "won_players"} <= set(rows[0])


@pytest.mark.parametrize("query", ["sort=best", "root=9p.spring", "node=z9-z8", "node=..", "end=x"])
def test_invalid_routes(client, kind, query):
    assert client.get(f"/stats/{kind}/routes/?{query}").status_code in (400, 404)
    assert client.get(f"{API.format(kind)}?{query}").status_code in (400, 404)


def test_forms_of_steps():
    metrics = {
        slug: next(m for m in kind.counting.metrics if m.form == "ways")
        for slug, kind in KINDS.items()
    }
    assert is_valid(metrics["goryo"], "r1", "b4 b3 >c3")
    assert is_valid(metrics["kyoto"], "all", "e1-d2 b6-b5 charge:d2-d3 bait")
    assert not is_valid(metrics["kyoto"], "all", "b4 b3")
    assert is_valid(metrics["gorinto"], "2p.spring", "b4 e3")
    assert metrics["kyoto"].step_label("charge:d2-d3") == "Charge d2 → d3"
    assert metrics["kyoto"].step_label("bait") == "Bait"
