"""The pages and the API of metrics, with games of Gorinto: every number leads to exactly its games,
and page, JSON, CSV and figure agree.
"""

import csv
import io
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
from tests.support.pages import get, get_json, get_page, missing, present

from .conftest import count_logs
from .gorinto_logs import ABANDON, KIND, RESIGN, game_of, of_every_mode
from .logs import one_round, varied
from .test_pages import follow_links

pytestmark = pytest.mark.sqlite(in_turn=True)
METRICS = answer_reads.grouped_metrics("gorinto")
API = "/api/v1/stats/gorinto/"


def timed(log):
    """The log with a time of each event."""
    events = [{**event, "at": 5 * n + n % 3} for n, event in enumerate(log["events"])]
    return {**log, "events": events}


@pytest.fixture(scope="module", autouse=True)
def games(module_db):
    """Games of every mode, some of them resigned, abandoned or unfinished, one a bot game."""
    count_logs([timed(log) for seed in range(3) for log in of_every_mode(seed)])
    count_logs([game_of("2p-burrow", 7, 20, RESIGN), game_of("3p-clockwise", 7, 20, ABANDON)])
    count_logs([game_of("partnership", 8, 12), game_of("2p-burrow", 9, x_simulated=True)])
    count_logs([*varied(3), one_round()])


def test_the_page_of_the_kind(client):
    text = get_page(client, "/stats/gorinto/")
    numbers = ("30 games</a>", "28 decided (1 by resignation), 1 abandoned, 1 unfinished")
    links = [f'<a href="/stats/gorinto/{key}/">{m.title}</a>' for key, m in METRICS.items()]
    titles = [question.title for question in KIND.counting.questions.questions]
    assert missing(text, *numbers, "On the Mountain", *links, *titles) == []
    assert present(text, 'name="edition"', "Win rate by role") == []


def test_in_solo_the_question_about_the_kitsune_has_an_answer(client):
    text = get_page(client, "/stats/gorinto/?mode=solo-normal")
    card = text.split("Can you beat the Kitsune?")[1].split("</article>")[0]
    assert missing(card, "Highest so far: Normal", "n=3") == []
    assert "/stats/gorinto/wins-seat/?mode=solo-normal" in text


