"""Names of the sides of a table on its pages."""

from django.utils.translation import gettext

from rooms.models import Room
from rooms.reads import rooms as room_reads


def seat_name(room: Room, role: str | None) -> str:
    """Return a player as the pages name him: `Jane (Goryō)`, or the role alone."""
    if role is None:
        return gettext("the table")
    label = room_reads.kind_of(room).identity.roles[role]
    players = {each["role"]: each.get("name") for each in room.header.get("players", ())}
    name = players.get(role)
    return f"{name} ({label})" if name else str(label)
