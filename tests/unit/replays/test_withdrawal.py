"""Games out of sight, back, and away; and who is told."""

from typing import Any

import pytest

from replays import services as replay_services
from replays.models import Game, RawFile, Upload, UploadSource
from replays.signals import games_restored, games_withdrawn

from .logs import many

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def told() -> Any:
    heard: list[tuple[str, list[int]]] = []

    def withdrawn(game_ids: list[int], **_: Any) -> None:
        heard.append(("withdrawn", sorted(game_ids)))

    def restored(game_ids: list[int], **_: Any) -> None:
        heard.append(("restored", sorted(game_ids)))

    games_withdrawn.connect(withdrawn)
    games_restored.connect(restored)
    yield heard
    games_withdrawn.disconnect(withdrawn)
    games_restored.disconnect(restored)


def test_withdrawing_twice_tells_once(told: list[Any]) -> None:
    replay_services.submit(many(1), source=UploadSource.API)
    game = Game.objects.get()
    assert replay_services.withdraw(game) is True
    assert replay_services.withdraw(game) is False
    assert replay_services.restore_games([game.pk]) == 1
    assert told == [("withdrawn", [game.pk]), ("restored", [game.pk])]


def test_every_way_of_deleting_tells(told: list[Any]) -> None:
    replay_services.submit(many(3), source=UploadSource.API)
    first, second, third = Game.objects.order_by("pk").values_list("pk", flat=True)
    replay_services.withdraw_games([third])
    replay_services.delete_games([first])
    Game.objects.filter(pk=second).delete()
    Game.objects.get(pk=third).delete()
    assert told == [("withdrawn", [pk]) for pk in (third, first, second)]
    assert Game.objects.count() == 0
    assert (RawFile.objects.count(), Upload.objects.count()) == (1, 1), "what came stays"


def test_a_withdrawn_game_answers_as_an_unknown_one(client: Any) -> None:
    replay_services.submit(many(1), source=UploadSource.API)
    game = Game.objects.get()
    paths = [
        "/games/{}/",
        "/games/{}/log.json",
        "/games/{}/log.txt",
        "/api/v1/games/{}/",
        "/api/v1/games/{}/steps/",
        "/api/v1/games/{}/log/",
    ]
    assert [client.get(path.format(game.public_id)).status_code for path in paths] == [200] * len(
        paths
    )
    replay_services.withdraw(game)
    for path in paths:
        for method in (client.get, client.head):
            gone, unknown = method(path.format(game.public_id)), method(path.format("AAAAAAAAAAAA"))
            assert gone.status_code == unknown.status_code == 404
            body = gone.content.replace(game.public_id.encode(), b"AAAAAAAAAAAA")
            assert body == unknown.content
    assert client.get("/api/v1/games/").json()["games"] == []
    assert game.public_id not in client.get("/games/").content.decode()
    upload = Upload.objects.get()
    assert game.public_id not in client.get(f"/api/v1/uploads/{upload.public_id}/").content.decode()
    assert game.public_id not in client.get(upload.get_absolute_url()).content.decode()
