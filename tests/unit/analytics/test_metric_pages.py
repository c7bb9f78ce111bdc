"""The pages and the API of metrics, with Gorinto's games: every number leads to exactly its games,
and page, JSON, CSV and figure tell the same.
"""

import csv
import io
import json
import re
from html import unescape

import pytest

from analytics.forms.spaces.answer import SpaceQuestion
from analytics.forms.spaces.picture import board_picture
from analytics.forms.spaces.views import times_view
from analytics.insight.question import Filters
from analytics.reads import answers as answer_reads
from analytics.reads.sums import LIVE
from games.registry import KINDS

from .conftest import count_logs
from .gorinto_logs import ABANDON, KIND, RESIGN, game_of, of_every_mode
from .logs import one_round, varied
from .test_pages import listed

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
METRICS = answer_reads.grouped_metrics("gorinto")
API = "/api/v1/stats/gorinto/"


@pytest.fixture(scope="module")
def games(module_db):
    """Games of every mode, some of them resigned, broken off or unfinished, some simulated."""
    count_logs([log for seed in range(4) for log in of_every_mode(seed)])
    count_logs([game_of("2p-burrow", 7, 20, RESIGN), game_of("3p-clockwise", 7, 20, ABANDON)])
    count_logs([game_of("partnership", 8, 12), game_of("2p-burrow", 9, x_simulated=True)])
    count_logs([*varied(3), one_round()])


def page(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.content[:300]
    return unescape(response.content.decode())


def get(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.content[:400]
    return json.loads(response.content, parse_constant=pytest.fail)


def test_the_page_of_the_kind(client, games):
    text = page(client, "/stats/gorinto/")
    assert "39 games</a>" in text
    assert "37 decided (1 by resignation), 1 abandoned, 1 unfinished" in text
    assert "Win rate by seat" in text
    assert "On the Mountain" in text
    for key, metric in METRICS.items():
        assert f'<a href="/stats/gorinto/{key}/">{metric.title}</a>' in text
    assert 'name="edition"' not in text
    assert "Who wins" not in text


def test_in_solo_the_page_leads_with_the_rate_that_solo_has(client, games):
    text = page(client, "/stats/gorinto/?mode=solo-normal")
    assert "Solo: games won against the Kitsune</a></h2>" in text
    assert "/stats/gorinto/wins-seat/?mode=solo-normal" in text


@pytest.mark.parametrize("key", METRICS)
@pytest.mark.parametrize("query", ["", "?mode=3p-clockwise", "?simulated=all&winner=p1"])
def test_every_number_of_a_metric_leads_to_exactly_its_games(client, games, key, query):
    text = page(client, f"/stats/gorinto/{key}/{query}")
    links = set(re.findall(r'<a href="(/stats/gorinto/games/\?[^"]+)">(\d+)</a>', text))
    if not query:
        assert links
    for address, number in links:
        assert listed(client, address) == int(number), address


@pytest.mark.parametrize("by", ["mode", "board", "month"])
def test_every_number_of_a_split_leads_to_exactly_its_games(client, games, by):
    text = page(client, f"/stats/gorinto/wisdom/?by={by}")
    links = set(re.findall(r'<a href="(/stats/gorinto/games/\?[^"]+)">(\d+)</a>', text))
    assert sum(int(number) for _, number in links) >= 20
    for address, number in links:
        assert listed(client, address) == int(number), address


def test_a_month_out_of_a_range_leads_to_its_games(client, games):
    text = page(client, "/stats/gorinto/wisdom/?by=month&from=2026-01&to=2026-03")
    links = re.findall(r'<a href="(/stats/gorinto/games/\?[^"]+)">(\d+)</a>', text)
    assert len(links) == 3
    for address, number in links:
        assert listed(client, address) == int(number)


def test_every_space_of_the_mountain_leads_to_exactly_its_games(client, games):
    text = page(client, "/stats/gorinto/?layer=gathered-fire")
    links = set(re.findall(r'<a href="(/stats/gorinto/games/\?[^"]+space=\w\d)">(\d+)</a>', text))
    assert len(links) > 3
    for address, number in links:
        assert listed(client, address) == int(number), address


def test_the_mountain_has_its_first_row_at_the_top(games):
    (peak,) = [d for d, (name, _) in LIVE.counted_boards("gorinto").items() if name == "peak"]
    question = SpaceQuestion("gorinto", Filters(board=peak), "placed")
    picture = board_picture(times_view(answer_reads.ask_spaces(question)))
    at = {cell.value.count.space: (cell.x, cell.y) for cell in picture.cells}
    assert len(at) == 25
    assert at["a1"] == (min(x for x, _ in at.values()), min(y for _, y in at.values()))
    assert at["e5"] == (max(x for x, _ in at.values()), max(y for _, y in at.values()))
    assert {cell.value.count.about for cell in picture.cells if cell.value.count.space == "c3"} == {
        "starts at 4"
    }


def test_nothing_of_spaces_is_pooled_over_landscapes(client, games):
    boards = LIVE.counted_boards("gorinto")
    assert {name for name, _ in boards.values()} == {"peak", "waves", "mesa", "lake", "hill"}
    bodies = [get(client, f"{API}spaces/?board={digest}") for digest in boards]
    assert sum(body["games"]["total"] for body in bodies) == 39
    assert sum(body["observations"] for body in bodies) == sum(body["total"] for body in bodies)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/stats/gorinto/route/", 404),
        ("/stats/goryo/wisdom/", 404),
        ("/stats/gorinto/games/?metric=wisdom&group=g1-g2", 404),  # one letter: no such pair
        ("/stats/gorinto/games/?metric=wisdom&group=g1-g3&won=yes", 404),  # nothing is won there
        ("/stats/gorinto/games/?metric=wins-seat&group=2p.p1&won=no", 404),
        ("/stats/gorinto/games/?metric=wins-seat&group=2p.p1&page=9", 404),
        ("/stats/gorinto/games/?metric=nonsense", 404),
        ("/stats/gorinto/games/?space=f1", 404),
        ("/stats/gorinto/games/?metric=wins-seat&layer=placed", 400),
        ("/stats/gorinto/wisdom/?by=reason", 400),
        ("/stats/gorinto/goal-wisdom/?by=mode", 400),
        ("/stats/gorinto/?by=mode", 400),
        ("/stats/gorinto/?layer=route", 400),
        ("/stats/gorinto/?edition=2024", 400),
        ("/stats/gorinto/?mode=advanced", 400),
        ("/stats/gorinto/games/?metric=wins-seat&group=2p.p1&won=yes", 200),
        ("/stats/gorinto/games/?metric=wins-seat&won=yes", 200),
        ("/stats/gorinto/games/?space=c3", 200),
    ],
)
def test_wrong_addresses(client, games, address, status):
    page(client, address, status)


