"""Events of owners by the API: making, changing, deleting; repeated and wrong requests."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.services.claims import claim_key
from accounts.tokens import create_token
from replays.access.scopes import COLLECTIONS, READ, UPLOAD
from replays.models import Event
from replays.services import Refusal, change_event, hide_page, show_page, withdraw_games
from tests.unit.visibility.owners import header, key_of, play, stored, viewer

pytestmark = pytest.mark.django_db
PATH = "my-events/"


def token(user: User, *scopes: str) -> dict[str, str]:
    """Return the header of a token of a user."""
    _, text = create_token(user, "test", frozenset(scopes or (READ, COLLECTIONS)), 30)
    return {"Authorization": f"Bearer {text}"}


def call(method: str, path: str, headers: dict[str, str], status: int = 200, **body: Any) -> Any:
    """Send a request; return the answer."""
    answer = Client().generic(
        method, f"/api/v1/{path}", json.dumps(body), "application/json", headers=headers
    )
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


@pytest.fixture
def ann(db: None) -> User:
    """A user who owns what `ann` uploads."""
    user = User.objects.create_user("ann")
    claim_key(user, key_of("ann"), "program")
    return user


def test_an_event_is_made_changed_and_deleted(ann: User) -> None:
    public, private = stored(play(event="Cup"), "ann"), stored(play(2), "ann", "private")
    other, headers = stored(play(3, event="Cup"), "ben"), token(ann)
    body = {
        "title": " The  cup ", "place": "Nara", "description": "Bring <b>tea</b>",
        "first_day": "2026-10-01", "last_day": "2026-10-02", "spellings": ["CUP", "cup", "Kup"],
        "games": [private.public_id], "request_key": "k" * 30,
    }  # fmt: skip
    made = call("POST", PATH, headers, 201, **body)
    assert call("POST", PATH, headers, 201, **body) == made
    assert Event.objects.count() == 1
    assert (made["title"], made["place"], made["first_day"]) == ("The cup", "Nara", "2026-10-01")
    assert (sorted(made["spellings"]), made["games"]) == (["Kup", "cup"], [private.public_id])
    assert call("GET", PATH, headers) == {"events": [made]}
    public_body = call("GET", made["api"].partition("/api/v1/")[2], {})
    assert public_body["n_games"] == 2
    shown = {game["id"] for rounds in public_body["rounds"] for game in rounds["games"]}
    assert shown == {public.public_id, other.public_id}

    path = f"{PATH}{made['id']}/"
    changed = call("PATCH", path, headers, last_day=None, spellings=[])
    assert (changed["last_day"], changed["spellings"]) == (None, [])
    assert changed["games"] == made["games"], "what is not sent stays"
    assert call("PATCH", path, headers, games=[])["title"] == "The cup"
    assert call("GET", path, headers)["games"] == []
    call("DELETE", path, headers, 204)
    call("DELETE", path, headers, 404)
    assert not Event.objects.exists()


def test_wrong_values_are_named(ann: User) -> None:
    headers, other = token(ann), stored(play(3), "ben").public_id
    for status, code, body in (
        (400, "missing_field", {}),
        (400, "unknown_field", {"title": "A", "owner": "x"}),
        (400, "wrong_type", {"title": "A", "games": "x"}),
        (400, "bad_parameter", {"title": "A", "request_key": "short"}),
        (422, "no_title", {"title": " "}),
        (422, "too_long", {"title": "x" * 121}),
        (422, "too_long", {"title": "A", "place": "x" * 121}),
        (422, "too_long", {"title": "A", "description": "x" * 4001}),
        (422, "bad_day", {"title": "A", "first_day": "1 May"}),
        (422, "bad_day", {"title": "A", "first_day": "2026-10-02", "last_day": "2026-10-01"}),
        (422, "bad_day", {"title": "A", "last_day": "2026-W01-1"}),
        (422, "not_owner", {"title": "A", "games": [other]}),
        (422, "too_many", {"title": "A", "spellings": [f"Cup {n}" for n in range(31)]}),
    ):
        assert call("POST", PATH, headers, status, **body)["code"] == code, body
    assert not Event.objects.exists()
    made = call("POST", PATH, headers, 201, title="A", last_day="2026-10-01")
    path = f"{PATH}{made['id']}/"
    assert call("PATCH", path, headers, 422, first_day="2026-10-02")["code"] == "bad_day"
    assert call("PATCH", path, headers, 422, title="")["code"] == "no_title"


def test_only_the_account_of_an_event_reaches_it(ann: User) -> None:
    made = call("POST", PATH, token(ann), 201, title="Mine")
    ben, path = User.objects.create_user("ben"), f"{PATH}{made['id']}/"
    for method in ("GET", "PATCH", "DELETE"):
        call(method, path, token(ben), 404)
        assert call(method, path, header("ann"), 403)["code"] == "token_needed"
    assert call("GET", PATH, token(ben)) == {"events": []}
    for method, scope, scopes in (
        ("GET", READ, (COLLECTIONS,)),
        ("PATCH", COLLECTIONS, (READ, UPLOAD)),
        ("DELETE", COLLECTIONS, (READ, UPLOAD)),
    ):
        assert call(method, path, token(ann, *scopes), 403)["error"]["scope"] == scope
    assert call("POST", PATH, {}, 403, title="A")["code"] == "token_needed"


def test_the_owner_sees_that_staff_hid_an_event(ann: User) -> None:
    made = call("POST", PATH, token(ann), 201, title="Mine")
    hide_page(Event, made["id"], "advertising")
    shown = call("GET", f"{PATH}{made['id']}/", token(ann))
    assert shown["hidden_reason"] == "advertising"
    public = made["api"].partition("/api/v1/")[2]
    call("GET", public, token(ann), 404)
    show_page(Event, made["id"])
    assert "hidden_at" not in call("GET", f"{PATH}{made['id']}/", token(ann))
    call("GET", public, {})


def test_games_that_staff_hid_stay_chosen(ann: User) -> None:
    """What a client read, it can send again."""
    game, headers = stored(play(), "ann"), token(ann)
    made = call("POST", PATH, headers, 201, title="Cup", games=[game.public_id])
    withdraw_games([game.pk], "spam")
    path = f"{PATH}{made['id']}/"
    body = call("GET", path, headers)
    assert body["games"] == [game.public_id]
    changed = call("PATCH", path, headers, title="The cup", games=body["games"])
    assert (changed["title"], changed["games"]) == ("The cup", [game.public_id])
    assert call("GET", body["api"].partition("/api/v1/")[2], {})["n_games"] == 0


def test_a_change_does_not_undo_what_staff_or_another_request_did(ann: User) -> None:
    headers = token(ann)
    made = call("POST", PATH, headers, 201, title="Cup", place="Nara", spellings=["Cup"])
    before = Event.objects.get()
    call("PATCH", f"{PATH}{made['id']}/", headers, place="Kyoto")
    hide_page(Event, made["id"], "spam")
    change_event(before, viewer("ann"), {"title": "The cup"})
    event = Event.objects.get()
    assert (event.title, event.place, event.hidden_reason) == ("The cup", "Kyoto", "spam")
    assert event.hidden_at is not None
    call("DELETE", f"{PATH}{made['id']}/", headers, 204)
    with pytest.raises(Refusal, match="deleted"):
        change_event(before, viewer("ann"), {"title": "Cup"})
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["events", "collections"])
def test_the_same_request_twice_at_once_makes_one(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Both find nothing; then the other one is faster."""
    module = import_module(f"replays.services.{kind}")
    make: Any = {
        "events": lambda: module.create_event("o", viewer("ann"), {"title": "Cup"}, "k" * 30),
        "collections": lambda: module.create_collection("o", module.Texts(title="Cup"), "k" * 30),
    }[kind]
    first, read, reads = make(), module._made_before, []

    def read_late(*args: str) -> Any:
        reads.append(args)
        return None if len(reads) == 1 else read(*args)

    monkeypatch.setattr(module, "_made_before", read_late)
    assert make() == first
    assert len(reads) == 2
