"""What the tests of branches share: a client of the API, and games to branch."""

import json
from typing import Any

from django.test import Client

from replays import services as replay_services
from replays.models import Game, UploadSource

from .logs import as_json, json_log

CHASE = json_log(
    events=[
        {"type": "bind", "object": "mask"},
        {"type": "haunt", "object": "vase", "space": "b4"},
        {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "c3", "note": "secret"},
        {"type": "move", "samurai": "green", "to": "b3"},
        {"type": "search", "samurai": "green", "answer": True},
        {"type": "discover"},
        {"type": "resign", "role": "goryo"},
    ]
)
"""A finished game whose first chase is short; its plan has a note."""


def kept(log: dict[str, Any] | None = None) -> Game:
    """A stored game; by default a finished one of Goryō."""
    replay_services.submit(as_json(log or json_log()), source=UploadSource.PAGE, sender="somebody")
    return Game.objects.latest("id")


class Api:
    """A program that branches and writes notes."""

    def __init__(self) -> None:
        self.client, self.keys = Client(), {}

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """One request; `key` in place of the one that was told."""
        known = next((k for id_, k in self.keys.items() if f"/{id_}/" in path), None)
        used = known if key is None else key
        headers = {} if used is None else {"HTTP_X_EDIT_KEY": used}
        data = "" if body is None else json.dumps(body)
        address = f"/api/v1/{path}"
        return self.client.generic(method, address, data, "application/json", **headers)

    def begin(self, of: str, step: int, **more: Any) -> dict[str, Any]:
        """A new branch of `games/<id>` or `branches/<id>`."""
        answer = self.send("POST", f"{of}/branches/", {"step": step, **more})
        assert answer.status_code == 201, answer.content
        body: dict[str, Any] = answer.json()
        self.keys[body["id"]] = body["edit_key"]
        return body

    def play(self, branch: dict[str, Any], **body: Any) -> Any:
        """One event on."""
        return self.send("POST", f"branches/{branch['id']}/events/", body)

    def legal(self, branch: dict[str, Any], query: str = "") -> dict[str, Any]:
        """What may be played."""
        answer = self.send("GET", f"branches/{branch['id']}/legal/{query}")
        assert answer.status_code == 200, answer.content
        body: dict[str, Any] = answer.json()
        return body
