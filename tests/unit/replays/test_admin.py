"""Django's admin: look at everything, change little, never show the bytes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from replays import services as replay_services
from replays.models import Game, Upload, UploadSource

from .logs import many

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    replay_services.submit(
        many(2, site="<script>alert(1)</script>"), filename="<b>.json", source=UploadSource.API
    )
    return client


def test_lists_and_pages_open_and_show_no_bytes(boss: Client) -> None:
    game, upload = Game.objects.first(), Upload.objects.get()
    assert game is not None
    evil = "<script>alert(1)</script>"
    branch, _ = replay_services.begin_branch(game, 3, "public", name=evil)
    notes, _ = replay_services.begin_notes(game, "public", title=evil, author=evil)
    paths = [
        "branch/",
        f"branch/{branch.pk}/change/",
        "annotationset/?q=alert",
        f"annotationset/{notes.pk}/change/",
        "game/",
        f"game/{game.pk}/change/",
        "upload/",
        f"upload/{upload.pk}/change/",
        "board/",
        "game/?q=jane",
    ]
    for path in paths:
        answer = boss.get(f"/admin/replays/{path}")
        assert answer.status_code == 200, path
        assert b"<b>.json" not in answer.content
        assert b"<script>alert" not in answer.content
        assert branch.edit_key.encode() not in answer.content
        assert notes.edit_key.encode() not in answer.content
        assert branch.seed.encode() not in answer.content
        if path.startswith("upload"):
            assert b"goryo-log/1" not in answer.content
    assert boss.get("/admin/replays/game/add/").status_code == 403
    assert boss.get("/admin/replays/rawfile/").status_code == 404


def test_nothing_can_be_typed_over(boss: Client) -> None:
    game = Game.objects.first()
    assert game is not None
    boss.post(
        f"/admin/replays/game/{game.pk}/change/",
        {
            "winner": "samurai",
            "edition": "2019",
            "seats-TOTAL_FORMS": "0",
            "seats-INITIAL_FORMS": "0",
        },
    )
    game.refresh_from_db()
    assert (game.winner, game.edition) == ("goryo", "2024")


def test_actions(boss: Client) -> None:
    ids = list(Game.objects.values_list("pk", flat=True))
    boss.post("/admin/replays/game/", {"action": "withdraw", "_selected_action": ids})
    assert Game.objects.visible().count() == 0
    boss.post("/admin/replays/game/", {"action": "restore", "_selected_action": ids})
    assert Game.objects.visible().count() == 2
    boss.post(
        "/admin/replays/game/",
        {"action": "delete_selected", "_selected_action": ids[:1], "post": "yes"},
    )
    assert Game.objects.count() == 1


def test_a_fault_can_be_read_again(
    boss: Client, enqueued: list[int], django_capture_on_commit_callbacks: object
) -> None:
    upload = Upload.objects.get()
    Upload.objects.update(state="fault", fault_id="x")
    boss.post("/admin/replays/upload/", {"action": "read_again", "_selected_action": [upload.pk]})
    upload.refresh_from_db()
    assert (upload.state, upload.fault_id) == ("received", "")
    replay_services.read_waiting(upload.pk)
    upload.refresh_from_db()
    assert upload.state == "done"


def test_it_is_closed_to_others(client: Client) -> None:
    assert client.get("/admin/replays/game/").status_code == 302
