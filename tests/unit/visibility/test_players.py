"""Players of a game: invitations, private games, and views of unfinished ones."""

import re
import smtplib
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.utils import timezone

from accounts.keys import account_key, account_of
from accounts.models import Invitation
from accounts.services import invitations
from accounts.services.claims import claim_key
from accounts.services.deletion import GamesChoice, delete_account
from accounts.tokens import create_token
from replays import services
from replays.access.scopes import READ, UPLOAD
from replays.models import Game, Record, SeatLink

from .owners import call, header, key_of, play, send, stored, viewer

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]


def account(name: str) -> tuple[User, Client]:
    """Return a user with a confirmed address, and a client that is signed in."""
    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    account_key(account_of(user))
    client = Client()
    client.force_login(user)
    return user, client


def seat(game: Game, user: User, role: str) -> None:
    """Link a seat of a game of ann to an account."""
    services.link_seat(game.pk, role, account_key(account_of(user)), key_of("ann"))


def invite(owner: Client, game: Game, role: str, **fields: str) -> str:
    """Create an invitation with the form; return the path of its link."""
    path = f"/account/games/{game.public_id}/players/"
    page = owner.post(path, {"action": "invite", "role": role, **fields}, headers=header("ann"))
    found = re.search(r'value="http://testserver(/account/invitations/[^"]+)"',
                      page.content.decode())  # fmt: skip
    assert found, page.content.decode()
    return found[1]


def unfinished(visibility: str = "private") -> Game:
    """Store an unfinished game of ann, in which a secret is set."""
    log = play()
    return stored({**log, "events": log["events"][:8]}, "ann", visibility)


def status(client: Client, game: Game, query: str = "", **headers: Any) -> int:
    """Return the status of the page of a game."""
    return client.get(f"/games/{game.public_id}/{query}", headers=headers or None).status_code


def test_an_invited_player_sees_a_private_game() -> None:
    game = stored(play(), "ann", "private")
    _, jane = account("jane")
    _, other = account("other")
    path = invite(Client(), game, "samurai")
    assert status(jane, game) == 404
    assert path.rpartition("/invitations/")[2].strip("/") not in str(Invitation.objects.values())
    assert Client().get(path).status_code == 302, "asks to sign in"
    assert jane.get(path).status_code == 200
    assert status(jane, game) == 404, "looking is not accepting"
    assert jane.post(path)["Location"] == f"/games/{game.public_id}/"
    page = jane.get(f"/games/{game.public_id}/")
    assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")
    assert game.public_id in jane.get("/my-games/?show=played").content.decode()
    assert game.public_id not in jane.get("/my-games/").content.decode()
    assert other.post(path).status_code == 404, "works once"
    for client in (other, Client()):
        assert status(client, game) == 404
        assert client.get(f"/account/games/{game.public_id}/players/").status_code == 404
    change = {"action": "private", "id": game.public_id}
    assert jane.post("/my-games/", change).status_code == 404, "a player changes nothing"
    jane.post("/my-games/", {"action": "leave", "id": game.public_id})
    assert status(jane, game) == 404


def test_the_owner_revokes_and_removes() -> None:
    game = stored(play(), "ann", "private")
    user, jane = account("jane")
    path, owner = f"/account/games/{game.public_id}/players/", Client(headers=header("ann"))
    link = invite(Client(), game, "samurai")
    owner.post(path, {"action": "revoke", "role": "samurai"})
    assert jane.post(link).status_code == 404
    first, second = (invite(Client(), game, "samurai") for _ in range(2))
    assert jane.post(first).status_code == 404, "a new link replaces it"
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert jane.post(second).status_code == 404
    seat(game, user, "samurai")
    taken = owner.post(path, {"action": "invite", "role": "samurai"})
    assert taken.status_code == 409
    assert owner.post(path, {"action": "invite", "role": "unknown"}).status_code == 422
    assert jane.post(path, {"action": "invite", "role": "goryo"}).status_code == 403
    jane.post(path, {"action": "remove", "role": "samurai"})
    assert status(jane, game) == 200, "only the owner removes"
    owner.post(path, {"action": "remove", "role": "samurai"})
    assert status(jane, game) == 404


