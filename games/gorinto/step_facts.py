"""The facts of the steps of a Gorinto game: who acts. Nothing is hidden from the public."""

from collections.abc import Iterator

from games.core.replay import Replay, Step
from games.core.step_facts import StepFacts


def step_facts(replay: Replay) -> Iterator[StepFacts]:
    """Yield the facts of each step."""
    for step in replay.steps:
        yield StepFacts(actor_of(step))


def actor_of(step: Step) -> str:
    """Return the player who acts; empty for chance and for an abandoned game."""
    event = step.entry.plain
    if event["type"] == "abandon":
        return ""
    return str(event.get("role") or step.before.actor or "")
