"""Shared by tests of variations and notes: a client of the API, and stored games."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.test import Client

from replays import services as replay_services
from replays.models import Branch, Game, UploadSource

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


SNIFF = {"type": "sniff", "samurai": "green", "space": "b2"}
"""A question that is legal after step 5 of it."""
DISCOVER = {"type": "discover"}


def store_game(log: dict[str, Any] = CHASE) -> Game:
    """Store a game and return it."""
    replay_services.submit(as_json(log), source=UploadSource.PAGE, uploader="an uploader")
    return Game.objects.latest("id")


def outcome(answer: Any) -> tuple[int, str]:
    """Return the status of an answer and the code of its error."""
    return answer.status_code, answer.json()["error"]["code"]


class Api:
    """A program that creates variations and notes."""

    def __init__(self) -> None:
        self.client, self.keys = Client(), {}

    def send(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        """Send a request; `key` replaces the known edit key."""
        if key is None:
            key = next((k for id_, k in self.keys.items() if f"/{id_}/" in path), None)
        headers = {} if key is None else {"HTTP_X_EDIT_KEY": key}
        data = "" if body is None else json.dumps(body)
        return self.client.generic(method, f"/api/v1/{path}", data, "application/json", **headers)

    def json(self, path: str) -> dict[str, Any]:
        """Return the body of a successful GET."""
        answer = self.send("GET", path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def create(self, path: str, body: Any) -> dict[str, Any]:
        """Create a variation or a set of notes, and remember its edit key."""
        answer = self.send("POST", path, body)
        assert answer.status_code == 201, answer.content
        created = answer.json()
        self.keys[created["id"]] = created["edit_key"]
        return created

    def begin(self, of: Game | str, step: int, **more: Any) -> dict[str, Any]:
        """Create a variation of a game or of `branches/<id>`."""
        path = of if isinstance(of, str) else f"games/{of.public_id}"
        return self.create(f"{path}/branches/", {"step": step, **more})

    def play(self, branch: dict[str, Any], **body: Any) -> Any:
        """Play an event."""
        return self.send("POST", f"branches/{branch['id']}/events/", body)

    def undo(self, branch: dict[str, Any]) -> Any:
        """Undo the last event."""
        return self.send("DELETE", f"branches/{branch['id']}/events/")

    def legal(self, branch: dict[str, Any], query: str = "") -> dict[str, Any]:
        """Return what can be played."""
        return self.json(f"branches/{branch['id']}/legal/{query}")

    def steps(self, branch: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
        """Return the steps of a variation."""
        return self.json(f"branches/{branch['id']}/steps/{query}")["steps"]


class TwinBranches:
    """Answers about variations of a game, without random parts: for comparison with a twin."""

    GAME, BRANCH = "g" * 12, "b" * 12

    def __init__(self) -> None:
        self.api = Api()
        self.answers: list[tuple[str, int, bytes]] = []

    @classmethod
    @contextmanager
    def of(cls, log: dict[str, Any]) -> Iterator["TwinBranches"]:
        """Store a game under a fixed id, and delete it at the end."""
        game = store_game(log)
        Game.objects.filter(pk=game.pk).update(public_id=cls.GAME)
        yield cls()
        replay_services.delete_games([game.pk])

    def begin(self, step: int, view: str) -> Client:
        """Create the variation, in place of an earlier one; return its author's browser."""
        Branch.objects.all().delete()
        self.api.begin(f"games/{self.GAME}", step, **{"as": view})
        self.key = self.api.keys.popitem()[1]
        self.api.keys = {self.BRANCH: self.key}
        created = datetime(2026, 1, 1, tzinfo=UTC)
        Branch.objects.update(public_id=self.BRANCH, seed="s", created_at=created)
        author = Client()
        author.cookies[f"edit_{self.BRANCH}_en"] = self.key
        return author

    def note(self, label: str, answer: Any) -> None:
        """Record an answer."""
        content = answer.content.replace(self.key.encode(), b"")
        content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
        self.answers.append((label, answer.status_code, content))

    def get(self, *paths: str) -> None:
        """Record answers to GET."""
        for path in paths:
            self.note(path, self.api.send("GET", f"branches/{self.BRANCH}/{path}"))

    def play(self, **body: Any) -> None:
        """Record the answer to an event."""
        self.note(str(body), self.api.play({"id": self.BRANCH}, **body))