def test_an_invitation_by_e_mail_is_for_one_address() -> None:
    game = stored(play(), "ann", "private")
    _, jane = account("jane")
    _, other = account("other")
    owner = Client(headers=header("ann"))
    path = f"/account/games/{game.public_id}/players/"
    fields = {"action": "invite", "role": "samurai", "email": "Jane@example.org"}
    assert owner.post(path, fields).status_code == 403, "needs an account"
    owner.force_login(User.objects.create_user("ann"))
    link = invite(owner, game, "samurai", email="Jane@example.org")
    assert link in str(mail.outbox[-1].body)
    assert mail.outbox[-1].to == ["Jane@example.org"]
    assert other.get(link).status_code == 404
    assert other.post(link).status_code == 404
    EmailAddress.objects.filter(user__username="jane").update(verified=False)
    assert jane.post(link).status_code == 404
    EmailAddress.objects.filter(user__username="jane").update(verified=True)
    assert jane.post(link).status_code == 302


def test_invitations_by_e_mail_are_counted_for_their_user(monkeypatch: Any) -> None:
    monkeypatch.setattr(invitations, "MOST_PER_DAY", 2)
    _, owner = account("owner")
    fields = {"action": "invite", "role": "samurai", "email": "jane@example.org"}

    def send_for(name: str, number: int, **changes: str) -> int:
        game = stored(play(number), name, "private")
        path = f"/account/games/{game.public_id}/players/"
        return owner.post(path, fields | changes, headers=header(name)).status_code

    names = ("ann", "ben", "eve")
    assert [send_for(name, number) for number, name in enumerate(names, 1)] == [200, 200, 429]
    assert len(mail.outbox) == 2
    assert send_for("eve", 4, email="") == 200, "a link that the owner sends is no e-mail of ours"


def test_the_link_is_shown_if_the_e_mail_can_not_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stored(play(), "ann", "private")
    _, jane = account("jane")
    owner = Client()
    owner.force_login(User.objects.create_user("ann"))

    class Refusing(EmailBackend):
        def send_messages(self, _: Any) -> int:
            raise smtplib.SMTPServerDisconnected

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend", Refusing)
    path = f"/account/games/{game.public_id}/players/"
    fields = {"action": "invite", "role": "samurai", "email": "jane@example.org"}
    answer = owner.post(path, fields, headers=header("ann"))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "The e-mail could not be sent. Send the link yourself." in page
    assert "The invitation was sent" not in page
    link = re.search(r'value="http://testserver(/account/invitations/[^"]+)"', page)
    assert link
    assert jane.post(link[1]).status_code == 302


def test_each_player_of_an_unfinished_game_has_the_own_view() -> None:
    game = unfinished()
    (goryo, ghost), (samurai, hunter) = account("ghost"), account("hunter")
    seat(game, goryo, "goryo")
    seat(game, samurai, "samurai")
    assert status(ghost, game, "?as=goryo") == 200
    assert status(ghost, game, "?as=omniscient") == 403
    assert status(hunter, game, "?as=goryo") == 403
    assert status(Client(), game, "?as=public") == 404
    assert status(Client(), game, "?as=goryo", **header("ann")) == 403, "as before"
    for name in ("log.json", "step-1.svg?as=goryo", "share/?as=goryo"):
        assert ghost.get(f"/games/{game.public_id}/{name}").status_code == 403, name


def test_the_players_agree_to_reveal() -> None:
    game = unfinished("public")
    (goryo, ghost), (samurai, hunter) = account("ghost"), account("hunter")
    path = f"/account/games/{game.public_id}/players/"
    seat(game, goryo, "goryo")
    assert ghost.post(path, {"action": "reveal"}).status_code == 302
    assert status(ghost, game, "?as=omniscient") == 403, "the other seat has no player"
    seat(game, samurai, "samurai")
    assert status(hunter, game, "?as=goryo") == 403
    ghost.post(path, {"action": "hide"})
    hunter.post(path, {"action": "reveal"})
    assert status(hunter, game, "?as=goryo") == 403, "the agreement was withdrawn"
    assert "agrees to reveal the game" in ghost.get(path).content.decode()
    before = [Client().get(f"/games/{game.public_id}/{q}").content for q in ("log.json", "share/")]
    ghost.post(path, {"action": "reveal"})
    for client in (ghost, hunter):
        page = client.get(f"/games/{game.public_id}/?as=omniscient")
        assert (page.status_code, page["Cache-Control"]) == (200, "private, no-store")
    assert hunter.post(path, {"action": "hide"}).status_code == 409
    assert Client().post(path, {"action": "reveal"}).status_code == 404
    assert status(Client(), game, "?as=omniscient") == 403
    after = [Client().get(f"/games/{game.public_id}/{q}").content for q in ("log.json", "share/")]
    assert before == after
    log = play()
    assert send({**log, "events": log["events"][:12]}, "ann", status=200)["status"] == "continued"
    assert status(hunter, game, "?as=goryo") == 403, "later moves need a new agreement"


