"""Rooms, in which a game is recorded while it is played: `Client.rooms`."""

from collections.abc import Mapping
from typing import Any

from .addresses import address, sent
from .bodies import Json
from .connection import Connection, json_of, parsed
from .group_bodies import OpenedRoom
from .room import RoomClient
from .seats import Seat

Clock = tuple[int, int]
"""Main time and increment in seconds."""


class Rooms:
    """Opens rooms, and enters rooms with a key. Every method raises `KifuError` if its request
    fails.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def open(
        self,
        game: str,
        ruleset: Json,
        *,
        bots: Mapping[str, str] | None = None,
        deals: bool | None = None,
        clock: Clock | None = None,
        **header: Any,
    ) -> tuple[RoomClient, OpenedRoom]:
        """Open a room with the header of a log (`players`, `setup`, `board`, …). Return it with the
        recorder's key, and the response, which alone has the keys of the seats. If you have neither
        owner key nor token, the client uses the new key of the response from then on.

        `bots` maps roles to the strengths of house bots. `deals`: the site deals what chance
        decides, which it always does with bots.
        """
        seated = [{"role": role, "strength": strength} for role, strength in (bots or {}).items()]
        times = {"main": clock[0], "increment": clock[1]} if clock else None
        options = sent(bots=seated or None, deals=deals, clock=times)
        body = {"game": game, "ruleset": ruleset, **header, **options}
        response = self._connection.send("POST", address("rooms"), json=body)
        opened = parsed(OpenedRoom, json_of(response))
        if opened.owner_key:
            self._connection.credentials["Owner-Key"] = opened.owner_key
        return RoomClient(self._connection, opened.code, opened.recorder_key), opened

    def enter(self, code: str, key: str | None = None) -> RoomClient:
        """Return a room for requests with the recorder's key, that of a seat, or none."""
        return RoomClient(self._connection, code, key)

    def seat(self, code: str, key: str, role: str) -> Seat:
        """Return the seat of a role in a room, by its key."""
        return Seat(self._connection, code, key, role)
