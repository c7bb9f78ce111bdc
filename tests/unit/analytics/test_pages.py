"""The pages: errors of addresses, empty states, and numbers that lead to exactly their games."""

import json
import re
from html import unescape

import pytest
from django.http import QueryDict

from analytics.reads.drilldown import games_of
from analytics.requests.stats import params_of, read_drilldown, read_question
from games.goryo.rules.board import default_board

from .conftest import count_logs
from .logs import ABANDON, one_round, other_board, varied

pytestmark = pytest.mark.django_db
RESIGN = {"type": "resign", "role": "samurai"}
HOUSE = default_board().digest
ROUTES = "/stats/goryo/routes/"


def page(client, query="", status=200):
    response = client.get(f"/stats/goryo/{query}")
    assert response.status_code == status, response.content[:300]
    return unescape(response.content.decode())


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("?editon=2024", "editon: Unknown parameter. Use one of: "),
        ("?edition=2020", "Unknown value “2020”. Use one of: 2019, 2021, 2024."),
        ("?edition=2019&edition=2021", "edition: This parameter is repeated"),
        ("?month=2026-13", "Enter a month as YYYY-MM, or unknown."),
        ("?from=unknown", "Enter a month as YYYY-MM."),
        ("?from=2026-03&to=2026-01", "The last month is before the first."),
        ("?month=2026-03&to=2026-04", "Enter a month, or a range"),
        ("?board=nowhere", "Unknown value “nowhere”."),
        ("?layer=heat", "layer: Unknown value “heat”. Use one of: route, target"),
        ("?simulated=maybe", "simulated: Unknown value “maybe”. Use one of: no, yes, all"),
        ("?winner=ninja", "Use one of: goryo, samurai, none."),
    ],
)
def test_invalid_parameters_are_reported_with_the_valid_ones(client, counted, query, text):
    counted([one_round()])
    assert text in re.sub(r"<[^>]+>", "", page(client, query, status=400))


def test_a_board_id_of_two_boards_is_reported_with_their_digests(client, counted):
    twin = {**default_board().data, "note": "another"}
    counted([one_round(), one_round(board=twin)])
    text = page(client, "?board=house-1", status=400)
    assert HOUSE in text
    assert "Use a digest instead" in text


def test_nothing_counted_yet(client, db):
    text = page(client)
    assert "Nothing has been counted yet" in text
    assert "charts.js" not in text


def test_only_simulated_games_are_offered_and_not_mixed_in(client, counted):
    counted(varied(4, x_simulated=True))
    text = page(client)
    assert "No human games have been counted yet. There are 4 bot games" in text
    assert 'href="/stats/goryo/?simulated=yes"' in text
    assert "These numbers include bot games" in page(client, "?simulated=yes")


def test_active_filters_are_printed_and_the_form_keeps_them(client, counted):
    counted([one_round(RESIGN, played_at="2026-01-31")])
    text = page(
        client, f"?edition=2024&winner=goryo&from=2026-01&to=2026-01&board={HOUSE}&layer=target"
    )
    for part in ("Edition: 2024", "Winner: Goryō", "From: January 2026", "Board: House palace",
                 '<option value="2024" selected>', 'name="from"', 'value="2026-01"',
                 "You filtered by winner"):  # fmt: skip
        assert part in text


def test_a_page_with_one_game(client, counted):
    counted([one_round()])
    response = client.get("/stats/goryo/?edition=&simulated=no&layer=route&winner=goryo")
    assert (response.status_code, response["Location"]) == (302, "/stats/goryo/?winner=goryo")
    assert "reconstruction" in page(client).split('id="board"')[1].split("<footer")[0]
    empty = page(client, "?edition=2019")
    assert "No games match these filters" in empty
    assert "charts.js" not in empty
    assert "NaN" not in empty
    for query, status in (("space=a6", 404), ("space=b4&page=2", 404), ("space=b4&page=x", 404),
                          ("space=b4", 200)):  # fmt: skip
        assert client.get(f"/stats/goryo/games/?{query}").status_code == status
    board = client.get("/stats/goryo/spaces/?layer=target")
    assert (board.status_code, board["Location"]) == (302, "/stats/goryo/?layer=target#board")
    assert client.get("/stats/goryo/spaces/?layer=nothing").status_code == 400
    assert client.get("/stats/chess/").status_code == 404
    assert client.get("/stats/chess/spaces/").status_code == 404


def test_names_from_logs_are_escaped_everywhere(client, counted):
    counted([one_round(RESIGN, board=other_board())])
    raw = client.get("/stats/goryo/?by=board").content.decode()
    assert "<b>x</b>" not in raw
    assert raw.count("</script>") == raw.count("<script")
    figures = re.findall(
        r'<script id="(?:rates|board)-\w+" type="application/json">(.*?)</script>', raw
    )
    assert len(figures) == 4
    for figure in figures:
        json.loads(figure, parse_constant=pytest.fail)


