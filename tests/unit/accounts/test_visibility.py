"""Private games of an account: in its browsers, and with tokens of each scope."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from replays.access.scopes import DELETE, NOTES, READ, UPLOAD
from replays.models import Game
from tests.unit.replays.logs import many

from .conftest import sign_in

pytestmark = pytest.mark.django_db
Bearer = Callable[..., dict[str, str]]


@pytest.fixture
def private(user: User, bearer: Bearer) -> Game:
    """A private game that a token uploaded."""
    answer = Client().post(
        "/api/v1/games/?visibility=private", many(1), "application/json", **bearer(UPLOAD)
    )
    assert answer.status_code == 201
    return Game.objects.get()


def test_a_private_game_is_shown_to_its_account_only(
    private: Game, client: Client, signed_in_other: Client, bearer: Bearer
) -> None:
    page, api = f"/games/{private.public_id}/", f"/api/v1/games/{private.public_id}/"
    for stranger in (client, signed_in_other):
        assert [stranger.get(address).status_code for address in (page, api)] == [404, 404]
    sign_in(client)
    assert client.get(page).status_code == 200
    assert client.get(api).status_code == 404, "the API ignores cookies"
    for scope, status in ((READ, 200), (UPLOAD, 404), (NOTES, 404), (DELETE, 404)):
        assert Client().get(api, **bearer(scope)).status_code == status, scope
    assert Client().get(api).status_code == 404


def test_changes_need_their_scope(private: Game, bearer: Bearer) -> None:
    api = f"/api/v1/games/{private.public_id}/"
    body: dict[str, Any] = {"data": {"visibility": "unlisted"}, "content_type": "application/json"}
    assert Client().patch(api, **body, **bearer(READ)).status_code == 403
    assert Client().patch(api, **body, **bearer(UPLOAD)).status_code == 200
    assert Client().delete(api, **bearer(UPLOAD)).status_code == 403
    changes = {"ids": [private.public_id], "deleted": True}
    address = "/api/v1/my-games/changes/"
    answer = Client().post(address, changes, "application/json", **bearer(UPLOAD, READ))
    assert (answer.status_code, answer.json()["error"]["scope"]) == (403, "delete")
    undo = {"undo": Client().delete(api, **bearer(DELETE)).json()["undo"]}
    address = "/api/v1/my-games/undo/"
    assert Client().post(address, undo, "application/json", **bearer(UPLOAD)).status_code == 403
    assert Client().post(address, undo, "application/json", **bearer(DELETE)).status_code == 200
    assert Client().delete(api, **bearer(DELETE)).status_code == 200
    assert Client().get("/api/v1/my-games/", **bearer(DELETE)).status_code == 403
    assert len(Client().get("/api/v1/my-games/", **bearer(READ)).json()["games"]) == 1


def test_notes_on_a_private_game_need_the_scope_to_read_it(private: Game, bearer: Bearer) -> None:
    for what, body in (("notes", {"as": "public"}), ("branches", {"step": 1})):
        api = f"/api/v1/games/{private.public_id}/{what}/"
        unknown = api.replace(private.public_id, "z" * 12)
        for scopes in ((NOTES,), (NOTES, UPLOAD), (NOTES, DELETE)):
            answers = [
                Client().post(address, {}, "application/json", **bearer(*scopes))
                for address in (api, unknown)
            ]
            assert [answer.status_code for answer in answers] == [404, 404]
            assert answers[0].content == answers[1].content
        made = Client().post(api, body, "application/json", **bearer(NOTES, READ))
        assert made.status_code == 201, made.content
