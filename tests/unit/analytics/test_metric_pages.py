"""The pages and the API of metrics, with games of Gorinto: every number leads to exactly its games,
and page, JSON, CSV and figure agree.
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
from .test_pages import follow_links

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
METRICS = answer_reads.grouped_metrics("gorinto")
API = "/api/v1/stats/gorinto/"


@pytest.fixture(scope="module", autouse=True)
def games(module_db):
    """Games of every mode, some of them resigned, abandoned or unfinished, one a bot game."""
    count_logs([log for seed in range(3) for log in of_every_mode(seed)])
    count_logs([game_of("2p-burrow", 7, 20, RESIGN), game_of("3p-clockwise", 7, 20, ABANDON)])
    count_logs([game_of("partnership", 8, 12), game_of("2p-burrow", 9, x_simulated=True)])
    count_logs([*varied(3), one_round()])


def page(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.content[:300]
    return unescape(response.content.decode())


def get(client, address, status=200):
    response = client.get(address.removeprefix("http://testserver"))
    assert response.status_code == status, response.content[:400]
    return json.loads(response.content, parse_constant=pytest.fail)


def test_the_page_of_the_kind(client):
    text = page(client, "/stats/gorinto/")
    assert "30 games</a>" in text
    assert "28 decided (1 by resignation), 1 abandoned, 1 unfinished" in text
    assert "Win rate by seat" in text
    assert "On the Mountain" in text
    for key, metric in METRICS.items():
        assert f'<a href="/stats/gorinto/{key}/">{metric.title}</a>' in text
    assert 'name="edition"' not in text
    assert "Who wins" not in text


def test_in_solo_the_page_leads_with_the_rate_that_solo_has(client):
    text = page(client, "/stats/gorinto/?mode=solo-normal")
    assert "Solo: games won against the Kitsune</a></h2>" in text
    assert "/stats/gorinto/wins-seat/?mode=solo-normal" in text


@pytest.mark.parametrize("key", METRICS)
def test_a_metric_as_page_json_csv_and_figure(client, key, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        raw = client.get(f"/stats/gorinto/{key}/").content.decode()
    shown = unescape(raw)
    assert METRICS[key].definition in shown
    assert "Played by: human games" in shown
    assert re.search(r"As of <time", shown)
    assert "95 % interval" in shown
    assert not re.search(r"<[^>]+\s(style|on\w+)=", raw)
    assert follow_links(client, shown)
    body = get(client, f"{API}metrics/{key}/")
    assert METRICS[key].definition in body["definition"]
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


@pytest.mark.parametrize("key", METRICS)
def test_filtered_numbers_lead_to_exactly_their_games(client, key):
    query = "?mode=3p-clockwise&simulated=all&winner=p1"
    follow_links(client, page(client, f"/stats/gorinto/{key}/{query}"))


@pytest.mark.parametrize(
    ("address", "n_links", "n_games"),
    [
        ("wisdom/?by=mode", 1, 20),
        ("wisdom/?by=board", 1, 20),
        ("wisdom/?by=month", 1, 20),
        ("wisdom/?by=month&from=2026-01&to=2026-03", 3, 1),
        ("?layer=gathered-fire", 4, 1),
    ],
)
def test_numbers_of_splits_and_spaces_lead_to_exactly_their_games(
    client, address, n_links, n_games
):
    numbers = follow_links(client, page(client, f"/stats/gorinto/{address}"))
    assert sum(numbers) >= n_games
    assert len(numbers) == n_links if "from" in address else len(numbers) >= n_links


def test_the_mountain_has_its_first_row_at_the_top():
    (peak,) = [d for d, (name, _) in LIVE.counted_boards("gorinto").items() if name == "peak"]
    question = SpaceQuestion("gorinto", Filters(board=peak), "placed")
    cells = board_picture(times_view(answer_reads.ask_spaces(question)))["cells"]
    at = {cell["value"].count.space: (cell["x"], cell["y"]) for cell in cells}
    assert len(at) == 25
    assert at["a1"] == (min(x for x, _ in at.values()), min(y for _, y in at.values()))
    assert at["e5"] == (max(x for x, _ in at.values()), max(y for _, y in at.values()))
    (centre,) = [cell["value"].count for cell in cells if cell["value"].count.space == "c3"]
    assert centre.about == "starts at 4"


def test_spaces_of_different_landscapes_are_not_pooled(client):
    boards = LIVE.counted_boards("gorinto")
    assert {name for name, _ in boards.values()} == {"peak", "waves", "mesa", "lake", "hill"}
    bodies = [get(client, f"{API}spaces/?board={digest}") for digest in boards]
    assert sum(body["games"]["total"] for body in bodies) == 30
    assert sum(body["observations"] for body in bodies) == sum(body["total"] for body in bodies)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("route/", 404),
        ("../goryo/wisdom/", 404),
        ("games/?metric=wisdom&group=g1-g2", 404),  # one letter: no such pair
        ("games/?metric=wisdom&group=g1-g3&won=yes", 404),  # nothing is won there
        ("games/?metric=wins-seat&group=2p.p1&won=no", 404),
        ("games/?metric=wins-seat&group=2p.p1&page=9", 404),
        *(
            (f"games/?metric=wins-seat&simulated=all&page={number}", 404)
            for number in ("0", "000000000" + "15", "1" + "0" * 5000, "-1", "x", "999999")
        ),
        ("games/?metric=nonsense", 404),
        ("games/?space=f1", 404),
        ("games/?metric=wins-seat&layer=placed", 400),
        ("wisdom/?by=reason", 400),
        ("goal-wisdom/?by=mode", 400),
        ("?by=mode", 400),
        ("?layer=route", 400),
        ("?edition=2024", 400),
        ("?mode=advanced", 400),
        ("games/?metric=wins-seat&group=2p.p1&won=yes", 200),
        ("games/?metric=wins-seat&won=yes", 200),
        ("games/?space=c3", 200),
    ],
    ids=lambda value: str(value)[:60],
)
def test_invalid_addresses(client, address, status):
    page(client, f"/stats/gorinto/{address}".replace("gorinto/../", ""), status)


def test_empty_and_default_parameters_are_removed(client):
    response = client.get("/stats/gorinto/wisdom/?by=&mode=&board=&simulated=no&month=2026-03")
    location = "/stats/gorinto/wisdom/?month=2026-03"
    assert (response.status_code, response["Location"]) == (302, location)


def test_filters_without_games(client):
    assert "No games match these filters" in page(client, "/stats/gorinto/wisdom/?month=1999-01")
    text = page(client, "/stats/gorinto/wins-solo/?mode=2p-burrow")
    assert "None of these games has this metric" in text
    assert "charts.js" not in text


def test_the_list_of_metrics(client):
    listed = get(client, f"{API}metrics/")["metrics"]
    assert [metric["key"] for metric in listed] == [m.key for m in KIND.counting.metrics]
    for metric in listed:
        if metric["key"] in METRICS:  # the answers are tested above
            assert metric["url"] == f"http://testserver{API}metrics/{metric['key']}/"
            assert metric["definition"] == METRICS[metric["key"]].definition
        else:
            assert metric["definition"] in get(client, metric["url"])["definition"]


@pytest.mark.parametrize("kind", ["goryo", "kyoto"])
def test_the_api_document_describes_every_metric(client, kind):
    listed = get(client, f"/api/v1/stats/{kind}/metrics/")["metrics"]
    assert [metric["key"] for metric in listed] == [m.key for m in KINDS[kind].counting.metrics]
    for metric in listed:
        if "groups" in metric:
            get(client, f"{metric['url']}?simulated=all")


def test_splits_filters_and_unknown_metrics_in_the_api(client):
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


def test_the_overview_names_both_games(client):
    text = page(client, "/stats/")
    assert "30 human games, 1 bot game" in text
    assert 'href="/stats/gorinto/understanding/"' in text
    assert METRICS["understanding"].definition in text
