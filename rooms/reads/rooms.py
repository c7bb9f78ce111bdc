"""Queries of rooms: their game as each view sees it, and what can be entered."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from games.core import recording
from games.core.choosing import Node, Parts
from games.core.contract import OMNISCIENT, PUBLIC, GameKind
from games.core.replay import Replay
from games.core.turns import Turn
from games.recorder import offers
from games.recorder.table import plain_event
from games.registry import get_kind, judge_log
from replays.access.viewer import Viewer
from replays.models import Game, Upload
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.reads.own_games import own_games
from rooms.access.keys import Access
from rooms.models import Room, RoomState

NAMED_GAMES, NAMES_MAX = 30, 40
"""Games and rooms whose players are suggested, and how many names."""

_replays: BoundedCache[Replay] = BoundedCache(max_count=64, max_bytes=64 * 1024 * 1024)


def room_by_code(code: str) -> Room:
    """Return a room. Raises Room.DoesNotExist."""
    return Room.objects.select_related("upload").prefetch_related("seats").get(code=code)


def kind_of(room: Room) -> GameKind:
    """Return the game of a room."""
    return get_kind(room.kind)


def log_of(room: Room) -> dict[str, Any]:
    """Return the log of a room as plain data, with all hidden information."""
    return {**room.header, "events": [plain_event(row) for row in room.events]}


def replay_of(room: Room) -> Replay:
    """Return the replay of a room. Raises ValueError if the rules engine has changed, so that the
    events are not legal any more.
    """

    def make() -> Replay:
        judged = judge_log(log_of(room))
        if judged.replay is None or judged.findings:
            raise ValueError(f"room {room.code}: {judged.findings[0].message}")
        return judged.replay

    size = 2000 * (1 + len(room.events))
    return _replays.get((room.pk, room.created_at, room.version), make, lambda _replay: size)


def is_playable(room: Room) -> bool:
    """Return whether the current rules engine accepts the events of a room."""
    try:
        replay_of(room)
    except ValueError:
        return False
    return True


def views_of(room: Room, access: Access) -> tuple[str, ...]:
    """Return the views that a key opens, the default first."""
    kind, replay = kind_of(room), replay_of(room)
    views = [PUBLIC]
    if access.role is not None:
        views = [access.role, PUBLIC]
    elif access.is_recorder and not room.is_shared:
        roles = kind.identity.roles_in(kind.identity.mode_of(replay.record.setup))
        views += (role for role in roles if role not in room.bots)
        if replay.is_over:
            views.append(OMNISCIENT)
    return tuple(views)


def roles_of(room: Room) -> tuple[str, ...]:
    """Return the roles that take part."""
    kind = kind_of(room)
    return kind.identity.roles_in(kind.identity.mode_of(replay_of(room).record.setup))


def steps_of(room: Room, view: str, first: int = 1) -> list[dict[str, Any]]:
    """Return the steps of a room as a view sees them, from a step on."""
    steps: Iterable[dict[str, Any]] = kind_of(room).display.steps(replay_of(room), view, False)
    return [step for step in steps if step["step"] >= first]


def turns_of(room: Room) -> tuple[Turn, ...]:
    """Return who may enter an event next."""
    replay = replay_of(room)
    return recording.turns_of(kind_of(room), replay.final)


def turn_for(room: Room, access: Access, role: str | None = None) -> Turn | None:
    """Return the turn that a key may take, as a role; None: it has to wait. The recorder takes any
    turn but those of bots: of a role, or the first that everyone may see. In a shared room, a
    recorder without a role takes only what everyone may see.
    """
    return turn_in(room, replay_of(room).final, access, role)


def turn_in(room: Room, state: Any, access: Access, role: str | None = None) -> Turn | None:
    """Return the turn that a key may take, as a role, in a position of the room."""
    kind = kind_of(room)
    if room.house_due or role in room.bots:
        return None
    if access.is_recorder and not room.is_shared:
        turn = recording.turn_for(kind, state, role, is_any=role is None)
        return None if turn is not None and turn.role in room.bots else turn
    if not access.may_write or role not in (None, access.role):
        return None
    is_any = access.is_recorder and access.role is None
    turn = recording.turn_for(kind, state, access.role, is_any=is_any)
    return None if turn is not None and turn.known_to not in (None, access.role) else turn


def endings(room: Room, role: str | None) -> list[dict[str, Any]]:
    """Return the events with which a role, or anyone, can end the game here."""
    return [
        event
        for event in offers.endings(kind_of(room), replay_of(room))
        if event.get("role") not in room.bots and (role is None or event.get("role", role) == role)
    ]


def choices(room: Room, turn: Turn, chosen: Parts, narrow: recording.Narrow | None) -> Node:
    """Return what can be chosen next in a turn after these parts of an event. `narrow` is that of
    the room (`reads.house.narrow_of`).
    """
    return recording.choose(kind_of(room), replay_of(room).final, turn, chosen, narrow=narrow)


def open_rooms(viewer: Viewer) -> QuerySet[Room]:
    """Return the viewer's rooms that are not saved, the last used first."""
    rooms = Room.objects.filter(owner__in=viewer.keys, state=RoomState.OPEN)
    return rooms.order_by("-touched_at", "-pk")[: settings.ROOMS_PER_OWNER]


def names_played_with(viewer: Viewer) -> list[str]:
    """Return the names in the viewer's newest games and rooms, each once."""
    rooms = Room.objects.filter(owner__in=viewer.keys).order_by("-pk")[:NAMED_GAMES]
    names = [player.get("name") for room in rooms for player in room.header["players"]]
    for game in own_games(viewer)[:NAMED_GAMES]:
        names += [seat.name for seat in game.seats.all()]
    return [name for name in dict.fromkeys(names) if name][:NAMES_MAX]


def game_of(room: Room, viewer: Viewer) -> Game | None:
    """Return the saved game; None while it is not read, or if it was refused."""
    return None if room.upload is None else game_reads.only_game(room.upload, viewer)


def game_of_upload(upload: Upload, owner: str) -> Game | None:
    """Return the game of an upload as its owner sees it; None while it is not read."""
    return game_reads.only_game(upload, owner_key_viewer(owner))


def owner_as_viewer(room: Room) -> Viewer:
    """Return the owner of a room as a viewer of games."""
    return owner_key_viewer(room.owner)


def owner_key_viewer(owner: str) -> Viewer:
    """Return the owner with a key as a viewer of games."""
    return Viewer(frozenset({owner}))
