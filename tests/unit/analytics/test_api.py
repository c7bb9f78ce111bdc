"""The API: the same numbers and filters as the pages, one shape of errors, and ETags."""

import re

import pytest

from analytics import services as stats_services
from analytics.insight import definitions
from analytics.reads import answers as answer_reads
from games.goryo.rules.board import default_board
from games.registry import KINDS
from tests.support import openapi
from tests.support.pages import get, get_json

from .conftest import count_logs
from .logs import ABANDON, GORYO_WINS, one_round, other_board, varied

ROLES, SPACES = "/api/v1/stats/goryo/roles/", "/api/v1/stats/goryo/spaces/"
HOUSE = default_board().digest


def test_roles(client):
    count_logs([one_round(GORYO_WINS, x_n=n) for n in range(3)])
    body = get_json(client, f"{ROLES}?by=edition")
    goryo = body["overall"]["roles"]["goryo"]
    assert (goryo["k"], goryo["n"], goryo["value"], goryo["percent"]) == (3, 3, 1.0, "100.0 %")
    assert goryo["low"] == pytest.approx(0.4385, abs=1e-3)
    assert goryo["games_url"].endswith("/games/?kind=goryo&winner=goryo")
    (cluster,) = body["clusters"]
    assert (cluster["key"], cluster["n"], cluster["is_few"]) == ("2024", 3, True)
    assert body["definition"] == definitions.WIN_RATE
    assert body["versions"] == {"engine": "1.0", "facts": KINDS["goryo"].counting.version}
    assert body["as_of"]


def test_spaces(client):
    count_logs([one_round(ABANDON), one_round(board=other_board())])
    body = get_json(client, f"{SPACES}?board={HOUSE}&layer=target")
    assert body["board"].items() >= {"id": "house-1", "is_reconstruction": True}.items()
    by_space = {row["space"]: row for row in body["spaces"]}
    assert {by_space["c3"]["times"], by_space["c3"]["games"], body["n"], body["total"]} == {1}
    assert len(by_space) == 32
    assert get_json(client, f"{SPACES}?board=mine")["board"]["provenance"] == "user"
    count_logs([one_round(x_n=1), one_round(x_n=2)])
    assert get_json(client, SPACES)["board"]["digest"] == HOUSE, "the most played one"


def test_missing_numbers_are_null(client):
    count_logs([one_round()])
    body = get_json(client, f"{ROLES}?edition=2019&by=month")
    none = dict.fromkeys(("value", "low", "high", "games_url", "people"))
    assert body["overall"]["roles"]["goryo"] == {"k": 0, "n": 0, "percent": "–", **none}
    assert body["clusters"] == []
    body = get_json(client, f"{SPACES}?edition=2019&board={HOUSE}")
    assert {row["share"]["value"] for row in body["spaces"]} == {None}
    assert (body["n"], body["total"]) == (0, 0)
    assert get_json(client, f"{SPACES}?edition=2019", status=404)["error"]["code"] == "no_games"


@pytest.mark.parametrize("address", [ROLES, SPACES, f"{ROLES}figure/", f"{SPACES}figure/"])
def test_invalid_requests_get_errors_of_one_shape(client, address):
    count_logs([one_round()])
    error = get_json(client, f"{address}?edition=1999&nonsense=1", status=400)["error"]
    assert error["code"] == "bad_question"
    assert {problem["parameter"] for problem in error["problems"]} == {"edition", "nonsense"}
    error = get_json(client, address.replace("goryo", "chess"), status=404)["error"]
    assert error["code"] == "not_found"


def test_pages_and_api_show_the_same(client):
    count_logs(varied(40))
    shown = client.get("/stats/goryo/roles/?by=reason").content.decode()
    for cluster in get_json(client, f"{ROLES}?by=reason")["clusters"]:
        for role in cluster["roles"].values():
            assert re.search(rf">{role['k']}</(a|td)>", shown)
            assert role["percent"] in shown
    shown = client.get("/stats/goryo/spaces/?layer=standing").content.decode()
    for row in get_json(client, f"{SPACES}?layer=standing")["spaces"]:
        assert re.search(rf"\b{row['times']} times?, in {row['games']} of", shown)


def test_figures_exist_in_both_themes(client):
    count_logs([one_round(GORYO_WINS)])
    for address in (f"{ROLES}figure/", f"{SPACES}figure/"):
        light, dark = get_json(client, address), get_json(client, f"{address}?theme=dark")
        assert set(light) == {"data", "layout", "config"}
        assert light != dark
    error = get_json(client, f"{ROLES}figure/?theme=pink", status=400)["error"]
    assert error["problems"][0]["parameter"] == "theme"


