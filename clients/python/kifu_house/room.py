"""A room with a key."""

import json
import secrets
from collections.abc import Sequence
from typing import Any

from .addresses import address, sent
from .bodies import Json
from .connection import Connection, json_of, parsed
from .group_bodies import Room, RoomLegal


class RoomClient:
    """A room with a key. It stores the `version` of the last response, on which the next change
    builds: if someone else changed the room meanwhile, the change is a `KifuError` with the code
    `changed`; call `read` and decide again. A change that fails is repeated; it is entered once.
    """

    def __init__(self, connection: Connection, code: str, key: str | None) -> None:
        self._connection, self.code, self.key = connection, code, key
        self.version: int | None = None

    def read(self, view: str | None = None) -> Room:
        """Return the room with all its steps, as a view sees it."""
        params = {"as": view} if view else None
        return self._room(self._send("GET", "", params=params, is_safe=True))

    def legal(self, role: str | None = None, chosen: Sequence[Sequence[Any]] = ()) -> RoomLegal:
        """Return what can be entered next, as a role. If there is much, send the chosen parts as
        (path, value) until `whole` is an event.
        """
        params = {"as": role} if role else {}
        if chosen:
            params["chosen"] = json.dumps(chosen)
        return parsed(RoomLegal, json_of(self._send("GET", "legal/", params=params, is_safe=True)))

    def append(self, event: Json, *, role: str | None = None, note: str | None = None) -> Room:
        """Enter the next event. With the recorder's key, `role` is needed for secrets."""
        return self._change("POST", "events/", event=event, note=note, **{"as": role})

    def replace(
        self, step: int, event: Json, *, role: str | None = None, cut: bool = False
    ) -> Room:
        """Correct an event, by its number from 1. If a later event is not possible any more, the
        code of the `KifuError` is `later_illegal`; with `cut`, it and the rest are removed.
        """
        more = {"as": role}
        return self._change("PUT", f"events/{step}/", event=event, cut=cut or None, **more)

    def undo(self, length: int) -> Room:
        """Take back events, so that `length` of them stay."""
        return self._change("POST", "undo/", length=length)

    def save(self, visibility: str | None = None) -> Room:
        """Save the game, once; `game` of the response is its address as soon as it is read."""
        return self._change("POST", "save/", visibility=visibility)

    def delete(self) -> None:
        """Delete the room. A saved game stays."""
        self._send("DELETE", "")

    def _change(self, method: str, path: str, **values: Any) -> Room:
        if self.version is None:
            self.read()
        body = sent(version=self.version, key=secrets.token_urlsafe(24), **values)
        return self._room(self._send(method, path, json=body, is_safe=True))

    def _room(self, response: Any) -> Room:
        room = parsed(Room, json_of(response))
        self.version = room.version
        return room

    def _send(self, method: str, path: str, **request: Any) -> Any:
        headers = {"Room-Key": self.key} if self.key else {}
        url = address("rooms", self.code) + path
        return self._connection.send(method, url, headers=headers, **request)
