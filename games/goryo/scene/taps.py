"""The spaces to tap for an event of Goryō."""

from collections.abc import Mapping
from typing import Any

from games.core.taps import Taps
from games.goryo.rules.state import PublicView, State


def taps(position: State | PublicView, plain: Mapping[str, Any]) -> Taps | None:
    """Return the spaces of an event: for a Samurai his space, then the one that he moves to
    or investigates; for a plan the route, the target, and the False Trail. Other events are not
    played on the board.
    """
    setup, _, chase = position[:3]
    kind = plain["type"]
    if kind == "haunt":
        return Taps((plain["space"],))
    if kind == "plan" and plain["route"] is not None:
        trail = plain.get("false_trail")
        return Taps((*plain["route"], plain["target"], *([trail] if trail else ())))
    if kind in ("move", "search", "sniff"):
        number = setup.ruleset.colours.index(plain["samurai"])
        here = setup.board.names[chase.samurai[number]]
        return Taps((here, plain.get("to") or plain.get("space") or here))
    return None
