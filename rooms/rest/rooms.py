"""`/api/v1/rooms/`: games that are recorded while they are played."""

from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.log.header import FORMAT
from games.recorder.offers import parse_choices
from replays.access.quotas import quotas_of
from replays.access.scopes import UPLOAD
from replays.access.throttles import NewThrottle, OfferThrottle, StreamThrottle, WriteThrottle
from replays.access.viewer import default_statistics, viewer_of
from replays.requests.http import row_or_404
from replays.rest import base
from replays.rest.base import PublicView, plain
from replays.rest.errors import ApiError
from replays.rest.events import LAST, LAST_ID, EventsView
from replays.rest.openapi import endpoint, in_path, query
from replays.rest.owners import OWNER_KEY, owner_of_upload
from replays.services.visibility import parse_audience
from replays.streams.responses import MEDIA_TYPE, cursor_of
from rooms import services
from rooms.access.keys import KEY_HEADER, Access, access_of, creator_digest, is_closed
from rooms.access.throttles import RoomThrottle
from rooms.models import Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads
from rooms.reads.following import RoomVersions, shown_room

from . import describe, schemas

CODE = in_path("code", "The code of the room.")
KEY = OpenApiParameter(
    KEY_HEADER, str, OpenApiParameter.HEADER,
    description=(
        "The recorder's key or that of a seat. Without it, a room shows its public view; its owner "
        "(`Owner-Key` or token) has the recorder's rights."
    ),
)  # fmt: skip
WRITE_ERRORS = (400, 403, 404, 409, 413, 415, 422, 429)
NOT_STORED = {"Cache-Control": "no-store"}


class RoomView(PublicView):
    """A view of rooms: reading and writing have limits, and nothing is cached."""

    makes_new = False
    scopes: ClassVar[dict[str, str]] = dict.fromkeys(("POST", "PUT", "DELETE"), UPLOAD)

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit reading, writing and opening."""
        if self.request.method in ("GET", "HEAD", "OPTIONS"):
            return [RoomThrottle()]
        return [WriteThrottle(), *([NewThrottle()] if self.makes_new else [])]


def room_and_access(request: Request, code: str) -> tuple[Room, Access]:
    """Return a room that can be continued, and what the key of the request allows in it. Raises
    Http404, and Refusal if the rules engine refuses its events.
    """
    room, access = _any_room_and_access(request, code)
    services.check_rules(room)
    return room, access


def _any_room_and_access(request: Request, code: str) -> tuple[Room, Access]:
    room = row_or_404(room_reads.room_by_code, code)
    keys = viewer_of(plain(request)).keys
    access = access_of(room, keys, request.headers.get(KEY_HEADER))
    if is_closed(room, access):
        raise Http404
    return row_or_404(lambda _: shown_room(room, access), code), access


def _change(access: Access, sent: dict[str, Any]) -> services.Change:
    return services.Change(access, sent["version"], sent.get("as"), sent.get("key", ""))


def _answer(room: Room, access: Access, request: Request, **more: Any) -> Response:
    view = base.choice(request, "as", room_reads.views_of(room, access), _default(room, access))
    body = describe.room_body(schemas.Room, room, access, view, plain(request), **more)
    return Response(body, headers=NOT_STORED)


def _default(room: Room, access: Access) -> str:
    return room_reads.views_of(room, access)[0]


class RoomsView(RoomView):
    """Rooms."""

    makes_new = True

    @endpoint(
        "room_open", schemas.OpenedRoom, OWNER_KEY,
        status=201, request=schemas.OpenRoom, errors=(400, 409, 413, 415, 422, 429),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Open a room. Only this response contains its keys."""
        sent = base.json_body(request, schemas.OpenRoom)
        owner, secret = owner_of_upload(plain(request))
        bots = {bot["role"]: bot["strength"] for bot in sent.pop("bots", ())}
        deals, clock = sent.pop("deals", False), sent.pop("clock", None)
        delay, is_shared = sent.pop("delay", 0), sent.pop("several_phones", False)
        is_timed, house_rules = sent.pop("times", False), sent.pop("house_rules", "")
        header = {"format": FORMAT, "players": [], **sent}
        digest = creator_digest(plain(request))
        times = None if clock is None else services.Clock(**clock)
        new = services.NewRoom(
            header, owner, digest, bots=bots, deals=deals, clock=times,
            delay=delay, is_shared=is_shared, is_timed=is_timed, house_rules=house_rules,
        )  # fmt: skip
        opened = services.open_room(new)
        body = describe.room_body(
            schemas.OpenedRoom, opened.room, Access(is_recorder=True), "public", plain(request),
            recorder_key=opened.recorder_key,
            seat_keys=[schemas.SeatKey(role, key) for role, key in opened.seat_keys.items()],
            owner_key=secret or UNSET,
        )  # fmt: skip
        return Response(body, status=201, headers={"Location": body.api, **NOT_STORED})


