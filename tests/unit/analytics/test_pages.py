"""The pages: errors of addresses, empty states, and numbers that lead to exactly their games."""

import re

import pytest
from django.http import QueryDict

from analytics.reads.drilldown import games_of
from analytics.requests.stats import params_of, read_drilldown, read_question
from games.goryo.rules.board import default_board
from tests.support.pages import get, get_page, missing, present

from .conftest import count_logs, store_logs
from .logs import ABANDON, GORYO_WINS, one_round, other_board, varied

HOUSE = default_board().digest
ROUTES = "/stats/goryo/routes/"


def page(client, query="", status=200):
    return get_page(client, f"/stats/goryo/{query}", status)


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
        ("?simulated=maybe", "Unknown value “maybe”. Use one of: no, yes, all"),
        ("?winner=ninja", "Use one of: goryo, samurai, none."),
        ("?show=odds", "show: Unknown value “odds”. Use one of: "),
        ("routes/?round=1", "round: Unknown parameter"),
    ],
)
def test_invalid_parameters_are_reported_with_the_valid_ones(client, query, text):
    count_logs([one_round()])
    assert text in re.sub(r"<[^>]+>", "", page(client, query, status=400))


def test_a_board_id_of_two_boards_is_reported_with_their_digests(client):
    count_logs([one_round(), one_round(board={**default_board().data, "note": "another"})])
    assert missing(page(client, "?board=house-1", status=400), HOUSE, "Use a digest instead") == []


def test_nothing_counted_yet(client, db):
    text = page(client)
    assert "Nothing has been counted yet" in text
    assert "<figure" not in text


def test_only_simulated_games_are_offered_and_not_mixed_in(client):
    count_logs(varied(4, x_simulated=True))
    counted = "No human games have been counted yet. There are 4 bot games"
    assert missing(page(client, "?simulated=no"), counted, "/stats/goryo/?simulated=yes") == []
    assert "Bots are not people" in page(client, "?simulated=yes")


def test_statistics_open_on_bot_games_until_a_human_game_arrives(client):
    count_logs(varied(2, x_simulated=True))
    opened = client.get("/stats/goryo/?edition=2024")
    assert opened.status_code == 302
    assert "simulated=yes" in opened["Location"]
    assert "edition=2024" in opened["Location"]
    text = get_page(client, "/stats/goryo/?simulated=yes")
    assert missing(text, "Bots are not people", "tag-bot") == []
    count_logs([one_round(GORYO_WINS)])
    assert client.get("/stats/goryo/").status_code == 200
    assert "Bots are not people" not in page(client)


def test_active_filters_are_printed_and_the_form_keeps_them(client):
    count_logs([one_round(GORYO_WINS, played_at="2026-01-31")])
    filters = f"?edition=2024&winner=goryo&from=2026-01&to=2026-01&board={HOUSE}&layer=target"
    printed = ("Edition: 2024", "Winner: Goryō", "From: January 2026", "Board: House palace")
    kept = ('<option value="2024" selected>', 'name="from"', 'value="2026-01"')
    layer = '<input type="hidden" name="layer" value="target">'
    assert missing(page(client, f"spaces/{filters}"), *printed, *kept, layer) == []


def test_a_page_with_one_game(client):
    count_logs([one_round()])
    response = client.get("/stats/goryo/?edition=&simulated=no&winner=goryo")
    assert (response.status_code, response["Location"]) == (302, "/stats/goryo/?winner=goryo")
    assert "reconstruction" in page(client, "spaces/").split("<h1>")[1].split("<footer")[0]
    empty = page(client, "?edition=2019")
    assert "No games match these filters" in empty
    assert present(empty, "<figure", "NaN") == []
    for path, status in (("goryo/games/?space=a6", 404), ("goryo/games/?space=b4&page=2", 404),
                         ("goryo/games/?space=b4&page=x", 404), ("goryo/games/?space=b4", 200),
                         ("goryo/spaces/?layer=nothing", 400), ("chess/", 404),
                         ("chess/spaces/", 404), ("chess/roles/", 404), ("gorinto/roles/", 404),
                         ("chess/compare/", 404), ("goryo/table/?split=board", 400),
                         ("goryo/table/?sort=2018", 400),
                         ("goryo/compare/?b-edition=2018", 400)):  # fmt: skip
        get(client, f"/stats/{path}", status)


