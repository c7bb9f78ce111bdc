"""The steps of a replay as a view shows them, for the command line and the API (log-format page, "A
step").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.contract import OMNISCIENT
from games.core.record import Entry
from games.core.replay import Replay
from games.gorinto.codec import plain_state


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:  # noqa: ARG001 - Gorinto has no hidden information
    """Yield an object with `step`, `event` and `state` for each step. All views have the same
    state. Only the omniscient view shows notes and `x_` fields.
    """
    for step in replay.steps:
        event = step.entry.plain if view == OMNISCIENT else public_event(step.entry)
        yield {"step": step.number, "event": event, "state": plain_state(step.state)}


def public_event(entry: Entry) -> Mapping[str, Any]:
    """Return an event without note and `x_` fields."""
    return {
        key: value
        for key, value in entry.plain.items()
        if key != "note" and not key.startswith("x_")
    }
