"""Names of the sides of a table on its pages."""

from games.recorder import table
from rooms.models import Room
from rooms.reads import rooms as room_reads


def seat_name(room: Room, role: str | None) -> str:
    """Return a player as the pages name him: `Jane (Goryō)`, or the role alone."""
    return table.seat_name(room_reads.kind_of(room), room.header, role)
