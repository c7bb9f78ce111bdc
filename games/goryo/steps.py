"""The steps of a replay as a view sees them: what the command line and the API print (log-format
page, "A step").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.replay import Replay
from games.goryo.codec import plain_state
from games.goryo.inference import believe
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.state import CHASE, PublicView

SECRET_EVENTS = ("bind", "plan")
BELIEVERS = ("samurai",)


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:
    """One object a step: `step`, `event`, `state`, and with `belief` in the Samurai's view of a
    chase the belief block.
    """
    believes = belief and view in BELIEVERS
    for step in replay.steps:
        seen = ENGINE.observe(step.state, view)
        event = step.entry.plain
        if isinstance(seen, PublicView):
            event = redact_event(event)
        shown = {"step": step.number, "event": event, "state": plain_state(seen)}
        if believes and isinstance(seen, PublicView) and seen.table.phase is CHASE:
            shown["belief"] = believe(seen).to_json()
        yield shown


def redact_event(plain: Mapping[str, Any]) -> dict[str, Any]:
    """What the Samurai and the public may see of an event: no content of secret ones, no notes
    and no `x_` fields.
    """
    if plain["type"] in SECRET_EVENTS:
        return {"type": plain["type"]}
    return {
        key: value for key, value in plain.items() if key != "note" and not key.startswith("x_")
    }
