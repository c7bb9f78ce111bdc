"""Drill-downs: lists of exactly the games that a number counts, found by adding up cells."""

from collections import Counter

import pytest
from django.core.cache import cache
from django.db import connection

from analytics import services as stats_services
from analytics.forms import routes, spaces
from analytics.forms.registry import grouped_form
from analytics.insight.question import Filters
from analytics.models import Contribution
from analytics.reads import answers as answer_reads
from analytics.reads import drilldown, paging
from analytics.reads.drilldown import CountedGames
from games.core.metrics import TREES
from tests.support.deep import due

from .conftest import count_logs
from .logs import varied

pytestmark = pytest.mark.sqlite
EVERY_GAME = Filters(simulated="all")
SPACES, ROUTES = answer_reads.spaces_metric("goryo"), answer_reads.routes_metric("goryo")
API = "/api/v1/stats/goryo/games/"


@pytest.fixture(scope="module")
def ids(module_db):
    return count_logs([*varied(24), *varied(8, seed=2, x_simulated=True)])


def numbers():
    """Numbers of Goryō, each with the condition that a contribution adds to it."""
    values = list(Contribution.objects.values_list("value", flat=True))
    cases = [
        (spaces.FORM.counted(SPACES, "route", space),
         lambda v, space=space: space in v.get("spaces", {}).get("route", {}))
        for space in sorted({s for v in values for s in v.get("spaces", {}).get("route", {})})
    ]  # fmt: skip
    roots = [of for v in values for of in v.get(TREES, {}).get("ways", {}).items()]
    for root, node in sorted({(root, node) for root, nodes in roots for node in nodes}):
        cases += [
            (routes.FORM.counted(ROUTES, root, node),
             lambda v, root=root, node=node: node in v[TREES]["ways"].get(root, {})),
            (routes.FORM.counted(ROUTES, "", node),
             lambda v, node=node: any(node in of for of in v[TREES]["ways"].values())),
            (routes.FORM.counted(ROUTES, root, node, next(iter(ROUTES.ends))),
             lambda v, root=root, node=node: v[TREES]["ways"].get(root, {}).get(node, [0, 0])[1]),
        ]  # fmt: skip
    for key, metric in answer_reads.grouped_metrics("goryo").items():
        form = grouped_form(metric)
        cases.append((form.counted(metric), lambda v, key=key: key in v))
        for group in metric.groups:
            cases.append(
                (form.counted(metric, group), lambda v, key=key, g=group: g in v.get(key, {}))
            )
            cases += [
                (form.counted(metric, group, outcome),
                 lambda v, key=key, g=group, k=k: v.get(key, {}).get(g, [0, -1])[1] == k)
                for outcome, k in zip(form.outcomes(metric).values(), (1, 0), strict=False)
            ]  # fmt: skip
    return cases


def lengths():
    metric = answer_reads.grouped_metrics("goryo")["length"]
    return grouped_form(metric).counted(metric)


def pages(counted, size):
    """All games of a list, read in pages of a size."""
    games = CountedGames("goryo", EVERY_GAME, counted)
    ids, first, more = [], 0, True
    while more:
        rows, more = games.page(first, first + size)
        ids += [game.pk for game in rows]
        first += size
    return ids, games.total()


def test_all_pages_together_are_exactly_the_games_of_a_number(ids):
    values = dict(Contribution.objects.values_list("pk", "value"))
    cases = numbers()
    assert len(cases) > 50
    for n, (counts, is_in) in enumerate(due(cases)):
        right = [
            pk for pk, value in sorted(values.items())
            if (TREES in value or counts.paths[0][0] != TREES) and is_in(value)
        ]  # fmt: skip
        for size in (1 if n % 4 == 0 else 3, 50):
            listed, total = pages(counts, size)
            assert sorted(listed) == right, counts
            assert total == (len(right), False)


def test_pages_are_in_one_order_newest_months_first(ids):
    listed, _ = pages(lengths(), 4)
    cells = dict(Contribution.objects.values_list("pk", "cell__month"))
    months = [cells[pk] for pk in listed]
    assert months == sorted(months, reverse=True)
    assert listed == pages(lengths(), 50)[0]


def test_rare_games_are_found_by_the_index_if_there_is_one(ids, monkeypatch):
    chosen = [counts for counts, _ in due(numbers())]
    plain = [pages(counts, 8) for counts in chosen]
    monkeypatch.setattr(drilldown, "MAX_SCANNED", 0)
    assert [pages(counts, 8) for counts in chosen] == plain
    if connection.vendor == "postgresql":
        for counts in chosen:
            indexed = Contribution.objects.filter(counts.exact & (counts.indexed or counts.exact))
            assert set(indexed) == set(Contribution.objects.filter(counts.exact))


def test_a_long_scan_stops_early_and_reports_it(ids, monkeypatch):
    trees = Contribution.objects.filter(value__has_key=TREES).values_list("cell", "value")
    cells = {(cell, n) for cell, value in trees for of in value[TREES]["ways"].values() for n in of}
    node, _ = Counter(node for _, node in sorted(cells)).most_common(1)[0]
    counts = routes.FORM.counted(ROUTES, "", node)
    everything, _ = pages(counts, 50)
    monkeypatch.setattr(drilldown, "WALK_SIZE", 1)
    games = CountedGames("goryo", EVERY_GAME, counts)
    rows, more = games.page(0, 1)
    assert len(rows) == 1
    assert more == (len(everything) > 1)
    n, are_more = games.total()
    assert n <= len(everything)
    assert are_more
    assert pages(counts, 2)[0] == everything


def test_a_withdrawn_game_is_in_no_list(ids):
    before, _ = pages(lengths(), 50)
    assert set(ids[:4]) & set(before)
    stats_services.uncount_games(ids[:4])
    after, total = pages(lengths(), 50)
    assert after == [pk for pk in before if pk not in ids[:4]]
    assert total == (len(after), False)


def test_the_api_returns_the_list_in_pages(ids, client, monkeypatch):
    monkeypatch.setattr(paging, "PAGE_SIZE", len(pages(lengths(), 50)[0]) // 2 + 1)
    address = f"{API}?metric=length&simulated=all"
    first, second = client.get(address).json(), client.get(f"{address}&page=2").json()
    assert first["n"] == len(first["games"]) + len(second["games"])
    assert (first["has_next"], second["has_next"], first["are_more"]) == (True, False, False)
    listed = [game["id"] for body in (first, second) for game in body["games"]]
    assert len(set(listed)) == first["n"]
    wrong = (f"{address}&page=9", f"{API}?space=z9", f"{address}&colour=red")
    assert [client.get(path).status_code for path in wrong] == [404, 404, 400]
    page = client.get("/stats/goryo/games/?metric=length&simulated=all").content.decode()
    assert all(f"/games/{public_id}/" in page for public_id in listed[:4])


@pytest.mark.parametrize(
    "address", ["/api/v1/players/", "/api/v1/stats/goryo/ratings/", "/api/v1/stats/goryo/balance/"]
)
def test_lists_and_players_have_their_own_rate_limit(client, rates, address):
    rates(lists="2/min")
    cache.clear()
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
    cache.clear()