def test_no_inline_style_and_no_inline_script(client, counted):
    counted(varied(10))
    raw = client.get("/stats/goryo/").content.decode()
    assert not re.search(r"<[^>]+\s(style|on\w+)=", raw)
    for attributes in re.findall(r"<script([^>]*)>", raw):
        assert "src=" in attributes or 'type="application/json"' in attributes


def test_the_page_takes_few_queries_however_many_games(
    client, counted, django_assert_max_num_queries
):
    counted(varied(30))
    with django_assert_max_num_queries(18):
        page(client)
    counted(varied(30, seed=5))
    with django_assert_max_num_queries(18):
        page(client)


def follow_links(client, text):
    """Check that each number with a drill-down counts exactly its games, and that the page of the
    first one lists them. Return the numbers.
    """
    links = sorted(set(re.findall(r'<a href="(/stats/\w+/games/\?[^"]+)">(\d+)</a>', text)))
    for address, number in links:
        assert count_games(address) == int(number), address
    for address, number in links[:1]:
        assert count_listed(client, address) == int(number), address
    return [int(number) for _, number in links]


def count_games(address):
    """Return how many games a drill-down has, without its page."""
    path, _, query = address.partition("?")
    kind, params = path.split("/")[2], QueryDict(query)
    also = params_of(params)
    stats = read_question(kind, params, metric_key=params.get("metric", ""), also=also)
    number = read_drilldown(stats, params)
    return len(games_of(kind, number.filters, number.counted).page(0, 1000)[0])


def count_listed(client, address):
    """Return how many games a list has, over all its pages."""
    games, number = set(), 1
    while True:
        response = client.get(f"{address}&page={number}" if number > 1 else address)
        if number > 1 and response.status_code == 404:
            return len(games)
        assert response.status_code == 200, (address, response.status_code)
        found = set(re.findall(r'href="/games/([\w-]{12})/', response.content.decode()))
        games |= found
        if len(found) < 50:
            return len(games)
        number += 1


class TestEveryNumber:
    """Each number of the page leads to exactly its games."""

    @pytest.fixture(scope="class")
    def season(self, class_db):
        count_logs(varied(70))
        count_logs([*varied(5, seed=2, board=other_board()), *varied(6, seed=3, x_simulated=True)])

    @pytest.mark.parametrize(
        "query",
        ["", "?by=month", "?by=board&simulated=all", "?edition=2021&mode=advanced",
         "?from=2026-01&to=2026-02", "?month=unknown", "?winner=none", "?winner=goryo"],
    )  # fmt: skip
    def test_leads_to_exactly_its_games(self, client, season, query):
        text = page(client, query)
        links = set(re.findall(r'<a href="(/games/\?[^"]+)">(\d+)(?: games?)?</a>', text))
        assert len(links) >= 2
        for address, number in links:
            assert count_listed(client, address) == int(number), address


def test_every_space_leads_to_exactly_its_games(client, counted):
    counted([*varied(12), one_round(ABANDON)])
    assert len(follow_links(client, page(client, "?layer=target"))) >= 5


def test_the_list_behind_a_space_takes_few_queries(client, counted, django_assert_max_num_queries):
    counted([one_round(x_n=n) for n in range(20)])
    with django_assert_max_num_queries(12):
        assert client.get("/stats/goryo/games/?space=c2").status_code == 200


def test_the_overview(client, counted):
    counted([one_round(RESIGN), *varied(2, x_simulated=True)])
    text = unescape(client.get("/stats/").content.decode())
    assert "1 human game, 2 bot games" in text
    assert "1</a> of 1 decided games: <strong>100.0 %</strong>" in text
    assert "Win rate of a role: games it won, divided by decided games" in text


def test_the_overview_states_how_many_games_are_not_counted_yet(client, store):
    store([one_round()])
    assert b"1 stored game has not been counted yet" in client.get("/stats/").content


def test_the_former_address_of_the_route_explorer_redirects_with_its_parameters(client):
    response = client.get("/stats/goryo/ways/?root=r1&node=b4%20b3")
    assert response.status_code == 301
    assert response["Location"] == f"{ROUTES}?root=r1&node=b4%20b3"
    assert client.get("/stats/goryo/ways/")["Location"] == ROUTES


def test_the_route_explorer_leads_down_the_tree_and_its_filters_keep_the_node(client, counted):
    counted(varied(6))
    start = client.get("/api/v1/stats/goryo/ways/").json()["ways"][0]["node"]
    assert f"node={start}" in client.get(ROUTES).content.decode()
    text = client.get(ROUTES, {"root": "r1", "node": start}).content.decode()
    assert f'<input type="hidden" name="node" value="{start}">' in text
    assert '<input type="hidden" name="root" value="r1">' in text
    for query in ("?root=r9", "?node=zz", "?root=r1&node=b4%20"):
        assert client.get(f"{ROUTES}{query}").status_code == 404
