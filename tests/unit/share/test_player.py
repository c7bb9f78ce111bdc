"""The page for other people's pages, and the file that plays offline."""

import base64
import hashlib
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from replays.models import Game
from replays.web import replay_drawing
from tests.unit.replay_page.samples import SPIRITS, random_replays, replay_of, stored

from .pages import board, embed, game_page, get

NASTY = "</script><script>alert(1)</script><!-- \u2028"


def policy(answer: object) -> dict[str, str]:
    """The content policy of an answer."""
    parts = answer.headers["Content-Security-Policy"].split(";")  # type: ignore[attr-defined]
    return dict(part.strip().split(" ", 1) for part in parts)


def test_only_this_page_may_be_framed(client: Client, finished: Game) -> None:
    answer = client.get(f"/embed/{finished.public_id}/")
    assert "X-Frame-Options" not in answer
    assert policy(answer)["frame-ancestors"] == "*"
    assert policy(answer)["script-src"] == "'self'"
    assert not answer.cookies
    for address in ("", "step-1.svg", "card.png", "replay.html", "nothing"):
        other = get(client, finished, address, 404 if address == "nothing" else 200)
        assert other["X-Frame-Options"] == "DENY", address
        assert policy(other)["frame-ancestors"] == "'none'", address


def test_it_is_the_only_view_that_may_be_framed() -> None:
    patterns: list[Any] = list(get_resolver().url_patterns)
    for pattern in patterns:
        patterns += getattr(pattern, "url_patterns", ())
    callbacks = {p.name: p.callback for p in patterns if isinstance(p, URLPattern)}
    framed = [name for name, view in callbacks.items() if view.__name__ == "embed"]
    assert framed == ["embed"]


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
def test_it_draws_what_the_games_own_page_draws(client: Client, finished: Game, view: str) -> None:
    for step in range(0, finished.n_events + 1, 4):
        query = f"step={step}&as={view}"
        assert board(embed(client, finished, query)) == board(game_page(client, finished, query))


def test_it_draws_every_board_as_the_games_own_page_does(client: Client, db: None) -> None:
    for n, replay in enumerate(random_replays()[:6]):
        game = stored(replay, f"random{n:06}")
        query = f"step={game.n_events}"
        assert board(embed(client, game, query)) == board(game_page(client, game, query))


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
    assert 'max="17"' in long
    assert "Step <span data-now>3</span> / 17" in long
    assert 'data-go="last"' in long
    assert long != brief


def test_options_of_an_embed(client: Client, finished: Game) -> None:
    assert "data-theme" not in embed(client, finished)
    assert 'data-theme="dark"' in embed(client, finished, "theme=dark")
    bare = embed(client, finished, "controls=no&step=2")
    assert "data-go" not in bare
    assert "<script type=\"module\"" not in bare  # fmt: skip
    home = f"http://testserver/games/{finished.public_id}/?step=4&amp;as=samurai"
    assert f'{home}&amp;spoilers=no"' in embed(client, finished, "step=4&as=samurai")
    assert f'{home}"' in embed(client, finished, "step=4&as=samurai&spoilers=yes")


def test_the_policy_of_the_file_allows_only_its_content(client: Client, finished: Game) -> None:
    answer = get(client, finished, "replay.html?as=samurai")
    page = answer.content.decode()
    assert answer["Content-Disposition"] == (
        f'attachment; filename="goryo-2024-{finished.public_id}-samurai.html"'
    )
    rules = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert rules
    allowed = rules[1].replace("&#x27;", "'").replace("&#39;", "'")
    assert allowed.startswith("default-src 'none'; ")
    for tag in ("style", 'script type="module"'):
        inside = re.search(rf"<{tag}>(.*?)</{tag.split()[0]}>", page, re.S)
        assert inside
        digest = base64.b64encode(hashlib.sha256(inside[1].encode()).digest()).decode()
        assert f"'sha256-{digest}'" in allowed
    assert "unsafe" not in allowed
    assert not re.search(r'\s(?:src|srcset|action)="|<link[^>]+href="(?!data:)|url\(|@import', page)
    assert not re.search(r"\son[a-z]+=\"|\sstyle=\"", page)


def test_the_file_contains_what_its_view_may_know(client: Client, db: None) -> None:
    game = stored(replay_of(SPIRITS.replace("the first plan", "SECRETNOTE")), "secret000001")
    goryo, samurai = (
        get(client, game, f"replay.html?as={view}").content.decode()
        for view in ("goryo", "samurai")
    )
    assert "SECRETNOTE" in goryo
    assert "SECRETNOTE" not in samurai
    assert str(replay_drawing.drawing_of(game, "samurai").data) in samurai


def test_names_and_notes_are_escaped_in_both(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', f'"{NASTY}"').replace("a note of the chase", NASTY)
    game = stored(replay_of(log), "nasty0000001")
    file = get(client, game, "replay.html").content.decode()
    for page in (embed(client, game, "step=5"), file):
        assert "alert(1)" in page
        assert "<script>alert" not in page
        assert not re.search(r"<!--(?! )", page)
        assert "<!-- \u2028" not in page
