"""Atom feeds: their form (RFC 4287), conditional requests, and that they show public games only."""

import re
from datetime import datetime
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from replays import services
from replays.models import Collection, CollectionGame, Event, EventSpelling, Game, Visibility
from replays.text.names import handle_of, name_key
from tests.support.pages import get, page
from tests.unit.analytics.conftest import count_logs
from tests.unit.replays.logs import json_log, two_players

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"
PARTS = {
    "feed": {"id", "title", "updated", "link", "author", "entry", "subtitle"},
    "entry": {"id", "title", "updated", "published", "link", "summary", "category"},
}
PLAYER, EVENT = f"/players/{handle_of('ann')}/", f"/events/{handle_of('cup')}/"


def log(goryo: str, samurai: str = "Ben", **header: Any) -> dict[str, Any]:
    """A game of two players at an event."""
    return json_log(players=two_players(goryo, samurai), **{"event": "Cup", **header})


def check_atom(answer: Any) -> ElementTree.Element:
    """Check the parts that RFC 4287 requires and allows; return the feed."""
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ElementTree.fromstring(answer.content)
    assert feed.tag == f"{ATOM}feed"
    for element in (feed, *feed.iter(f"{ATOM}entry")):
        kind = element.tag.removeprefix(ATOM)
        parts = [child.tag.removeprefix(ATOM) for child in element]
        assert set(parts) <= PARTS[kind]
        assert all(parts.count(name) == 1 for name in ("id", "title", "updated"))
        assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", element.findtext(f"{ATOM}id", ""))
        when = datetime.fromisoformat(element.findtext(f"{ATOM}updated", ""))
        assert when.tzinfo is not None
        for link in element.findall(f"{ATOM}link"):
            assert link.get("href", "").startswith("http://testserver/")
    assert feed.find(f"{ATOM}author/{ATOM}name") is not None
    assert {link.get("rel") for link in feed.findall(f"{ATOM}link")} == {"alternate", "self"}
    ids = [each.text for each in feed.iter(f"{ATOM}id")]
    assert len(ids) == len(set(ids))
    return feed


def titles(client: Client, address: str) -> list[str]:
    """Return the titles of the entries of a feed."""
    feed = check_atom(get(client, address))
    return [entry.findtext(f"{ATOM}title", "") for entry in feed.iter(f"{ATOM}entry")]


def test_feeds_have_the_newest_public_games_of_their_set(client: Client) -> None:
    count_logs([log("Ann"), log("Di", event="Other"), log("Bot", x_simulated=True, source="x")])
    count_logs([log("Ann", "Cy & <i>", event="Other")])
    owned = Event.objects.create(owner="owner", title="A <cup>")
    EventSpelling.objects.create(event=owned, handle=handle_of("cup"), name="Cup")
    newest = "Ann v Cy & <i>"
    assert titles(client, "/feeds/games.atom") == [newest, "Di v Ben", "Ann v Ben"]
    assert titles(client, "/feeds/goryo.atom") == [newest, "Di v Ben", "Ann v Ben"]
    assert titles(client, "/feeds/kyoto.atom") == []
    assert titles(client, f"{PLAYER}feed.atom") == [newest, "Ann v Ben"]
    assert titles(client, f"{EVENT}feed.atom") == ["Ann v Ben"]
    assert titles(client, f"{owned.get_absolute_url()}feed.atom") == ["Ann v Ben"]
    assert titles(client, f"/players/{handle_of('bot')}/feed.atom") == ["Bot v Ben"]
    for missing in ("/feeds/chess.atom", "/players/aaaaaaaaaaaaaaaa/feed.atom"):
        assert client.get(missing).status_code == 404


def test_pages_name_their_feeds(client: Client) -> None:
    count_logs([log("Ann")])
    for address, feed in (
        ("/", "/feeds/games.atom"),
        ("/games/", "/feeds/games.atom"),
        ("/games/?kind=goryo", "/feeds/goryo.atom"),
        (PLAYER, f"{PLAYER}feed.atom"),
        (EVENT, f"{EVENT}feed.atom"),
        (f"/it{EVENT}", f"/it{EVENT}feed.atom"),
    ):
        head = page(client, address).split("</head>")[0]
        links = re.findall(r'<link rel="alternate" type="application/atom\+xml"[^>]*>', head)
        assert any(f'href="{feed}"' in link for link in links), address
        check_atom(get(client, feed))


def test_unchanged_feeds_answer_304(client: Client) -> None:
    count_logs([log("Ann")])
    for address in ("/feeds/games.atom", "/feeds/kyoto.atom", f"{EVENT}feed.atom"):
        first = get(client, address)
        for header in ("ETag", "Last-Modified"):
            name = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}[header]
            assert client.get(address, headers={name: first[header]}).status_code == 304
    tag = get(client, "/feeds/games.atom")["ETag"]
    count_logs([log("Di")])
    assert client.get("/feeds/games.atom", headers={"If-None-Match": tag}).status_code == 200


def test_ids_are_those_of_the_games_in_every_language(client: Client) -> None:
    count_logs([log("Ann")])
    english, italian = (check_atom(get(client, f"{p}/feeds/games.atom")) for p in ("", "/it"))
    ids = [[each.text for each in feed.iter(f"{ATOM}id")] for feed in (english, italian)]
    assert ids[0] == ids[1]


def test_hidden_games_and_names_are_in_no_feed(client: Client) -> None:
    count_logs([log("Ann")])
    feeds = ("/feeds/games.atom", "/feeds/goryo.atom", f"{EVENT}feed.atom", f"{PLAYER}feed.atom")
    before = [get(client, address).content for address in feeds]
    count_logs([log("Ann", "Zedekiah")])
    Game.objects.filter(seats__name="Zedekiah").update(visibility=Visibility.UNLISTED)
    assert [get(client, address).content for address in feeds] == before
    Game.objects.update(visibility=Visibility.PUBLIC)
    services.hide_names(name_key("Zedekiah"), "staff")
    assert "Zedekiah" not in "".join(page(client, address) for address in feeds)


def test_a_collection_has_a_feed_unless_it_is_private(client: Client) -> None:
    count_logs([log("Ann"), log("Di")])
    collection = Collection.objects.create(owner="owner", title="Best", visibility="public")
    for name in ("Ann", "Di"):
        game = Game.objects.get(seats__name=name)
        CollectionGame.objects.create(collection=collection, game=game, position=0, owner="owner")
    Game.objects.filter(seats__name="Di").update(visibility=Visibility.PRIVATE)
    address = f"{collection.get_absolute_url()}feed.atom"
    assert f'href="{address}"' in page(client, collection.get_absolute_url())
    for visibility in ("public", "unlisted"):
        Collection.objects.update(visibility=visibility)
        assert titles(client, address) == ["Ann v Ben"]
    Collection.objects.update(visibility="private")
    assert client.get(address).status_code == 404


def test_feeds_are_limited(client: Client, rates: Any) -> None:
    rates(lists="1/min")
    assert client.get("/feeds/games.atom").status_code == 200
    refused = client.get("/feeds/games.atom")
    assert (refused.status_code, refused["Retry-After"] > "0") == (429, True)
