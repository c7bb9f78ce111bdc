"""The search: what is found, in which order, and that nothing hidden is found or suggested."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analytics import services as stats_services
from goryo_site.pages.search import MAX_QUERY, clean_query
from replays import services as replay_services
from replays.models import Game
from replays.text.names import name_key
from tests.support.pages import get_json, missing, page, present
from tests.support.twins import TWINS
from tests.unit.replays.logs import as_json, json_log, many, submit

pytestmark = pytest.mark.django_db
API = "/api/v1/search/"
ADDRESSES = ("/search/", "/search/suggestions/", API)


def store(*logs: dict[str, Any]) -> None:
    """Store and count games."""
    submit(as_json(*logs))
    stats_services.count_games(Game.objects.values_list("pk", flat=True))


def named(goryo: str, samurai: str, **header: Any) -> dict[str, Any]:
    """A game of two players."""
    players = [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": samurai}]
    return json_log(players=players, event=f"{goryo} and {samurai}", **header)


def found(client: Client, query: str, **params: str) -> dict[str, list[str]]:
    """Return the titles of the results by sort."""
    sent = "&".join(f"{name}={value}" for name, value in {"q": query, **params}.items())
    body = get_json(client, f"{API}?{sent}")
    return {group["key"]: [row["title"] for row in group["results"]] for group in body["groups"]}


def test_players_whose_name_starts_with_the_query_come_first(client: Client) -> None:
    store(named("Mary Ann", "Ben"), named("Mary Ann", "Cy"), named("Ann", "Di"))
    assert found(client, "ann")["players"] == ["Ann", "Mary Ann"]
    assert found(client, "ＡＮＮ")["players"] == ["Ann", "Mary Ann"]


def test_games_fit_every_word(client: Client) -> None:
    store(named("Ann", "Ben"), named("Ann", "Cy"), named("Ben", "Cy"))
    assert found(client, "ann%20cy")["games"] == ["Ann v Cy"]
    assert found(client, "Ann%20v%20Ben")["games"] == ["Ann v Ben"]
    assert len(found(client, "goryo%202024")["games"]) == 3
    assert "games" not in found(client, "goryo%202019")


def test_a_game_is_found_by_its_id_or_address(client: Client) -> None:
    store(named("Ann", "Ben"), named("Cy", "Di"))
    game = Game.objects.first()
    assert game is not None
    names = [" v ".join(seat.name or "" for seat in game.seats.all())]
    for query in (game.public_id[:4], game.public_id, f"http://x/games/{game.public_id}/?step=3"):
        assert found(client, query.replace("?", "%3F"))["games"] == names


def test_results_of_games_are_not_shown(client: Client) -> None:
    store(named("Ann", "Ben"))
    for address in ADDRESSES:
        text = page(client, f"{address}?q=ann")
        assert present(text.split("<main")[-1].split("</main")[0], "won", "resign") == []


def test_bots_are_labelled(client: Client) -> None:
    store(named("Bot Kuro", "Bot Shiro", x_simulated=True))
    body = get_json(client, f"{API}?q=kuro")
    assert [row["simulated"] for group in body["groups"] for row in group["results"]] == [True] * 3
    assert page(client, "/search/?q=kuro").count("tag-bot") == 3


def test_rules_statistics_and_pages_are_found_in_the_readers_language(client: Client) -> None:
    groups = found(client, "gong")
    assert groups["rules"][0] == "2.4 The gong"
    assert groups["statistics"] == ["Win rate by gong space"]
    assert "Statistics of Goryō" in found(client, "statistics%20goryo")["pages"]
    assert found(client, "2.4")["rules"][0] == "2.4 The gong"
    italian = json.loads(page(client, "/it/search/suggestions/?q=regole"))
    urls = [hit["url"] for group in italian["groups"] for hit in group["hits"]]
    assert urls
    assert all(url.startswith("/it/") for url in urls)


def test_a_long_list_leads_to_all_games_and_players(client: Client) -> None:
    submit(many(4))
    stats_services.count_games(Game.objects.values_list("pk", flat=True))
    body = get_json(client, f"{API}?q=jane&limit=3")
    (games,) = [group for group in body["groups"] if group["key"] == "games"]
    assert len(games["results"]) == 3
    assert page(client, games["more"].removeprefix("http://testserver")).count("gcard") == 4


def test_an_empty_query_finds_nothing_and_is_free(client: Client, rates: Any) -> None:
    rates(searches="1/min")
    for query in ("", "%20", "%E2%80%8B"):
        assert get_json(client, f"{API}?q={query}")["groups"] == []
    assert "Enter part of a name" in page(client, "/search/")
    assert clean_query("  a \n b\x00\u200b ") == "a b"
    assert len(clean_query("x" * 1000)) == MAX_QUERY


@pytest.mark.parametrize("address", ADDRESSES)
def test_searches_are_limited(client: Client, rates: Any, address: str) -> None:
    rates(searches="2/min")
    statuses = [client.get(f"{address}?q=ann").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
    assert int(client.get(f"{address}?q=ann")["Retry-After"]) > 0


@pytest.mark.parametrize("query", ["limit=0", "limit=21", "limit=x", "no=thing", "q=a&q=b"])
def test_invalid_parameters_are_400(client: Client, query: str) -> None:
    assert client.get(f"{API}?{query}").status_code == 400


def test_text_is_escaped(client: Client) -> None:
    evil = "<script>alert(1)</script>"
    store(named(evil, "Ben"))
    text = page(client, f"/search/?q={evil}")
    assert present(text, evil) == []
    assert missing(text, "&lt;script&gt;") == []


QUERIES = ("annabel", "bel", "ben", "goryo", "2024", "annabel ben", "\x1f", "resign", "mask", "b4")


def answers(client: Client) -> dict[str, tuple[bytes, int]]:
    """Return the answer to each query, and the number of queries to the database."""
    given = {}
    for address in ADDRESSES:
        for query in QUERIES:
            with CaptureQueriesContext(connection) as made:
                response = client.get(address, {"q": query})
            text = response.content.replace(response["X-Request-ID"].encode(), b"")
            given[f"{address} {query}"] = (text, len(made))
    return given


def site_of(client: Client, *logs: dict[str, Any], hidden: str = "") -> dict[str, Any]:
    """Return all answers while only these games are stored."""
    Game.objects.all().delete()
    store(*logs)
    if hidden:
        replay_services.hide_names(name_key(hidden), "an administrator")
    for number, game in enumerate(Game.objects.order_by("pk")):
        Game.objects.filter(pk=game.pk).update(public_id=f"game0000000{number}")
    return answers(client)


def test_a_hidden_name_is_as_if_it_had_never_been_written(client: Client) -> None:
    """Answers and the number of queries are those of a log without the name."""
    nameless = named("a player", "Ben")
    nameless["players"][0].pop("name")
    hidden = site_of(client, named("Annabel", "Ben"), hidden="Annabel")
    never = site_of(client, nameless)
    assert [key for key in hidden if hidden[key] != never[key]] == []
    assert b"Annabel" not in b"".join(text for text, _ in hidden.values())


def test_unfinished_twins_are_equal(client: Client) -> None:
    """They differ only in what is hidden; so do the answers to words of their logs."""
    one, two = (site_of(client, log) for log in TWINS)
    assert [key for key in one if one[key] != two[key]] == []


def test_the_comparison_can_fail(client: Client) -> None:
    one = site_of(client, named("Annabel", "Ben"))
    two = site_of(client, named("Anna", "Ben"))
    assert [key for key in one if one[key] != two[key]]
