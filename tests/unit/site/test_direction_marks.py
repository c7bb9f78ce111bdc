"""Characters that change the direction of text change nothing outside the name that has them."""

import re

import pytest
from django.test import Client

from analytics import services as stats_services
from replays.models import Game, Upload
from replays.text.names import handle_of, name_key, without_direction_marks
from tests.support.pages import page
from tests.unit.replays.logs import as_json, json_log, submit, two_players

pytestmark = pytest.mark.django_db
NAME = "Ann\u202e\u2069"
MARK = "[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
GAME_PAGES = (
    "/games/{id}/",
    "/it/games/{id}/?as=samurai&belief=uniform",
    "/games/{id}/share/",
    "/games/{id}/branch/?step=1&as=goryo",
    "/games/{id}/notes/",
    "/games/{id}/replay.html",
    "/games/{id}/step-0.svg",
    "/embed/{id}/",
    "/oembed/?url=http://testserver/games/{id}/",
)
OTHER_PAGES = (
    "/",
    "/games/",
    "/players/",
    "/players/{player}/",
    "/players/{player}/games/",
    "/uploads/{upload}/",
    "/stats/goryo/games/?metric=length&simulated=all",
)


@pytest.fixture
def ids() -> dict[str, str]:
    """Store a game with marks in all names and texts; return ids for addresses."""
    players = two_players(NAME, "Be\u2067n")
    texts = {"event": "Cup\u202e", "site": "Club\u2066"}
    upload = submit(as_json(json_log(players=players, **texts)), filename="a\u202eb.json")
    game = Game.objects.get()
    stats_services.count_games([game.pk])
    return {
        "id": game.public_id,
        "player": handle_of(name_key(NAME)),
        "upload": Upload.objects.get(pk=upload.pk).public_id,
    }


@pytest.mark.parametrize("address", [*GAME_PAGES, *OTHER_PAGES])
def test_marks_are_isolated_or_removed(client: Client, ids: dict[str, str], address: str) -> None:
    text = re.sub(r"<bdi[^>]*>[^<]*</bdi>", "", page(client, address.format(**ids)))
    assert re.findall(f".{{0,60}}(?:{MARK}|\\\\u20[0-9a-f]{{2}})", text) == []


@pytest.mark.parametrize("name", ["log.json", "log.txt", "replay.html"])
def test_names_of_downloads_have_no_marks(client: Client, ids: dict[str, str], name: str) -> None:
    header = client.get(f"/games/{ids['id']}/{name}").headers.get("Content-Disposition", "")
    assert re.fullmatch(r'attachment; filename="goryo-2024-[\w-]+\.(json|txt|html)"', header)


def test_other_characters_stay() -> None:
    assert without_direction_marks("דוד a\u200db é") == "דוד a\u200db é"
    assert re.sub(MARK, "", NAME) == without_direction_marks(NAME) == "Ann"
