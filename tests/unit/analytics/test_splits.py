"""Numbers by month, and by edition, mode and board: recounted from the logs by other code."""

import csv
import io
import json
import re
from collections import defaultdict
from itertools import product

import pytest

from analytics.insight.conclusions import Item
from analytics.insight.means import Mean
from analytics.insight.rest import contrasts
from analytics.insight.wilson import rate
from games.registry import judge
from tests.support.pages import get, get_json, get_page, missing, page

from .conftest import count_logs
from .logs import GORYO_WINS, SAMURAI_WIN, game, kyoto_games, named, one_round, other_board, varied
from .test_rests_on import NAMES, store_crowd

API = "/api/v1/stats/goryo/"
DIMENSIONS = {"trends": ("month",), "cross": ("edition", "mode", "board")}


def keys_of(log, dimensions):
    """The values of a log, read from its header."""
    replay = next(judge(json.dumps(log).encode())).replay
    values = {
        "month": log.get("played_at", "unknown")[:7],
        "edition": log["ruleset"]["edition"],
        "mode": "advanced" if log["ruleset"].get("advanced") else "standard",
        "board": replay.record.board.digest,
    }
    return tuple(values[name] for name in dimensions), replay.outcome


def questions_of(log):
    """How many questions were asked in each discovered first round of a finished game."""
    types = [event["type"] for event in log["events"]]
    if types.count("plan") == 0 or "discover" not in types:
        return None
    first = types[types.index("plan") : types.index("discover")]
    return sum(name in ("search", "sniff") for name in first) if "plan" not in first[1:] else None


@pytest.fixture(scope="class")
def logs(class_db):
    games = [*varied(60), *varied(8, seed=4, board=other_board())]
    count_logs(games)
    return games


class TestVariedGames:
    """Games of all editions and modes on two boards, stored once."""

    @pytest.mark.parametrize("name", DIMENSIONS)
    @pytest.mark.parametrize("side", ["goryo", "samurai"])
    def test_win_rates(self, client, logs, name, side):
        expected = defaultdict(lambda: [0, 0])
        for log in logs:
            key, outcome = keys_of(log, DIMENSIONS[name])
            if outcome.winner:
                expected[key][0] += outcome.winner == side
                expected[key][1] += 1
        answer = get_json(client, f"{API}{name}/?measure=roles/{side}")
        assert answer["by"] == list(DIMENSIONS[name])
        parts = {tuple(part["key"].values()): part for part in answer["parts"]}
        assert {key: [p["rate"]["k"], p["rate"]["n"]] for key, p in parts.items()} == expected
        k, n = (sum(of[number] for of in expected.values()) for number in (0, 1))
        for key, part in parts.items():
            own, games = expected[key]
            assert (part["mean"], part["is_few"]) == (None, games < 10)
            assert part["rate"]["low"] == rate(own, games).low
            if part["q"] is not None:
                rest = (k - own) / (n - games)
                assert part["difference"] == pytest.approx(own / games - rest)
                assert part["difference_low"] < part["difference"] < part["difference_high"]
            else:
                assert min(games, n - games) < 5 or part["people"]["players"] < 5
        if name == "trends":
            assert list(parts)[-1] == ("unknown",)

    @pytest.mark.parametrize("name", DIMENSIONS)
    def test_means(self, client, logs, name):
        expected = defaultdict(list)
        for log in logs:
            key, outcome = keys_of(log, DIMENSIONS[name])
            asked = questions_of(log)
            if outcome.reason is not None and asked is not None:
                expected[key].append(asked)
        answer = get_json(client, f"{API}{name}/?measure=questions/r1")
        means = {tuple(part["key"].values()): part["mean"] for part in answer["parts"]}
        assert {key: mean["n"] for key, mean in means.items()} == {
            k: len(v) for k, v in expected.items()
        }
        for key, values in expected.items():
            assert means[key]["mean"] == pytest.approx(sum(values) / len(values))
        assert answer["measure"]["title"].startswith("Questions")
        rows = list(
            csv.DictReader(io.StringIO(page(client, f"{API}{name}/csv/?measure=questions/r1")))
        )
        assert [tuple(row[d] for d in DIMENSIONS[name]) for row in rows] == list(means)
        assert [float(row["mean"]) for row in rows] == [mean["mean"] for mean in means.values()]

    def test_each_part_leads_to_its_games(self, client, logs):
        for name, measure in product(DIMENSIONS, ("roles/goryo", "questions/r1")):
            for part in get_json(client, f"{API}{name}/?measure={measure}")["parts"]:
                text = page(client, part["games_url"])
                n = part["rate"]["n"] if part["rate"] else part["mean"]["games"]
                if measure == "questions/r1":
                    assert f"{n} game" in text, part
                get(client, part["games_url"])

    @pytest.mark.parametrize("measure", ["roles/goryo", "questions/r1", "wins-rounds/d2"])
    def test_linked_numbers_of_the_table_count_exactly_their_games(self, client, logs, measure):
        text = get_page(client, f"/stats/goryo/trends/?measure={measure}")
        rows = text.split("<tbody>")[1].split("</tbody>")[0]
        links = re.findall(r'<a href="([^"]+)">(\d+)</a>', rows)
        assert links
        for address, number in links:
            path = address.replace("/stats/", "/api/v1/stats/") if "stats" in address else address
            if "stats" in address:
                assert get_json(client, path)["n"] == int(number)
            else:
                assert f"{number} game" in page(client, path)

    def test_pages(self, client, logs):
        trend = get_page(client, "/stats/goryo/trends/?measure=questions/r1")
        assert (
            missing(trend, "Trend by month", "date unknown", "December 2025", "How is this") == []
        )
        cross = get_page(client, "/stats/goryo/cross/?measure=roles/goryo")
        assert (
            missing(cross, "All boards", "All rules", "2024 advanced", "<b>x</b></script> (mine)")
            == []
        )
        assert "</script> (mine)" not in page(client, "/stats/goryo/cross/")
        titles = re.findall(r'<tr><th scope="row">([^<]+)', cross)
        assert titles == ["2019", "2021", "2021 advanced", "2024", "2024 advanced", "All rules"]
        (board, *_) = re.findall("board=([0-9a-f]{64})", cross)
        assert "All boards" not in get_page(client, f"/stats/goryo/cross/?board={board}")
        for path in ("trends", "cross"):
            closed = get_page(client, f"/stats/goryo/{path}/?winner=goryo")
            assert "Win rates are hidden" in closed
            assert get_json(client, f"{API}{path}/?winner=goryo")["parts"] == []
            assert get_json(client, f"{API}{path}/?winner=goryo&measure=questions/r1")["parts"]
            assert "No games match" in get_page(
                client, f"/stats/goryo/{path}/?edition=2024&month=2020-01"
            )
            it = get_page(client, f"/it/stats/goryo/{path}/")
            assert "Compared with" not in it
            for measure in ("chess/x", "questions", "questions/r99", "bits/", "roles/unknown"):
                get(client, f"/stats/goryo/{path}/?measure={measure}", 400)
                get_json(client, f"{API}{path}/?measure={measure}", 400)
            get(client, f"/stats/chess/{path}/", 404)


