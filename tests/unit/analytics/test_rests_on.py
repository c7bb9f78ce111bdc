"""How many people the numbers of pages and of the API rest on: counted again from the logs."""

import random
from itertools import combinations

import pytest

from analytics.insight.answer import Basis
from analytics.insight.question import Filters
from analytics.reads import people as people_reads
from analytics.reads.people import PeopleReader
from games.core.sums import Moments
from replays import services as replay_services
from replays.models import Game, Upload
from tests.support.pages import get_page

from .conftest import count_logs
from .logs import game, named, varied

NAMES = [f"Player {number}" for number in range(9)]


def store_crowd(count=32, seed=3, names=NAMES):
    """Count games of pairs of players, by two uploaders; return (names, won, uploader) of each."""
    chance = random.Random(seed)
    rows = []
    for uploader, share in (("a" * 64, 3), ("b" * 64, 1)):
        logs, its = [], []
        for number in range(count * share // 4):
            pair = chance.sample(names, 2)
            won = chance.choice(["goryo", "samurai", "goryo"])
            logs.append(game(number + 1000 * share, *pair, won))
            its.append((tuple(pair), won, uploader))
        ids = count_logs(logs)
        Upload.objects.filter(games__in=ids).update(uploader=uploader)
        assert len(ids) == len(logs)
        rows += its
    return rows


def roles_of(client, query=""):
    return client.get(f"/api/v1/stats/goryo/roles/{query}").json()


def test_win_rates_have_the_people_of_the_logs(client):
    rows = store_crowd()
    rate = roles_of(client)["overall"]["roles"]["goryo"]
    people, won = rate["people"], [row[1] == "goryo" for row in rows]
    times = {name: sum(name in row[0] for row in rows) for name in NAMES}
    assert (rate["k"], rate["n"]) == (sum(won), len(rows))
    assert people["players"] == sum(n > 0 for n in times.values())
    assert people["unnamed_seats"] == 0
    assert (people["uploaders"], people["largest_uploader_share"]) == (2, 0.75)
    assert people["largest_player_share"] == max(times.values()) / len(rows)
    squares = sum(n * n for n in times.values())
    assert people["effective_players"] == pytest.approx((2 * len(rows)) ** 2 / squares)
    own = {}
    for (goryo, _), winner, _ in rows:
        own.setdefault(goryo, []).append(winner == "goryo")
    mean = sum(sum(wins) / len(wins) for wins in own.values()) / len(own)
    assert people["by_player"] == pytest.approx(mean)
    left = []
    for pair in combinations(NAMES, 2):
        rest = [w for row, w in zip(rows, won, strict=True) if set(row[0]) != set(pair)]
        left.append(sum(rest) / len(rest))
    assert people["without_pair"] == pytest.approx([min(left), max(left)])
    assert people["low"] < rate["value"] < people["high"]
    wider = people["high"] - people["low"] > rate["high"] - rate["low"]
    assert people["drawn"] == ("players" if wider else "games")


def test_the_same_sums_give_means_their_people(client):
    logs = [named(log, *random.Random(n).sample(NAMES, 2)) for n, log in enumerate(varied(24))]
    ids = count_logs(logs)
    metric = client.get("/api/v1/stats/goryo/metrics/questions/").json()
    facts = [g.contribution.value.get("questions", {}) for g in Game.objects.filter(pk__in=ids)]
    assert metric["groups"]
    for group in metric["groups"]:
        moments = [Moments(*fact[group["key"]]["mean"]) for fact in facts if group["key"] in fact]
        assert group["n"] == sum(each.n for each in moments)
        assert group["people"]["uploaders"] == 1
        own = group["people"]["by_player"]
        assert own == pytest.approx(group["mean"], abs=2)
    series = client.get("/api/v1/stats/goryo/metrics/bits/").json()["groups"]
    assert all(group["people"] is None or group["people"]["players"] for group in series)


@pytest.mark.parametrize("path", ["roles/", "roles/?by=month", "roles/?by=reason", "wins-rounds/"])
def test_pages_show_how_many_people_a_number_rests_on(client, path):
    store_crowd()
    text = get_page(client, f"/stats/goryo/{path}")
    assert "How many people is this based on?" in text
    assert "2 uploaders. The most active player is in" in text
    assert "The most active uploader uploaded 75.0 %" in text
    assert "By player" in text


def test_four_players_are_too_few_for_an_interval(client):
    store_crowd(names=NAMES[:4])
    people = roles_of(client)["overall"]["roles"]["goryo"]["people"]
    assert (people["low"], people["high"], people["drawn"]) == (None, None, "none")
    text = get_page(client, "/stats/goryo/roles/")
    assert "No interval with fewer than 5 players" in text
    assert "Too few players to tell" in text
    assert 'class="ci-bar"' not in text
    compared = get_page(client, "/stats/goryo/compare/?edition=2024&b-edition=2024")
    assert "few players" in compared
    assert '="%"' not in compared


def test_bot_games_and_snapshots_have_no_people(client):
    count_logs(varied(4, x_simulated=True))
    store_crowd(16)
    bots = roles_of(client, "?simulated=yes")["overall"]["roles"]["goryo"]
    assert bots["people"] is None
    assert bots["n"]
    assert "How many people" not in get_page(client, "/stats/goryo/roles/?simulated=yes")
    basis = Basis(None, 1, "1", 1)
    assert PeopleReader("goryo", Filters(snapshot="x"), basis).whole() is None


def test_above_a_number_of_games_people_are_not_computed(client, monkeypatch):
    monkeypatch.setattr(people_reads, "MAX_GAMES", 10)
    store_crowd(16)
    assert roles_of(client)["overall"]["roles"]["goryo"]["people"] is None
    text = get_page(client, "/stats/goryo/roles/")
    assert "How many people" not in text


def test_a_new_game_changes_the_people(client):
    store_crowd(16)
    before = roles_of(client)["overall"]["roles"]["goryo"]["people"]
    count_logs([game(5, "New one", "New other", "goryo")])
    after = roles_of(client)["overall"]["roles"]["goryo"]["people"]
    assert after["players"] == before["players"] + 2


def test_merged_names_are_one_player(client):
    store_crowd()
    before = roles_of(client)["overall"]["roles"]["goryo"]["people"]
    page = get_page(client, "/stats/goryo/roles/")
    assert f"{len(NAMES)} players" in page
    replay_services.merge_names("player 0", "player 1", "an administrator")
    replay_services.merge_names("player 0", "player 2", "an administrator")
    people = roles_of(client)["overall"]["roles"]["goryo"]["people"]
    assert people["players"] == before["players"] - 2 == len(NAMES) - 2
    assert people["largest_player_share"] > before["largest_player_share"]
    assert f"{len(NAMES) - 2} players" in get_page(client, "/stats/goryo/roles/")


def test_a_hidden_name_counts_like_a_seat_without_a_name(client):
    """Twins: the same games in two months, with a name that is hidden later, or without it."""
    chance = random.Random(5)
    rows = [
        (*chance.sample(NAMES, 2), chance.choice(["goryo", "samurai", "goryo"])) for _ in range(24)
    ]
    for month, hidden in (("01", "Secret"), ("02", "")):
        logs = [
            game(n + 100 * int(month), hidden if n % 3 else one, other, won, f"2026-{month}-05")
            for n, (one, other, won) in enumerate(rows)
        ]
        count_logs(logs)
    assert people_in(client, "01") != people_in(client, "02")
    replay_services.hide_names("secret", "an administrator")
    assert people_in(client, "01") == people_in(client, "02")


def people_in(client, month):
    """Return the people of the win rates and of a metric in a month."""
    query = f"?month=2026-{month}"
    metric = client.get(f"/api/v1/stats/goryo/metrics/wins-rounds/{query}").json()["groups"]
    roles = roles_of(client, query)["overall"]["roles"]
    return [role["people"] for role in roles.values()], [group["people"] for group in metric]


def test_filters_and_groups_have_their_own_people(client):
    store_crowd()
    count_logs([game(n, "Only", "Other", "goryo", "2026-01-05") for n in range(12)])
    by_month = roles_of(client, "?by=month")["clusters"]
    people = {group["key"]: group["roles"]["goryo"]["people"] for group in by_month}
    assert people["2026-01"]["players"] == 2
    assert people["2026-01"]["without_pair"] is None
    assert people["unknown"]["players"] == len(NAMES)
    filtered = roles_of(client, "?month=2026-01")["overall"]["roles"]["goryo"]["people"]
    assert filtered["players"] == 2


def test_the_table_of_measures_draws_the_wider_interval(client):
    store_crowd(names=NAMES[:4])
    count_logs(varied(4))
    text = get_page(client, "/stats/goryo/table/")
    assert "few players" in text
    assert "How many people is this based on?" in text
    editions = set(Game.objects.values_list("edition", flat=True))
    assert text.count("The most active uploader") == len(editions) > 1


def test_the_weight_of_one_uploader_is_capped(client, settings):
    chance = random.Random(2)
    names = [f"Name {number}" for number in range(10)]
    for number in range(5):
        logs = [game(n + 100 * number, *chance.sample(names, 2), "samurai") for n in range(2)]
        ids = count_logs(logs)
        Upload.objects.filter(games__in=ids).update(uploader=str(number) * 64)
    logs = [game(n + 900, *chance.sample(names, 2), "goryo") for n in range(20)]
    Upload.objects.filter(games__in=count_logs(logs)).update(uploader="c" * 64)
    rate = roles_of(client)["overall"]["roles"]["goryo"]
    assert (rate["k"], rate["n"], rate["value"]) == (20, 30, 20 / 30)
    assert rate["people"]["largest_uploader_share"] == pytest.approx(20 / 30)
    assert rate["people"]["capped"]["value"] == pytest.approx(0.25)
    text = get_page(client, "/stats/goryo/roles/")
    assert "The games of one uploader count for at most 25.0 % of each number." in text
    assert "All games from 66.7 % to 25.0 %" in text
    settings.UPLOADER_CAP = 0.0
    people_reads._answers.clear()
    assert roles_of(client)["overall"]["roles"]["goryo"]["people"]["capped"] is None


def test_pages_without_numbers_of_people_explain_their_sentence(client):
    """The numbers of odds rest on trials, not on people: only the games have a sentence."""
    count_logs(varied(12))
    text = get_page(client, "/stats/goryo/bag/")
    assert "How many people is this based on?" in text
    assert "Effective players: the number of equally active players" in text
    assert "Range without any one pair" not in text
