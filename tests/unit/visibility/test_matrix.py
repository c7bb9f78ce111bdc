"""Every route of a game × viewers × states of the game: the expected status. The viewers are
strangers, other accounts, owners (by browser, key and token of each scope), invited players, staff.

A hidden game answers like an unknown id, in every byte.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from accounts.keys import account_key, account_of
from accounts.tokens import create_token
from goryo_site.i18n.catalogue_files import LANGUAGES
from replays import services
from replays.access.scopes import READ, SCOPES
from replays.access.uploaders import SESSION_SECRET, browser_key, key_of_program
from replays.models import (
    Collection,
    CollectionGame,
    Game,
    Record,
    SeatLink,
    Upload,
    Visibility,
)
from tests.support.deep import turn
from tests.support.pictures import render_once
from tests.support.walk import fill, routes, timeless
from tests.unit.replays.logs import as_json, json_log, submit

from .owners import SECRETS, header

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

UNKNOWN = "z" * 12
NOT_WALKED = [
    ("api-upload", "api/v1/uploads/<public_id:public_id>/"),
    ("api-upload-events", "api/v1/uploads/<public_id:public_id>/events/"),
]
OTHER = "another owner"


class Row(NamedTuple):
    """The statuses of a GET where the game can be reached: finished for others and for the owner,
    then unfinished likewise. `of` is whose id the address has.
    """

    query: str = ""
    finished: tuple[int, int] = (200, 200)
    unfinished: tuple[int, int] = (200, 200)
    of: str = "game"


CLOSED = {"unfinished": (403, 403)}
GONE = {"unfinished": (404, 404)}
WRITE_ONLY = Row(finished=(405, 405), unfinished=(405, 405))
OF_OWNER = Row(of="collection", finished=(403, 200), unfinished=(403, 200))
REDIRECT = Row(of="collection", finished=(302, 302), unfinished=(302, 302))
ROUTES = {
    "replay": Row(),
    "log-download": Row(**CLOSED),
    "record-download": Row(**GONE),
    "record-as-sent": Row(**GONE),
    "game-players": Row(finished=(404, 200), unfinished=(404, 200)),
    "correct": Row(finished=(403, 200), unfinished=(404, 200)),
    "tags": Row(finished=(403, 200), unfinished=(404, 200)),
    "revision-download": Row(finished=(404, 200), unfinished=(404, 200)),
    "branch-begin": Row(),
    "board-moves": Row("step=1&as=omniscient", **GONE),
    "branch": Row(of="branch"),
    "branch-log": Row(of="branch"),
    "notes-begin": Row(),
    "notes": Row(of="notes"),
    "review-begin": Row(),
    "review": Row(of="review"),
    "review-state": Row(of="review"),
    "review-events": Row(of="review"),
    "share": Row(),
    "game-play": Row(**GONE),
    "report-game": Row(),
    "report-notes": Row(of="notes"),
    "report-variation": Row(of="branch"),
    "report-collection": Row(of="collection"),
    "step-svg": Row(),
    "step-png": Row(),
    "card": Row(),
    "thumbnail": Row(),
    "film-gif": Row("from=0&to=0"),
    "film-webp": Row("from=0&to=0"),
    "offline": Row(),
    "embed": Row(),
    "from-here": Row(),
    "upload-status": Row(of="upload"),
    "upload-progress": Row(of="upload"),
    "upload-events": Row(of="upload"),
    "api-game": Row(),
    "api-game-steps": Row(),
    "api-game-frames": Row(),
    "api-game-log": Row(**CLOSED),
    "api-record-log": Row(**CLOSED),
    "api-game-players": Row(finished=(404, 200), unfinished=(404, 200)),
    "api-game-seat": WRITE_ONLY,
    "api-game-seat-invitation": WRITE_ONLY,
    "api-game-consent": WRITE_ONLY,
    "api-revisions": Row(finished=(403, 200), unfinished=(404, 200)),
    "api-game-branches": WRITE_ONLY,
    "api-game-notes": WRITE_ONLY,
    "api-game-from-here": Row(),
    "api-branch": Row(of="branch"),
    "api-branch-branches": WRITE_ONLY._replace(of="branch"),
    "api-branch-events": WRITE_ONLY._replace(of="branch"),
    "api-branch-steps": Row(of="branch"),
    "api-branch-legal": Row(of="branch"),
    "api-branch-log": Row(of="branch"),
    "api-notes": Row(of="notes"),
    "api-note": Row(of="notes"),
    "api-game-reviews": WRITE_ONLY,
    "api-review": Row(of="review"),
    "api-review-lead": WRITE_ONLY._replace(of="review"),
    "api-review-events": Row(of="review"),
    "api-upload": Row(of="upload"),
    "collection": Row(of="collection"),
    "collection-edit": Row(of="collection", finished=(404, 200), unfinished=(404, 200)),
    "collection-logs": Row(of="collection"),
    "collection-feed": Row(of="collection"),
    "collection-stats": REDIRECT,
    "collection-stats-page": REDIRECT,
    "api-collection": Row(of="collection"),
    "api-collection-restore": WRITE_ONLY._replace(of="collection"),
    "api-collection-games": Row(of="collection"),
    "api-collection-game": WRITE_ONLY._replace(of="collection"),
    "api-collection-logs": Row(of="collection"),
    "api-collection-invitations": OF_OWNER,
    "api-collection-invitation": WRITE_ONLY._replace(of="collection"),
    "api-collection-members": OF_OWNER,
    "api-collection-member": WRITE_ONLY._replace(of="collection"),
    "api-upload-events": Row(of="upload"),
}
"""The routes with an id of a game, of what belongs to a game, or of a collection with it."""
NOT_OF_GAMES = {
    *("name-request", "own-event", "own-event-feed", "event-edit", "api-own-event", "report-event"),
    "api-my-event",
    *("account-webhook", "api-webhook", "api-webhook-test", "api-webhook-deliveries"),
    "api-webhook-redelivery",
}
STATES = ("public", "unlisted", "private", "unfinished", "deleted", "public later")
READER = f"token {READ}"
TOKENS = (READER, *turn([f"token {scope}" for scope in SCOPES if scope != READ], 3))
"""Tokens of the other scopes read nothing private: a third of them each day."""
VIEWERS = ("stranger", "account", "browser", "key", *TOKENS, "player", "player's token", "staff")
BY_COOKIE = ("account", "browser", "player", "staff")


def paths() -> dict[str, str]:
    """Return the path of every English route with an id."""
    found = {
        name: path
        for name, path in [*routes(), *NOT_WALKED]
        if "public_id:public_id" in path and not path.startswith(tuple(f"{x}/" for x in LANGUAGES))
    }
    return {name: path for name, path in found.items() if name not in NOT_OF_GAMES}


def test_every_route_with_an_id_is_in_the_matrix() -> None:
    """A new route has to say who may see it."""
    assert sorted(paths()) == sorted(ROUTES)


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    render_once(monkeypatch)
    for scope in SimpleRateThrottle.THROTTLE_RATES:
        monkeypatch.setitem(SimpleRateThrottle.THROTTLE_RATES, scope, None)


def client_of(viewer: str) -> tuple[Client, str]:
    """Return a client, and the owner key that its games have. That of a player has a seat."""
    client = Client(headers=header("ann") if viewer == "key" else {})
    if viewer in ("stranger", "key"):
        return client, key_of_program(SECRETS["ann"]) if viewer == "key" else OTHER
    if viewer == "browser":
        session = client.session
        session[SESSION_SECRET] = "a secret of a session"
        session.save()
        request: Any = client.get("/").wsgi_request
        return client, browser_key(request, keep=False)
    user = User.objects.create_user(viewer, is_staff=viewer == "staff")
    key = account_key(account_of(user))
    if viewer.startswith("player"):
        game = Game.objects.get()
        SeatLink.objects.create(game=game, role=game.seats.all()[0].role, key=key, owner=OTHER)
    if "token" in viewer:
        scope = READ if viewer == "player's token" else viewer.removeprefix("token ")
        _, text = create_token(user, viewer, frozenset({scope}), 7)
        owner = OTHER if viewer == "player's token" else key
        return Client(headers={"Authorization": f"Bearer {text}"}), owner
    client.force_login(user)
    return client, OTHER


def ids_of(state: str, owner: str) -> dict[str, str]:
    """Store a game in a state; return the ids of what belongs to it."""
    log = json_log()
    if state == "unfinished":
        log["events"] = log["events"][:2]
    upload = submit(as_json(log), uploader=owner)
    Game.objects.update(public_id="g" * 12)  # the same in each test, so pictures are the same
    Record.objects.update(public_id="g" * 12)
    game = Game.objects.get()
    ids = {"game": game.public_id, "upload": upload.public_id}
    notes, _ = services.begin_notes(game, "public", title="notes")
    services.put_note(notes, 1, text="a note")
    ids["notes"] = notes.public_id
    ids["review"] = services.begin_review(game, services.Shown(1, "public"))[0].public_id
    if state != "unfinished":
        ids["branch"] = services.begin_branch(game, 1, "omniscient")[0].public_id
    visibility = Visibility.PRIVATE if state in ("private", "public later") else Visibility.PUBLIC
    visibility = Visibility.UNLISTED if state == "unlisted" else visibility
    now = timezone.now()
    collection = Collection.objects.create(
        owner=owner,
        title="a collection",
        visibility=visibility,
        deleted_at=now if state == "deleted" else None,
    )
    CollectionGame.objects.create(collection=collection, game=game, owner=owner, position=0)
    ids["collection"] = collection.public_id
    Game.objects.update(
        visibility=visibility,
        public_from=now + timedelta(days=1) if state == "public later" else None,
        deleted_at=now if state == "deleted" else None,
    )
    Upload.objects.update(visibility=visibility)
    return ids


def address_of(path: str, public_id: str, query: str) -> str:
    """Return the address of a route."""
    values = {"step": "1", "number": "1", "form": "json", "record_id": public_id}
    values |= {"game_id": UNKNOWN, "invitation_id": UNKNOWN, "member_id": "1", "rest": "goryo/"}
    values |= {"role": "goryo"}
    return fill(path, {**values, "public_id": public_id}) + (f"?{query}" if query else "")


def is_known_as(viewer: str, *, is_api: bool) -> bool:
    """Return whether a private game of a viewer answers: pages ignore tokens, the API cookies."""
    if viewer in BY_COOKIE:
        return viewer != "account" and not is_api
    return viewer == "key" or (is_api and viewer in (READER, "player's token"))


def expected(name: str, row: Row, state: str, viewer: str) -> int:
    """Return the expected status of a GET."""
    is_known = is_known_as(viewer, is_api=name.startswith("api-"))
    is_player = viewer.startswith("player")
    if row.of == "collection":  # its members are others than the players of a game
        is_known = is_known and not is_player and name != "collection-feed"
        if row == OF_OWNER and "token" in viewer and viewer not in (READER, "player's token"):
            return 403  # whichever collection it is
    if row.of == "upload":  # the address of a public upload stays
        is_hidden = state in ("private", "public later")
        return 404 if is_hidden and (is_player or not is_known) else 200
    if row.finished == (405, 405):
        return 405
    is_hidden = state == "deleted" or (state in ("private", "public later") and not is_known)
    if is_hidden:
        return 404
    is_owner = (
        is_known
        and viewer != "staff"
        and (not is_player or name in ("game-players", "api-game-players"))
    )
    return (row.unfinished if state == "unfinished" else row.finished)[is_owner]


@pytest.mark.parametrize("state", STATES)
def test_the_matrix(state: str) -> None:
    ids, found, wrong = ids_of(state, OTHER), paths(), []
    for viewer in VIEWERS:
        SeatLink.objects.all().delete()
        client, owner = client_of(viewer)
        Record.objects.update(owner=owner)
        Upload.objects.update(uploader=owner)
        Collection.objects.update(owner=owner)
        CollectionGame.objects.update(owner=owner)
        for name, row in ROUTES.items():
            if row.of not in ids or ("token" in viewer and not name.startswith("api-")):
                continue
            answer = client.get(address_of(found[name], ids[row.of], row.query))
            b"".join(answer)
            wanted = expected(name, row, state, viewer)
            if answer.status_code != wanted:
                wrong.append((viewer, name, answer.status_code, wanted))
            if answer.status_code == 200 and row.of != "upload":
                wrong += [(viewer, name, text) for text in wrong_headers(answer, state)]
    assert wrong == []


def wrong_headers(answer: Any, state: str) -> Iterator[str]:
    """Yield what is wrong with the headers of a page of a game."""
    control, robots = answer.get("Cache-Control", ""), answer.get("X-Robots-Tag", "")
    if state in ("private", "public later"):
        if control != "private, no-store" or "ETag" in answer.headers:
            yield f"Cache-Control: {control}"
    elif "public" in control or "max-age=" in control.replace("max-age=0", ""):
        yield f"Cache-Control: {control}"
    if state in ("private", "public later", "unlisted") and robots != "noindex":
        yield f"X-Robots-Tag: {robots}"


def shown(answer: Any, public_id: str) -> tuple[int, bytes, dict[str, str]]:
    """Return an answer without ids, times and tokens."""
    content = timeless(b"".join(answer)).replace(public_id.encode(), b"ID")
    headers = {
        name: value.replace(public_id, "ID")
        for name, value in answer.headers.items()
        if name not in ("X-Request-ID", "Content-Length", "Expires", "Date")
    }
    return answer.status_code, re.sub(rb"[A-Za-z0-9]{64}", b"", content), headers


_unknown: dict[tuple[str, str], Any] = {}
"""The answers for an unknown id by method and address: the same whatever is stored."""


@pytest.mark.parametrize("state", ["private", "deleted", "public later"])
def test_a_hidden_game_answers_as_an_unknown_one(state: str) -> None:
    """For strangers and other owners, by every route and method."""
    ids, found, differing = ids_of(state, OTHER), paths(), []
    client = Client(headers=header("eve"))
    for method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"):
        for name, row in ROUTES.items():
            if row.of == "upload" and state == "deleted":
                continue
            answers = []
            for public_id, answered in ((ids[row.of], {}), (UNKNOWN, _unknown)):
                key = method, address_of(found[name], public_id, row.query)
                if key not in answered:
                    client.cookies.clear()
                    answer = client.generic(*key, "{}", "application/json")
                    answered[key] = shown(answer, public_id)
                answers.append(answered[key])
            if answers[0] != answers[1]:
                differing.append((method, name, answers[0][0], answers[1][0]))
    assert differing == []
    assert Game.objects.count() == Record.objects.count() == 1


def test_an_old_link_of_a_merged_private_game_leads_nowhere() -> None:
    ids = ids_of("private", key_of_program(SECRETS["ann"]))
    Record.objects.update(public_id="r" * 12)
    address = f"/games/{'r' * 12}/"
    assert Client().get(address).status_code == 404
    moved = Client().get(address, headers=header("ann"))
    assert (moved.status_code, ids["game"] in moved["Location"]) == (301, True)


def test_a_link_in_a_post_of_another_site_finds_nothing() -> None:
    ids = ids_of("private", "another owner")
    for link in (f"games/{ids['game']}/", f"embed/{ids['game']}/"):
        answer = Client().get("/oembed/", {"url": f"http://testserver/{link}"})
        assert answer.status_code == 404
