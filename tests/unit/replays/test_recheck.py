"""A wrong stored result is marked where its game is shown, and repaired by a new upload."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from analytics import services as stats_services
from analytics.models import Cell
from replays.models import Game, Verdict
from tests.support.pages import missing, page

from .logs import UNFINISHED, as_json, json_log, many, numbered, submit

pytestmark = pytest.mark.django_db
LOG = as_json(json_log())
WRONG = {"winner": "samurai", "reason": "exorcism", "engine_version": "0.0.1"}
DOORS: dict[str, Callable[[Client], Any]] = {
    "page": lambda client: client.post("/upload/", {"file": SimpleUploadedFile("a.json", LOG)}),
    "API": lambda client: client.post("/api/v1/games/", LOG, content_type="application/json"),
    "command": lambda _: submit(LOG + b"\n"),
    "file": lambda _: submit(as_json(numbered(1), json_log(), numbered(2))),
}


def spoiled(**fields: Any) -> Game:
    """Store and count a game, then make its row wrong in the way of an earlier engine."""
    submit(LOG)
    game = Game.objects.get()
    stored = {name: getattr(game, name) for name in fields}
    assert stored != fields
    Game.objects.filter(pk=game.pk).update(**fields)
    stats_services.count_games([game.pk])
    return game


def counted_winners() -> list[tuple[str, int]]:
    return list(Cell.objects.filter(games__gt=0).values_list("winner", "games"))


@pytest.mark.parametrize("door", DOORS)
def test_an_upload_repairs_the_result_and_the_statistics(client: Client, door: str) -> None:
    game = spoiled(**WRONG)
    before = counted_winners()
    DOORS[door](client)
    game.refresh_from_db()
    assert (game.winner, game.reason) == ("goryo", "resign")
    assert game.engine_version != "0.0.1"
    verdict = Verdict.objects.get()
    assert verdict.adopted_at is not None
    assert {row["what"] for row in verdict.differences} == {"winner", "reason"}
    stats_services.sweep_games()
    assert counted_winners() != before
    assert list(stats_services.recount(check_only=True)) == []
    listed = client.get(f"/api/v1/games/{game.public_id}/").json()["outcome"]
    assert (listed["winner"], listed["reason"]) == ("goryo", "resign")


def test_a_game_that_was_refused_is_accepted_again(client: Client) -> None:
    game = spoiled(refused_by="0.0.1")
    DOORS["API"](client)
    game.refresh_from_db()
    assert game.refused_by == ""
    stats_services.sweep_games()
    assert sum(games for _, games in counted_winners()) == 1


@pytest.mark.parametrize(
    "wrong", [WRONG, {"winner": None}, {"reason": "revenge"}, {"n_events": 99}], ids=str
)
def test_the_page_marks_a_wrong_result(client: Client, wrong: dict[str, Any]) -> None:
    url = spoiled(**wrong).get_absolute_url()
    assert '<p class="note note-warn"><b>' in page(client, f"/it{url}")
    shown = ("gives a different result", "Lists show the stored result.")
    assert missing(page(client, url), *shown) == []
    assert not Verdict.objects.exists()
    DOORS["API"](client)
    assert "Lists show the stored result." not in page(client, url)


def test_the_mark_of_an_unfinished_game_reveals_nothing(client: Client) -> None:
    submit(UNFINISHED.encode())
    Game.objects.update(n_events=99)
    text = page(client, Game.objects.get().get_absolute_url())
    assert "gives a different result" in text
    assert "99" not in text.partition("gives a different result")[2][:200]


def test_right_results_are_left_alone(client: Client) -> None:
    submit(many(5))
    stored = list(Game.objects.values())
    submit(many(5) + b"\n")
    assert list(Game.objects.values()) == stored
    assert not Verdict.objects.exists()
    game = Game.objects.first()
    assert game is not None
    assert b"different result" not in client.get(game.get_absolute_url()).content