def test_empty_and_default_words_leave_the_address(client, games):
    response = client.get("/stats/gorinto/wisdom/?by=&mode=&board=&simulated=no&month=2026-03")
    assert (response.status_code, response["Location"]) == (
        302,
        "/stats/gorinto/wisdom/?month=2026-03",
    )


@pytest.mark.parametrize("key", METRICS)
def test_a_metric_page_says_n_definition_filters_and_as_of(client, games, key):
    text = page(client, f"/stats/gorinto/{key}/")
    assert METRICS[key].definition in text
    assert "Played by: human games" in text
    assert re.search(r"As of <time", text)
    assert "95 % interval" in text
    raw = client.get(f"/stats/gorinto/{key}/").content.decode()
    assert not re.search(r"<[^>]+\s(style|on\w+)=", raw)


def test_filters_that_leave_nothing(client, games):
    text = page(client, "/stats/gorinto/wisdom/?month=1999-01")
    assert "No games match these filters" in text
    text = page(client, "/stats/gorinto/wins-solo/?mode=2p-burrow")
    assert "None of these games has this metric" in text
    assert "charts.js" not in text


@pytest.mark.parametrize("key", METRICS)
def test_a_page_takes_few_queries(client, games, key, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        page(client, f"/stats/gorinto/{key}/")


def test_the_list_of_metrics(client, games):
    body = get(client, f"{API}metrics/")
    assert [metric["key"] for metric in body["metrics"]] == [
        metric.key for metric in KIND.counting.metrics
    ]
    for metric in body["metrics"]:
        told = get(client, metric["url"].removeprefix("http://testserver"))
        assert metric["definition"] in told["definition"]
    goryo = get(client, "/api/v1/stats/goryo/metrics/")["metrics"]
    assert [metric["key"] for metric in goryo] == [m.key for m in KINDS["goryo"].counting.metrics]


@pytest.mark.parametrize("key", METRICS)
def test_page_json_csv_and_figure_tell_the_same(client, games, key):
    shown = page(client, f"/stats/gorinto/{key}/")
    body = get(client, f"{API}metrics/{key}/")
    response = client.get(f"{API}metrics/{key}/csv/")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert {row["group"] for row in rows} == {group["key"] for group in body["groups"]}
    assert set(get(client, f"{API}metrics/{key}/figure/")) == {"data", "layout", "config"}
    for group in body["groups"]:
        assert f'<th scope="row">{group["label"]}' in shown
        first = next(row for row in rows if row["group"] == group["key"])
        if body["form"] == "rate":
            assert (int(first["k"]), int(first["n"])) == (group["k"], group["n"])
            assert group["percent"] in shown
        elif body["form"] == "distribution":
            assert float(first["mean"]) == group["mean"]
            assert sum(group["values"].values()) == group["n"]
        else:
            assert float(first["mean"]) == group["positions"][0]["mean"]


def test_the_api_knows_splits_filters_and_what_it_does_not_know(client, games):
    split = get(client, f"{API}metrics/wisdom/?by=mode&simulated=all")
    assert split["question"] == {
        "kind": "gorinto",
        "metric": "wisdom",
        "by": "mode",
        "filters": {"simulated": "all"},
    }
    assert {group["key"] for group in split["groups"]} == set(KIND.identity.modes)
    assert get(client, f"{API}metrics/nonsense/", 404)["error"]["code"] == "not_found"
    assert get(client, f"{API}metrics/goal-wisdom/?by=mode", 400)["error"]["code"] == "bad_question"
    assert get(client, f"{API}roles/", 404)["error"]["code"] == "no_roles"
    empty = client.get(f"{API}metrics/wisdom/csv/?month=1999-01")
    assert empty.content.decode().strip() == "group,label"


def test_the_document_describes_every_metric(client, games):
    for kind in KINDS:
        for metric in get(client, f"/api/v1/stats/{kind}/metrics/")["metrics"]:
            if "groups" in metric:
                get(client, f"{metric['url'].removeprefix('http://testserver')}?simulated=all")


def test_the_overview_names_both_games(client, games):
    text = page(client, "/stats/")
    assert "39 human games, 1 simulated" in text
    assert 'href="/stats/gorinto/understanding/"' in text
    assert METRICS["understanding"].definition in text


@pytest.mark.parametrize("number", ["0", "000000000" + "15", "1" + "0" * 5000, "-1", "x", "999999"])
def test_a_page_behind_a_number_that_there_is_not_is_not_found(client, games, number):
    address = f"/stats/gorinto/games/?metric=wins-seat&simulated=all&page={number}"
    assert client.get(address).status_code == 404
