"""The facts of the steps of a Goryō game: possible plans with bound types, and all marks."""

from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from games.core.contract import OMNISCIENT
from games.core.replay import Replay
from games.core.step_facts import StepFacts
from games.goryo.assessment.assess import assess

_ACTORS = {
    "haunt": "goryo",
    "plan": "goryo",
    "stuck": "goryo",
    "unmask": "goryo",
    "move": "samurai",
    "search": "samurai",
    "sniff": "samurai",
}
"""By type of event. The others name their side, or no side chooses them."""


def step_facts(replay: Replay) -> Iterator[StepFacts]:
    """Yield the facts of each step. A chase has as many possible secrets as hypotheses (8.2), each
    equally likely; 0 after a mistake that no hypothesis fits (8.3). A sheet has no numbers.
    """
    known = assess(replay, OMNISCIENT) if replay.is_exact else repeat(None)
    for step, assessed in zip(replay.steps, known, strict=False):
        actor = actor_of(step.entry.plain)
        if assessed is None:
            yield StepFacts(actor)
            continue
        belief = assessed.known
        possible = {} if belief is None else {"goryo": belief.hypotheses}
        yield StepFacts(actor, possible, tuple(mark.key for mark in assessed.marks))


def actor_of(event: Mapping[str, Any]) -> str:
    """Return the side that acts."""
    return str(_ACTORS.get(event["type"], event.get("role", "")))
