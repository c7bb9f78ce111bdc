"""Fixtures of the tests of accounts."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.keys import account_of
from accounts.models import Webhook
from accounts.services import webhooks as services
from accounts.services.claims import claim_key
from accounts.tokens import create_token
from replays.access.scopes import SCOPES
from tests.unit.visibility.owners import key_of

from .receiver import EVENTS, Receiver

ADDRESS = "ann@example.org"


def code_in_mail() -> str:
    """Return the code in the newest e-mail."""
    found = re.search(r"^    (\S+)$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found[1]


def request_code(client: Client, address: str = ADDRESS, page: str = "sign-in") -> Any:
    """Send the form for a code."""
    field = {"sign-in": "login", "sign-up": "email"}[page]
    return client.post(f"/account/{page}/", {field: address})


def enter_code(client: Client, code: str, page: str = "sign-in", **more: str) -> Any:
    """Send a code."""
    return client.post(f"/account/{page}/code/", {"code": code, "action": "verify", **more})


def sign_up(client: Client, address: str = ADDRESS) -> User:
    """Create an account with a browser."""
    request_code(client, address, "sign-up")
    answer = enter_code(client, code_in_mail(), "sign-up")
    assert answer.status_code == 302, answer.content
    return User.objects.get(email=address)


def sign_in(client: Client, address: str = ADDRESS) -> Any:
    """Sign in with a browser."""
    request_code(client, address)
    return enter_code(client, code_in_mail())


@pytest.fixture
def user(db: None) -> User:
    """A user with an account, who is not signed in. The limits start from zero."""
    user = sign_up(Client())
    cache.clear()
    return user


@pytest.fixture
def signed_in(db: None, client: Client) -> Client:
    """A browser with a signed-in user."""
    sign_up(client)
    return client


@pytest.fixture
def bearer(user: User) -> Callable[..., dict[str, str]]:
    """Create a token; return the headers of a request with it."""

    def headers(*scopes: str) -> dict[str, str]:
        account_of(user)
        _, text = create_token(user, "test", frozenset(scopes or SCOPES), 30)
        return {"HTTP_AUTHORIZATION": f"Bearer {text}"}

    return headers


@pytest.fixture
def signed_in_other(user: User) -> Client:
    """A browser in which someone else is signed in."""
    client = Client()
    sign_up(client, "ben@example.org")
    return client


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_HTTP = settings.WEBHOOK_LOOPBACK = True
    receiver = Receiver()
    yield receiver
    receiver.server.shutdown()
    receiver.server.server_close()


@pytest.fixture
def make(user: User, receiver: Receiver) -> Callable[..., Webhook]:
    """Return a function that creates a webhook of a user who owns what `ann` uploads."""
    claim_key(user, key_of("ann"), "program")  # type: ignore[arg-type]

    def create(games: str = "own", url: str = receiver.url, **more: Any) -> Webhook:
        values = {"events": EVENTS, "root": "https://kifu.example/", "url": url, "games": games}
        return services.create_webhook(user, **(values | more))

    return create
