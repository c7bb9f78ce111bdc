"""Programs of others: registering, the consent of a user, PKCE, tokens and their end."""

import base64
import hashlib
import json
import logging
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.services.claims import own_key
from accounts.services.programs import is_safe, register_program
from replays.access.scopes import SCOPES
from replays.models import Upload
from tests.support.pages import get, get_page, missing, policy
from tests.unit.replays.logs import many

from .conftest import sign_in

pytestmark = pytest.mark.django_db
CALLBACK = "https://bot.example.org/callback"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=")


@pytest.fixture
def program(user: User) -> Application:
    """A program that a user registered."""
    return register_program(user, "A bot", [CALLBACK, "http://localhost:8080/"])


def query(program: Application, **changes: str | None) -> dict[str, str]:
    """Return the parameters of a request for access."""
    params = {
        "response_type": "code",
        "client_id": program.client_id,
        "redirect_uri": CALLBACK,
        "scope": "upload",
        "state": "a-state",
        "code_challenge": CHALLENGE.decode(),
        "code_challenge_method": "S256",
        **changes,
    }
    return {name: value for name, value in params.items() if value is not None}


def ask(client: Client, program: Application, **changes: str | None) -> Any:
    """Open the page on which a user allows a program."""
    return client.get(f"/oauth/authorize/?{urlencode(query(program, **changes))}")


def allow(client: Client, program: Application, **changes: str | None) -> dict[str, list[str]]:
    """Allow a program; return the parameters with which it is called."""
    address = f"/oauth/authorize/?{urlencode(query(program, **changes))}"
    answer = client.post(address, {**query(program, **changes), "allow": "True"})
    assert answer.status_code == 302, answer.content
    assert answer["Location"].startswith(CALLBACK)
    return parse_qs(urlsplit(answer["Location"]).query)


def exchange(program: Application, code: str, **changes: str) -> Any:
    """Send a code for tokens, as the program does."""
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": CALLBACK,
        "client_id": program.client_id,
        "code_verifier": VERIFIER,
        **changes,
    }
    return Client(enforce_csrf_checks=True).post("/oauth/token/", form)


def tokens(client: Client, program: Application, **changes: str | None) -> Any:
    """Return the tokens of a program that a user allowed."""
    return exchange(program, allow(client, program, **changes)["code"][0]).json()


def send(token: str) -> Any:
    return Client().post(
        "/api/v1/games/",
        many(1),
        content_type="application/json",
        HTTP_AUTHORIZATION=f"Bearer {token}",
    )


@pytest.fixture
def browser(user: User, client: Client) -> Client:
    """A browser of the user, signed in."""
    sign_in(client)
    return client


def test_a_user_allows_a_program(user: User, browser: Client, program: Application) -> None:
    page = ask(browser, program).content.decode()
    assert missing(page, "A bot", "ann@example.org", "Upload and correct games", CALLBACK) == []
    assert "Delete and restore your games, and undo changes" not in page
    called = allow(browser, program)
    assert called["state"] == ["a-state"]
    answer = exchange(program, called["code"][0])
    assert answer.status_code == 200, answer.content
    assert answer["Cache-Control"] == "no-store"
    body = answer.json()
    assert (body["token_type"], body["scope"], body["expires_in"]) == ("Bearer", "upload", 3600)
    assert send(body["access_token"]).status_code == 201
    assert Upload.objects.get().uploader == own_key(user)


def test_a_stranger_signs_in_first(client: Client, program: Application) -> None:
    answer = ask(client, program)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/sign-in/?next=/oauth/authorize/")


def test_a_user_can_refuse(browser: Client, program: Application) -> None:
    address = f"/oauth/authorize/?{urlencode(query(program))}"
    answer = browser.post(address, query(program))
    assert "error=access_denied" in answer["Location"]
    assert not Grant.objects.exists()


def test_consent_needs_the_token_of_its_form(user: User, program: Application) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    answer = client.post("/oauth/authorize/", {**query(program), "allow": "True"})
    assert answer.status_code == 403


def test_the_form_may_lead_to_the_program(browser: Client, program: Application) -> None:
    assert policy(ask(browser, program))["form-action"] == "'self' https://bot.example.org"
    assert policy(get(browser, "/account/programs/"))["form-action"] == "'self'"


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"response_type": "token"},
        {"scope": "admin"},
    ],
)
def test_an_unsafe_request_gets_no_code(
    browser: Client, program: Application, changes: dict[str, str | None]
) -> None:
    answer = ask(browser, program, **changes)
    assert answer.status_code == 302
    assert answer["Location"].startswith(f"{CALLBACK}?error=")


