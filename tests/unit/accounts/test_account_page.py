"""The page of an account: profile, sessions, passkeys, export and deletion."""

import io
import json
import re
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from accounts.keys import keys_of
from accounts.models import Account, BrowserSession, ClaimedKey, PersonalToken
from accounts.services.claims import claim_program, own_key
from accounts.services.sessions import describe_browser
from accounts.services.sweep import sweep_accounts
from accounts.tokens import create_token
from replays.access.scopes import UPLOAD
from replays.models import (
    Collection,
    CollectionMember,
    Event,
    Game,
    RawFile,
    Record,
    SeatLink,
    Upload,
)
from replays.services.reverify import read_again
from rooms.models import Room
from tests.support.pages import get, get_page, missing
from tests.unit.replays.logs import as_json, json_log, many, numbered
from tests.unit.visibility.owners import header, play, stored

from .conftest import ADDRESS, code_in_mail, request_code, sign_in
from .test_claims import OWNER_KEY, act, upload

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


@pytest.mark.parametrize("path", ["", "tokens/", "export/", "delete/", "email/", "passkeys/add/"])
def test_strangers_are_asked_to_sign_in(client: Client, path: str) -> None:
    answer = get(client, f"/account/{path}", 302)
    assert answer["Location"].startswith("/account/sign-in/?next=")


def test_the_profile_is_saved(signed_in: Client) -> None:
    act(signed_in, "save", name="  Ann \n B ")
    account = Account.objects.get()
    assert account.name == "Ann B"
    act(signed_in, "save", name="x" * 200)
    account.refresh_from_db()
    assert account.name == "x" * 80
    assert act(signed_in, "unknown", 400)


@pytest.mark.parametrize(
    ("header", "text"),
    [(FIREFOX, "Firefox, Linux"), (IPHONE, "Safari, iOS"), ("", ""), ("curl/8", "")],
)
def test_browsers_are_described_without_version(header: str, text: str) -> None:
    assert describe_browser(header) == text


def test_sessions_are_listed_and_ended(user: User) -> None:
    browsers = [Client(HTTP_USER_AGENT=FIREFOX), Client(HTTP_USER_AGENT=IPHONE), Client()]
    for client in browsers:
        sign_in(client)
    first, second, third = browsers
    text = get_page(first, "/account/")
    assert missing(text, "Firefox, Linux", "Safari, iOS", "this browser") == []
    pk = BrowserSession.objects.get(browser="Safari, iOS").pk
    act(first, "end-session", id=pk)
    assert get(second, "/account/", 302)
    assert get(third, "/account/")
    act(first, "end-others")
    assert get(third, "/account/", 302)
    assert get(first, "/account/")


def test_a_session_that_ended_is_not_listed(user: User, client: Client) -> None:
    sign_in(client)
    client.post("/account/sign-out/")
    sign_in(client)
    assert BrowserSession.objects.count() == 2, "one of the fixture, one of this browser"


def test_only_the_owner_ends_a_session(user: User, client: Client, signed_in_other: Client) -> None:
    sign_in(client)
    for pk in BrowserSession.objects.filter(user=user).values_list("pk", flat=True):
        act(signed_in_other, "end-session", id=pk)
    act(signed_in_other, "end-others")
    assert get(client, "/account/")


def test_only_the_owner_removes_a_passkey(
    user: User, client: Client, signed_in_other: Client
) -> None:
    passkey = Authenticator.objects.create(user=user, type="webauthn", data={"name": "Laptop"})
    act(signed_in_other, "remove-passkey", id=passkey.pk)
    sign_in(client)
    assert "Laptop" in get_page(client, "/account/")
    act(client, "remove-passkey", id=passkey.pk)
    assert not Authenticator.objects.exists()


def exported(client: Client) -> dict[str, Any]:
    """Return the files of an export; JSON as objects."""
    answer = get(client, "/account/export/")
    assert answer["Content-Disposition"] == 'attachment; filename="kifu-house.zip"'
    files: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        for name in archive.namelist():
            text = archive.read(name)
            files[name] = json.loads(text) if name.endswith(".json") else text
    return files


