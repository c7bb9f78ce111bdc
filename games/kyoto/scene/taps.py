"""The spaces to tap for an event of Shadows in Kyoto."""

from collections.abc import Mapping
from typing import Any

from games.core.taps import Taps
from games.kyoto.rules.state import State

_MOVES = frozenset({"site", "defend", "tunnel", "charge", "push"})
_ABOUT_AGENT = frozenset({"declare", "drugs", "stun", "bugs"})


def taps(position: State, plain: Mapping[str, Any]) -> Taps | None:
    """Return the spaces of an event: of the agent that moves or is named, then where it goes. Both
    agents of a Swap can be tapped first.
    """
    kind = plain["type"]
    if kind in _MOVES:
        return Taps((plain["from"], plain["to"]))
    if kind == "spring":
        role, number = position.arrived
        space = position.side(role).agents[number].space
        return Taps((space, plain["to"])) if space else None
    if kind == "swap":
        return Taps((), frozenset(plain["spaces"]))
    if kind in _ABOUT_AGENT and plain.get("agent"):
        return Taps((plain["agent"],))
    return None
