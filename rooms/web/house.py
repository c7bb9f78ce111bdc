"""House bots on the pages of rooms: who plays a seat, and what the bots did."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from games.core.chance import NoChance
from games.core.contract import GameKind
from games.core.house import EASY, HARD, MEDIUM
from rooms.models import Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

STRENGTH_NAMES = {
    EASY: gettext_lazy("House bot, easy"),
    MEDIUM: gettext_lazy("House bot, medium"),
    HARD: gettext_lazy("House bot, hard"),
}


def bots_in(params: QueryDict, kind: GameKind, ruleset: str) -> dict[str, str]:
    """Return the bots that a form chose, by role; seats that the ruleset does not have are left
    out.
    """
    roles = [player["role"] for player in _players(kind, ruleset)]
    chosen = {role: params.get(f"bot-{role}", "") for role in roles}
    return {role: strength for role, strength in chosen.items() if strength}


def _players(kind: GameKind, ruleset: str) -> list[dict[str, Any]]:
    players: list[dict[str, Any]] = kind.log.simulated_header(ruleset, None, NoChance())["players"]
    return players


def house_context(room: Room, moves: list[dict[str, Any]], turn: Any) -> dict[str, Any]:
    """Return the context of the part of a table's page about house bots. `moves` are the steps as
    the view sees them, the newest first.
    """
    if not house_reads.is_played_by_house(room):
        return {}
    roles, steps = room_reads.kind_of(room).identity.roles, house_reads.last_house_steps(room)
    return {
        "bots": [(roles[role], STRENGTH_NAMES[strength]) for role, strength in room.bots.items()],
        "house_moves": [move for move in reversed(moves) if move["step"] in steps],
        "is_thinking": room.house_due,
        "may_pass": turn is not None and house_reads.may_pass(room),
        "undo_length": house_reads.undo_length(room),
        "can_undo": any(not row.get("house") for row in room.events),
    }
