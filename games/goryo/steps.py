"""The steps of a replay as a view sees them, for the command line and the API (log-format page, "A
step").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.replay import Replay
from games.goryo.codec import plain_state
from games.goryo.inference import infer_belief
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.sheet import SHEETS
from games.goryo.rules.sheet_state import PublicSheet
from games.goryo.rules.state import CHASE, PublicView
from games.goryo.sheets import plain_sheet

SECRET_EVENTS = ("bind", "plan")


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:
    """Yield an object per step: `step`, `event` and `state`. With `belief`, the Samurai's view of a
    chase also has the belief block. A sheet has none.
    """
    if not replay.is_exact:
        yield from _sheet_steps(replay, view)
        return
    with_belief = belief and view == "samurai"
    for step in replay.steps:
        seen = ENGINE.observe(step.state, view)
        event = step.entry.plain
        if isinstance(seen, PublicView):
            event = redact_event(event)
        shown = {"step": step.number, "event": event, "state": plain_state(seen)}
        if with_belief and isinstance(seen, PublicView) and seen.table.phase is CHASE:
            shown["belief"] = infer_belief(seen).to_json()
        yield shown


def _sheet_steps(replay: Replay, view: str) -> Iterator[dict[str, Any]]:
    for step in replay.steps:
        seen = SHEETS.observe(step.state, view)
        event = step.entry.plain
        if isinstance(seen, PublicSheet):
            event = redact_event(event)
        yield {"step": step.number, "event": event, "state": plain_sheet(seen)}


def redact_event(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the Samurai and the public may see of an event: the fields of secret events,
    notes and `x_` fields are removed.
    """
    if plain["type"] in SECRET_EVENTS:
        return {"type": plain["type"]}
    return {
        key: value for key, value in plain.items() if key != "note" and not key.startswith("x_")
    }