AS = query("as", "A view that your key opens. Default: that of the seat, else `public`.")


class OneRoomView(RoomView):
    """One room."""

    @endpoint("room", schemas.Room, CODE, KEY, AS, errors=(400, 404, 409, 429))
    def get(self, request: Request, code: str) -> Response:
        """Return a room as a view sees it."""
        return _answer(*room_and_access(request, code), request)

    @endpoint("room_delete", None, CODE, KEY, status=204, errors=(400, 403, 404, 429))
    def delete(self, request: Request, code: str) -> HttpResponse:
        """Delete a room. A saved game stays."""
        room, access = _any_room_and_access(request, code)
        if not access.is_recorder:
            raise ApiError(403, "room_key_needed", "Send the recorder's key.", header=KEY_HEADER)
        services.delete_room(room)
        return HttpResponse(status=204)


class RoomEventsView(EventsView, RoomView):
    """The events of a room, and a stream of its versions."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit streams and writing."""
        is_stream = self.request.method in ("GET", "HEAD")
        return [StreamThrottle()] if is_stream else RoomView.get_throttles(self)

    @endpoint(
        "room_events", {(200, MEDIA_TYPE): schemas.RoomVersion}, CODE, KEY,
        query("since", "The id of an event that you have, or `c` and the version of the room."),
        LAST, errors=(400, 404, 429),
    )  # fmt: skip
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Send an event `version` for each change that your key, or no key, may see, and `closed`
        at the end. It contains only the number: read the room again. Without `since`, only changes
        from now on.
        """
        room, access = _any_room_and_access(request, code)
        text = request.headers.get(LAST_ID) or request.query_params.get("since")
        cursor = cursor_of(text or "")
        if text and cursor is None:
            raise base.bad_parameter("since", "the id of an event, such as c12")
        return self.stream(request, RoomVersions.seen_by(room, access), cursor)

    @endpoint(
        "room_append", schemas.Room, CODE, KEY,
        status=201, request=schemas.EnterEvent, errors=WRITE_ERRORS,
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Response:
        """Enter the next event. The response has the new step, and those that the site entered."""
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.EnterEvent)
        room = services.append_event(
            room, _change(access, sent), sent["event"],
            note=sent.get("note", ""), at=sent.get("at"),
        )  # fmt: skip
        return _changed(room, access, sent, request, status=201)


class RoomPassView(RoomView):
    """Passing."""

    @endpoint("room_pass", schemas.Room, CODE, KEY, request=schemas.PassTurn, errors=WRITE_ERRORS)
    def post(self, request: Request, code: str) -> Response:
        """Decline to answer the last event, so that a waiting house bot goes on. So does a bot
        that stopped for lack of time (`thinking`).
        """
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.PassTurn)
        room = services.pass_turn(room, _change(access, sent))
        return _changed(room, access, sent, request)


class RoomTakeBackView(RoomView):
    """Take-backs by agreement."""

    @endpoint(
        "room_take_back", schemas.Room, CODE, KEY,
        request=schemas.AskTakeBack, errors=WRITE_ERRORS,
    )  # fmt: skip
    def post(self, request: Request, code: str) -> Response:
        """Ask the other players to take back events, or accept or decline that. It happens when all
        of them have accepted.
        """
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.AskTakeBack)
        if ("length" in sent) == ("accept" in sent):
            message = 'Send either "length", to ask, or "accept", to answer.'
            raise ApiError(400, "missing_field", message, field="length")
        if "length" in sent:
            room = services.propose_take_back(room, _change(access, sent), sent["length"])
        else:
            room = services.answer_take_back(room, _change(access, sent), accepts=sent["accept"])
        return _changed(room, access, sent, request)


class RoomClaimView(RoomView):
    """Wins on time."""

    @endpoint("room_claim", schemas.Room, CODE, KEY, request=schemas.ClaimTime, errors=WRITE_ERRORS)
    def post(self, request: Request, code: str) -> Response:
        """End the game of the player whose time is over (409 `time_left` if no player's is)."""
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.ClaimTime)
        room = services.claim_time(room, _change(access, sent))
        return _changed(room, access, sent, request)