@pytest.mark.parametrize("method", ["plain", None])
def test_a_challenge_must_be_a_digest(
    browser: Client, program: Application, method: str | None
) -> None:
    called = allow(browser, program, code_challenge_method=method, code_challenge=VERIFIER)
    assert called["error"] == ["invalid_request"]
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example/"},
        {"redirect_uri": CALLBACK + "/more"},
        {"redirect_uri": "http://bot.example.org/callback"},
        {"client_id": "unknown"},
    ],
)
def test_another_address_is_never_called(
    browser: Client, program: Application, changes: dict[str, str | None]
) -> None:
    answer = ask(browser, program, **changes)
    assert answer.status_code == 400
    assert "Location" not in answer
    assert "Invalid authorization request" in answer.content.decode()


def test_a_code_needs_the_verifier_and_works_once(browser: Client, program: Application) -> None:
    code = allow(browser, program)["code"][0]
    assert exchange(program, code, code_verifier="w" * 64).status_code == 400
    assert exchange(program, code, redirect_uri="http://localhost:8080/").status_code == 400
    assert exchange(program, code).status_code == 200
    assert exchange(program, code).status_code == 400


def test_other_grants_are_refused(user: User, program: Application) -> None:
    for grant in ("password", "client_credentials", "implicit"):
        answer = exchange(program, "", grant_type=grant, username="ann", password="x")
        assert answer.status_code in (400, 401), grant
    assert not AccessToken.objects.exists()


def test_tokens_of_programs_are_stored_as_digests_and_never_logged(
    browser: Client, program: Application, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    body = tokens(browser, program)
    send(body["access_token"])
    rows = str([list(m.objects.values()) for m in (AccessToken, RefreshToken)])
    for token in (body["access_token"], body["refresh_token"]):
        assert token not in rows
        assert token not in caplog.text


def test_scopes_are_checked(browser: Client, program: Application) -> None:
    answer = send(tokens(browser, program, scope="notes")["access_token"])
    assert answer.status_code == 403
    assert answer.json()["error"]["scope"] == "upload"


def test_a_refresh_token_works_once(browser: Client, program: Application) -> None:
    first = tokens(browser, program)
    form = {"grant_type": "refresh_token", "refresh_token": first["refresh_token"]}
    second = exchange(program, "", **form).json()
    assert send(second["access_token"]).status_code == 201
    assert send(first["access_token"]).status_code == 401
    assert exchange(program, "", **form).status_code == 400
    assert send(second["access_token"]).status_code == 401, "a stolen token ends the access"


def test_a_user_ends_the_access(browser: Client, program: Application) -> None:
    body = tokens(browser, program)
    assert "A bot" in get_page(browser, "/account/programs/").split("Your apps")[0]
    browser.post("/account/programs/", {"action": "revoke", "id": program.pk})
    assert send(body["access_token"]).status_code == 401
    form = {"grant_type": "refresh_token", "refresh_token": body["refresh_token"]}
    assert exchange(program, "", **form).status_code == 400
    assert "A bot" not in get_page(browser, "/account/programs/").split("Your apps")[0]


def test_a_program_ends_its_access(browser: Client, program: Application) -> None:
    token = tokens(browser, program)["access_token"]
    form = {"token": token, "client_id": program.client_id}
    assert Client().post("/oauth/revoke/", form).status_code == 200
    assert send(token).status_code == 401


def test_others_can_change_neither_program_nor_access(
    browser: Client, signed_in_other: Client, program: Application
) -> None:
    token = tokens(browser, program)["access_token"]
    for action in ("revoke", "delete"):
        signed_in_other.post("/account/programs/", {"action": action, "id": program.pk})
    assert send(token).status_code == 201


def test_a_program_is_registered_and_deleted(browser: Client) -> None:
    form = {"action": "register", "name": "My bot", "addresses": f"{CALLBACK}\nhttp://[::1]/x"}
    assert browser.post("/account/programs/", form).status_code == 302
    program = Application.objects.get()
    assert (program.client_type, program.skip_authorization) == ("public", False)
    assert program.client_id in get_page(browser, "/account/programs/")
    browser.post("/account/programs/", {"action": "delete", "id": program.pk})
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "http://bot.example.org/", "javascript:alert(1)", "https://", "//bot.example.org/",
        "https://bot.example.org/#x", "https://a:b@bot.example.org/", "https://*.example.org/",
        "https://bot.example.org:x/", "https://a;b/", "data:text/html,x", "https://[::1",
    ],
)  # fmt: skip
def test_return_addresses_are_safe(browser: Client, address: str) -> None:
    assert not is_safe(address)
    form = {"action": "register", "name": "My bot", "addresses": address}
    assert browser.post("/account/programs/", form).status_code == 400
    assert not Application.objects.exists()


def test_programs_find_the_addresses(client: Client) -> None:
    found = json.loads(get(client, "/.well-known/oauth-authorization-server").content)
    assert found["authorization_endpoint"] == "http://testserver/oauth/authorize/"
    assert found["token_endpoint"] == "http://testserver/oauth/token/"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert set(found["scopes_supported"]) == set(SCOPES)
