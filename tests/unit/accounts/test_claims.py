"""Uploader keys of accounts: claiming, releasing, and whose games a request may see."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.http import HttpRequest
from django.test import Client, RequestFactory

from accounts.keys import claimed_keys, keys_of
from accounts.models import ClaimedKey, KeyOrigin
from accounts.services import claims
from replays.access.uploaders import key_of_program
from replays.models import Upload
from tests.support.pages import get, get_page
from tests.unit.replays.logs import as_json, many, numbered

from .conftest import sign_in, sign_up

pytestmark = pytest.mark.django_db
OWNER_KEY = "an owner key of a program"
ADD = "Add the games of this browser to my account"


def upload(client: Client, number: int) -> Upload:
    """Upload a game with the form."""
    text = as_json(numbered(number)).decode()
    assert client.post("/upload/", {"text": text}).status_code == 302
    return Upload.objects.latest("pk")


def request_of(user: Any) -> HttpRequest:
    """Return a request of a user."""
    request = RequestFactory().get("/")
    request.user = user
    return request


def act(client: Client, action: str, status: int = 302, **fields: Any) -> Any:
    """Send a form of the account page."""
    answer = client.post("/account/", {"action": action, **fields})
    assert answer.status_code == status
    return answer


def test_signing_up_adds_the_games_of_the_browser(client: Client) -> None:
    sent = upload(client, 1)
    user = sign_up(client)
    assert sent.uploader in claimed_keys(request_of(user))
    assert ADD not in get_page(client, "/account/")


def test_signing_in_asks(user: User, client: Client) -> None:
    sent = upload(client, 1)
    sign_in(client)
    assert sent.uploader not in keys_of(user)
    text = get_page(client, "/account/")
    assert ADD in text
    assert "This browser made 1 upload before you signed in." in text
    act(client, "claim-browser")
    assert sent.uploader in keys_of(user)
    assert ADD not in get_page(client, "/account/")


def test_a_new_browser_uploads_for_the_account(user: User) -> None:
    """Two browsers of one account continue each other's games."""
    uploads = []
    for number in (1, 2):
        client = Client()
        sign_in(client)
        uploads.append(upload(client, number))
        cache.clear()
    assert len({each.uploader for each in uploads}) == 1
    assert uploads[0].uploader in keys_of(user)
    assert ClaimedKey.objects.get(key=uploads[0].uploader).origin == KeyOrigin.ACCOUNT


def test_a_browser_keeps_what_was_not_added(user: User, client: Client) -> None:
    sent = upload(client, 1)
    sign_in(client)
    client.post("/account/sign-out/")
    assert get(client, f"/uploads/{sent.public_id}/").context["details"]
    assert upload(client, 2).uploader == sent.uploader


def test_a_browser_forgets_what_was_added(user: User, client: Client) -> None:
    sent = upload(client, 1)
    sign_in(client)
    act(client, "claim-browser")
    client.post("/account/sign-out/")
    assert not get(client, f"/uploads/{sent.public_id}/").context["details"]
    assert upload(client, 2).uploader not in keys_of(user)


def test_another_user_of_the_browser_gets_nothing(user: User, client: Client) -> None:
    sent = upload(client, 1)
    sign_in(client)
    act(client, "claim-browser")
    other = sign_up(client, "ben@example.org") if client.post("/account/sign-out/") else None
    assert other is not None
    assert sent.uploader not in keys_of(other)


def test_an_owner_key_can_be_pasted(signed_in: Client, client: Client) -> None:
    header = {"HTTP_IDEMPOTENCY_KEY": OWNER_KEY}
    client.post("/api/v1/games/", many(1), content_type="application/json", **header)
    act(signed_in, "claim-program", key=OWNER_KEY)
    user = User.objects.get()
    assert Upload.objects.get().uploader in keys_of(user)
    assert OWNER_KEY not in str(list(ClaimedKey.objects.values()))
    assert OWNER_KEY not in get_page(signed_in, "/account/")


@pytest.mark.parametrize("key", ["short", "", "x" * 201, "né è né è né è né è"])
def test_a_malformed_key_is_refused(signed_in: Client, key: str) -> None:
    answer = act(signed_in, "claim-program", 409, key=key)
    assert "could not be added" in answer.content.decode()
    assert ClaimedKey.objects.count() == 1


def test_a_key_has_one_account(user: User, client: Client) -> None:
    claims.claim_program(user, OWNER_KEY)
    other = sign_up(client, "ben@example.org")
    act(client, "claim-program", 409, key=OWNER_KEY)
    assert key_of_program(OWNER_KEY) not in keys_of(other)


def test_a_key_can_be_released(signed_in: Client) -> None:
    user = User.objects.get()
    claims.claim_program(user, OWNER_KEY)
    own, added = ClaimedKey.objects.order_by("pk")
    act(signed_in, "release", id=added.pk)
    act(signed_in, "release", id=own.pk)
    assert list(ClaimedKey.objects.all()) == [own], "the account's own key stays"


def test_only_the_owner_releases_a_key(user: User, client: Client) -> None:
    claims.claim_program(user, OWNER_KEY)
    sign_up(client, "ben@example.org")
    for pk in (*ClaimedKey.objects.values_list("pk", flat=True), "x", "", "9" * 30):
        act(client, "release", id=pk)
    assert key_of_program(OWNER_KEY) in keys_of(user)


def test_strangers_have_no_keys(user: User) -> None:
    claims.claim_program(user, OWNER_KEY)
    assert claimed_keys(request_of(AnonymousUser())) == frozenset()
    assert claimed_keys(request_of(None)) == frozenset()
    assert claimed_keys(RequestFactory().get("/")) == frozenset()


def test_a_new_secret_key_of_the_site_keeps_the_games(user: User, settings: Any) -> None:
    before = keys_of(user)
    settings.SECRET_KEY = "another key " * 5
    assert claims.own_key(user) not in before
    assert before < keys_of(user)
