"""House bots in rooms: which seats they play, and the chance of their play and of dealing.

Chance is computed from the room and the number of the event with the site's secret key. So a
repeated request, and a play on after a take-back, give the same events, and no client can compute
them.
"""

import random
from functools import partial
from typing import Any

from django.utils.crypto import salted_hmac

from games.core import house_play, recording
from games.core.chance import Chance
from games.core.recording import Narrow
from rooms.models import Room

from . import rooms as room_reads


def chance_at(room: Room, number: int, purpose: str) -> Chance:
    """Return the chance of an event's number (from 0) for a role or the dealer."""
    text = f"{room.pk} {room.code} {number} {purpose}"
    seed = salted_hmac("rooms.house", text, algorithm="sha256").hexdigest()
    return random.Random(seed)  # noqa: S311 - play; the seed is secret


def is_played_by_house(room: Room) -> bool:
    """Return whether bots or the dealer take part in a room."""
    return bool(room.bots or room.deals)


def players_of(room: Room) -> tuple[str, ...]:
    """Return the roles that no house bot plays."""
    return tuple(role for role in room_reads.roles_of(room) if role not in room.bots)


def only_player(room: Room) -> str | None:
    """Return the role of the player who has only bots as opponents and partners, or None."""
    players = players_of(room)
    return players[0] if room.bots and len(players) == 1 else None


def narrow_of(room: Room, number: int | None = None) -> Narrow | None:
    """Return how the offers at an event's number (default: the next) are narrowed to what was
    dealt; None if the site does not deal.
    """
    if not room.deals:
        return None
    replay = room_reads.replay_of(room)
    at = len(replay.steps) if number is None else number
    state = replay.steps[at].before if at < len(replay.steps) else replay.final
    return house_play.narrow_of(room_reads.kind_of(room), state, partial(chance_at, room, at))


def may_pass(room: Room) -> bool:
    """Return whether a bot waits for a player who can answer the last event or pass."""
    if not room.bots or room.passed_at == room.n_events:
        return False
    kind, state = room_reads.kind_of(room), room_reads.replay_of(room).final
    return house_play.can_answer(kind, state, room.bots)


def last_house_steps(room: Room) -> range:
    """Return the steps, from 1, that the site entered after the last event of a player."""
    first = room.n_events
    while first and room.events[first - 1].get("house"):
        first -= 1
    return range(first + 1, room.n_events + 1)


def undo_length(room: Room) -> int:
    """Return how many events stay if the last one of a player is taken back, with what the site
    did after it.
    """
    return max(last_house_steps(room).start - 2, 0)


def turns_for_role(room: Room, role: str) -> list[Any]:
    """Return the turns that a role can take now."""
    turns = recording.turns_of(room_reads.kind_of(room), room_reads.replay_of(room).final)
    return [] if room.house_due else [turn for turn in turns if turn.role in (None, role)]
