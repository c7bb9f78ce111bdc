"""The steps of a replay as a view sees them: what the command line and the API print (log-format
page, "A step").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.contract import OMNISCIENT
from games.core.record import Entry
from games.core.replay import Replay
from games.gorinto.codec import plain_state


def steps(replay: Replay, view: str, belief: bool = False) -> Iterator[dict[str, Any]]:  # noqa: ARG001 - nothing is hidden, so nothing is believed
    """One object a step: `step`, `event` and `state`. The state is the same in every view; notes
    and fields of one's own are shown to the omniscient view alone.
    """
    for step in replay.steps:
        event = step.entry.plain
        if view != OMNISCIENT:
            event = seen_by_all(step.entry)
        yield {"step": step.number, "event": event, "state": plain_state(step.state)}


def seen_by_all(entry: Entry) -> Mapping[str, Any]:
    """An event without note and `x_` fields."""
    return {
        key: value
        for key, value in entry.plain.items()
        if key != "note" and not key.startswith("x_")
    }
