"""Finished games are handed to play trackers with names, roles and results."""

import json
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client

from games.core.codec import canonical_json
from replays.models import Game
from replays.reads import plays
from tests.support.pages import get, missing, page, present
from tests.unit.analytics.gorinto_logs import of_every_mode
from tests.unit.replays.logs import UNFINISHED, as_json, json_log, submit, text_log

pytestmark = pytest.mark.django_db
ADDRESS = "https://kifu.example/games/x/"


def data_of(link: str) -> dict[str, Any]:
    """Return what a link gives to BG Stats."""
    start, _, data = link.partition("?data=")
    assert start == "https://app.bgstatsapp.com/createPlay.html"
    return dict(json.loads(unquote(data)))


def sent(game: Game) -> dict[str, Any]:
    play = plays.play_of(game)
    assert play is not None
    return data_of(plays.bg_stats_link(play, ADDRESS))


def stored(data: bytes) -> Game:
    """Store the first game of a file."""
    game = submit(data).items.earliest("pk").game
    assert game is not None
    return game


def test_bg_stats_gets_names_roles_and_the_result() -> None:
    log = json_log(played_at="2026-11-20")
    log["events"][-1]["at"] = 1801.5
    found = sent(game := stored(as_json(log)))
    players = [(p["name"], p["role"], p["rank"], p["winner"]) for p in found.pop("players")]
    assert players == [("Jane", "Goryō", 1, True), ("John", "Samurai", 2, False)]
    assert found == {
        "sourceName": "Kifu House",
        "sourcePlayId": game.public_id,
        "board": "2024",
        "comments": ADDRESS,
        "game": {"name": "Goryō", "sourceGameId": "goryo", "highestWins": True, "noPoints": True},
        "playDate": "2026-11-20 00:00:00",
        "durationMin": 31,
    }


def test_the_time_of_day_is_local() -> None:
    log = json_log(played_at="2026-11-20T19:30:05+09:00")
    assert sent(stored(as_json(log)))["playDate"] == "2026-11-20 19:30:00"


def test_players_of_gorinto_have_points_and_one_starts() -> None:
    for log in of_every_mode(1):
        players = sent(stored(as_json(log)))["players"]
        has_partners = "partners" in str(log["ruleset"])
        has_ranks = any("rank" in player for player in players)
        n_starting = sum(player["startPlayer"] for player in players)
        assert n_starting == (has_ranks and not has_partners), log["ruleset"]
        for player in players:
            assert {"winner", "startPlayer"} <= player.keys(), "the app for Android needs them"
            assert ("score" in player) == ("rank" in player)
        ranks = [(p["rank"], -int(p["score"])) for p in players if "rank" in p]
        assert [rank for rank, _ in sorted(ranks)] == sorted(rank for rank, _ in ranks)
        best = {p["name"] for p in players if p.get("rank") == 1}
        assert not best or best == {p["name"] for p in players if p["winner"]}


def test_a_name_that_is_not_shown_is_in_nothing_that_is_sent() -> None:
    game = stored(text_log(Jane="Yuzuriha", John="Tsubaki"))
    first = sent(game)["players"][0]["sourcePlayerId"]
    Game.objects.filter(pk=game.pk).update(hidden_seats=1)
    seat = game.seats.get(role="goryo")
    seat.name, seat.name_key, seat.person, seat.initials = None, None, None, "Y."
    seat.save()
    game = Game.objects.get(pk=game.pk)
    play = plays.play_of(game)
    assert play is not None
    link, text = plays.bg_stats_link(play, ADDRESS), plays.play_text(play, ADDRESS)
    assert "Yuzuriha" not in link + text
    assert first not in link
    assert data_of(link)["players"][0]["name"] == "Y."


def test_the_text_names_everything_once() -> None:
    play = plays.play_of(stored(text_log()))
    assert play is not None
    assert plays.play_text(play, ADDRESS).splitlines() == [
        "Goryō (2024), Nov. 20, 2026",
        "Jane – Goryō, won",
        "John – Samurai",
        ADDRESS,
    ]


def test_only_finished_games_of_people_have_the_page(client: Client) -> None:
    unfinished = stored(UNFINISHED.encode())
    assert plays.play_of(unfinished) is None
    simulated = stored(as_json(json_log(x_simulated=True)))
    for game in (unfinished, simulated):
        get(client, f"/games/{game.public_id}/play/", 404)
        assert present(page(client, f"/games/{game.public_id}/share/"), "/play/") == []
    finished = stored(text_log(Jane="Ann", John="Ben"))
    assert "/play/" in page(client, f"/games/{finished.public_id}/share/")
    text = page(client, f"/games/{finished.public_id}/play/")
    assert missing(text, "Open in BG Stats", "BoardGameGeek", "Ann – Goryō, won") == []


def test_a_game_that_the_engine_refuses_has_no_play(client: Client) -> None:
    """Only its first steps can be read, so the result is not known."""
    game = stored(as_json(json_log()))
    log = json.loads(game.canonical)
    log["events"][-1] = log["events"][0]
    Game.objects.filter(pk=game.pk).update(
        canonical=canonical_json(log), digest="0" * 64, refused_by="9.9"
    )
    get(client, f"/games/{game.public_id}/play/", 404)
    assert f"/games/{game.public_id}/play/" not in page(client, f"/games/{game.public_id}/share/")
