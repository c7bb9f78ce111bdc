"""The page for other people's pages, and the file that plays offline."""

import base64
import hashlib
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from replays.models import Game
from replays.web import replay_drawing
from tests.unit.replay_page.samples import SPIRITS, random_replays, replay_of, stored

NASTY = "</script><script>alert(1)</script><!-- \u2028"


def embed(client: Client, game: Game, query: str = "") -> str:
    """The page for frames."""
    answer = client.get(f"/embed/{game.public_id}/?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def board(page: str) -> str:
    """The board in a page."""
    return page[page.index('<svg class="board') : page.index("</svg>\n") + 6]


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
        other = client.get(f"/games/{finished.public_id}/{address}")
        assert other["X-Frame-Options"] == "DENY", address
        assert policy(other)["frame-ancestors"] == "'none'", address


def exempt(patterns: list[URLPattern | URLResolver]) -> Iterator[str | None]:
    """The names of all addresses that may be framed."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from exempt(pattern.url_patterns)
        elif getattr(pattern.callback, "__name__", "") == "embed":
            yield pattern.name


def test_there_is_one_such_address() -> None:
    assert list(exempt(get_resolver().url_patterns)) == ["embed"]


@pytest.mark.parametrize("view", ["omniscient", "goryo", "samurai", "public"])
def test_it_draws_what_the_games_own_page_draws(client: Client, finished: Game, view: str) -> None:
    for step in range(0, finished.n_events + 1, 4):
        page = client.get(f"/games/{finished.public_id}/?step={step}&as={view}").content.decode()
        assert board(embed(client, finished, f"step={step}&as={view}")) == board(page)


def test_it_draws_every_board_as_the_games_own_page_does(client: Client, db: None) -> None:
    for n, replay in enumerate(random_replays()[:6]):
        game = stored(replay, f"random{n:06}")
        page = client.get(f"/games/{game.public_id}/?step={game.n_events}").content.decode()
        assert board(embed(client, game, f"step={game.n_events}")) == board(page)


def seen(client: Client, log: str, query: str) -> str:
    """The whole page, with all that is sent for later steps."""
    Game.objects.all().delete()
    return embed(client, stored(replay_of(log), "length000001"), query)


def test_it_says_neither_result_nor_length(client: Client, db: None) -> None:
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


def test_its_options(client: Client, finished: Game) -> None:
    assert "data-theme" not in embed(client, finished)
    assert 'data-theme="dark"' in embed(client, finished, "theme=dark")
    bare = embed(client, finished, "controls=no&step=2")
    assert "data-go" not in bare
    assert "<script type=\"module\"" not in bare  # fmt: skip
    home = f"http://testserver/games/{finished.public_id}/?step=4&amp;as=samurai"
    assert f'{home}&amp;spoilers=no"' in embed(client, finished, "step=4&as=samurai")
    assert f'{home}"' in embed(client, finished, "step=4&as=samurai&spoilers=yes")


@pytest.mark.parametrize(
    ("query", "status", "words"),
    [
        ("as=nobody", 400, "“as” must be one of"),
        ("step=x", 400, "the number of a step"),
        ("step=999", 404, "no step 999"),
        ("theme=pink", 400, "“theme” must be one of: auto, light, dark."),
        ("controls=maybe", 400, "“controls” must be one of: yes, no."),
        ("spoilers=maybe", 400, "“spoilers” must be one of: yes, no."),
    ],
)
def test_what_says_nothing_is_refused_inside_the_frame(
    client: Client, finished: Game, query: str, status: int, words: str
) -> None:
    answer = client.get(f"/embed/{finished.public_id}/?{query}")
    assert (answer.status_code, words in answer.content.decode()) == (status, True)
    assert "X-Frame-Options" not in answer


def test_an_unfinished_game_keeps_its_secrets_in_frames_and_files(
    client: Client, unfinished: Game
) -> None:
    for address in (
        f"/embed/{unfinished.public_id}/",
        f"/games/{unfinished.public_id}/replay.html",
    ):
        assert client.get(f"{address}?as=goryo").status_code == 403
        assert "under his nose" not in client.get(address).content.decode()


def test_who_has_it_gets_304(client: Client, finished: Game) -> None:
    for address in (f"/embed/{finished.public_id}/", f"/games/{finished.public_id}/replay.html"):
        first = client.get(address)
        assert first["Cache-Control"] == "no-cache"
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")


def test_the_file_lets_in_itself_and_nothing_else(client: Client, finished: Game) -> None:
    answer = client.get(f"/games/{finished.public_id}/replay.html?as=samurai")
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


def test_the_file_holds_what_its_view_may_know(client: Client, finished: Game) -> None:
    secret = replay_of(SPIRITS.replace("the first plan", "SECRETNOTE"))
    Game.objects.all().delete()
    game = stored(secret, "secret000001")
    mine, theirs = (
        client.get(f"/games/{game.public_id}/replay.html?as={view}").content.decode()
        for view in ("goryo", "samurai")
    )
    assert "SECRETNOTE" in mine
    assert "SECRETNOTE" not in theirs
    drawing = replay_drawing.drawing_of(game, "samurai")
    assert str(drawing.data) in theirs


def test_names_and_notes_stay_words_in_both(client: Client, db: None) -> None:
    log = SPIRITS.replace('"Jane"', f'"{NASTY}"').replace("a note of the chase", NASTY)
    game = stored(replay_of(log), "nasty0000001")
    for page in (
        embed(client, game, "step=5"),
        client.get(f"/games/{game.public_id}/replay.html").content.decode(),
    ):
        assert "alert(1)" in page
        assert "<script>alert" not in page
        assert not re.search(r"<!--(?! )", page)
        assert "<!-- \u2028" not in page


def test_the_same_file_is_the_same_bytes(client: Client, finished: Game) -> None:
    address = f"/games/{finished.public_id}/replay.html?as=goryo"
    first = client.get(address).content
    replay_drawing._drawings.clear()
    assert client.get(address).content == first
