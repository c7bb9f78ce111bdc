"""Personal tokens: the page, the API with and without scopes, expiry, and what is stored."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.credentials import TokenCredential
from accounts.keys import claimed_keys, keys_of
from accounts.models import Authored, PersonalToken
from accounts.services.claims import own_key
from accounts.tokens import PREFIX, InvalidToken, create_token, find_token
from replays.access.scopes import DELETE, NOTES, READ, SCOPES, UPLOAD
from replays.access.uploaders import digest_of_random
from replays.models import AnnotationSet, Game, Upload
from tests.support.pages import get, get_page, missing
from tests.unit.replays.logs import many

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"
TOKENS = "/account/tokens/"
Bearer = Callable[..., dict[str, str]]


def post(client: Client, headers: dict[str, str], address: str = GAMES, body: Any = None) -> Any:
    data = many(1) if body is None else body
    return client.post(address, data, content_type="application/json", **headers)


def create(client: Client, **changes: Any) -> Any:
    form = {"action": "create", "name": "my bot", "scope": [UPLOAD], "days": "30", **changes}
    return client.post("/account/tokens/", form)


def shown_token(answer: Any) -> str:
    return str(answer.content.decode().split(f'value="{PREFIX}')[1].split('"')[0])


def test_a_token_is_shown_once_and_stored_as_a_digest(signed_in: Client) -> None:
    created = create(signed_in, scope=[UPLOAD, NOTES])
    assert (created.status_code, created["Location"]) == (302, "/account/tokens/")
    cookie = created.cookies["new-token"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", TOKENS)
    answer = signed_in.get(TOKENS)
    assert "no-store" in answer["Cache-Control"]
    text = PREFIX + shown_token(answer)
    token = PersonalToken.objects.get()
    assert token.digest == digest_of_random(text)
    assert token.scope_list == [UPLOAD, NOTES]
    assert timedelta(29) < token.expires_at - timezone.now() < timedelta(31)
    page = get_page(signed_in, "/account/tokens/")
    assert missing(page, "my bot", UPLOAD, NOTES, "never used") == []
    assert PREFIX not in page
    assert text not in str(list(PersonalToken.objects.values()))


@pytest.mark.parametrize(
    "changes",
    [
        {"name": " "},
        {"scope": []},
        {"scope": ["admin"]},
        {"days": "0"},
        {"days": "x"},
        {"days": "9999"},
    ],
)
def test_an_incomplete_form_creates_no_token(signed_in: Client, changes: dict[str, Any]) -> None:
    assert create(signed_in, **changes).status_code == 400
    assert not PersonalToken.objects.exists()


def test_the_number_of_tokens_is_limited(user: User) -> None:
    for _ in range(50):
        create_token(user, "x", frozenset([UPLOAD]), 7)
    with pytest.raises(InvalidToken):
        create_token(user, "x", frozenset([UPLOAD]), 7)


def test_uploads_with_a_token_belong_to_the_account(
    user: User, client: Client, bearer: Bearer
) -> None:
    headers = bearer(UPLOAD)
    assert post(client, headers).status_code == 201
    assert Upload.objects.get().uploader == own_key(user)
    assert Upload.objects.get().uploader in keys_of(user)
    # a key in a header does not change the owner
    post(client, {**headers, "HTTP_IDEMPOTENCY_KEY": "k" * 20}, body=many(1, start=5))
    assert set(Upload.objects.values_list("uploader", flat=True)) == {own_key(user)}


def test_the_owner_can_correct_a_game_with_another_token(client: Client, bearer: Bearer) -> None:
    post(client, bearer(UPLOAD))
    game = Game.objects.get()
    address = f"{GAMES}{game.public_id}/"
    body = {"data": many(1), "content_type": "application/json"}
    assert client.put(address, **body, **bearer(UPLOAD)).status_code == 200
    assert client.put(address, **body).status_code == 403


@pytest.mark.parametrize(
    "header", ["Bearer kifu_unknown", "Bearer ", "Bearer", "bearer x y", "Bearer " + "k" * 5000]
)
def test_an_unknown_token_is_a_401(client: Client, header: str) -> None:
    for answer in (
        post(client, {"HTTP_AUTHORIZATION": header}),
        client.get(GAMES, HTTP_AUTHORIZATION=header),
    ):
        assert answer.status_code == 401
        assert answer["WWW-Authenticate"] == 'Bearer realm="Kifu House", error="invalid_token"'
        assert answer.json()["error"]["code"] == "invalid_token"
    assert not Upload.objects.exists()


@pytest.mark.parametrize("change", ["expired", "revoked", "inactive"])
def test_a_token_that_ended_is_a_401(
    user: User, client: Client, bearer: Bearer, change: str
) -> None:
    headers = bearer()
    if change == "expired":
        PersonalToken.objects.update(expires_at=timezone.now())
    elif change == "revoked":
        client.force_login(user)
        pk = PersonalToken.objects.get().pk
        session = client.session
        session["account_authentication_methods"] = [{"method": "code", "at": 4e9}]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
        client.post("/account/tokens/", {"action": "revoke", "id": pk})
        client.logout()
    else:
        User.objects.update(is_active=False)
    assert post(client, headers).status_code == 401


def test_only_the_owner_revokes_a_token(
    user: User, signed_in_other: Client, bearer: Bearer
) -> None:
    bearer()
    pk = PersonalToken.objects.get().pk
    signed_in_other.post("/account/tokens/", {"action": "revoke", "id": pk})
    assert PersonalToken.objects.exists()


def test_a_missing_scope_is_a_403_that_names_it(
    client: Client, bearer: Bearer, finished: Game
) -> None:
    game = f"{GAMES}{finished.public_id}/"
    writes: dict[str, list[tuple[str, str]]] = {
        UPLOAD: [("post", GAMES), ("post", f"{GAMES}?dry_run=1"), ("put", game)],
        NOTES: [
            ("post", f"{game}notes/"), ("post", f"{game}branches/"),
            ("patch", f"/api/v1/notes/{'n' * 12}/"), ("delete", f"/api/v1/notes/{'n' * 12}/"),
            ("put", f"/api/v1/notes/{'n' * 12}/1/"),
            ("post", f"/api/v1/branches/{'n' * 12}/events/"),
        ],
    }  # fmt: skip
    for scope, requests in writes.items():
        headers = bearer(*(other for other in SCOPES if other != scope))
        for method, address in requests:
            answer = getattr(client, method)(address, b"{}", "application/json", **headers)
            assert answer.status_code == 403, address
            error = answer.json()["error"]
            assert (error["code"], error["scope"]) == ("insufficient_scope", scope)
            assert scope in error["message"]
            assert f'scope="{scope}"' in answer["WWW-Authenticate"]
    assert not Upload.objects.filter(source="api").exists()


def test_reading_what_is_public_needs_no_scope(client: Client, bearer: Bearer) -> None:
    assert get(client, GAMES, **bearer(DELETE))


def test_other_schemes_are_ignored(client: Client) -> None:
    assert post(client, {"HTTP_AUTHORIZATION": "Basic YTpi"}).status_code == 201


def test_a_session_gives_no_access_to_the_api(signed_in: Client) -> None:
    post(signed_in, {})
    assert Upload.objects.get().uploader not in keys_of(User.objects.get())


def test_private_games_need_their_scope(user: User) -> None:
    request = RequestFactory().get("/")
    request.user = user
    for scope, keys in ((READ, keys_of(user)), (UPLOAD, frozenset())):
        request.auth = TokenCredential(user, frozenset([scope]), "")  # type: ignore[attr-defined]
        assert claimed_keys(request) == keys
    request.method = "PUT"  # the view checks the scope
    assert claimed_keys(request) == keys_of(user)


def test_a_repeated_request_has_one_author(signed_in: Client, finished: Game) -> None:
    form = {"step": "0", "as": "public", "key": "a1" * 16}
    address = f"/games/{finished.public_id}/branch/"
    answers = [signed_in.post(address, form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Authored.objects.count() == 1


def test_notes_with_a_token_belong_to_the_user(
    user: User, client: Client, bearer: Bearer, finished: Game
) -> None:
    post(client, bearer(NOTES), f"{GAMES}{finished.public_id}/notes/", b"{}")
    post(client, {}, f"{GAMES}{finished.public_id}/notes/", b"{}")
    assert Authored.objects.get().public_id == AnnotationSet.objects.earliest("pk").public_id


def test_the_last_use_is_written_once_a_minute(
    user: User, client: Client, bearer: Bearer, django_assert_num_queries: Any
) -> None:
    text = bearer()["HTTP_AUTHORIZATION"].split()[1]
    find_token(text)
    first = PersonalToken.objects.get().last_used_at
    assert first is not None
    with django_assert_num_queries(1):
        find_token(text)
    PersonalToken.objects.update(last_used_at=first - timedelta(seconds=61))
    find_token(text)
    assert PersonalToken.objects.get().last_used_at >= first


def test_tokens_are_never_logged(
    user: User, client: Client, bearer: Bearer, caplog: Any, monkeypatch: Any
) -> None:
    headers = bearer()
    text = headers["HTTP_AUTHORIZATION"].split()[1]
    caplog.set_level(logging.DEBUG)
    client.raise_request_exception = False
    post(client, headers)
    post(client, {"HTTP_AUTHORIZATION": f"Bearer {text}x"})
    monkeypatch.setattr("replays.rest.games.parts_of", lambda _: 1 / 0)
    assert post(client, headers).status_code == 500
    assert "ZeroDivisionError" in caplog.text
    assert text not in caplog.text
    assert text.removeprefix(PREFIX) not in caplog.text


def test_the_page_needs_a_recent_sign_in(signed_in: Client) -> None:
    session = signed_in.session
    records = session["account_authentication_methods"]
    session["account_authentication_methods"] = [{**r, "at": r["at"] - 3601} for r in records]
    session.save()
    answer = create(signed_in)
    assert answer["Location"].startswith("/account/confirm/?next=")
    assert not PersonalToken.objects.exists()