def test_tokens_of_a_player_need_the_scope() -> None:
    game = unfinished()
    user, _ = account("ghost")
    seat(game, user, "goryo")
    address = f"/api/v1/games/{game.public_id}/steps/?as=goryo"
    for scope, expected in ((READ, 200), (UPLOAD, 404)):
        _, text = create_token(user, scope, frozenset({scope}), 7)
        answer = Client().get(address, headers={"Authorization": f"Bearer {text}"})
        assert answer.status_code == expected
        if expected == 200:
            assert answer["Cache-Control"] == "private, no-store"
            assert "ETag" not in answer.headers
    assert Client().get(address).status_code == 404


def test_a_link_never_leads_to_a_log_of_another_owner() -> None:
    """Ben invited; the game is divided, and Ann's part becomes private."""
    first = send(play(source="Ann"), "ann")["id"]
    send(play(source="Ben"), "ben", status=200)
    second = Record.objects.exclude(public_id=first).get().public_id
    user, jane = account("jane")
    key = account_key(account_of(user))
    game = Game.objects.get()
    services.link_seat(game.pk, "samurai", key, key_of("ben"))
    call("PATCH", f"games/{first}/", "ann", visibility="private")
    assert jane.get(f"/games/{first}/").status_code == 404
    call("PATCH", f"games/{second}/", "ben", visibility="private")
    assert jane.get(f"/games/{second}/").status_code == 200
    call("PATCH", f"games/{second}/", "ben", visibility="public")
    call("PATCH", f"games/{first}/", "ann", visibility="public")
    assert Game.objects.count() == 1
    assert SeatLink.objects.get().game.public_id == first
    services.delete_uploads([key_of("ben")])
    call("PATCH", f"games/{first}/", "ann", visibility="private")
    assert jane.get(f"/games/{first}/").status_code == 404


def test_a_deleted_account_plays_nowhere() -> None:
    game = stored(play(), "ann", "private")
    user, _ = account("jane")
    seat(game, user, "samurai")
    services.delete_own(viewer("ann"), [game.public_id])
    delete_account(user, GamesChoice.KEEP_PUBLIC)
    assert not SeatLink.objects.exists()


def test_open_invitations_survive_a_new_key_of_their_owner() -> None:
    game, (user, _), (_, joe) = stored(play(), "ann", "private"), account("jane"), account("joe")
    claim_key(user, key_of("ann"), "browser")
    path = invite(Client(), game, "samurai")
    deleted = delete_account(user, GamesChoice.HAND_OVER)
    new = {"Owner-Key": deleted.owner_key}
    assert Client().get(f"/games/{game.public_id}/", headers=new).status_code == 200
    assert joe.get(path).status_code == 200
    assert joe.post(path)["Location"] == f"/games/{game.public_id}/"
    assert status(joe, game) == 200
    assert SeatLink.objects.get().owner == Record.objects.get().owner


@pytest.mark.parametrize("choice", [GamesChoice.KEEP_PUBLIC, GamesChoice.DELETE])
def test_open_invitations_end_with_their_owner(choice: GamesChoice) -> None:
    log, (user, _), (_, joe) = play(), account("jane"), account("joe")
    claim_key(user, key_of("ann"), "browser")
    game = stored(log, "ann")
    path = invite(Client(), game, "samurai")
    delete_account(user, choice)
    assert not Invitation.objects.open().exists()
    assert joe.post(path).status_code == 404