def test_an_error_about_the_second_set_names_its_parameter(client):
    answer = get(client, "/stats/goryo/compare/?b-edition=2018", 400)
    assert "b-edition" in answer.content.decode()


def test_addresses_of_the_former_page_lead_to_the_new_ones(client):
    count_logs([one_round()])
    for query, address in (
        ("?by=month&edition=2024", "roles/?edition=2024&by=month"),
        ("?layer=target", "spaces/?layer=target"),
        ("?show=share", "spaces/?show=share"),
    ):
        moved = get(client, f"/stats/goryo/{query}", 302)
        assert moved["Location"] == f"/stats/goryo/{address}"


WIN_RATES = ("", "roles/", "roles/?by=edition", "wins-gong/", "table/")


@pytest.mark.parametrize("path", WIN_RATES)
def test_games_chosen_by_their_winner_have_no_win_rate(client, path):
    count_logs([one_round(GORYO_WINS, x_n=n) for n in range(12)])
    mark = "&" if "?" in path else "?"
    assert "100.0 %" in page(client, path) or "100 %" in page(client, path)
    for query in ("winner=goryo", "reason=resign"):
        text = page(client, f"{path}{mark}{query}")
        assert "because you filtered by" in text
        assert present(text, "Goryō wins", "Goryō won") == []
        rates = re.sub(r"<details class=\"card section\">.*?</details>", "", text, flags=re.S)
        assert not path or "100.0 %" not in rates


def test_no_page_of_win_rates_offers_results_as_filters(client):
    count_logs(varied(12))
    for path in WIN_RATES:
        assert present(page(client, path), 'name="winner"', 'name="reason"') == []
    assert missing(page(client, "length/"), 'name="winner"', 'name="reason"') == []


def test_links_keep_the_filter(client):
    count_logs(varied(12, x_simulated=True))
    text = page(client, "?simulated=yes&edition=2024")
    links = (
        'href="/stats/goryo/wins-gong/?edition=2024&amp;simulated=yes"',
        'href="/stats/goryo/roles/?edition=2024&amp;simulated=yes&amp;by=edition"',
        'href="/stats/goryo/balance/?simulated=yes"',
        'href="/stats/goryo/ratings/?simulated=yes"',
        'href="/players/?kind=goryo&amp;edition=2024&amp;simulated=yes"',
        'href="/stats/gorinto/?simulated=yes"',
    )
    raw = client.get("/stats/goryo/?simulated=yes&edition=2024").content.decode()
    assert missing(raw, *links) == [], text[:200]


def test_a_chip_leads_to_as_many_games_as_it_says(client):
    count_logs([*varied(30), *varied(6, seed=3, x_simulated=True)])
    for path in ("", "roles/?by=month", "wins-gong/?mode=advanced", "spaces/?winner=goryo"):
        raw = client.get(f"/stats/goryo/{path}").content.decode()
        chips = re.findall(
            r'class="chip" href="([^"]+)"[^>]*>[^<]*<span class="n">(\d+)</span>', raw
        )
        assert len(chips) >= 4
        for address, n in chips:
            tally = client.get(address.replace("&amp;", "&"), follow=True).content.decode()
            shown = re.search(r">(\d+) games?</a></b>", tally)
            assert int(n) == (int(shown[1]) if shown else 0), address


def test_names_from_logs_are_escaped_everywhere(client):
    count_logs([one_round(GORYO_WINS, board=other_board())])
    for path in (
        "roles/?by=board",
        "spaces/",
        "compare/",
        "spaces/embed/",
        "roles/embed/?by=board",
    ):
        raw = client.get(f"/stats/goryo/{path}").content.decode()
        assert "<b>x</b>" not in raw, path
        assert raw.count("</script>") == raw.count("<script"), path
    assert "&lt;b&gt;x&lt;/b&gt;" in client.get("/stats/goryo/roles/?by=board").content.decode()


