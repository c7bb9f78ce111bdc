"""The audit log: everything that staff change, and that no one can change it."""

import pytest
from django.contrib.auth.models import Group, User
from django.core.cache import cache
from django.test import Client

from moderation.models import AppendOnly, AuditEntry
from replays import services as replay_services
from replays.models import Game, NameRequest
from tests.support.pages import act, get, page, present
from tests.unit.visibility.owners import play, stored

pytestmark = pytest.mark.django_db


def entries(**conditions: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(**conditions).order_by("pk"))


def test_actions_of_the_admin_are_recorded_with_what_changed(boss: Client) -> None:
    game = stored(play(1), "ann")
    answer = boss.post(
        "/admin/replays/game/",
        {"action": "withdraw", "_selected_action": [game.pk], "reason": "made up"},
    )
    (entry,) = entries(action="withdraw")
    assert entry.who.startswith("boss (")
    assert (entry.target_kind, entry.reason) == ("replays.Game", "made up")
    assert game.public_id in entry.target
    assert entry.before == {"withdrawn_at": None, "withdrawn_reason": ""}
    assert entry.after["withdrawn_reason"] == "made up"
    assert entry.request_id == answer["X-Request-ID"]
    act(boss, "game", "delete_selected", game.pk, post="yes")
    (entry,) = entries(action="delete")
    assert entry.before["public_id"] == game.public_id
    assert "canonical" in entry.before
    assert len(str(entry.before["canonical"])) < 200


def test_requests_about_names_are_recorded_without_secrets(boss: Client) -> None:
    stored(play(1, players=[{"role": "goryo", "name": "Jane"}]))
    wish, _ = replay_services.request_name_change("hide", "Jane")
    act(boss, "namerequest", "accept", wish.pk)
    (entry,) = entries(action="accept")
    assert (entry.before["state"], entry.after["state"]) == ("open", "accepted")
    stored_text = str(AuditEntry.objects.values())
    assert NameRequest.objects.get().edit_key not in stored_text


def test_forms_of_the_admin_are_recorded(boss: Client) -> None:
    group = Group.objects.create(name="moderators")
    fields = {"username": "eve", "password1": "Sehr-geheim-1", "password2": "Sehr-geheim-1"}
    answer = boss.post("/admin/auth/user/add/", fields | {"usable_password": "true"})
    assert answer.status_code == 302, answer.content
    user = User.objects.get(username="eve")
    change = {
        "username": "eve", "is_staff": "on", "is_active": "on", "groups": [group.pk],
        "email": "eve@example.org",
        "date_joined_0": "2026-11-30", "date_joined_1": "05:00:00",
    }  # fmt: skip
    answer = boss.post(f"/admin/auth/user/{user.pk}/change/", change)
    assert answer.status_code == 302, answer.content
    add, changed = entries(target_kind="auth.User")
    assert (add.action, add.after["username"]) == ("add", "eve")
    assert changed.before["is_staff"] is False
    assert (changed.after["is_staff"], changed.after["groups"]) == (True, [str(group.pk)])
    password = {"password1": "Noch-geheimer-2", "password2": "Noch-geheimer-2"}
    boss.post(f"/admin/auth/user/{user.pk}/password/", password | {"usable_password": "true"})
    user.refresh_from_db()
    assert user.check_password("Noch-geheimer-2")
    assert "password" in entries(action="change")[-1].reason.lower()
    text = str(AuditEntry.objects.values())
    assert present(text, user.password, "geheim") == []
    boss.post(f"/admin/auth/user/{user.pk}/delete/", {"post": "yes"})
    (deleted,) = entries(action="delete")
    assert (deleted.before["username"], deleted.before["email"][:2]) == ("eve", "15")
    assert "eve@example.org" not in str(AuditEntry.objects.values())


def test_sign_ins_of_staff_are_recorded(db: None) -> None:
    cache.clear()
    User.objects.create_superuser("boss", password="Sehr-geheim-1")
    User.objects.create_user("user", password="Sehr-geheim-1")
    for name in ("boss", "user"):
        assert Client().login(username=name, password="Sehr-geheim-1")
    form = {"username": "boss", "password": "Sehr-geheim-1", "next": "/admin/"}
    assert Client().post("/admin/login/", form).status_code == 302
    assert [entry.action for entry in entries()] == ["signed in"] * 2


def test_no_one_changes_the_log(boss: Client) -> None:
    stored(play(1))
    act(boss, "game", "withdraw", Game.objects.get().pk)
    entry = entries(action="withdraw")[0]
    path = "/admin/moderation/auditentry/"
    assert "withdraw" in page(boss, path)
    assert "withdraw" in page(boss, f"{path}{entry.pk}/change/")
    get(boss, f"{path}add/", 403)
    for change in ("change", "delete"):
        form = {"who": "someone else", "post": "yes"}
        assert boss.post(f"{path}{entry.pk}/{change}/", form).status_code == 403
    form = {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}
    boss.post(path, form)
    permissions = {f"moderation.{verb}_auditentry" for verb in ("add", "change", "delete")}
    assert not permissions & User.objects.get().get_all_permissions()
    entry.who = "someone else"
    rows = AuditEntry.objects.all()
    for write in (
        entry.save, entry.delete, rows.delete, lambda: rows.update(who="x"),
        lambda: rows.bulk_update([entry], ["who"]),
    ):  # fmt: skip
        with pytest.raises(AppendOnly):
            write()
    assert AuditEntry.objects.get(pk=entry.pk).who != "someone else"
