"""The page from which a game is shared, what previews of links read, and oEmbed."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory

from replays.models import Game
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

from .pages import BRIEF, get

NASTY = '</textarea>"><script>alert(1)</script>'


def share(client: Client, game: Game, query: str = "") -> str:
    """The page."""
    return str(get(client, game, f"share/?{query}").content.decode())


def value(page: str, name: str) -> str:
    """What stands in a field."""
    found = re.search(rf'<input id="{name}"[^>]* value="([^"]*)"', page) or re.search(
        rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page, re.S
    )
    assert found, name
    return unescape(found[1])


def test_all_offered_links_work(client: Client, finished: Game) -> None:
    page = share(client, finished, "step=5&as=samurai&theme=dark")
    offered = re.findall(r'(?:href|src|action)="(/(?:games|embed)/[^"]+)"', page)
    offered = [unescape(each) for each in offered if "log." not in each]
    assert len(offered) >= 7
    for address in offered:
        assert client.get(address).status_code == 200, address
    assert any("step-5.png?as=samurai&theme=dark" in each for each in offered)
    assert any("replay.html?as=samurai" in each for each in offered)


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ("", "?step=5&as=samurai"),
        ("&chosen=yes&keep=step&keep=view", "?step=5&as=samurai"),
        ("&chosen=yes&keep=step", "?step=5"),
        ("&chosen=yes&keep=view", "?as=samurai"),
        ("&chosen=yes", ""),
    ],
)
def test_the_link_has_chosen_parts(client: Client, finished: Game, query: str, link: str) -> None:
    page = share(client, finished, f"step=5&as=samurai{query}")
    home = f"http://testserver/games/{finished.public_id}/"
    assert value(page, "share-link") == home + link
    assert f'"http://testserver/embed/{finished.public_id}/{link}"'.replace("&", "&amp;") in value(
        page, "share-embed"
    )


def test_the_default_clip_ends_with_the_current_step(client: Client, finished: Game) -> None:
    for query, steps in (("step=12", ("3", "12")), ("", ("0", "1"))):
        page = share(client, finished, query)
        assert (value(page, "film-from"), value(page, "film-to")) == steps


def test_the_page_reveals_neither_result_nor_length(client: Client, db: None) -> None:
    pages = []
    for log in (SPIRITS, BRIEF):
        Game.objects.all().delete()
        pages.append(share(client, stored(replay_of(log), "length000001"), "step=4"))
    assert pages[0] == pages[1]


def test_an_invalid_step_is_refused(client: Client, finished: Game) -> None:
    get(client, finished, "share/?step=x", 400)


class Frames(HTMLParser):
    """The elements of a markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.found.append((tag, dict(attrs)))


def test_names_are_escaped_on_the_page_and_in_the_embed_code(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', '"' + NASTY.replace('"', '\\"') + '"')
    game = stored(replay_of(log), "nasty0000001")
    page = share(client, game)
    assert "<script>alert" not in page
    code = value(page, "share-embed")
    frames = Frames(code).found
    assert [tag for tag, _ in frames] == ["iframe"]
    assert NASTY in str(frames[0][1]["title"])
    asked = client.get(f"/oembed/?url=http://testserver/games/{game.public_id}/").json()
    assert [tag for tag, _ in Frames(asked["html"]).found] == ["iframe"]


def oembed(client: Client, url: str, **more: Any) -> Any:
    """The answer to a program."""
    return client.get("/oembed/", {"url": url, **more})


def test_a_link_becomes_an_embed(client: Client, finished: Game) -> None:
    home = f"http://testserver/games/{finished.public_id}/"
    answer = oembed(client, f"{home}?step=4&as=samurai", maxwidth=400, maxheight="9999")
    assert answer["Access-Control-Allow-Origin"] == "*"
    body = answer.json()
    named = {"version": "1.0", "type": "rich", "title": "Jane v John, Goryō 2024"}
    assert body.items() >= {**named, "width": 400, "height": 640}.items()
    (frame,) = Frames(body["html"]).found
    assert frame[1]["src"] == (f"http://testserver/embed/{finished.public_id}/?step=4&as=samurai")
    assert client.get(frame[1]["src"]).status_code == 200
    assert client.get(body["thumbnail_url"]).status_code == 200


@pytest.mark.parametrize(
    ("url", "more", "status"),
    [
        ("", {}, 404),
        ("http://elsewhere.test/games/finished0001/", {}, 404),
        ("javascript:alert(1)", {}, 404),
        ("http://[", {}, 404),
        ("http://testserver/games/", {}, 404),
        ("http://testserver/games/nothinghere1/", {}, 404),
        ("http://testserver/games/finished0001/?step=x", {}, 400),
        ("http://testserver/games/finished0001/", {"maxwidth": "wide"}, 400),
        ("http://testserver/games/finished0001/", {"format": "xml"}, 501),
    ],
)
def test_other_links_do_not(
    client: Client, finished: Game, url: str, more: dict[str, str], status: int
) -> None:
    assert oembed(client, url, **more).status_code == status


def test_previews_have_title_and_card(client: Client, finished: Game, rf: RequestFactory) -> None:
    template = Template('{% include "replays/_share_meta.html" %}')
    request = rf.get(f"/games/{finished.public_id}/?step=17&as=omniscient")
    read = template.render(Context({"request": request, "game": finished, "title": "A <v> B"}))
    meta = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', read))
    assert meta["og:title"] == "A &lt;v&gt; B"
    assert meta["og:url"] == f"http://testserver/games/{finished.public_id}/"
    assert client.get(meta["og:image"]).status_code == 200
    assert "step=17" not in read
    found = re.search(r'\+oembed" href="([^"]+)"', read)
    assert found
    assert client.get(unescape(found[1])).json()["type"] == "rich"
