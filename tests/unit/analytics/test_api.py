"""The API: the same numbers and filters as the pages, one shape of errors, and ETags."""

import json
import re

import pytest

from analytics import services as stats_services
from analytics.insight import definitions
from analytics.reads import answers as answer_reads
from games.goryo.rules.board import default_board
from games.registry import KINDS
from tests.support import openapi

from .logs import ABANDON, one_round, other_board, varied

pytestmark = pytest.mark.django_db
RESIGN = {"type": "resign", "role": "samurai"}
ROLES, SPACES = "/api/v1/stats/goryo/roles/", "/api/v1/stats/goryo/spaces/"
HOUSE = default_board().digest


def get(client, address, status=200, **more):
    response = client.get(address, **more)
    assert response.status_code == status, response.content[:400]
    return json.loads(response.content, parse_constant=pytest.fail)


def test_roles(client, counted):
    counted([one_round(RESIGN, x_n=n) for n in range(3)])
    body = get(client, f"{ROLES}?by=edition")
    goryo = body["overall"]["roles"]["goryo"]
    assert (goryo["k"], goryo["n"], goryo["value"], goryo["percent"]) == (3, 3, 1.0, "100.0 %")
    assert goryo["low"] == pytest.approx(0.4385, abs=1e-3)
    assert goryo["games_url"].endswith("/games/?kind=goryo&winner=goryo")
    (cluster,) = body["clusters"]
    assert (cluster["key"], cluster["n"], cluster["is_few"]) == ("2024", 3, True)
    assert body["definition"] == definitions.WIN_RATE
    assert body["versions"] == {"engine": "1.0", "facts": KINDS["goryo"].counting.version}
    assert body["as_of"]


def test_spaces(client, counted):
    counted([one_round(ABANDON), one_round(board=other_board())])
    body = get(client, f"{SPACES}?board={HOUSE}&layer=target")
    assert body["board"]["id"] == "house-1"
    assert body["board"]["is_reconstruction"] is True
    by_space = {row["space"]: row for row in body["spaces"]}
    assert {by_space["c3"]["times"], by_space["c3"]["games"], body["n"], body["total"]} == {1}
    assert len(by_space) == 32
    assert get(client, f"{SPACES}?board=mine")["board"]["provenance"] == "user"
    counted([one_round(x_n=1), one_round(x_n=2)])
    assert get(client, SPACES)["board"]["digest"] == HOUSE, "the most played one"


def test_missing_numbers_are_null(client, counted):
    counted([one_round()])
    body = get(client, f"{ROLES}?edition=2019&by=month")
    none = dict.fromkeys(("value", "low", "high", "games_url"))
    assert body["overall"]["roles"]["goryo"] == {"k": 0, "n": 0, "percent": "–", **none}
    assert body["clusters"] == []
    body = get(client, f"{SPACES}?edition=2019&board={HOUSE}")
    assert {row["share"]["value"] for row in body["spaces"]} == {None}
    assert get(client, f"{SPACES}?edition=2019", status=404)["error"]["code"] == "no_games"


@pytest.mark.parametrize("address", [ROLES, SPACES, f"{ROLES}figure/", f"{SPACES}figure/"])
def test_invalid_requests_get_errors_of_one_shape(client, counted, address):
    counted([one_round()])
    error = get(client, f"{address}?edition=1999&nonsense=1", status=400)["error"]
    assert error["code"] == "bad_question"
    assert {problem["word"] for problem in error["problems"]} == {"edition", "nonsense"}
    error = get(client, address.replace("goryo", "chess"), status=404)["error"]
    assert error["code"] == "not_found"


def test_pages_and_api_show_the_same(client, counted):
    counted(varied(40))
    shown = client.get("/stats/goryo/?by=reason").content.decode()
    for cluster in get(client, f"{ROLES}?by=reason")["clusters"]:
        for role in cluster["roles"].values():
            assert re.search(rf">{role['k']}</(a|td)>", shown)
            assert role["percent"] in shown
    shown = client.get("/stats/goryo/?layer=standing").content.decode()
    for row in get(client, f"{SPACES}?layer=standing")["spaces"]:
        assert re.search(rf"\b{row['times']} times?, in {row['games']} of", shown)


def test_figures_exist_in_both_themes(client, counted):
    counted([one_round(RESIGN)])
    for address in (f"{ROLES}figure/", f"{SPACES}figure/"):
        light, dark = get(client, address), get(client, f"{address}?theme=dark")
        assert set(light) == {"data", "layout", "config"}
        assert light != dark
    error = get(client, f"{ROLES}figure/?theme=pink", status=400)["error"]
    assert error["problems"][0]["word"] == "theme"


def test_an_unchanged_answer_is_not_sent_again(client, counted):
    ids = counted([one_round(RESIGN)])
    first = client.get(ROLES)
    again = client.get(ROLES, HTTP_IF_NONE_MATCH=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    stats_services.uncount_games(ids)
    changed = client.get(ROLES, HTTP_IF_NONE_MATCH=first["ETag"])
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_invalid_nodes_and_parts_are_refused(client, counted):
    counted([one_round(RESIGN)])
    for node in ("%00", "nonsense"):
        get(client, f"/api/v1/stats/goryo/ways/?node={node}", status=404)
    figure = "/api/v1/stats/goryo/spaces/figure/"
    assert get(client, f"{figure}?part=7", status=400)["error"]["problems"][0]["word"] == "part"
    get(client, f"{figure}?part=1", status=404)
    problems = get(
        client, "/api/v1/stats/goryo/ratings/?simulated=no&simulated=yes&x=1", status=400
    )
    assert {each["word"] for each in problems["error"]["problems"]} == {"simulated", "x"}


def test_the_document_lists_the_parameters_of_an_answer(client, db):
    assert client.post(ROLES).status_code == 405
    parameters = openapi.operations()["stats_roles"][2]["parameters"]
    names = {parameter["name"] for parameter in parameters} - {"kind"}
    assert names == {*answer_reads.Filters(first="1", last="1").params(), "by"} | {
        "edition", "mode", "board", "winner", "reason", "month", "simulated", "snapshot",
    }  # fmt: skip
