"""The page from which a game is shared, previews of links and oEmbed, the page for other people's
pages, and the file that plays offline.
"""

import base64
import hashlib
import re
from html import unescape
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver

from replays.models import Game
from replays.web import replay_drawing
from tests.support import pages
from tests.support.pages import Markup, missing, page, policy, present
from tests.support.walk import draw_once
from tests.unit.replay_page.samples import SPIRITS, random_replays, replay_of, stored

from .pages import BRIEF, embed, get, same_board

NASTY_TEXT = "</script><script>alert(1)</script><!-- \u2028"
SITE = "http://testserver/"
NASTY = '</textarea>"><script>alert(1)</script>'


def share(client: Client, game: Game, query: str = "") -> str:
    """The page."""
    return page(client, f"/games/{game.public_id}/share/?{query}")


def value(text: str, name: str) -> str:
    """What stands in a field."""
    field = rf'<input id="{name}"[^>]* value="([^"]*)"|<textarea id="{name}"[^>]*>(.*?)</textarea>'
    found = re.search(field, text, re.S)
    assert found, name
    return unescape(found[1] or found[2] or "")


def test_all_offered_links_work(
    client: Client, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_once(monkeypatch)
    text = share(client, finished, "step=5&as=samurai&theme=dark")
    offered = re.findall(r'(?:href|src|action)="(/(?:games|embed)/[^"]+)"', text)
    offered = [unescape(each) for each in offered if "log." not in each]
    assert len(offered) >= 7
    for address in offered:
        pages.get(client, address)
    for part in ("step-5.png?as=samurai&theme=dark", "replay.html?as=samurai"):
        assert any(part in each for each in offered)


@pytest.mark.parametrize(
    ("query", "link"),
    [
        *((query, "?step=5&as=samurai") for query in ("", "&chosen=yes&keep=step&keep=view")),
        ("&chosen=yes&keep=step", "?step=5"),
        ("&chosen=yes&keep=view", "?as=samurai"),
        ("&chosen=yes", ""),
    ],
)
def test_the_link_has_chosen_parts(client: Client, finished: Game, query: str, link: str) -> None:
    text = share(client, finished, f"step=5&as=samurai{query}")
    assert value(text, "share-link") == f"http://testserver/games/{finished.public_id}/" + link
    source = f'"http://testserver/embed/{finished.public_id}/{link}"'.replace("&", "&amp;")
    assert source in value(text, "share-embed")


def test_the_default_clip_ends_with_the_current_step(client: Client, finished: Game) -> None:
    for query, steps in (("step=12", ("3", "12")), ("", ("0", "1"))):
        text = share(client, finished, query)
        assert (value(text, "film-from"), value(text, "film-to")) == steps


def test_the_page_reveals_neither_result_nor_length(client: Client, db: None) -> None:
    shown = set()
    for log in (SPIRITS, BRIEF):
        Game.objects.all().delete()
        shown.add(share(client, stored(replay_of(log), "length000001"), "step=4"))
    assert len(shown) == 1


def test_an_invalid_step_is_refused(client: Client, finished: Game) -> None:
    get(client, finished, "share/?step=x", 400)


def test_names_are_escaped_on_the_page_and_in_the_embed_code(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', '"' + NASTY.replace('"', '\\"') + '"')
    game = stored(replay_of(log), "nasty0000001")
    text = share(client, game)
    assert "<script>alert" not in text
    frames = Markup(value(text, "share-embed")).tags
    assert [tag for tag, _ in frames] == ["iframe"]
    assert NASTY in str(frames[0][1]["title"])
    asked = client.get(f"/oembed/?url=http://testserver/games/{game.public_id}/").json()
    assert [tag for tag, _ in Markup(asked["html"]).tags] == ["iframe"]


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
    (frame,) = Markup(body["html"]).tags
    assert frame[1]["src"] == f"http://testserver/embed/{finished.public_id}/?step=4&as=samurai"
    for address in (frame[1]["src"], body["thumbnail_url"]):
        pages.get(client, address)


@pytest.mark.parametrize(
    ("url", "more", "status"),
    [
        *((url, {}, 404) for url in ("", "javascript:alert(1)", "http://[", f"{SITE}games/")),
        ("http://elsewhere.test/games/finished0001/", {}, 404),
        (f"{SITE}games/nothinghere1/", {}, 404),
        (f"{SITE}games/finished0001/?step=x", {}, 400),
        (f"{SITE}games/finished0001/", {"maxwidth": "wide"}, 400),
        (f"{SITE}games/finished0001/", {"format": "xml"}, 501),
    ],
)
@pytest.mark.usefixtures("finished")
def test_other_links_do_not(client: Client, url: str, more: dict[str, str], status: int) -> None:
    assert oembed(client, url, **more).status_code == status


def test_previews_have_title_and_card(client: Client, finished: Game, rf: RequestFactory) -> None:
    template = Template('{% include "replays/_share_meta.html" %}')
    request = rf.get(f"/games/{finished.public_id}/?step=17&as=omniscient")
    read = template.render(Context({"request": request, "game": finished, "title": "A <v> B"}))
    meta = dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', read))
    assert meta["og:title"] == "A &lt;v&gt; B"
    assert meta["og:url"] == f"http://testserver/games/{finished.public_id}/"
    pages.get(client, meta["og:image"])
    assert "step=17" not in read
    found = re.search(r'\+oembed"\s+href="([^"]+)"', read)
    assert client.get(unescape(found[1])).json()["type"] == "rich"


def test_only_this_page_may_be_framed(client: Client, finished: Game) -> None:
    answer = client.get(f"/embed/{finished.public_id}/")
    assert "X-Frame-Options" not in answer
    assert policy(answer).items() >= {"frame-ancestors": "*", "script-src": "'self'"}.items()
    assert not answer.cookies
    for address in ("", "step-1.svg", "card.png", "replay.html", "nothing"):
        other = get(client, finished, address, 404 if address == "nothing" else 200)
        assert other["X-Frame-Options"] == "DENY", address
        assert policy(other)["frame-ancestors"] == "'none'", address


def test_only_embeds_of_games_and_charts_may_be_framed() -> None:
    patterns: list[Any] = list(get_resolver().url_patterns)
    for pattern in patterns:
        patterns += getattr(pattern, "url_patterns", ())
    callbacks = {p.name: p.callback for p in patterns if isinstance(p, URLPattern)}
    framed = {name for name, view in callbacks.items() if view.__name__ == "embed"}
    assert framed == {"embed", "stats-embed"}


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
def test_it_draws_what_the_games_own_page_draws(client: Client, finished: Game, view: str) -> None:
    for step in range(0, finished.n_events + 1, 4):
        assert same_board(client, finished, f"step={step}&as={view}")


def test_it_draws_every_board_as_the_games_own_page_does(client: Client, db: None) -> None:
    for n, replay in enumerate(random_replays()[:6]):
        game = stored(replay, f"random{n:06}")
        assert same_board(client, game, f"step={game.n_events}")


def seen(client: Client, log: str, query: str) -> str:
    """The whole page, with all that is sent for later steps."""
    Game.objects.all().delete()
    return embed(client, stored(replay_of(log), "length000001"), query)


def test_an_embed_reveals_neither_result_nor_length(client: Client, db: None) -> None:
    """Two games with the same first part, one going on and won by one, one broken off and won by
    the other, are the same, byte by byte.
    """
    short = SPIRITS[: SPIRITS.index("discover\ndraw urn")] + "resign samurai\n"
    for query in ("", "step=3", "step=11&as=samurai&spoilers=no", "step=4&controls=no"):
        assert seen(client, SPIRITS, query) == seen(client, short, query)
    later = [seen(client, log, "step=12") for log in (SPIRITS, short)]
    assert later[0] != later[1]  # the next part is sent to who has come to it
    long, brief = (seen(client, log, "step=3&spoilers=yes") for log in (SPIRITS, short))
    assert missing(long, 'max="17"', "Step <span data-now>3</span> / 17", 'data-go="last"') == []
    assert long != brief


def test_options_of_an_embed(client: Client, finished: Game) -> None:
    assert "data-theme" not in embed(client, finished)
    assert 'data-theme="dark"' in embed(client, finished, "theme=dark")
    bare = embed(client, finished, "controls=no&step=2")
    assert present(bare, "data-go", '<script type="module"') == []
    home = f"http://testserver/games/{finished.public_id}/?step=4&amp;as=samurai"
    assert f'{home}&amp;spoilers=no"' in embed(client, finished, "step=4&as=samurai")
    assert f'{home}"' in embed(client, finished, "step=4&as=samurai&spoilers=yes")


def test_the_policy_of_the_file_allows_only_its_content(client: Client, finished: Game) -> None:
    answer = get(client, finished, "replay.html?as=samurai")
    page = answer.content.decode()
    name = f"goryo-2024-{finished.public_id}-samurai.html"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    rules = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    allowed = unescape(rules[1])
    assert allowed.startswith("default-src 'none'; ")
    for tag in ("style", 'script type="module"'):
        inside = re.search(rf"<{tag}>(.*?)</{tag.split()[0]}>", page, re.S)
        digest = base64.b64encode(hashlib.sha256(inside[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in allowed
    assert "unsafe" not in allowed
    assert not re.search(r'\s(?:src|srcset|action)="|<link[^>]+href="(?!data:)|url\(|@import', page)
    assert not re.search(r"\son[a-z]+=\"|\sstyle=\"", page)


def test_the_file_contains_what_its_view_may_know(client: Client, db: None) -> None:
    game = stored(replay_of(SPIRITS.replace("the first plan", "SECRETNOTE")), "secret000001")
    addresses = [f"replay.html?as={view}" for view in ("goryo", "samurai")]
    goryo, samurai = (get(client, game, address).content.decode() for address in addresses)
    assert ["SECRETNOTE" in file for file in (goryo, samurai)] == [True, False]
    assert str(replay_drawing.drawing_of(game, "samurai").data) in samurai


def test_names_and_notes_are_escaped_in_both(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', f'"{NASTY_TEXT}"').replace("a note of the chase", NASTY_TEXT)
    game = stored(replay_of(log), "nasty0000001")
    for text in (embed(client, game, "step=5"), get(client, game, "replay.html").content.decode()):
        assert "alert(1)" in text
        assert present(text, "<script>alert", "<!-- \u2028") == []
        assert not re.search(r"<!--(?! )", text)
