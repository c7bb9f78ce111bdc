"""`/robots.txt` and `/sitemap.xml`: pages and listed games, and nothing else."""

import re

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import Event, Game
from replays.text.names import handle_of
from tests.support.pages import get, page
from tests.unit.analytics import logs
from tests.unit.analytics.conftest import store_logs
from tests.unit.replays.logs import UNFINISHED, submit

pytestmark = pytest.mark.django_db
SITE = "http://testserver"


def locations(client: Client, path: str) -> list[str]:
    """Return the addresses in a sitemap, without the host."""
    return [at.removeprefix(SITE) for at in re.findall(r"<loc>([^<]+)</loc>", page(client, path))]


def test_every_page_of_the_sitemap_exists(client: Client) -> None:
    parts = locations(client, "/sitemap.xml")
    names = ("pages", "games", "events", "collections")
    assert parts == [f"/sitemap-{name}.xml" for name in names]
    pages = locations(client, parts[0])
    assert {"/", "/it/", "/rules/kyoto/", "/it/stats/goryo/balance/"} <= set(pages)
    for address in pages:
        get(client, address)
    assert 'hreflang="it"' in page(client, parts[0])


def test_only_finished_listed_games_of_people_are_in_it(client: Client) -> None:
    ids = store_logs([*logs.varied(4), logs.bot_log("goryo", "2024", 1)])
    submit(UNFINISHED.encode())
    replay_services.withdraw_games(ids[:1])
    kept = Game.objects.filter(pk__in=ids[1:], is_simulated=False, is_finished=True)
    expected = {game.get_absolute_url() for game in kept}
    assert set(locations(client, "/sitemap-games.xml")) == expected
    assert expected


def test_robots_are_kept_out_of_answers_for_programs(client: Client) -> None:
    text = page(client, "/robots.txt")
    assert "Disallow: /api/v1/\n" in text
    assert f"Sitemap: {SITE}/sitemap.xml\n" in text
    get(client, "/sitemap-nothing.xml", 404)


def test_events_with_public_human_games_are_in_it(client: Client) -> None:
    bots = {**logs.bot_log("goryo", "2024", 1), "x_simulated": True, "event": "Bots"}
    games = [
        {**log, "event": name} for log, name in zip(logs.varied(2), ("Cup", "Gone"), strict=True)
    ]
    ids = store_logs([*games, bots])
    Game.objects.filter(event_tag__name="Gone").update(visibility="private")
    owned = Event.objects.create(owner="owner", title="A league")
    assert len(ids) == 3
    found = locations(client, "/sitemap-events.xml")
    assert found == [f"/events/{handle_of('cup')}/", owned.get_absolute_url()]
    for address in found:
        get(client, address)
