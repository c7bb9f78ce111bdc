"""Faults of peers' statistics (rows A119 to A163 of the survey): intervals, shares, thresholds,
filters, pooling, drill-down, charts.
"""

import json
import re
from html import unescape

import pytest

from analytics import services as stats_services
from replays import services as replay_services
from replays.models import Game, UploadSource
from tests.unit.analytics.logs import ABANDON, BOUND, HAUNT, log_of, ndjson, one_round, playout

pytestmark = pytest.mark.django_db
API = "/api/v1/stats/goryo/"
GORYO, SAMURAI = ({"type": "resign", "role": role} for role in ("samurai", "goryo"))


def count(*logs):
    replay_services.submit(
        ndjson(list(logs)), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    stats_services.count_games(Game.objects.values_list("pk", flat=True))


def ask(client, path, status=200):
    response = client.get(API + path)
    assert response.status_code == status, response.content[:200]
    return json.loads(response.content, parse_constant=pytest.fail)


def won(n_goryo, n_samurai):
    ends = [GORYO] * n_goryo + [SAMURAI] * n_samurai
    return [one_round(end, x_n=number) for number, end in enumerate(ends)]


def test_a119_two_sides_add_up_to_one_hundred_percent(client):
    count(*won(10, 6))
    roles = ask(client, "roles/")["overall"]["roles"]
    assert [roles[role]["percent"] for role in ("goryo", "samurai")] == ["62.5 %", "37.5 %"]


def test_a121_games_by_ending_add_up_to_all_of_them(client):
    count(*won(2, 1), one_round(ABANDON), one_round())
    tally = ask(client, "roles/")["overall"]["games"]
    assert tally["total"] == 5 == tally["decided"] + tally["abandoned"] + tally["unfinished"]
    body = ask(client, "roles/?by=reason")
    shares = [r["value"] for c in body["clusters"] for r in c["roles"].values()]
    assert sum(shares) == pytest.approx(1)


def test_a124_every_number_tells_its_definition(client):
    for kind in client.get("/api/v1/stats/catalogue/").json()["kinds"]:
        for metric in kind["metrics"]:
            assert len(metric["definition"]) > 40
            assert metric["history"]
            assert metric["least"] == 10
    count(*won(2, 1))
    metrics = [f"metrics/{key}/" for key in ("wins-rounds", "length", "luck", "bits")]
    for address in ("roles/", "roles/?by=reason", "spaces/", "ways/", *metrics, "balance/"):
        assert len(ask(client, address)["definition"]) > 40, address


def test_a126_no_games_are_no_rate(client):
    count(*won(1, 0))
    rate = ask(client, "roles/?edition=2019")["overall"]["roles"]["goryo"]
    assert (rate["value"], rate["low"], rate["high"], rate["percent"]) == (None, None, None, "–")
    assert ask(client, "metrics/wins-rounds/?edition=2019")["groups"] == []
    assert ask(client, "roles/figure/?edition=2019")["layout"]["annotations"]
    assert client.get("/stats/goryo/wins-rounds/?edition=2019").status_code == 200


def test_a128_few_games_are_marked_after_every_filter(client):
    count(*won(7, 5), one_round(GORYO, ruleset={"edition": "2021"}))
    by = {c["key"]: c["is_few"] for c in ask(client, "roles/?by=edition")["clusters"]}
    assert by == {"2021": True, "2024": False}
    (one,) = ask(client, "metrics/wins-rounds/?edition=2021")["groups"]
    assert one["is_few"]
    text = unescape(client.get("/stats/goryo/wins-rounds/?edition=2021").content.decode())
    assert 'class="is-few"' in text
    assert "few games" in text


def test_a130_a_game_that_ended_before_it_began_is_on_no_board(client):
    count(log_of([BOUND, HAUNT, GORYO]), *won(1, 0))
    assert ask(client, "roles/")["overall"]["n"] == 2
    assert ask(client, "spaces/")["n"] == 1
    assert ask(client, "metrics/length/")["groups"] == []  # both were resigned


def test_a131_totals_are_the_same_on_every_page(client):
    endings = (*[None] * 6, "abandon", "unfinished")
    count(*(playout(seed, ending) for seed, ending in enumerate(endings)))
    total = ask(client, "roles/")["overall"]["games"]["total"]
    for path in ("metrics/wins-rounds/", "metrics/length/", "metrics/luck/", "spaces/"):
        assert ask(client, path)["games"]["total"] == total


def test_a139_a_second_import_changes_nothing(client):
    count(*won(3, 2))
    before = ask(client, "metrics/wins-rounds/")
    count(*won(3, 2))
    assert ask(client, "metrics/wins-rounds/") == before


def test_a141_games_without_a_month_are_a_group(client):
    count(one_round(GORYO, played_at="2026-01-02"), one_round(GORYO))
    groups = ask(client, "metrics/wins-rounds/?by=month")["groups"]
    assert [(g["key"], g["n"]) for g in groups] == [("2026-01", 1), ("unknown", 1)]


def test_a146_groups_are_categories_and_never_numbers(client):
    count(*(playout(seed) for seed in range(4)))
    for path in ("metrics/wins-rounds/figure/", "metrics/wins-spirits/figure/"):
        axis = ask(client, path)["layout"]["yaxis"]
        assert axis["type"] == "category"
        assert axis["categoryarray"]


@pytest.mark.parametrize("show", ["times", "share", "pair", "difference"])
def test_a147_a148_charts_are_valid_json_also_without_games(client, show):
    count(*won(1, 0))
    ask(client, f"spaces/figure/?show={show}")
    count(log_of([BOUND, HAUNT, GORYO], ruleset={"edition": "2019"}))
    assert ask(client, f"spaces/figure/?show={show}&edition=2019")["layout"]["annotations"]


def test_a149_rare_spaces_differ_from_none_beside_a_hot_one(client):
    count(*(playout(seed) for seed in range(30)))
    (trace,) = ask(client, "spaces/figure/?layer=target")["data"]
    heats = [value for row in trace["z"] for value in row if value is not None]
    assert all(value == 0 or value > 0.1 for value in heats)


def test_a153_a_game_that_fits_twice_is_listed_once(client):
    logs = [playout(seed) for seed in range(8)]
    count(*logs)
    for group in ask(client, "metrics/questions/")["groups"]:
        address = group["games_url"].removeprefix("http://testserver")
        text = client.get(address).content.decode()
        listed = re.findall(r'<td><a href="(/games/[^"]+)"', text)
        assert len(listed) == len(set(listed)) == group["games"]


@pytest.mark.parametrize(
    "path",
    [
        "roles/?rolle=goryo",
        "metrics/wins-rounds/?shwo=lift",
        "spaces/?show=odds",
        "ways/?round=1",
        "metrics/wins-rounds/?by=reason",
    ],
)
def test_a163_a_word_that_means_nothing_is_refused(client, path):
    assert ask(client, path, 400)["error"]["code"] == "bad_question"


def test_simulated_and_human_games_are_never_mixed_unasked(client):
    count(*won(2, 1), one_round(GORYO, x_simulated=True))
    for path in ("metrics/wins-rounds/", "spaces/", "roles/"):
        body = ask(client, path)
        tally = body["overall"]["games"] if "overall" in body else body["games"]
        assert tally["total"] == 3
    assert ask(client, "ways/?root=r1")["here"] == 3
    assert ask(client, "ways/?root=r1&simulated=yes")["here"] == 1
    assert ask(client, "ways/?root=r1&simulated=all")["here"] == 4