def test_people_of_a_month_are_those_of_its_games(client):
    rows = []
    for month in ("2026-01", "2026-02"):
        for number, pair in enumerate(product(NAMES[:3], NAMES[3:6])):
            won = "goryo" if number % 3 else "samurai"
            rows.append((month, pair, won))
    count_logs(game(n, *pair, won, f"{month}-05") for n, (month, pair, won) in enumerate(rows))
    for part in get_json(client, f"{API}trends/?measure=roles/goryo")["parts"]:
        people = part["people"]
        assert (people["players"], people["uploaders"]) == (6, 1)
        assert people["largest_player_share"] == pytest.approx(1 / 3)
        own = [row for row in rows if row[0] == part["key"]["month"]]
        rates = [
            sum(won == "goryo" for _, pair, won in own if pair[0] == name) / 3 for name in NAMES[:3]
        ]
        assert people["by_player"] == pytest.approx(sum(rates) / 3)
    parts = get_json(client, f"{API}trends/?measure=wins-rounds/d1")["parts"]
    assert [part["people"]["players"] for part in parts] == [6, 6]


def test_a_month_that_differs_is_marked(client):
    wins = {"2026-01": 15, "2026-02": 15, "2026-03": 58}
    number = 0
    for month, k in wins.items():
        games = []
        for n in range(60):
            end = GORYO_WINS if n < k else SAMURAI_WIN
            dated = {"played_at": f"{month}-{1 + n % 28:02}", "x_simulated": True}
            games.append(one_round(end, x_n=number, **dated))
            number += 1
        count_logs([named(log, f"A{number}-{n}", f"B{n}") for n, log in enumerate(games)])
    address = "goryo/trends/?simulated=yes&measure=roles/goryo"
    parts = get_json(client, f"/api/v1/stats/{address}")["parts"]
    assert all(part["q"] < 0.05 for part in parts)
    text = get_page(client, f"/stats/{address}")
    assert missing(text, "3 months differ from the others", "March 2026", "higher", "lower") == []
    assert '<svg class="lines"' in text


def test_q_values_and_small_groups():
    wins = (20, 22, 39)
    parts = [(Item("", "", rate(k, 40)), Item("", "", rate(sum(wins) - k, 80))) for k in wins]
    small = (Item("", "", rate(4, 4)), Item("", "", rate(40, 80)))
    found = contrasts([*parts, small])
    assert found[2].is_marked
    assert found[2].is_higher
    assert found[2].q <= found[1].q <= 1
    assert found[3].q is None
    means = (Item("", "", Mean(50, 50, 4.0, 3.8, 4.2)), Item("", "", Mean(50, 50, 2.0, 1.8, 2.2)))
    (contrast,) = contrasts([means])
    assert contrast.is_marked
    assert contrast.compared.value == pytest.approx(2.0)


def test_a_game_with_a_single_edition(client):
    count_logs([log for seed in range(3) for log in kyoto_games(seed)])
    parts = get_json(client, "/api/v1/stats/kyoto/cross/?measure=roles/government")["parts"]
    assert {part["key"]["edition"] for part in parts} == {""}
    assert len({part["key"]["mode"] for part in parts}) == len(parts) > 1
    for part in parts:
        assert f"{part['rate']['n']} game" in page(client, part["games_url"])
    text = get_page(client, "/stats/kyoto/cross/?measure=length/escape")
    assert '<th scope="row">base game</th>' in text
    assert "unknown" not in text.split("<tbody>")[1].split("</tbody>")[0]
    for address in re.findall(r'<td[^>]*>.*?href="([^"]+)"', text):
        get(client, address)


def test_people_are_shown(client):
    store_crowd()
    for path in ("trends", "cross"):
        text = get_page(client, f"/stats/goryo/{path}/")
        assert missing(text, "How many people is this based on?", "2 uploaders") == []