def test_exports_are_limited_by_account(signed_in: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "export": "2/h/user"}
    answers = [signed_in.get("/account/export/").status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    User.objects.create_user("ben")
    other = Client()
    other.force_login(User.objects.get(username="ben"))
    assert other.get("/account/export/").status_code == 200


def test_the_export_contains_everything_of_the_account(signed_in: Client) -> None:
    user = User.objects.get()
    sent = upload(signed_in, 1)
    game = Game.objects.get()
    signed_in.post(
        f"/games/{game.public_id}/notes/", {"step": "0", "as": "public", "title": "Mine"}
    )
    Client().post(f"/games/{game.public_id}/notes/", {"step": "0", "as": "public", "title": "Not"})
    Client().post("/api/v1/games/", many(1, start=7), content_type="application/json")
    _, text = create_token(user, "bot", frozenset([UPLOAD]), 30)
    event = Event.objects.create(owner=own_key(user), title="Cup")
    event.games.add(game)
    SeatLink.objects.create(game=game, role="goryo", key=own_key(user), owner="b" * 64)
    other = Collection.objects.create(owner="b" * 64, title="Shared")
    CollectionMember.objects.create(collection=other, key=own_key(user), name="Ann")
    events = [{"event": {"type": "bind", "object": "mask"}, "role": "goryo", "note": "Hm"}]
    table = {"kind": "goryo", "header": {"game": "goryo"}, "events": events}
    Room.objects.create(owner=own_key(user), recorder_key="1" * 64, **table)
    Room.objects.create(owner="b" * 64, recorder_key="2" * 64, **table)
    Room.objects.create(owner=own_key(user), recorder_key="3" * 64, state="saved", **table)
    files = exported(signed_in)
    (found,) = files["tables.json"]
    assert found["log"]["events"] == [{"type": "bind", "object": "mask", "note": "Hm"}]
    assert "tables.json     your open tables with the moves" in files["README.txt"].decode()
    assert "1" * 64 not in str(files["tables.json"])
    assert files["account.json"]["email"] == ADDRESS
    assert [token["name"] for token in files["account.json"]["tokens"]] == ["bot"]
    assert [each["public_id"] for each in files["uploads.json"]] == [sent.public_id]
    assert files[f"files/{sent.public_id}"] == bytes(sent.raw.content)
    (line,) = files["games.ndjson"].decode().splitlines()
    assert json.loads(line)["id"] == game.public_id
    assert json.loads(line)["log"]["game"] == "goryo"
    assert [notes["title"] for notes in files["notes.json"]] == ["Mine"]
    assert [(event["title"], event["games"]) for event in files["events.json"]] == [
        ("Cup", [game.public_id])
    ]
    assert files["seats.json"][0]["game"] == game.public_id
    assert files["memberships.json"][0]["name"] == "Ann"
    assert all(text not in str(content) for content in files.values())
    assert own_key(user) not in str(files)


def delete(client: Client, games: str, status: int = 200) -> str:
    answer = client.post("/account/delete/", {"games": games})
    assert answer.status_code == status
    return str(answer.content.decode())


def test_deleting_an_account_keeps_the_games(signed_in: Client) -> None:
    sent = upload(signed_in, 1)
    create_token(User.objects.get(), "bot", frozenset([UPLOAD]), 30)
    private = private_game(signed_in)
    text = delete(signed_in, "keep")
    assert "1 game was deleted." in text
    assert "Your public games stay on the site without an owner." in text
    for model in (User, Account, ClaimedKey, PersonalToken, EmailAddress, BrowserSession):
        assert not model.objects.exists(), model
    assert not Game.objects.filter(public_id=private).exists(), "no one could reach it"
    assert Game.objects.get().records.get().owner == ""
    assert RawFile.objects.count() == 1
    assert get(signed_in, "/account/", 302)
    assert upload(signed_in, 2).uploader != sent.uploader


def private_game(client: Client) -> str:
    """Upload a private game with the form; return its id."""
    text = as_json(numbered(7)).decode()
    client.post("/upload/", {"text": text, "visibility": "private"})
    return str(Game.objects.get(visibility="private").public_id)


def test_games_are_handed_over_to_a_key_that_is_shown_once(signed_in: Client) -> None:
    user = User.objects.get()
    claim_program(user, OWNER_KEY)
    private = private_game(signed_in)
    log = json_log()
    text = as_json({**log, "events": log["events"][:2]}).decode()
    signed_in.post("/upload/", {"text": text})
    found = re.search(r'id="owner-key" value="([^"]+)"', delete(signed_in, "hand-over"))
    assert found
    key = {"Owner-Key": found[1]}
    for headers, status in ((key, 200), ({}, 404), ({"Owner-Key": OWNER_KEY}, 404)):
        path = f"/api/v1/games/{private}/"
        assert Client().get(path, headers=headers).status_code == status
    assert found[1] not in str(list(Record.objects.values()) + list(Upload.objects.values()))
    post = {"data": as_json(log), "content_type": "application/json", "headers": key}
    answer = Client().post("/api/v1/games/", **post)
    assert answer.json()["status"] == "continued", "the unfinished game is the key's"
    assert unlike_stored() == []


def unlike_stored() -> list[Game]:
    """Return how stored games differ from what the engine reads now."""
    return [game for game in Game.objects.all() if not read_again(game).is_same]


def test_the_choice_about_statistics_applies_to_all_games(signed_in: Client) -> None:
    upload(signed_in, 1)
    signed_in.post("/account/", {"action": "save", "name": "Ann", "statistics": "rates"})
    upload(signed_in, 2)
    text = as_json(numbered(3)).decode()
    signed_in.post("/upload/", {"text": text, "statistics": "yes"})
    assert sorted(Game.objects.values_list("statistics", flat=True)) == ["rates", "rates", "yes"]
    signed_in.post("/account/", {"action": "save", "name": "Ann", "statistics": "no"})
    assert set(Game.objects.values_list("statistics", flat=True)) == {"no"}
    assert not Account.objects.get().is_changing
    program = Client().post(
        "/api/v1/games/", as_json(numbered(4)), "application/json", headers={"Owner-Key": OWNER_KEY}
    )
    assert program.status_code == 201
    act(signed_in, "claim-program", key=OWNER_KEY)
    assert set(Game.objects.values_list("statistics", flat=True)) == {"no"}
    assert signed_in.post("/account/", {"action": "save", "statistics": "x"}).status_code == 422


def test_deleting_an_account_with_its_games(signed_in: Client, client: Client) -> None:
    upload(signed_in, 1)
    upload(Client(), 2)
    delete(signed_in, "sometimes", 400)
    assert "1 game was deleted." in delete(signed_in, "delete")
    assert (Game.objects.count(), Upload.objects.count(), RawFile.objects.count()) == (1, 1, 1)


def test_a_game_of_two_uploaders_stays(signed_in: Client) -> None:
    user = User.objects.get()
    claim_program(user, OWNER_KEY)
    header = {"HTTP_IDEMPOTENCY_KEY": OWNER_KEY}
    body = {"data": as_json(json_log()), "content_type": "application/json"}
    Client().post("/api/v1/games/", **body, **header)
    game = Game.objects.get()
    keys = keys_of(user)
    Record.objects.create(
        game=game, owner="f" * 64, is_finished=True, text_digest="a", play_digest="b"
    )
    assert "1 game was deleted." in delete(signed_in, "delete")
    assert not Record.objects.filter(owner__in=keys).exists()
    record = Record.objects.get()
    assert Game.objects.get() == record.game
    assert (record.owner, record.game.public_id) == ("f" * 64, record.public_id)


def test_deleting_signs_out_every_browser(signed_in: Client) -> None:
    other = Client()
    cache.clear()
    sign_in(other)
    delete(signed_in, "keep")
    assert get(other, "/account/", 302)
    assert not any("_auth_user_id" in s.get_decoded() for s in Session.objects.all())


def test_deleting_needs_a_recent_sign_in(signed_in: Client) -> None:
    session = signed_in.session
    records = session["account_authentication_methods"]
    session["account_authentication_methods"] = [{**r, "at": r["at"] - 3601} for r in records]
    session.save()
    answer = signed_in.post("/account/delete/", {"games": "keep"})
    assert answer["Location"] == "/account/confirm/?next=%2Faccount%2Fdelete%2F"
    assert User.objects.exists()
    get(signed_in, answer["Location"])
    signed_in.post(answer["Location"], {"recipient": ADDRESS})
    confirm = "/account/confirm/code/?next=%2Faccount%2Fdelete%2F"
    answer = signed_in.post(confirm, {"code": code_in_mail(), "action": "verify"})
    assert answer.status_code == 200
    assert not User.objects.exists(), "the form that was sent before is continued"


def test_the_sweep_deletes_accounts_that_were_never_confirmed(user: User, client: Client) -> None:
    request_code(client, "stranger@example.org", "sign-up")
    User.objects.create_user("staff", is_staff=True)
    sweep_accounts()
    assert User.objects.count() == 3
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    sweep_accounts()
    assert not User.objects.filter(email="stranger@example.org").exists()
    assert User.objects.count() == 2


def test_the_sweep_forgets_sessions_and_tokens_that_ended(user: User) -> None:
    create_token(user, "bot", frozenset([UPLOAD]), 30)
    sweep_accounts()
    assert (BrowserSession.objects.count(), PersonalToken.objects.count()) == (1, 1)
    earlier = timezone.now() - timedelta(days=31)
    Session.objects.update(expire_date=earlier)
    PersonalToken.objects.update(expires_at=earlier)
    sweep_accounts()
    assert (BrowserSession.objects.count(), PersonalToken.objects.count()) == (0, 0)


def test_forms_that_store_or_send_are_throttled(
    signed_in: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = stored(play(1), "ann")
    monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, "writes", "1/minute")
    for path, form in (
        (f"/account/games/{game.public_id}/players/", {"action": "none"}),
        ("/account/following/", {"action": "none"}),
        ("/account/webhooks/", {"url": "none"}),
        ("/account/invitations/none/", {}),
    ):
        cache.clear()
        assert signed_in.post(path, form, headers=header("ann")).status_code in (400, 404), path
        answer = signed_in.post(path, form, headers=header("ann"))
        assert (answer.status_code, path) == (429, path)
        assert int(answer["Retry-After"]) > 0
        assert "Too many requests" in answer.content.decode()
