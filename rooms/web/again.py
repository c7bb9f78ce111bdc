"""The same table again: the form of a new table, filled in as an earlier one was opened."""

from urllib.parse import urlencode

from django.urls import reverse

from games.core.chance import NoChance
from games.core.contract import GameKind
from rooms.models import Room
from rooms.reads import rooms as room_reads


def again_address(room: Room) -> str:
    """Return the address of the form with the options and names of a room. People swap
    sides: each name is one seat further. House bots stay where they are, and so do their opponents.
    """
    kind = room_reads.kind_of(room)
    roles, names = room_reads.roles_of(room), _names(room)
    if not room.bots:
        names = names[1:] + names[:1]
    params = {"game": kind.slug, "ruleset": _ruleset(kind, room)}
    params |= {f"name-{role}": name for role, name in zip(roles, names, strict=True) if name}
    params |= {f"bot-{role}": strength for role, strength in room.bots.items()}
    if room.clock is not None:
        params["clock"] = f"{room.clock['main']}+{room.clock['increment']}"
    params |= {"deals": "yes"} if room.deals else {}
    params |= {"phones": "several"} if room.is_shared else {}
    params |= {"delay": str(room.delay)} if room.delay else {}
    params |= {"times": "yes"} if room.is_timed else {}
    params |= {"house_rules": note} if (note := room.header.get("x_house_rules")) else {}
    return f"{reverse('record')}?{urlencode(params)}#new"


def _names(room: Room) -> list[str]:
    """Return the names of people by the order of their roles; empty for bots and people without
    one.
    """
    named = {each["role"]: each.get("name") or "" for each in room.header["players"]}
    roles = room_reads.roles_of(room)
    return ["" if role in room.bots else named.get(role, "") for role in roles]


def _ruleset(kind: GameKind, room: Room) -> str:
    """Return the name of a room's ruleset in the form; the default if the form can't express it."""
    for name in kind.identity.rulesets:
        if kind.log.simulated_header(name, None, NoChance())["ruleset"] == room.header["ruleset"]:
            return name
    return kind.identity.default_ruleset
