"""How long decisions took, from the times of events."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from games.core.language import gettext_noop
from games.core.metrics import Facts
from games.core.replay import Step

KEY = "pace"
MAX_SECONDS = 3600
"""A longer gap is a pause."""
PACE = gettext_noop(
    "Seconds from the event before a decision to the decision, of logs with the time of both "
    "events. Longer gaps than an hour do not count."
)


def count_pace(facts: Facts, steps: Sequence[Step], group_of: Callable[[Step], str | None]) -> None:
    """Add the whole seconds of each decision; `group_of` returns its group, None for an event that
    is no decision.
    """
    times = [step.entry.plain.get("at") for step in steps]
    if times.count(None) == len(times):
        return
    for (first, second), step in zip(pairwise(times), steps[1:], strict=True):
        if first is None or second is None:
            continue
        group = group_of(step)
        if group is None:
            continue
        seconds = second - first
        if 0 <= seconds <= MAX_SECONDS:
            facts.observe(KEY, group, round(seconds))