def test_an_unchanged_answer_is_not_sent_again(client):
    ids = count_logs([one_round(GORYO_WINS)])
    first = client.get(ROLES)
    assert get(client, ROLES, 304, HTTP_IF_NONE_MATCH=first["ETag"]).content == b""
    stats_services.uncount_games(ids)
    assert get(client, ROLES, HTTP_IF_NONE_MATCH=first["ETag"])["ETag"] != first["ETag"]


def test_invalid_nodes_and_parts_are_refused(client):
    count_logs([one_round(GORYO_WINS)])
    get_json(client, "/api/v1/stats/goryo/routes/?node=nonsense", status=404)
    get_json(client, "/api/v1/stats/goryo/routes/?node=%00", status=400)
    get_json(client, f"{SPACES}figure/?part=1", status=404)
    wrong = {f"{SPACES}figure/?part=7": {"part"}}
    wrong["/api/v1/stats/goryo/ratings/?simulated=no&simulated=yes&x=1"] = {"simulated", "x"}
    for address, words in wrong.items():
        problems = get_json(client, address, status=400)["error"]["problems"]
        assert {each["parameter"] for each in problems} == words


def test_the_document_lists_the_parameters_of_an_answer(client, db):
    assert client.post(ROLES).status_code == 405
    parameters = openapi.operations()["stats_roles"][2]["parameters"]
    names = {parameter["name"] for parameter in parameters} - {"kind"}
    assert names == {*answer_reads.Filters(first="1", last="1").params(), "by"} | {
        "edition", "mode", "board", "winner", "reason", "month", "simulated", "snapshot",
        "player", "rating", "rated", "set",
    }  # fmt: skip


MEANINGLESS = {
    "roles": ["?layer=target", "csv/?show=share"],
    "routes": ["?layer=target", "?by=edition", "csv/?show=lift"],
    "spaces": ["?by=edition", "csv/?by=mode", "figure/?by=mode"],
    "metrics": ["wins-first/?layer=target"],
}


@pytest.mark.parametrize(
    "path", [f"{of}/{end}" for of, ends in MEANINGLESS.items() for end in ends]
)
def test_a_parameter_without_meaning_is_unknown(client, path):
    count_logs([one_round(GORYO_WINS)])
    name = path.partition("?")[2].partition("=")[0]
    error = get_json(client, f"/api/v1/stats/goryo/{path}", status=400)["error"]
    assert [problem["parameter"] for problem in error["problems"]] == [name]
    known = error["problems"][0]["message"].partition(": ")[2].rstrip(".").split(", ")
    assert name not in known
    assert "edition" in known


@pytest.mark.parametrize("query", ["winner=goryo", "reason=resign"])
def test_win_rates_of_games_chosen_by_their_result_have_no_value(client, query):
    count_logs([one_round(GORYO_WINS, x_n=n) for n in range(3)])
    rate = get_json(client, f"{ROLES}?{query}&by=month")["overall"]["roles"]["goryo"]
    assert (rate["k"], rate["n"]) == (3, 3)
    assert (rate["value"], rate["low"], rate["high"], rate["percent"]) == (None, None, None, "–")
    (group, *_) = get_json(client, f"/api/v1/stats/goryo/metrics/wins-rounds/?{query}")["groups"]
    assert (group["value"], group["percent"], group["lost"]["value"]) == (None, "–", None)
    for path in ("roles", "metrics/wins-rounds"):
        figure = client.get(f"/api/v1/stats/goryo/{path}/figure/?{query}").content.decode()
        assert "Win rates are hidden because you filtered by winner or ending." in figure
        assert "100.0 %" not in figure
        table = client.get(f"/api/v1/stats/goryo/{path}/csv/?{query}").content.decode()
        assert ",1.0," not in table
    # numbers that are no win rates stay
    (group, *_) = get_json(client, f"/api/v1/stats/goryo/metrics/questions/?{query}")["groups"]
    assert group["mean"] is not None


@pytest.mark.parametrize("path", ["data/", "stats/goryo/trends/", "stats/goryo/ratings/"])
@pytest.mark.parametrize("form", ["json", "x"])
def test_format_is_an_unknown_parameter(client, db, path, form):
    answer = get_json(client, f"/api/v1/{path}?format={form}", 400)
    assert answer["error"]["problems"][0]["parameter"] == "format"


def test_the_earlier_address_of_routes_has_the_earlier_code(client, db):
    for part, code in (("routes", "no_routes"), ("ways", "no_ways")):
        for end in ("", "csv/"):
            address = f"/api/v1/stats/kyoto/{part}/{end}?root=nothing"
            assert get_json(client, address, status=404)["error"]["code"] == code
