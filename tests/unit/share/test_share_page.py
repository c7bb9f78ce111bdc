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

NASTY = '</textarea>"><script>alert(1)</script>'


def share(client: Client, game: Game, query: str = "") -> str:
    """The page."""
    answer = client.get(f"/games/{game.public_id}/share/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def value(page: str, name: str) -> str:
    """What stands in a field."""
    found = re.search(rf'<input id="{name}"[^>]* value="([^"]*)"', page) or re.search(
        rf'<textarea id="{name}"[^>]*>(.*?)</textarea>', page, re.S
    )
    assert found, name
    return unescape(found[1])


def test_everything_it_offers_is_there(client: Client, finished: Game) -> None:
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
def test_two_ticks_choose_what_the_link_holds(
    client: Client, finished: Game, query: str, link: str
) -> None:
    page = share(client, finished, f"step=5&as=samurai{query}")
    home = f"http://testserver/games/{finished.public_id}/"
    assert value(page, "share-link") == home + link
    assert f'"http://testserver/embed/{finished.public_id}/{link}"'.replace("&", "&amp;") in value(
        page, "share-embed"
    )


def test_a_film_ends_with_the_step_looked_at(client: Client, finished: Game) -> None:
    page = share(client, finished, "step=12")
    assert (value(page, "film-from"), value(page, "film-to")) == ("3", "12")
    page = share(client, finished)
    assert (value(page, "film-from"), value(page, "film-to")) == ("0", "1")


def test_it_tells_neither_result_nor_length(client: Client, db: None) -> None:
    short = SPIRITS[: SPIRITS.index("plan c3")] + "resign samurai\n"
    pages = []
    for log in (SPIRITS, short):
        Game.objects.all().delete()
        pages.append(share(client, stored(replay_of(log), "length000001"), "step=4"))
    assert pages[0] == pages[1]


def test_a_view_that_is_not_open_is_refused(client: Client, unfinished: Game) -> None:
    answer = client.get(f"/games/{unfinished.public_id}/share/?as=goryo")
    assert answer.status_code == 403
    assert "may still be in progress" in answer.content.decode()
    assert 'value="goryo"' not in share(client, unfinished)
    assert client.get(f"/games/{unfinished.public_id}/share/?step=x").status_code == 400


class Frames(HTMLParser):
    """The elements of a markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep it."""
        self.found.append((tag, dict(attrs)))


def test_names_break_out_of_neither_the_page_nor_the_code_to_copy(client: Client, db: None) -> None:
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
    assert (body["version"], body["type"], body["title"]) == (
        "1.0",
        "rich",
        "Jane v John, Goryō 2024",
    )
    assert (body["width"], body["height"]) == (400, 640)
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


def test_previews_read_a_neutral_title_and_the_card(
    client: Client, finished: Game, rf: RequestFactory
) -> None:
    template = Template("{% load share %}{% share_meta game title %}")
    request = rf.get(f"/games/{finished.public_id}/?step=17&as=omniscient")
    read = template.render(Context({"request": request, "game": finished, "title": "A <v> B"}))
    told = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', read))
    assert told["og:title"] == "A &lt;v&gt; B"
    assert told["og:url"] == f"http://testserver/games/{finished.public_id}/"
    assert client.get(told["og:image"]).status_code == 200
    assert "step=17" not in read
    found = re.search(r'\+oembed" href="([^"]+)"', read)
    assert found
    assert client.get(unescape(found[1])).json()["type"] == "rich"
