"""Webhooks that an app creates with the access that a user gave it: only its own, and only as long
as the user allows it.
"""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts.models import HookEvent, Webhook
from accounts.services import deliveries
from accounts.services.claims import own_key
from accounts.services.outbox import make_events
from accounts.services.programs import register_program, revoke_program
from accounts.services.sweep import sweep_accounts
from replays.models import Record
from tests.unit.visibility.owners import play, stored

from .conftest import sign_in
from .receiver import Receiver
from .test_programs import CALLBACK, exchange, tokens

pytestmark = pytest.mark.django_db
PATH = "/api/v1/webhooks/"


@pytest.fixture
def program(user: User) -> Application:
    """A program that a user registered."""
    return register_program(user, "A bot", [CALLBACK])


@pytest.fixture
def browser(user: User, client: Client) -> Client:
    """A browser of the user, signed in."""
    sign_in(client)
    return client


def send(token: str, method: str, path: str, status: int, **body: Any) -> Any:
    """Send a request with a token; return the answer."""
    answer = Client().generic(
        method, path, json.dumps(body), "application/json", HTTP_AUTHORIZATION=f"Bearer {token}"
    )
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def new_hook(token: str, receiver: Receiver, games: str = "public", status: int = 201) -> Any:
    """Create a webhook with a token; return the answer."""
    body = {"url": receiver.url, "events": ["game.stored"], "games": games}
    return send(token, "POST", PATH, status, **body)


def scoped(browser: Client, program: Application, scope: str = "webhooks") -> Any:
    """Return the tokens of a program that the user allowed this."""
    return tokens(browser, program, scope=scope)


def is_due() -> bool:
    """Store a public game; return whether an event about it is due."""
    HookEvent.objects.all().delete()
    stored(play(Record.objects.count() + 1), "ben")
    while make_events():
        pass
    return bool(deliveries.due_webhooks())


def test_an_app_sees_and_changes_only_its_own_webhooks(
    browser: Client,
    program: Application,
    receiver: Receiver,
    user: User,
    bearer: Callable[..., dict[str, str]],
) -> None:
    personal = bearer()["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
    of_user = new_hook(personal, receiver)["id"]
    app = scoped(browser, program)["access_token"]
    other = scoped(browser, register_program(user, "Another", [CALLBACK]))["access_token"]
    own = new_hook(app, receiver)
    assert own["secret"]
    assert [hook["id"] for hook in send(app, "GET", PATH, 200)["webhooks"]] == [own["id"]]
    assert send(other, "GET", PATH, 200)["webhooks"] == []
    for token, hidden in ((app, of_user), (other, own["id"]), (other, of_user)):
        for method, part in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "test/")):
            send(token, method, f"{PATH}{hidden}/{part}", 404)
        send(token, "GET", f"{PATH}{hidden}/deliveries/", 404)
    assert len(send(personal, "GET", PATH, 200)["webhooks"]) == 2, "the user sees all"
    assert "created by the app A bot" in browser.get("/account/webhooks/").content.decode()
    send(app, "PATCH", f"{PATH}{own['id']}/", 200, events=["game.removed"])
    send(app, "DELETE", f"{PATH}{own['id']}/", 204)


def test_an_app_needs_the_scopes_and_has_few_webhooks(
    browser: Client, program: Application, receiver: Receiver
) -> None:
    without = scoped(browser, program, "upload")["access_token"]
    assert new_hook(without, receiver, status=403)["error"]["scope"] == "webhooks"
    app = scoped(browser, program)["access_token"]
    assert new_hook(app, receiver, "own", 403)["error"]["scope"] == "read:private"
    for _ in range(3):
        new_hook(app, receiver)
    assert new_hook(app, receiver, status=422)["code"] == "bad_webhook"


def test_events_end_with_the_access_of_the_app(
    user: User, browser: Client, program: Application, receiver: Receiver
) -> None:
    app = scoped(browser, program)
    new_hook(app["access_token"], receiver)
    assert is_due()
    AccessToken.objects.update(expires=timezone.now() - timedelta(hours=1))
    assert is_due(), "the app can refresh its token"
    refresh = {"grant_type": "refresh_token", "refresh_token": app["refresh_token"]}
    assert exchange(program, "", **refresh).status_code == 200
    assert is_due()
    RefreshToken.objects.update(revoked=timezone.now())
    AccessToken.objects.update(expires=timezone.now() - timedelta(hours=1))
    assert not is_due()
    assert Webhook.objects.exists()
    scoped(browser, program, "upload")
    assert not is_due(), "the user no longer allows webhooks"
    scoped(browser, program)
    assert is_due()
    revoke_program(user, program.pk)
    assert not Webhook.objects.exists()


def test_own_games_need_both_scopes_until_the_delivery(
    user: User, browser: Client, program: Application, receiver: Receiver
) -> None:
    app = scoped(browser, program, "webhooks read:private")["access_token"]
    hook = new_hook(app, receiver, "own")
    stored(play(50), "ann", "private")
    Record.objects.update(owner=own_key(user))
    HookEvent.objects.create(hook=Webhook.objects.get(), type="game.stored", subject="x", body="{}")
    assert deliveries.due_webhooks() == [Webhook.objects.get(public_id=hook["id"]).pk]
    AccessToken.objects.update(scope="webhooks")
    assert deliveries.due_webhooks() == []
    deliveries.deliver(Webhook.objects.get().pk)
    assert receiver.requests == []


def test_webhooks_of_apps_without_tokens_are_swept(
    browser: Client, program: Application, receiver: Receiver
) -> None:
    new_hook(scoped(browser, program)["access_token"], receiver)
    sweep_accounts()
    assert Webhook.objects.exists()
    long_ago = timezone.now() - timedelta(days=200)
    RefreshToken.objects.update(revoked=long_ago, created=long_ago)
    AccessToken.objects.update(expires=long_ago)
    sweep_accounts()
    assert not AccessToken.objects.exists()
    assert not Webhook.objects.exists()
