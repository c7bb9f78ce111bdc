"""Withdrawing, restoring and deleting games, and the signals."""

from typing import Any

import pytest

from replays import services as replay_services
from replays.models import Game, RawFile, Upload
from replays.signals import games_restored, games_withdrawn

from .logs import many, submit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def sent() -> Any:
    names = {games_withdrawn: "withdrawn", games_restored: "restored"}
    sent: list[tuple[str, list[int]]] = []

    def record(signal: Any, game_ids: list[int], **_: Any) -> None:
        sent.append((names[signal], sorted(game_ids)))

    for signal in names:
        signal.connect(record)
    yield sent
    for signal in names:
        signal.disconnect(record)


def test_withdrawing_twice_sends_one_signal(sent: list[Any]) -> None:
    submit(many(1))
    game = Game.objects.get()
    assert replay_services.withdraw_games([game.pk]) == 1
    assert replay_services.withdraw_games([game.pk]) == 0
    assert replay_services.restore_games([game.pk]) == 1
    assert sent == [("withdrawn", [game.pk]), ("restored", [game.pk])]


def test_every_deletion_sends_a_signal(sent: list[Any]) -> None:
    submit(many(3))
    first, second, third = Game.objects.order_by("pk").values_list("pk", flat=True)
    replay_services.withdraw_games([third])
    replay_services.delete_games([first])
    Game.objects.filter(pk=second).delete()
    Game.objects.get(pk=third).delete()
    assert sent == [("withdrawn", [pk]) for pk in (third, first, second)]
    assert Game.objects.count() == 0
    assert (RawFile.objects.count(), Upload.objects.count()) == (1, 1), "what came stays"


def test_a_withdrawn_game_answers_as_an_unknown_one(client: Any) -> None:
    submit(many(1))
    game = Game.objects.get()
    pages = ("/games/{}/", "/games/{}/log.json", "/games/{}/log.txt")
    paths = (*pages, "/api/v1/games/{}/", "/api/v1/games/{}/steps/", "/api/v1/games/{}/log/")
    assert {client.get(path.format(game.public_id)).status_code for path in paths} == {200}
    replay_services.withdraw_games([game.pk])
    for path in paths:
        for method in (client.get, client.head):
            gone, unknown = method(path.format(game.public_id)), method(path.format("AAAAAAAAAAAA"))
            assert gone.status_code == unknown.status_code == 404
            body = gone.content.replace(game.public_id.encode(), b"AAAAAAAAAAAA")
            assert body == unknown.content
    upload = Upload.objects.get()
    lists = ("/api/v1/games/", "/games/", f"/api/v1/uploads/{upload.public_id}/")
    for path in (*lists, upload.get_absolute_url()):
        assert game.public_id not in client.get(path).content.decode()
