"""The steps of a replay as a view sees them, for the command line and the API (log-format page,
"Views" and "Belief").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.contract import OMNISCIENT
from games.core.replay import Replay
from games.kyoto.position import plain_belief, plain_state
from games.kyoto.rules.components import PILES, SIDES, pile_of
from games.kyoto.rules.state import State
from games.kyoto.rules.views import observe
from games.kyoto.step_facts import has_knowledge


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:
    """Yield one object for each step: `step`, `event`, `state`, and with `belief` the public
    knowledge of the sides that the viewer does not play.
    """
    for step in replay.steps:
        event = step.entry.plain
        if view != OMNISCIENT:
            event = redact_event(event, view, step.before)
        plain = {
            "step": step.number,
            "event": event,
            "state": plain_state(observe(step.state, view)),
        }
        if belief and has_knowledge(step.state):
            others = [role for role in SIDES if role != view]
            plain["belief"] = {role: plain_belief(step.state, role) for role in others}
        yield plain


def redact_event(plain: Mapping[str, Any], view: str, before: State) -> dict[str, Any]:
    """Return what a side or the public may see of an event in the position before it."""
    event = {k: v for k, v in plain.items() if k != "note" and not k.startswith("x_")}
    if event.get("role", before.active) == view:
        return event
    kind = event["type"]
    if kind == "deal":
        del event["cards"]
    elif kind == "deploy":
        del event["agents"]
    elif kind == "draw":
        if "cards" in event:
            event["piles"] = [_pile(card) for card in event.pop("cards")]
        if "returned" in event:
            event["returned"] = [None if c is None else _pile(c) for c in event["returned"]]
    elif kind == "bait":
        event["marks"] = [None] * len(event["marks"])
    elif kind == "swap":
        event["swapped"] = None
    return event


def _pile(card: str) -> str:
    return card if card in PILES else pile_of(card)
