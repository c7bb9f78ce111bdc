"""`/api/v1/rooms/join/` and `/api/v1/rooms/<code>/invitations/`: devices take seats with codes."""

from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from replays.access.edit_keys import sent_key
from replays.rest import base
from replays.rest.base import plain
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint
from rooms import services
from rooms.access.keys import KEY_HEADER
from rooms.access.throttles import JoinThrottle

from . import schemas
from .rooms import CODE, KEY, NOT_STORED, WRITE_ERRORS, RoomView, room_and_access


class JoinView(RoomView):
    """Taking a seat."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit codes, which could be guessed."""
        return [JoinThrottle()]

    @endpoint(
        "room_join", schemas.JoinedSeat, status=201, request=schemas.JoinRoom,
        errors=(400, 409, 413, 415, 422, 429),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Take a seat with the code of an invitation. Only this response contains its key; the
        earlier key of the seat ends.
        """
        sent = base.json_body(request, schemas.JoinRoom)
        key = sent.get("key", "")
        if key and not sent_key(key):
            raise ApiError(
                400, "bad_body", "`key` must have 22 to 64 letters, digits, `-` or `_`.",
                field="key",
            )  # fmt: skip
        joined = services.join(sent["code"], key)
        path = reverse("api-room", args=[joined.room.code])
        body = schemas.JoinedSeat(
            joined.room.code, plain(request).build_absolute_uri(path), joined.role, joined.key
        )
        return Response(body, status=201, headers=NOT_STORED)


class InvitationsView(RoomView):
    """Invitations to seats."""

    @endpoint(
        "room_invite", schemas.RoomInvitation, CODE, KEY,
        status=201, request=schemas.InviteToSeat, errors=WRITE_ERRORS,
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Response:
        """Make a new invitation to a seat; an earlier one ends. The recorder can invite to all
        seats, a seat's key to its own, to pass it on.
        """
        room, access = room_and_access(request, code)
        if not access.may_write:
            raise ApiError(403, "room_key_needed", "Send a key of the room.", header=KEY_HEADER)
        role = base.json_body(request, schemas.InviteToSeat)["role"]
        seat = services.invite(room, access, role)
        secret = services.invitation_to(seat)
        url = plain(request).build_absolute_uri(f"{reverse('room-join')}#{secret}")
        until = timezone.now() + services.INVITED_FOR
        body = schemas.RoomInvitation(role, secret, url, until.isoformat())
        return Response(body, status=201, headers=NOT_STORED)
