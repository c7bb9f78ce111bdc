"""Addresses of what is shared: what they open, what they refuse, and how often."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from replays.web import replay_drawing, share_pictures
from tests.support import pages
from tests.support.pages import missing, present

from .pages import board, embed, get, same_board, svg, texts

SWITCHES = ("controls", "spoilers")
PICTURES = ["step-3.svg", "step-3.png"]
BELIEF = "as=samurai&belief=uniform"
STEP, STEP_999 = "must be the number of a step", "This game has no step 999."
AS, THEME = "“as” must be one of: omniscient, goryo", "“theme” must be one of: light, dark."
PRIOR = "“belief” must be one of: uniform, fitted."
NAMES = ("step-5.svg", "replay.gif", "replay.html")
CASES = [
    ("/games/{}/step-3.svg?as=nobody", 400, "goryo, samurai, public."),
    ("/games/{}/step-3.svg?theme=pink", 400, THEME),
    *((f"/games/{{}}/step-{step}.svg", 400, STEP) for step in ("x", "-1", "³", "9999999999")),
    ("/games/{}/step-999.svg", 404, STEP_999),
    *((f"/games/{{}}/{name}?belief=magic", 400, PRIOR) for name in NAMES),
    ("/games/{}/replay.gif?from=5&to=3", 400, "“to” (3) is before “from” (5)."),
    ("/games/{}/replay.gif?from=0&to=999", 404, STEP_999),
    ("/games/{}/replay.gif?from=x", 400, f"“from” {STEP}"),
    ("/games/{}/replay.gif?to=-1", 400, f"“to” {STEP}"),
    ("/games/{}/replay.gif?pace=9000", 400, "“pace” must be one of: slow, normal, fast, very-fast"),
    ("/games/{}/replay.gif?theme=pink", 400, THEME),
    ("/games/{}/replay.gif?as=nobody", 400, AS),
    ("/embed/{}/?as=nobody", 400, AS),
    ("/embed/{}/?step=x", 400, STEP),
    ("/embed/{}/?step=999", 404, "no step 999"),
    ("/embed/{}/?theme=pink", 400, "“theme” must be one of: auto, light, dark."),
    *((f"/embed/{{}}/?{key}=maybe", 400, f"“{key}” must be one of: yes, no.") for key in SWITCHES),
]


@pytest.mark.parametrize(("address", "status", "text"), CASES)
def test_an_invalid_address_is_refused_with_a_reason(
    client: Client, finished: Game, address: str, status: int, text: str
) -> None:
    answer = pages.get(client, address.format(finished.public_id), status)
    assert text in answer.content.decode()
    assert "Cache-Control" not in answer or "no-cache" in answer["Cache-Control"]
    assert ("X-Frame-Options" in answer) == address.startswith("/games/")


@pytest.mark.parametrize("name", [*PICTURES, "replay.html", "share/"])
def test_an_unfinished_game_hides_its_secrets(client: Client, unfinished: Game, name: str) -> None:
    answer = get(client, unfinished, f"{name}?as=goryo", 403)
    assert "may still be in progress" in answer.content.decode()
    assert answer["Content-Type"].startswith("text/html" if name == "share/" else "text/plain")
    if name not in PICTURES:
        opened = get(client, unfinished, name).content.decode()
        assert present(opened, "under his nose", 'value="goryo"') == []
    pages.get(client, f"/embed/{unfinished.public_id}/?as=goryo", 403)
    assert "under his nose" not in embed(client, unfinished)


FILES = [f"/games/{{}}/{name}" for name in (*PICTURES, "replay.html")]


@pytest.mark.parametrize("address", [*FILES, "/embed/{}/"])
def test_a_client_with_the_etag_gets_304(client: Client, finished: Game, address: str) -> None:
    address = address.format(finished.public_id)
    first = client.get(address)
    assert first["Cache-Control"] == "no-cache"
    assert pages.get(client, address, 304, HTTP_IF_NONE_MATCH=first["ETag"]).content == b""
    for query in ("theme=dark", "as=goryo"):
        assert client.get(f"{address}?{query}")["ETag"] != first["ETag"]


@pytest.mark.parametrize("name", ["step-5.svg", "step-5.png", "replay.html", "replay.gif?to=2"])
def test_the_same_address_has_the_same_bytes(client: Client, finished: Game, name: str) -> None:
    first = get(client, finished, name).content
    share_pictures._cache.clear()
    replay_drawing._drawings.clear()
    assert get(client, finished, name).content == first


def test_only_new_pictures_are_counted(client: Client, finished: Game, rates: Any) -> None:
    rates(pictures="2/min")
    steps = [client.get(f"/games/{finished.public_id}/step-{n}.svg") for n in (0, 0, 0, 1, 0, 2)]
    assert [answer.status_code for answer in steps] == [200, 200, 200, 200, 200, 429]
    assert "Too many requests. Wait" in steps[-1].content.decode()
    assert int(steps[-1]["Retry-After"]) <= 62


def test_a_picture_runs_no_script(client: Client, finished: Game) -> None:
    answer = get(client, finished, "step-1.svg")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert not answer.cookies


def test_a_picture_shows_chances_and_names_their_prior(client: Client, finished: Game) -> None:
    read = " ".join(texts(svg(client, finished, 5, BELIEF)))
    # Every plan began at the space of the pawn: 100 %.
    shown = ("Shading: ", "equally likely", "Possible plans and bound types", " 100 ")
    assert missing(read, *shown) == []
    plain = " ".join(texts(svg(client, finished, 5, "as=samurai")))
    assert present(plain, "Shading", "Possible plans") == []


def test_an_embed_draws_belief_as_the_page_does(client: Client, finished: Game) -> None:
    assert same_board(client, finished, f"step=5&{BELIEF}")
    framed = embed(client, finished, f"step=5&{BELIEF}")
    assert "Shading: " in framed
    file = get(client, finished, f"replay.html?{BELIEF}").content.decode()
    assert all("data-shade" in board(text) for text in (framed, file))
