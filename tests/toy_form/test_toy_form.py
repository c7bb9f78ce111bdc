"""A new metric form is a folder and an entry in the table of forms; nothing else has to change."""

import csv
import io
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from analytics.forms.registry import FORMS
from analytics.services.counting import count_games
from games.core.replay import Replay
from games.registry import KINDS
from replays.models import Game
from tests.support.pages import get, get_json, get_page, missing
from tests.toy.game import KIND
from tests.toy.test_toy import WON

from . import ratio

pytestmark = pytest.mark.django_db
METRIC = ratio.RatioMetric(
    key="taken",
    title="Stones taken",
    definition="The stones that the winner took.",
    unit="stones",
    group_title="Winner",
    groups={"first": "First wins", "second": "Second wins"},
    part="Taken by the winner",
)
PAGE, API = "/stats/pile/taken/", "/api/v1/stats/pile/metrics/taken/"
GAMES = "/stats/pile/games/?metric=taken&group=second"


def facts(replay: Replay) -> dict[str, Any]:
    return {**KIND.counting.facts(replay), "taken": {"second": [1, 3, 4]}}


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch, client: Client) -> Game:
    """A counted game of a kind with a metric of the new form."""
    monkeypatch.setitem(FORMS, "ratio", ratio.FORM)  # the line
    counting = replace(KIND.counting, facts=facts, metrics=(*KIND.counting.metrics, METRIC))
    monkeypatch.setitem(KINDS, "pile", replace(KIND, counting=counting))
    client.post("/api/v1/games/", WON.encode(), content_type="text/plain")
    game = Game.objects.get()
    count_games([game.pk])
    return game


def test_page_with_table_and_figure(client: Client) -> None:
    page = get_page(client, PAGE)
    texts = ("The stones that the winner took.", "A ratio has no interval.", "Dots are ratios.")
    numbers = ("Taken by the winner</th>", "75.0 %", f'href="{GAMES}"')
    assert missing(page, *texts, *numbers) == []
    assert "First wins" not in page, "groups without games are not shown"
    assert f'<a href="{PAGE}">Stones taken</a>' in get_page(client, "/stats/pile/")


def test_data(client: Client) -> None:
    answer = get_json(client, API)
    assert (answer["form"], answer["unit"]) == ("ratio", "stones")
    (group,) = answer["groups"]
    assert (group["key"], group["games"], group["part"], group["whole"]) == ("second", 1, 3, 4)
    assert group["games_url"].endswith(GAMES)
    assert get_json(client, f"{API}figure/")["data"][0]["x"] == [0.75]
    (row,) = csv.DictReader(io.StringIO(get_page(client, f"{API}csv/")))
    assert list(row.values()) == ["second", "Second wins", "1", "3", "4"]
    assert list(row) == ["group", "label", "games", "part", "whole"]
    assert "Second wins" in get_page(client, f"{PAGE}image.svg")


def test_drilldown(client: Client, game: Game) -> None:
    assert game.public_id in get_page(client, GAMES)
    assert game.public_id in get_page(client, "/stats/pile/games/?metric=taken")
    assert game.public_id not in get_page(client, GAMES.replace("second", "first"))
    get(client, f"{GAMES}&won=yes", 404)  # this form has no outcomes
    listed = get_json(client, f"/api/v1{GAMES}")["games"]
    assert [row["id"] for row in listed] == [game.public_id]


def test_catalogue(client: Client) -> None:
    listed = get_json(client, "/api/v1/stats/pile/metrics/")["metrics"][-1]
    assert (listed["key"], listed["form"], listed["unit"]) == ("taken", "ratio", "stones")
    kinds = get_json(client, "/api/v1/stats/catalogue/")["kinds"]
    entry = next(kind for kind in kinds if kind["kind"] == "pile")["metrics"][-1]
    assert entry["grain"] == "a part and a whole a game and group"
    assert entry["addresses"]["page"] == PAGE
    assert "Stones taken" in get_page(client, "/stats/catalogue/")
