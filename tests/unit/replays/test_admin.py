"""Django's admin: see everything but the bytes, change little."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from replays import services as replay_services
from replays.models import Game, Upload

from .logs import counts, many, read, submit

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    submit(many(2, site=EVIL), filename="<b>.json")
    return client


def act(boss: Client, model: str, action: str, ids: list[int], **more: str) -> None:
    form = {"action": action, "_selected_action": ids, **more}
    boss.post(f"/admin/replays/{model}/", form)


def test_lists_and_pages_open_and_show_no_bytes(boss: Client) -> None:
    game, upload = Game.objects.first(), Upload.objects.get()
    assert game is not None
    branch, _ = replay_services.begin_branch(game, 3, "public", name=EVIL)
    notes, _ = replay_services.begin_notes(game, "public", title=EVIL, author=EVIL)
    lists = ("branch/", "annotationset/?q=alert", "game/", "upload/", "board/", "game/?q=jane")
    rows = {"branch": branch, "annotationset": notes, "game": game, "upload": upload}
    secrets = ("<b>.json", "<script>alert", branch.edit_key, notes.edit_key, branch.seed)
    for path in (*lists, *(f"{model}/{row.pk}/change/" for model, row in rows.items())):
        answer = boss.get(f"/admin/replays/{path}")
        assert answer.status_code == 200, path
        for text in (*secrets, *(["goryo-log/1"] if path.startswith("upload") else [])):
            assert text not in answer.content.decode()
    assert boss.get("/admin/replays/game/add/").status_code == 403
    assert boss.get("/admin/replays/rawfile/").status_code == 404


def test_rows_are_read_only(boss: Client) -> None:
    game = Game.objects.first()
    assert game is not None
    form = {"winner": "samurai", "edition": "2019"}
    form |= {"seats-TOTAL_FORMS": "0", "seats-INITIAL_FORMS": "0"}
    boss.post(f"/admin/replays/game/{game.pk}/change/", form)
    game.refresh_from_db()
    assert (game.winner, game.edition) == ("goryo", "2024")


def test_actions(boss: Client) -> None:
    ids = list(Game.objects.values_list("pk", flat=True))
    act(boss, "game", "withdraw", ids)
    assert Game.objects.visible().count() == 0
    act(boss, "game", "restore", ids)
    assert Game.objects.visible().count() == 2
    act(boss, "game", "delete_selected", ids[:1], post="yes")
    assert Game.objects.count() == 1


def test_an_internal_error_can_be_retried(
    boss: Client, enqueued: list[int], django_capture_on_commit_callbacks: object
) -> None:
    upload = Upload.objects.get()
    Upload.objects.update(state="fault", fault_id="x")
    act(boss, "upload", "read_again", [upload.pk])
    assert (counts(upload)[0], upload.fault_id) == ("received", "")
    assert read(upload)[0] == "done"


def test_the_admin_needs_a_login(client: Client) -> None:
    assert client.get("/admin/replays/game/").status_code == 302
