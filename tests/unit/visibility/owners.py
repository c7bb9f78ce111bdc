"""Uploads of different owners, and what they change."""

import json
from typing import Any

from django.test import Client

from replays.access.uploaders import key_of_program
from replays.access.viewer import Viewer
from replays.models import Game
from tests.unit.replays.logs import as_json, whole_game

SECRETS = {name: f"{name}-has-a-secret-key" for name in ("ann", "ben", "eve")}


def key_of(name: str) -> str:
    """Return the stored key of an owner."""
    return key_of_program(SECRETS[name])


def viewer(name: str) -> Viewer:
    """Return an owner as a viewer."""
    return Viewer(frozenset({key_of(name)}))


def header(name: str) -> dict[str, str]:
    """Return the header of an owner; empty for a client without a key."""
    return {"Owner-Key": SECRETS[name]} if name else {}


def send(log: dict[str, Any], name: str = "", query: str = "", status: int = 201) -> Any:
    """Upload a log by the API; return the answer."""
    answer = Client().post(
        f"/api/v1/games/{query}", as_json(log), "application/json", headers=header(name)
    )
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def stored(log: dict[str, Any], name: str = "", visibility: str = "public") -> Game:
    """Upload a log by the API; return the game."""
    body = send(log, name, f"?visibility={visibility}")
    return Game.objects.get(public_id=body["id"])


def call(method: str, path: str, name: str, status: int = 200, **body: Any) -> Any:
    """Send a JSON body to the API as an owner; return the answer."""
    answer = Client().generic(
        method, f"/api/v1/{path}", json.dumps(body), "application/json", headers=header(name)
    )
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def play(seed: int = 1, **changes: Any) -> dict[str, Any]:
    """Return the log of a finished game, with other header keys."""
    return {**whole_game(seed), **changes}