@pytest.mark.parametrize("key", METRICS)
def test_a_metric_as_page_json_csv_and_figure(client, key, django_assert_max_num_queries):
    with django_assert_max_num_queries(18):
        raw = get(client, f"/stats/gorinto/{key}/").content.decode()
    shown = unescape(raw)
    assert missing(shown, METRICS[key].definition, "Played by: human games") == []
    assert re.search(r"As of <time", shown)
    assert "95 % interval" in shown
    assert not re.search(r"<[^>]+\s(style|on\w+)=", raw)
    assert follow_links(client, shown)
    body = get_json(client, f"{API}metrics/{key}/")
    assert METRICS[key].definition in body["definition"]
    response = client.get(f"{API}metrics/{key}/csv/")
    assert response["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert {row["group"] for row in rows} == {group["key"] for group in body["groups"]}
    assert set(get_json(client, f"{API}metrics/{key}/figure/")) == {"data", "layout", "config"}
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
    query = "?mode=3p-clockwise&simulated=all"
    follow_links(client, get_page(client, f"/stats/gorinto/{key}/{query}"))
    text = get_page(client, f"/stats/gorinto/{key}/{query}&winner=p1")
    follow_links(client, text)
    is_closed = getattr(METRICS[key], "counts_wins", False)
    if "No games match" not in text:
        assert ("Win rates are hidden" in text) == is_closed


@pytest.mark.parametrize(
    ("address", "n_links", "n_games"),
    [
        *((f"wisdom/?by={by}", 1, 20) for by in ("mode", "board", "month")),
        ("wisdom/?by=month&from=2026-01&to=2026-03", 3, 1),
        ("spaces/?layer=gathered-fire", 4, 1),
    ],
)
def test_numbers_of_splits_and_spaces_lead_to_their_games(client, address, n_links, n_games):
    numbers = follow_links(client, get_page(client, f"/stats/gorinto/{address}"))
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
    bodies = [get_json(client, f"{API}spaces/?board={digest}") for digest in boards]
    assert sum(body["games"]["total"] for body in bodies) == 30
    assert sum(body["observations"] for body in bodies) == sum(body["total"] for body in bodies)


WINS = "games/?metric=wins-seat"
PAGES = ("0", "000000000" + "15", "1" + "0" * 5000, "-1", "x", "999999")
ADDRESSES = {
    404: [
        *("route/", "../goryo/wisdom/", "games/?metric=nonsense", "games/?space=f1"),
        # a pair with one letter, and one that does not win
        *(f"games/?metric=wisdom&group={group}" for group in ("g1-g2", "g1-g3&won=yes")),
        *(f"{WINS}&group=2p.p1&{more}" for more in ("won=no", "page=9")),
        *(f"{WINS}&simulated=all&page={number}" for number in PAGES),
    ],
    400: [
        *("wisdom/?by=reason", "wisdom/?shwo=lift", "goal-wisdom/?by=mode", f"{WINS}&layer=placed"),
        *("?by=mode", "?layer=route", "?edition=2024", "?mode=advanced"),
    ],
    200: [f"{WINS}&group=2p.p1&won=yes", f"{WINS}&won=yes", "games/?space=c3"],
}
"""Addresses under the page of the kind, by the status of the answer."""


@pytest.mark.parametrize(
    ("address", "status"),
    [(address, status) for status, addresses in ADDRESSES.items() for address in addresses],
    ids=lambda value: str(value)[:60],
)
def test_invalid_addresses(client, address, status):
    get_page(client, f"/stats/gorinto/{address}".replace("gorinto/../", ""), status)


def test_empty_and_default_parameters_are_removed(client):
    response = client.get("/stats/gorinto/wisdom/?by=&mode=&board=&simulated=no&month=2026-03")
    location = "/stats/gorinto/wisdom/?month=2026-03"
    assert (response.status_code, response["Location"]) == (302, location)


def test_filters_without_games(client):
    text = get_page(client, "/stats/gorinto/wisdom/?month=1999-01")
    assert "No games match these filters" in text
    text = get_page(client, "/stats/gorinto/wins-solo/?mode=2p-burrow")
    assert "None of these games has this metric" in text
    assert "<figure" not in text


def test_the_list_of_metrics(client):
    listed = get_json(client, f"{API}metrics/")["metrics"]
    assert [metric["key"] for metric in listed] == [m.key for m in KIND.counting.metrics]
    for metric in listed:
        if metric["key"] in METRICS:  # the answers are tested above
            assert metric["url"] == f"http://testserver{API}metrics/{metric['key']}/"
            assert metric["definition"] == METRICS[metric["key"]].definition
        else:
            assert metric["definition"] in get_json(client, metric["url"])["definition"]


@pytest.mark.parametrize("kind", ["goryo", "kyoto"])
def test_the_api_document_describes_every_metric(client, kind):
    listed = get_json(client, f"/api/v1/stats/{kind}/metrics/")["metrics"]
    assert [metric["key"] for metric in listed] == [m.key for m in KINDS[kind].counting.metrics]
    for metric in listed:
        if "groups" in metric:
            get_json(client, f"{metric['url']}?simulated=all")


def test_splits_filters_and_unknown_metrics_in_the_api(client):
    split = get_json(client, f"{API}metrics/wisdom/?by=mode&simulated=all")
    question = {"kind": "gorinto", "metric": "wisdom", "by": "mode"}
    assert split["question"] == question | {"filters": {"simulated": "all"}}
    assert {group["key"] for group in split["groups"]} == set(KIND.identity.modes)
    for path, status, code in (
        ("metrics/nonsense/", 404, "not_found"), ("roles/", 404, "no_roles"),
        ("metrics/goal-wisdom/?by=mode", 400, "bad_question"),
    ):  # fmt: skip
        assert get_json(client, f"{API}{path}", status)["error"]["code"] == code
    empty = client.get(f"{API}metrics/wisdom/csv/?month=1999-01")
    assert empty.content.decode().strip() == "group,label"


def test_the_overview_names_both_games(client):
    shown = ("30 human games, 1 bot game", 'href="/stats/gorinto/"', "Does turn order matter?")
    text = get_page(client, "/stats/")
    assert missing(text, *shown, METRICS["understanding"].definition) == []
