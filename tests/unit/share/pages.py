"""Requests for what is shared, and what it shows."""

from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from django.test import Client
from PIL import Image

from replays.models import Game
from tests.support import pages
from tests.support.pages import page
from tests.unit.replay_page.samples import SPIRITS

SVG = "{http://www.w3.org/2000/svg}"
BRIEF = SPIRITS[: SPIRITS.index("plan c3")] + "resign samurai\n"
"""The first round of SPIRITS, after which the other side wins."""


def get(client: Client, game: Game, path: str, status: int = 200) -> Any:
    """Return the response of a path of a game."""
    return pages.get(client, f"/games/{game.public_id}/{path}", status)


def svg(client: Client, game: Game, step: int = 3, query: str = "as=omniscient") -> str:
    """Return the picture of a step."""
    response = get(client, game, f"step-{step}.svg?{query}")
    assert response["Content-Type"] == "image/svg+xml; charset=utf-8"
    return response.content.decode()


def texts(picture: str) -> list[str]:
    """Return all texts of a picture."""
    return [el.text or "" for el in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def image(content: bytes) -> Any:
    """Return a raster image, perhaps animated."""
    picture = Image.open(BytesIO(content))
    picture.load()
    return picture


def embed(client: Client, game: Game, query: str = "") -> str:
    """Return the page for frames."""
    return page(client, f"/embed/{game.public_id}/?{query}")


def board(text: str) -> str:
    """Return the board of a page."""
    return text[text.index('<svg class="board') : text.index("</svg>\n") + 6]


def same_board(client: Client, game: Game, query: str) -> bool:
    """Return whether the embed draws the board as the page of the game does."""
    own_page = get(client, game, f"?{query}").content.decode()
    return board(embed(client, game, query)) == board(own_page)
