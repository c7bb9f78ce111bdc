"""Statistics of games selected by who played them: what is accepted and refused, pages, lists, and
hidden names. `test_recounted_tables` counts their numbers again.
"""

import pytest

from analytics import services as stats_services
from analytics.models import Standing
from analytics.reads import selected
from tests.support.pages import get, get_json, get_page, missing, present

from .conftest import count_logs
from .table_logs import table_logs

API = "/api/v1/stats/kyoto/"
PAGES = ["", "roles/", "cross/", "trends/", "table/", "cards/", "length/", "spaces/", "routes/",
         "compare/", "order/", "learning/"]  # fmt: skip


@pytest.fixture(scope="module")
def games(module_db):
    logs = [log for log, _ in table_logs("kyoto", 60)]
    count_logs(logs)
    stats_services.fit_results()
    return logs


def names_of(log):
    return [player["name"] and player["name"].casefold() for player in log["players"]]


def handle_of_player(client, name):
    rows = get_json(client, "/api/v1/players/", data={"q": name})["players"]
    return next(row["handle"] for row in rows if row["name"].casefold() == name)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_player_and_of_rated_players(client, games, path):
    for query in ("player=Player 0", "rating=1400", "rating=1400&rated=any"):
        text = get_page(client, f"/stats/kyoto/{path}?{query}")
        label = "Player 0" if "player" in query else "at least 1400"
        assert label in text
    assert "/stats/kyoto/games/?" in text or path == "compare/"


def test_a_name_and_its_handle_select_the_same_games(client, games):
    n = sum("player 0" in names_of(log) for log in games)
    handle = handle_of_player(client, "player 0")
    for player in (handle, "Player 0", "PLAYER 0"):
        body = get_json(client, f"{API}roles/", data={"player": player})
        assert body["overall"]["games"]["total"] == n
    text = get_page(client, f"/stats/kyoto/games/?every=yes&player={handle}")
    assert f"{n} games that match the filters" in text


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("player=Unknown", "player: No player has this name"),
        ("rating=high", "rating: Enter a whole number"),
        ("rating=0", "rating:"),
        ("rated=any", "rated: Use this only together with a rating"),
        ("rating=1500&rated=winner", "rated: Unknown value"),
        ("rating=1500&simulated=all", "rating: Choose human or bot games"),
        ("rating=1500&simulated=yes", "rating: These games have no ratings yet"),
    ],
)
def test_wrong_values_are_named(client, games, query, problem):
    assert problem in get_page(client, f"/stats/kyoto/roles/?{query}", 400).replace("\n", " ") or (
        problem in get_json(client, f"{API}roles/?{query}", 400)["error"]["message"]
    )


def test_a_rating_of_the_winner_cannot_be_chosen(client, games):
    text = get_page(client, "/stats/kyoto/roles/?rating=1400&rated=any&winner=government")
    assert "Win rates are hidden" in text


def test_too_many_games_are_refused_with_the_way_out(client, games, monkeypatch):
    monkeypatch.setattr("analytics.requests.stats.MAX_SELECTED", 3)
    text = get_page(client, "/stats/kyoto/?player=Player 0", 400)
    assert missing(text, "allow at most 3", "Add a month") == []
    get(client, "/stats/kyoto/?player=Player 13&month=2025-12", 200)


def test_snapshots_have_no_players(client, games, module_dumps):
    name = stats_services.make_dump().name
    text = get_page(client, f"/stats/kyoto/roles/?snapshot={name}&player=Player 0", 400)
    assert "Snapshots have no single games" in text
    assert "Snapshots" in get_page(client, "/stats/kyoto/movers/?player=Player 0", 400)
    get_page(client, f"/stats/kyoto/learning/?snapshot={name}")


def test_only_ranked_players_of_the_main_group_have_the_rating(client, games):
    rated = Standing.of(None).filter(kind="kyoto", role="", component=1, games__gte=10)
    handles = set(rated.values_list("handle", flat=True))
    rows = get_json(client, f"{API}ratings/")["ratings"]
    ranked = {row["name"].casefold() for row in rows if not row["role"] and row["component"] == 1}
    assert len(ranked) == len(handles)
    n = sum(any(name in ranked for name in names_of(log)) for log in games)
    body = get_json(client, f"{API}roles/", data={"rating": 1, "rated": "any"})
    assert body["overall"]["games"]["total"] == n


def test_sums_follow_the_games(client, games):
    before = get_json(client, f"{API}roles/?player=Player 1")["overall"]["games"]["total"]
    log, _ = table_logs("kyoto", 61)[60]
    log["players"][0]["name"] = "Player 1"
    log["players"][1]["name"] = "Someone"
    count_logs([log])
    after = get_json(client, f"{API}roles/?player=Player 1")["overall"]["games"]["total"]
    assert after == before + 1


def test_italian_pages(client, games):
    text = get_page(client, "/it/stats/kyoto/learning/?player=Player 0")
    assert present(text, "Learning curves", "All players", "Rating at least") == []
    text = get_page(client, "/it/stats/kyoto/order/")
    assert present(text, "Order of play", "Fair share", "always starts") == []


def test_learning_and_order_pages(client, games):
    text = get_page(client, "/stats/kyoto/learning/")
    assert missing(text, "Players who lose may stop", "Players with at least ten games") == []
    assert "Win rates are hidden" in get_page(client, "/stats/kyoto/learning/?winner=government")
    assert "Attacks" in get_page(client, "/stats/kyoto/learning/?measure=attacks/won")
    get(client, "/stats/kyoto/learning/?measure=luck", 400)
    text = get_page(client, "/stats/kyoto/order/")
    assert missing(text, "Oniwaban: always starts", "Fair share", "50.0 %") == []
    assert "Win rates are hidden" in get_page(client, "/stats/kyoto/order/?winner=government")
    linked = get_page(client, "/stats/kyoto/")
    assert missing(linked, "/stats/kyoto/learning/", "/stats/kyoto/order/") == []
    for path in ("learning", "order"):
        assert get(client, f"{API}{path}/csv/").content.count(b"\n") > 4


def test_a_learning_curve_has_no_interval_below_five_players(client, games):
    body = get_json(client, f"{API}learning/", data={"player": "Player 0"})
    for curve in body["curves"]:
        for point in curve["points"]:
            if point["people"]["players"] < 5:
                assert point["rate"]["low"] is None


def test_many_games_are_added_up_in_several_requests(client, games, settings, monkeypatch):
    address = f"{API}roles/?player=Player 0"
    whole = get_json(client, address)
    selected._selections.clear()
    monkeypatch.setattr(selected, "_BATCH_SIZE", 5)
    settings.SLICE_MS = 0.001
    page = get(client, "/stats/kyoto/roles/?player=Player 0", 503, headers={"Accept": "text/html"})
    assert "5 of " in page.content.decode()
    assert page["Refresh"] == page["Retry-After"] == "1"
    messages = []
    while (answer := client.get(address)).status_code == 503:
        messages.append(answer.json()["detail"])
        assert answer.json()["code"] == "computing"
        assert len(messages) < 20
    assert messages[0].startswith("10 of "), "it continues where the page stopped"
    assert len(messages) > 1
    assert answer.json() == whole
