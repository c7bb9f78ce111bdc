"""The front page: a featured game without its end, findings, newest games with pictures."""

import json
import re

import pytest
from django.test import Client

from analytics import services as stats_services
from replays.models import Game
from tests.support.pages import get, missing, page, present
from tests.unit.replays.logs import many, submit

pytestmark = pytest.mark.django_db


def test_an_empty_site_leads_to_the_upload(client: Client) -> None:
    text = page(client, "/")
    assert missing(text, "No games yet", 'href="/upload/"') == []
    assert present(text, "data-feature", "What the games show", "/board.svg") == []


def test_the_featured_game_has_no_end(client: Client, finished: Game) -> None:
    text = page(client, "/")
    data = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.S)
    assert data
    frames = json.loads(data[1])["frames"]
    assert len(frames) == finished.n_events
    assert not any(frame["texts"].get("result") for frame in frames)
    step = (finished.n_events - 1) // 2
    link = f"/games/{finished.public_id}/?step={step}&amp;as=samurai&amp;belief=uniform"
    assert missing(text, link, frames[step]["sentence"]) == []


def test_an_unfinished_game_is_not_featured(client: Client, unfinished: Game) -> None:
    text = page(client, "/")
    assert "data-feature" not in text
    assert f"/games/{unfinished.public_id}/board.svg" in text


def test_newest_games_show_no_results(client: Client, finished: Game) -> None:
    listed = page(client, "/").split('id="newest"')[1]
    address = f'href="/games/{finished.public_id}/?spoilers=no"'
    assert missing(listed, address, f"/games/{finished.public_id}/board.svg") == []
    assert not re.search(r"[Rr]esign|\bwon\b|\d+ steps", listed)


def test_findings_of_bots_are_labelled(client: Client) -> None:
    submit(many(12, x_simulated=True))
    stats_services.count_games(Game.objects.values_list("pk", flat=True))
    text = page(client, "/")
    sentence = "Goryō is ahead: it wins 100 % of games."
    address = 'href="/stats/goryo/roles/?simulated=yes"'
    assert missing(text, "Bots only", sentence, address, "12 games") == []
    assert sentence in page(client, "/stats/goryo/?simulated=yes")
    submit(many(10, start=50))
    stats_services.count_games(Game.objects.values_list("pk", flat=True))
    text = page(client, "/")
    assert missing(text, "Cannot tell: few players", "10 games") == []
    assert present(text, "Bots only", sentence, "12 games") == []


def test_a_thumbnail_is_a_picture_of_the_middle(client: Client, finished: Game) -> None:
    answer = get(client, f"/games/{finished.public_id}/board.svg")
    assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
    assert client.get(f"/games/{finished.public_id}/board.svg", headers={
        "If-None-Match": answer["ETag"]}).status_code == 304  # fmt: skip
    assert client.get("/games/nonexistent0/board.svg").status_code == 404
