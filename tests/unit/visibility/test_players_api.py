"""The API of players: inviting, accepting, consent, leaving; what repeated requests do."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client

from accounts.models import Invitation
from accounts.services.claims import claim_key
from accounts.tokens import create_token
from replays.access.scopes import READ, UPLOAD
from replays.models import Game, SeatLink

from .owners import header, key_of, play, stored
from .test_players import account, unfinished

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]
KEY = "k" * 30


def token(user: User, *scopes: str) -> dict[str, str]:
    """Return the header of a token of a user."""
    _, text = create_token(user, "test", frozenset(scopes or (READ, UPLOAD)), 30)
    return {"Authorization": f"Bearer {text}"}


def call(method: str, path: str, headers: dict[str, str], status: int = 200, **body: Any) -> Any:
    """Send a request; return the answer."""
    answer = Client().generic(
        method, f"/api/v1/{path}", json.dumps(body), "application/json", headers=headers
    )
    assert answer.status_code == status, answer.content
    if status < 300 and answer.content:
        assert answer["Cache-Control"] == "private, no-store"
    return answer.json() if answer.content else None


def seats(game: Game, headers: dict[str, str]) -> dict[str, Any]:
    """Return the seats of a game by role, as a client sees them."""
    body = call("GET", f"games/{game.public_id}/players/", headers)
    return {seat["role"]: seat for seat in body["seats"]}


def test_an_invitation_is_accepted_once(client: Client) -> None:
    game, (jane, _), (other, _) = stored(play(), "ann", "private"), account("jane"), account("o")
    ann, path = header("ann"), f"games/{game.public_id}/players/samurai/"
    first = call("POST", f"{path}invitation/", ann, 201, request_key=KEY)
    assert call("POST", f"{path}invitation/", ann, 201, request_key=KEY) == first
    assert Invitation.objects.count() == 1
    assert first["token"] not in str(Invitation.objects.values())
    assert seats(game, ann)["samurai"]["invitation"]["email"] == ""
    assert client.get(first["url"]).status_code == 302, "the page asks to sign in"
    call("GET", f"games/{game.public_id}/", token(jane), 404)

    assert call("POST", "invitations/accept/", ann, 403, token=first["token"])["code"] == (
        "token_needed"
    )
    for _ in range(2):
        accepted = call("POST", "invitations/accept/", token(jane), token=first["token"])
        assert (accepted["game"], accepted["role"]) == (game.public_id, "samurai")
    assert SeatLink.objects.count() == 1
    call("GET", f"games/{game.public_id}/", token(jane))
    for wrong in (first["token"], "x" * 40):
        body = call("POST", "invitations/accept/", token(other), 404, token=wrong)
        assert "does not exist" in body["detail"]
    again = call("POST", f"{path}invitation/", ann, 409, request_key=KEY)
    assert again["code"] == "seat_taken"
    shown = seats(game, token(jane))["samurai"]
    assert (shown["linked"], shown["is_you"], shown["invitation"]) == (True, True, None)
    assert not seats(game, ann)["samurai"]["is_you"]


def test_an_ended_invitation_is_not_made_again_by_its_request() -> None:
    game, ann = stored(play(), "ann"), header("ann")
    path = f"games/{game.public_id}/players/samurai/invitation/"
    first = call("POST", path, ann, 201, request_key=KEY)
    for _ in range(2):
        call("DELETE", path, ann, 204)
    assert call("POST", path, ann, 409, request_key=KEY)["code"] == "invitation_ended"
    assert call("POST", path, ann, 201, request_key="l" * 30)["token"] != first["token"]
    assert call("POST", path, ann, 201)["token"] != call("POST", path, ann, 201)["token"]
    assert Invitation.objects.open().count() == 1
    call("POST", path, ann, 400, request_key="short")
    unknown = path.replace("samurai", "unknown")
    assert call("POST", unknown, ann, 422)["code"] == "no_seat"
    call("POST", path, header("ben"), 404)


def test_an_invitation_by_email_is_sent_once() -> None:
    (ann, _), (jane, _) = account("ann"), account("jane")
    game = stored(play(), "ann")
    path = f"games/{game.public_id}/players/samurai/invitation/"
    body = {"email": "Jane@example.org", "request_key": KEY}
    assert call("POST", path, header("ann"), 403, **body)["code"] == "token_needed"
    headers = {**token(ann), **header("ann")}
    claim_key(ann, key_of("ann"), "program")
    call("POST", path, headers, 422, email="no address")
    made = call("POST", path, headers, 201, **body)
    assert made["sent"] is True
    assert made["url"] in mail.outbox[0].body
    assert "sent" not in call("POST", path, headers, 201, **body)
    assert len(mail.outbox) == 1
    other = {"email": "", "request_key": KEY}
    assert call("POST", path, headers, 409, **other)["code"] == "other_request"
    call("POST", "invitations/accept/", token(ann), 404, token=made["token"])
    call("POST", "invitations/accept/", token(jane), token=made["token"])


def test_consent_reveals_an_unfinished_game_when_all_agree() -> None:
    game, (jane, _), (joe, _) = unfinished(), account("jane"), account("joe")
    ann = header("ann")
    for user, role in ((jane, "samurai"), (joe, "goryo")):
        path = f"games/{game.public_id}/players/{role}/invitation/"
        made = call("POST", path, ann, 201)
        call("POST", "invitations/accept/", token(user), token=made["token"])
    path = f"games/{game.public_id}/consent/"
    assert call("PUT", path, ann, 403, agrees=True)["code"] == "no_player"
    call("PUT", path, token(jane), 400)
    call("PUT", path, token(jane), 400, agrees="yes")

    def steps(user: User, view: str, status: int) -> Any:
        return call_steps(game, token(user), view, status)

    for _ in range(2):
        assert not call("PUT", path, token(jane), agrees=True)["revealed"]
    steps(jane, "goryo", 403)
    call("PUT", path, token(jane), agrees=False)
    assert not call("PUT", path, token(joe), agrees=True)["revealed"]
    for _ in range(2):
        assert call("PUT", path, token(jane), agrees=True)["revealed"]
    steps(jane, "goryo", 200)
    steps(jane, "omniscient", 200)
    assert call("PUT", path, token(jane), 409, agrees=False)["code"] == "revealed"
    call("PUT", path, token(jane, READ), 403, agrees=True)


def call_steps(game: Game, headers: dict[str, str], view: str, status: int) -> Any:
    """Request the steps of a game in a view."""
    address = f"/api/v1/games/{game.public_id}/steps/?as={view}"
    answer = Client().get(address, headers=headers)
    assert answer.status_code == status, answer.content


def test_seats_are_taken_and_left() -> None:
    game, (jane, _), (joe, _) = stored(play(), "ann", "private"), account("jane"), account("joe")
    ann, path = header("ann"), f"games/{game.public_id}/players/samurai/"
    assert call("PUT", path, ann, 403)["code"] == "token_needed"
    call("PUT", path, token(joe), 404)
    both = {**token(jane), **ann}
    claim_key(jane, key_of("ann"), "program")
    for _ in range(2):
        body = call("PUT", path, both)
        assert next(seat for seat in body["seats"] if seat["role"] == "samurai")["is_you"]
    other = f"games/{game.public_id}/players/goryo/"
    made = call("POST", f"{other}invitation/", both, 201)
    call("POST", "invitations/accept/", token(joe), token=made["token"])
    assert call("DELETE", path, token(joe), 403)["code"] == "not_owner"
    assert call("DELETE", f"{path}invitation/", token(joe), 403)["code"] == "not_owner"
    assert call("POST", f"{other}invitation/", token(joe), 403)["code"] == "not_owner"
    call("DELETE", other, token(joe), 204)
    call("GET", f"games/{game.public_id}/players/", token(joe), 404)
    for _ in range(2):
        call("DELETE", path, both, 204)
    assert not SeatLink.objects.exists()


def test_strangers_get_the_answer_of_an_unknown_game() -> None:
    public, private = stored(play()), stored(play(2), "ann", "private")
    for name in (public.public_id, private.public_id, "z" * 12):
        for method, part in (
            ("GET", "players/"), ("DELETE", "players/samurai/"), ("PUT", "consent/"),
            ("POST", "players/samurai/invitation/"), ("DELETE", "players/samurai/invitation/"),
        ):  # fmt: skip
            body = call(method, f"games/{name}/{part}", header("eve"), 404)
            assert body["code"] == "not_found"


def test_an_address_that_is_too_long_to_store_is_refused() -> None:
    game, (ann, _) = stored(play(), "ann"), account("ann")
    claim_key(ann, key_of("ann"), "program")
    path = f"games/{game.public_id}/players/samurai/invitation/"
    address = f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.org"
    for email in (address, "İ" * 100 + f"@{'c' * 60}.org"):
        assert call("POST", path, token(ann), 422, email=email)["code"] == "email"
    assert not Invitation.objects.exists()
