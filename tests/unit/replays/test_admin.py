"""Withdrawing, restoring and deleting games; Django's admin: see everything but the bytes, change
little.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moderation.models import AuditEntry
from replays import services as replay_services
from replays.models import Collection, CollectionGame, Event, Game, GameTag, RawFile, Upload
from replays.signals import games_restored, games_withdrawn
from tests.support.pages import act, page, present

from .logs import counts, many, read, submit

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("boss"))
    submit(many(2, site=EVIL), filename="<b>.json")
    return client


def test_lists_and_pages_open_and_show_no_bytes(boss: Client) -> None:
    game, upload = Game.objects.first(), Upload.objects.get()
    branch, _ = replay_services.begin_branch(game, 3, "public", name=EVIL)
    notes, _ = replay_services.begin_notes(game, "public", title=EVIL, author=EVIL)
    lists = ("branch/", "annotationset/?q=alert", "game/", "upload/", "board/", "game/?q=jane")
    rows = {"branch": branch, "annotationset": notes, "game": game, "upload": upload}
    secrets = ("<b>.json", "<script>alert", branch.edit_key, notes.edit_key, branch.seed)
    for path in (*lists, *(f"{model}/{row.pk}/change/" for model, row in rows.items())):
        text = page(boss, f"/admin/replays/{path}")
        assert present(text, *secrets) == []
        assert "goryo-log/1" not in text or not path.startswith("upload")
    for path, status in (("game/add/", 403), ("rawfile/", 404)):
        page(boss, f"/admin/replays/{path}", status)


def test_rows_are_read_only(boss: Client) -> None:
    game = Game.objects.first()
    form = {"winner": "samurai", "edition": "2019", "seats-TOTAL_FORMS": "0"}
    boss.post(f"/admin/replays/game/{game.pk}/change/", form | {"seats-INITIAL_FORMS": "0"})
    game.refresh_from_db()
    assert (game.winner, game.edition) == ("goryo", "2024")


def test_actions(boss: Client) -> None:
    ids = list(Game.objects.values_list("pk", flat=True))
    act(boss, "game", "withdraw", *ids)
    assert Game.objects.visible().count() == 0
    act(boss, "game", "restore", *ids)
    assert Game.objects.visible().count() == 2
    act(boss, "game", "delete_selected", ids[0], post="yes")
    assert Game.objects.count() == 1


def test_collections_events_and_tags_are_deleted_and_audited(boss: Client) -> None:
    game = Game.objects.first()
    owner = "key-of-an-owner"
    collection = Collection.objects.create(owner=owner, title=EVIL)
    CollectionGame.objects.create(collection=collection, game=game, owner=owner, position=1)
    event = Event.objects.create(owner=owner, title=EVIL)
    event.games.add(game)
    tag = GameTag.objects.create(owner=owner, game=game, label=EVIL, key="evil")
    for row in (collection, event, tag):
        model, label = row._meta.model_name, row._meta.label
        path = f"/admin/replays/{model}/"
        for text in (page(boss, path), page(boss, f"{path}{row.pk}/change/")):
            assert present(text, "<script>alert", owner) == []
        answer = boss.post(f"{path}{row.pk}/delete/", {"post": "yes"})
        assert answer.status_code == 302, answer.content
        assert not type(row).objects.exists()
        assert AuditEntry.objects.filter(action="delete", target_kind=label).exists()
    assert Game.objects.count() == 2


def test_an_internal_error_can_be_retried(boss: Client, enqueued: list[int]) -> None:
    upload = Upload.objects.get()
    Upload.objects.update(state="fault", fault_id="x")
    act(boss, "upload", "read_again", upload.pk)
    assert (counts(upload)[0], upload.fault_id) == ("received", "")
    assert read(upload)[0] == "done"


def test_the_admin_needs_a_login(client: Client) -> None:
    assert client.get("/admin/replays/game/").status_code == 302


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
    assert [replay_services.withdraw_games([game.pk]) for _ in range(2)] == [1, 0]
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


def test_a_withdrawn_game_is_in_no_list(client: Any) -> None:
    """That its pages answer like those of an unknown game: `tests/faults/test_leaks.py`."""
    submit(many(1))
    game, upload = Game.objects.get(), Upload.objects.get()
    replay_services.withdraw_games([game.pk])
    page(client, f"/games/{game.public_id}/log.txt", 404)
    lists = ("/api/v1/games/", "/games/", f"/api/v1/uploads/{upload.public_id}/")
    for path in (*lists, upload.get_absolute_url()):
        assert game.public_id not in page(client, path)