def test_no_inline_style_and_no_inline_script(client):
    count_logs(varied(10))
    for path in ("", "roles/", "spaces/", "wins-gong/", "compare/", "table/", "trends/", "cross/",
                 "movers/", "order/", "learning/", "routes/", "spaces/embed/"):  # fmt: skip
        raw = client.get(f"/stats/goryo/{path}").content.decode()
        assert not re.search(r"<[^>]+\s(style|on\w+)=", raw), path
        for attributes in re.findall(r"<script([^>]*)>", raw):
            assert "src=" in attributes, path


def test_the_page_takes_few_queries_however_many_games(client, django_assert_max_num_queries):
    for seed in (0, 5):
        count_logs(varied(30, seed=seed))
        for path, limit in (("", 40), ("roles/", 18), ("spaces/", 18), ("table/", 40),
                            ("trends/", 18), ("cross/", 22), ("movers/", 18),
                            ("order/", 24), ("learning/", 22), ("routes/", 24)):  # fmt: skip
            with django_assert_max_num_queries(limit):
                page(client, path)


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
    stats = read_question(kind, params, metric_key=params.get("metric", ""), also=params_of(params))
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
        ["", "?by=month", "?by=reason", "?by=board&simulated=all",
         "?edition=2021&mode=advanced", "?from=2026-01&to=2026-02", "?month=unknown"],
    )  # fmt: skip
    def test_leads_to_exactly_its_games(self, client, season, query):
        text = page(client, f"roles/{query}")
        links = set(re.findall(r'<a href="(/games/\?[^"]+)">(\d+)(?: games?)?</a>', text))
        assert len(links) >= 2
        for address, number in links:
            assert count_listed(client, address) == int(number), address


def test_every_space_leads_to_exactly_its_games(client):
    count_logs([*varied(12), one_round(ABANDON)])
    assert len(follow_links(client, page(client, "spaces/?layer=target"))) >= 5


def test_the_list_behind_a_space_takes_few_queries(client, django_assert_max_num_queries):
    count_logs([one_round(x_n=n) for n in range(20)])
    with django_assert_max_num_queries(12):
        assert client.get("/stats/goryo/games/?space=c2").status_code == 200


def test_the_overview(client):
    count_logs([one_round(GORYO_WINS), *varied(2, x_simulated=True)])
    sentence = "Too few games to tell: Goryō wins 100 % of games."
    numbers = ("1 human game, 2 bot games", sentence, "n=1")
    definition = "Win rate of a role: games it won, divided by decided games"
    assert missing(get_page(client, "/stats/"), *numbers, definition) == []


def test_the_overview_states_how_many_games_are_not_counted_yet(client):
    store_logs([one_round()])
    assert b"1 game is waiting to be counted." in client.get("/stats/").content


def test_the_former_address_of_the_route_explorer_redirects_with_its_parameters(client):
    for query in ("?root=r1&node=b4%20b3", ""):
        assert get(client, f"/stats/goryo/ways/{query}", 301)["Location"] == f"{ROUTES}{query}"


def test_the_route_explorer_leads_down_the_tree_and_its_filters_keep_the_node(client):
    count_logs(varied(6))
    body, earlier = (client.get(f"/api/v1/stats/goryo/{n}/").json() for n in ("routes", "ways"))
    assert body == earlier
    assert body["ways"] == body["routes"]
    start = body["routes"][0]["node"]
    assert f"node={start}" in client.get(ROUTES).content.decode()
    text = client.get(ROUTES, {"root": "r1", "node": start}).content.decode()
    kept = {"node": start, "root": "r1"}.items()
    assert missing(text, *(f'<input type="hidden" name="{k}" value="{v}">' for k, v in kept)) == []
    for query in ("?root=r9", "?node=zz", "?root=r1&node=b4%20"):
        assert client.get(f"{ROUTES}{query}").status_code == 404


def test_a_comparison_asks_which_set_only_once_they_differ(client):
    count_logs(varied(4))
    assert "<h1>Compare two sets of games</h1>" in page(client, "compare/")
    assert "<h1>2019 or 2024?</h1>" in page(client, "compare/?edition=2019&b-edition=2024")
