"""Keys of rooms. The recorder's key may enter everything and see each view, a seat's key only what
is its role's. In a shared room each side has its own phone, and the recorder's key opens the public
view only. Without a key a room shows what everyone at the table knows.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from games.core.contract import PUBLIC
from replays.access.addresses import client_network
from replays.access.edit_keys import fits
from rooms.models import Room, RoomState

KEY_HEADER = "Room-Key"
COOKIE = "room_{code}"
SEAT_COOKIE = "seat_{code}"
MAX_AGE = 90 * 24 * 60 * 60
"""Seconds that a browser stores a key."""


@dataclass(frozen=True, slots=True)
class Access:
    """What a request may do in a room: everything (the recorder), or what its role may. In a shared
    room the recorder can also have a role. `is_table`: it is the tablet on the table.
    """

    is_recorder: bool = False
    role: str | None = None
    is_table: bool = False

    @property
    def is_present(self) -> bool:
        """Whether it comes from the table, where nothing is delayed."""
        return self.may_write or self.is_table

    @property
    def may_write(self) -> bool:
        """Whether it may enter events at all."""
        return self.is_recorder or self.role is not None


GUEST = Access()


def access_with(room: Room, *keys: str | None) -> Access:
    """Return what keys allow in a room. An unknown key allows what no key does."""
    sent = [key for key in keys if key]
    is_recorder = any(fits(key, room.recorder_key) for key in sent)
    if not sent or (is_recorder and not room.is_shared):
        return Access(is_recorder=is_recorder)
    seats = [seat.role for seat in room.seats.all() if any(fits(key, seat.key) for key in sent)]
    role = next((role for role in seats if role != PUBLIC), None)
    return Access(is_recorder, role, is_table=PUBLIC in seats)


def access_of(room: Room, owner_keys: Collection[str], *keys: str | None) -> Access:
    """Return what a request may do in a room: by its keys, else by the uploader keys of its sender.
    So the owner can adjourn on one device and resume on another one.
    """
    access = access_with(room, *keys)
    if access == GUEST and room.owner in owner_keys:
        return Access(is_recorder=True)
    return access


def is_closed(room: Room, access: Access, *, is_staff: bool = False) -> bool:
    """Return whether a room is closed to a request: its game is saved, and the visibility of the
    game decides who can see it; or staff hid the room. People with a key still reach it, and staff
    the public view of a hidden one.
    """
    if access.may_write:
        return False
    return room.state == RoomState.SAVED or (room.hidden_at is not None and not is_staff)


def keys_in_browser(request: HttpRequest, room: Room) -> list[str]:
    """Return the keys of a room that a browser has: the recorder's, and that of a seat."""
    starts = tuple(f"{name.format(code=room.code)}_" for name in (COOKIE, SEAT_COOKIE))
    return [value for name, value in request.COOKIES.items() if name.startswith(starts)]


def remember_key(response: HttpResponse, room: Room, key: str, cookie: str = COOKIE) -> None:
    """Store a key in the browser, for the page of the room in each language."""
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            path = room.get_absolute_url()
        response.set_cookie(
            f"{cookie.format(code=room.code)}_{language}", key, path=path, max_age=MAX_AGE,
            secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
        )  # fmt: skip


def creator_digest(request: HttpRequest) -> str:
    """Return a digest of the client's address that is another one each day."""
    day = f"{timezone.now():%Y-%m-%d}"
    subject = client_network(request)
    return salted_hmac(f"rooms.made_by {day}", subject, algorithm="sha256").hexdigest()
