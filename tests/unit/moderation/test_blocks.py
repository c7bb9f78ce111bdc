"""Blocks of owner keys, accounts and networks: what a blocked client gets, and until when."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.keys import account_key, account_of
from accounts.tokens import create_token
from moderation import services
from moderation.models import Block
from moderation.networks import networks_around
from moderation.services import Actor
from replays.access.scopes import SCOPES
from replays.models import Game
from replays.services import Refusal
from tests.support.pages import get, get_json, page
from tests.unit.replays.logs import as_json
from tests.unit.visibility.owners import key_of, play, send, stored

pytestmark = pytest.mark.django_db
BOSS = Actor("boss")


@pytest.fixture(autouse=True)
def _no_limits_yet(db: None) -> None:
    cache.clear()


def block(kind: str, subject: str, days: float = 3) -> Block:
    until = timezone.now() + timedelta(days=days)
    return services.add_block(kind, subject, "fake games", until, BOSS)


def upload(client: Client, seed: int, **headers: Any) -> int:
    data = as_json(play(seed))
    return client.post("/api/v1/games/", data, "application/json", **headers).status_code


def test_a_blocked_key_reads_and_does_not_write(db: None) -> None:
    game = stored(play(1), "ann")
    ends = block("key", key_of("ann")).expires_at
    body = send(play(2), "ann", status=403)
    assert (body["code"], body["error"]["until"]) == ("blocked", ends.isoformat())
    assert "fake games" in body["detail"]
    assert f"{ends:%Y-%m-%d}" in body["detail"]
    headers = {"Owner-Key": "ann-has-a-secret-key"}
    for method, path in (
        ("PATCH", f"/api/v1/games/{game.public_id}/"),
        ("POST", f"/api/v1/games/{game.public_id}/notes/"),
    ):
        answer = Client().generic(method, path, "{}", "application/json", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "blocked")
    assert Game.objects.count() == 1
    get_json(Client(headers=headers), f"/api/v1/games/{game.public_id}/")
    send(play(2), "ben")


def test_a_block_ends_at_its_time_or_when_it_is_lifted(db: None) -> None:
    first, second = block("key", key_of("ann")), block("key", key_of("ben"))
    Block.objects.filter(pk=first.pk).update(expires_at=timezone.now())
    send(play(1), "ann")
    send(play(2), "ben", status=403)
    services.lift_block(second, BOSS)
    send(play(2), "ben")
    with pytest.raises(Refusal, match="already ended"):
        services.lift_block(second, BOSS)


def test_a_blocked_account_is_blocked_with_all_its_keys_and_tokens(db: None) -> None:
    user = User.objects.create_user("ann", "ann@example.org")
    own_key = account_key(account_of(user))
    _, token = create_token(user, "test", frozenset(SCOPES), 30)
    bearer = {"HTTP_AUTHORIZATION": f"Bearer {token}"}
    assert upload(Client(), 1, **bearer) == 201
    row = block("account", "ANN@example.org")
    assert row.subject == str(user.pk)
    assert upload(Client(), 2, **bearer) == 403
    browser = Client()
    browser.force_login(user)
    form = {"name": "Ann", "wish": "hide"}
    answer = browser.post("/upload/", {"text": "x"})
    assert answer.status_code == 403
    text = answer.content.decode()
    assert "You are blocked" in text
    assert "fake games" in text
    assert browser.post("/it/upload/", {"text": "x"}).status_code == 403
    assert browser.post("/names/", form).status_code == 302, "requests about names stay possible"
    page(browser, "/account/")
    assert browser.post("/account/", {"action": "save", "name": "A"}).status_code == 302
    for path in ("games/x/players/", "webhooks/", "webhooks/x/", "following/"):
        for prefix in ("", "/it"):
            answer = browser.post(f"{prefix}/account/{path}", {"action": "invite"})
            assert (path, answer.status_code) == (path, 403)
    assert browser.post("/account/following/stop/x/").status_code == 404, "digests can be ended"
    page(browser, "/account/following/")
    assert own_key
    assert Client().post("/upload/", {"text": "x"}).status_code != 403


def test_networks(db: None) -> None:
    block("network", "192.0.2.9/24")
    block("network", "2001:db8:1::/48")
    for address, status in (
        ("192.0.2.200", 403),
        ("192.0.3.1", 422),
        ("2001:db8:1:7::1", 403),
        ("2001:db8:2::1", 422),
        ("::ffff:192.0.2.1", 403),
    ):
        client = Client(REMOTE_ADDR=address)
        answer = client.post("/api/v1/games/", b"nonsense", "application/json")
        assert (address, answer.status_code) == (address, status)
        get(client, "/games/")
    assert "192.0.0.0/16" in set(networks_around("192.0.2.1"))


def test_subjects_that_can_not_be_blocked(db: None) -> None:
    User.objects.create_superuser("boss", "boss@example.org")
    wrong = (
        ("network", "0.0.0.0/0"), ("network", "2001::/16"), ("network", "home"), ("key", "short"),
        ("account", "boss@example.org"), ("account", "other@example.org"), ("account", ""),
    )  # fmt: skip
    for kind, subject in wrong:
        with pytest.raises(Refusal):
            block(kind, subject)
    with pytest.raises(Refusal, match="future"):
        block("network", "192.0.2.1", days=-1)
    assert not Block.objects.exists()


def test_staff_add_and_lift_blocks_in_the_admin(boss: Client) -> None:
    path = "/admin/moderation/block/"
    form = {"kind": "network", "subject": "192.0.2.1", "reason": "spam", "days": "7"}
    assert "larger" not in page(boss, f"{path}add/")
    bad = boss.post(f"{path}add/", form | {"subject": "1.2.3.4/8"})
    assert "too large" in bad.content.decode()
    assert boss.post(f"{path}add/", form).status_code == 302
    row = Block.objects.get()
    assert (row.subject, row.reason) == ("192.0.2.1/32", "spam")
    assert (
        timedelta(0) <= timedelta(days=7) - (row.expires_at - row.created_at) < timedelta(hours=1)
    )
    assert boss.post(f"{path}{row.pk}/change/", form | {"reason": "other"}).status_code in (
        302,
        403,
    )
    row.refresh_from_db()
    assert row.reason == "spam"
    boss.post(path, {"action": "lift", "_selected_action": [row.pk], "reason": "mistake"})
    row.refresh_from_db()
    assert not row.is_active
    # staff are not locked out of the admin by a block of their own network
    block("network", "127.0.0.1")
    assert boss.post(f"{path}add/", form).status_code == 302
