"""Drill-downs: lists of exactly the games that a number counts, found by adding up cells."""

from functools import partial

import pytest
from django.core.cache import cache
from django.db import connection

from analytics import services as stats_services
from analytics.forms import routes, spaces
from analytics.forms.registry import grouped_form
from analytics.models import Cell, Contribution
from analytics.reads import answers as answer_reads
from analytics.reads import drilldown, paging
from analytics.reads.drilldown import CountedGames
from games.core.metrics import TREES
from tests.support.deep import due

from .conftest import count_logs
from .logs import varied

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
SPACES, ROUTES = answer_reads.spaces_metric("goryo"), answer_reads.routes_metric("goryo")
API = "/api/v1/stats/goryo/games/"


@pytest.fixture(scope="module")
def ids(module_db):
    return count_logs([*varied(24), *varied(8, seed=2, x_simulated=True)])


def numbers():
    """Return numbers of Goryō, each with the condition on a contribution that it counts."""
    on_spaces, ways = answer_reads.spaces_metric("goryo"), answer_reads.routes_metric("goryo")
    values = list(Contribution.objects.values_list("value", flat=True))

    def at(value, *path):
        for key in path:
            value = value.get(key, {})
        return value

    def route(value, node, *roots):
        return [leaf for root in roots or at(value, TREES, "ways")
                if (leaf := at(value, TREES, "ways", root, node))]  # fmt: skip

    found = [
        (spaces.FORM.counted(on_spaces, "route", space),
         lambda v, space=space: at(v, "spaces", "route", space))
        for space in sorted({space for v in values for space in at(v, "spaces", "route")})
    ]  # fmt: skip
    roots = [item for v in values for item in at(v, TREES, "ways").items()]
    for root, node in sorted({(root, node) for root, nodes in roots for node in nodes}):
        count = partial(routes.FORM.counted, ways)
        found += [
            (count(root, node), lambda v, root=root, node=node: route(v, node, root)),
            (count("", node), lambda v, node=node: route(v, node)),
            (count(root, node, next(iter(ways.ends))),
             lambda v, root=root, node=node: any(leaf[1] for leaf in route(v, node, root))),
        ]  # fmt: skip
    for key, metric in answer_reads.grouped_metrics("goryo").items():
        form = grouped_form(metric)
        cases.append((form.counted(metric), lambda v, key=key: key in v))
        for group in metric.groups:
            found.append((form.counted(metric, group), lambda v, path=(key, group): at(v, *path)))
            found += [
                (form.counted(metric, group, outcome),
                 lambda v, path=(key, group), k=k: (at(v, *path) or [0, -1])[1] == k)
                for outcome, k in zip(form.outcomes(metric).values(), (1, 0), strict=False)
            ]  # fmt: skip
    return cases


def lengths():
    metric = answer_reads.grouped_metrics("goryo")["length"]
    return grouped_form(metric).counted(metric)


def pages(counted, size):
    """All games of a list, read in pages of a size."""
    games = CountedGames("goryo", Cell.objects.order_by(), counted)
    ids, first, more = [], 0, True
    while more:
        rows, more = games.page(first, first + size)
        ids += [game.pk for game in rows]
        first += size
    return ids, games.total()


def test_all_pages_together_are_exactly_the_games_of_a_number(ids):
    values = dict(Contribution.objects.values_list("pk", "value"))
    some = numbers()
    assert len(some) > 50
    for counts, holds in due(some):
        right = {pk for pk, value in values.items() if holds(value)}
        found, total = pages(counts, size)
        assert sorted(found) == sorted(right), counts
        assert total == (len(right), False)


def test_pages_are_in_one_order_newest_months_first(ids):
    listed, _ = pages(lengths(), 4)
    cells = dict(Contribution.objects.values_list("pk", "cell__month"))
    months = [cells[pk] for pk in listed]
    assert months == sorted(months, reverse=True)
    assert listed == pages(lengths(), 50)[0]


def test_rare_numbers_use_the_index_where_there_is_one(counted, monkeypatch):
    counted([*varied(12), *varied(8, seed=2)])
    chosen = [counts for counts, _ in due(numbers())]
    plain = [pages(counts, 8) for counts in chosen]
    monkeypatch.setattr(drilldown, "MAX_SCANNED", 0)
    assert [pages(counts, 8) for counts in chosen] == plain
    if connection.vendor == "postgresql":
        for counts in chosen:
            indexed = Contribution.objects.filter(counts.exact & (counts.indexed or counts.exact))
            assert set(indexed) == set(Contribution.objects.filter(counts.exact))


def test_a_long_search_stops_and_reports_it(counted, monkeypatch):
    counted(varied(30))
    ways = answer_reads.routes_metric("goryo")
    assert ways is not None
    trees = Contribution.objects.filter(value__has_key=TREES).values_list("value", flat=True)
    node = next(iter(next(iter(trees[0][TREES]["ways"].values()))))
    everything, _ = pages(routes.FORM.counted(ways, "", node), 50)
    monkeypatch.setattr(drilldown, "WALK_SIZE", 1)
    games = CountedGames("goryo", Cell.objects.order_by(), routes.FORM.counted(ways, "", node))
    rows, more = games.page(0, 1)
    assert len(rows) == 1
    assert more == (len(everything) > 1)
    n, are_more = games.total()
    assert n <= len(everything)
    assert are_more
    assert pages(routes.FORM.counted(ways, "", node), 2)[0] == everything


def test_a_withdrawn_game_is_in_no_list(ids):
    before, _ = pages(lengths(), 50)
    assert set(ids[:4]) & set(before)
    stats_services.uncount_games(ids[:4])
    after, total = pages(lengths(), 50)
    assert after == [pk for pk in before if pk not in ids[:4]]
    assert total == (len(after), False)


def test_the_list_as_json_in_pages(counted, client, monkeypatch):
    monkeypatch.setattr(paging, "PAGE_SIZE", 4)
    counted(varied(12))
    address = "/api/v1/stats/goryo/games/?metric=length"
    first, second = client.get(address).json(), client.get(f"{address}&page=2").json()
    assert first["n"] == len(first["games"]) + len(second["games"])
    assert (first["has_next"], second["has_next"], first["are_more"]) == (True, False, False)
    listed = [game["id"] for body in (first, second) for game in body["games"]]
    assert len(set(listed)) == first["n"]
    assert client.get(f"{address}&page=9").status_code == 404
    assert client.get(f"{API}?space=z9").status_code == 404
    assert client.get(f"{address}&colour=red").status_code == 400
    page = client.get("/stats/goryo/games/?metric=length").content.decode()
    assert all(f"/games/{public_id}/" in page for public_id in ids[:4])


@pytest.mark.parametrize(
    "address", ["/api/v1/players/", "/api/v1/stats/goryo/ratings/", "/api/v1/stats/goryo/balance/"]
)
def test_lists_and_players_have_their_own_limit(client, rates, address):
    rates(lists="2/min")
    cache.clear()
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()