class RoomUndoView(RoomView):
    """Taking back."""

    @endpoint("room_undo", schemas.Room, CODE, KEY, request=schemas.UndoEvents, errors=WRITE_ERRORS)
    def post(self, request: Request, code: str) -> Response:
        """Take back the last events. A seat can take back its own only."""
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.UndoEvents)
        room = services.undo_events(room, _change(access, sent), sent["length"])
        return _changed(room, access, sent, request)


STEP = in_path("step", "The number of the event, from 1.", OpenApiTypes.INT)


class RoomEventView(RoomView):
    """One event of a room."""

    @endpoint(
        "room_replace", schemas.Room, CODE, STEP, KEY,
        request=schemas.ReplaceEvent, errors=WRITE_ERRORS,
    )  # fmt: skip
    def put(self, request: Request, code: str, step: int) -> Response:
        """Correct an event. The later ones are checked again; the first that is not possible any
        more is named.
        """
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.ReplaceEvent)
        room = services.replace_event(
            room, _change(access, sent), step - 1, sent["event"], cuts=sent.get("cut", False)
        )
        return _changed(room, access, sent, request)


def _changed(
    room: Room, access: Access, sent: dict[str, Any], request: Request, status: int = 200
) -> Response:
    """Answer a change: the room with its last step, and those that the site entered after it, as
    seen by the view that made the change.
    """
    views = room_reads.views_of(room, access)
    view = sent.get("as", views[0])
    first = max(house_reads.last_house_steps(room).start - 1, 1) if room.n_events else 0
    body = describe.room_body(
        schemas.Room, room, access, view if view in views else views[0], plain(request),
        first_step=first,
    )  # fmt: skip
    return Response(body, status=status, headers=NOT_STORED)


class RoomLegalView(RoomView):
    """What can be entered."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit all requests: every legal event is examined."""
        return [OfferThrottle()]

    @endpoint(
        "room_legal", schemas.RoomLegal, CODE, KEY,
        query("as", "The role that enters. Default: that of the seat, or what everyone may see."),
        query("chosen", "Parts chosen so far: JSON, a list of [path, value]."),
        errors=(400, 403, 404, 409, 429),
    )  # fmt: skip
    def get(self, request: Request, code: str) -> Response:
        """Return what can be entered next."""
        room, access = room_and_access(request, code)
        if not access.may_write:
            raise ApiError(403, "room_key_needed", "Send a key of the room.", header=KEY_HEADER)
        role = request.query_params.get("as")
        if role is not None and role not in room_reads.roles_of(room):
            raise base.bad_parameter("as", "a role of the room")
        chosen = parse_choices(request.query_params.get("chosen", "[]"))
        if chosen is None:
            raise base.bad_parameter("chosen", "a JSON list of chosen parts, each [path, value]")
        turn = room_reads.turn_for(room, access, role)
        if turn is None:
            raise ApiError(409, "not_your_turn", "Another side enters the next event.")
        return Response(describe.legal_body(room, turn, chosen), headers=NOT_STORED)


class RoomSaveView(RoomView):
    """Saving a game."""

    @endpoint("room_save", schemas.Room, CODE, KEY, request=schemas.SaveRoom, errors=WRITE_ERRORS)
    def post(self, request: Request, code: str) -> Response:
        """Save the game, once. `game` is its address as soon as it is read."""
        room, access = room_and_access(request, code)
        sent = base.json_body(request, schemas.SaveRoom)
        statistics = default_statistics(plain(request))
        audience = parse_audience(sent.get("visibility", "public"), None, statistics)
        quotas = quotas_of(plain(request), room.owner)
        room = services.save_room(room, _change(access, sent), audience, quotas)
        return _changed(room, access, sent, request)
