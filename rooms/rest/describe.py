"""Bodies of rooms, from their rows."""

from typing import Any, TypeVar

from django.http import HttpRequest
from django.urls import reverse

from games.core.choosing import Parts
from games.core.turns import Turn
from games.recorder.labels import entered_text
from replays.rest.describe import api_url
from replays.rest.editing_schemas import offered
from rooms.access.keys import Access
from rooms.models import Room
from rooms.reads import clocks as clock_reads
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import schemas

RoomBody = TypeVar("RoomBody", bound=schemas.Room)


def room_body(
    body: type[RoomBody], room: Room, access: Access, view: str, request: HttpRequest,
    first_step: int = 1, **more: Any,
) -> RoomBody:  # fmt: skip
    """Return a body of a room as a view sees it, with its steps from one on."""
    replay = room_reads.replay_of(room)
    game = room_reads.game_of(room, room_reads.owner_as_viewer(room))
    names = {player.role: player.name for player in replay.record.players}
    return body(
        code=room.code,
        url=request.build_absolute_uri(room.get_absolute_url()),
        api=request.build_absolute_uri(reverse("api-room", args=[room.code])),
        kind=room.kind,
        log_header=room.header,
        players=[
            schemas.RoomSeat(role, names.get(role), room.bots.get(role))
            for role in room_reads.roles_of(room)
        ],
        deals=room.deals,
        thinking=room.house_due,
        may_pass=house_reads.may_pass(room),
        clock=_clock_body(room),
        take_back=None if room.take_back is None else schemas.TakeBack(**room.take_back),
        state=room.state,
        version=room.version,
        n_events=room.n_events,
        delay=room.delay,
        several_phones=room.is_shared,
        over=replay.is_over,
        winners=list(replay.outcome.winners),
        reason=replay.outcome.reason,
        view=view,
        views=list(room_reads.views_of(room, access)),
        turns=[turn_body(room, turn, access) for turn in room_reads.turns_of(room)],
        steps=room_reads.steps_of(room, view, first_step),
        game=api_url(request, "api-game", game.public_id) if game else None,
        touched_at=room.touched_at.isoformat(),
        **more,
    )


def _clock_body(room: Room) -> schemas.RoomClock | None:
    if room.clock is None:
        return None
    left = {role: round(n, 1) for role, n in clock_reads.seconds_left(room).items()}
    main, increment, running = (room.clock[key] for key in ("main", "increment", "role"))
    return schemas.RoomClock(main, increment, left, running)


def turn_body(room: Room, turn: Turn, access: Access) -> schemas.RoomTurn:
    """Return a turn; `is_yours` by the role of the key."""
    is_yours = access.may_write and turn.role in (None, access.role)
    is_for_all = access.is_recorder and not room.is_shared
    if access.is_recorder:
        is_yours |= is_for_all or (access.role is None and not turn.is_secret)
    is_yours &= is_for_all or turn.known_to in (None, access.role)
    is_yours = is_yours and turn.role not in room.bots and not room.house_due
    return schemas.RoomTurn(turn.role, sorted(turn.types), turn.is_secret, is_yours)


def legal_body(room: Room, turn: Turn, chosen: Parts) -> schemas.RoomLegal:
    """Return what can be entered in a turn after these parts of an event."""
    kind = room_reads.kind_of(room)
    node = room_reads.choices(room, turn, chosen, house_reads.narrow_of(room))
    due = next(iter(sorted(turn.types))) if len(turn.types) == 1 else None
    return schemas.RoomLegal(
        code=room.code,
        role=turn.role,
        endings=room_reads.endings(room, turn.role),
        step=room.n_events,
        due=due,
        is_chance=turn.types <= kind.rules.decisions.chance,
        is_yours=True,
        **offered(node, lambda event: entered_text(kind, event)),
    )
