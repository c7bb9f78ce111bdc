"""The facts of the steps of a game of Shadows in Kyoto: the possible assignments of each side."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.replay import Replay
from games.core.step_facts import StepFacts
from games.kyoto.rules.components import OTHER, SIDES
from games.kyoto.rules.state import Phase, State


def step_facts(replay: Replay) -> Iterator[StepFacts]:
    """Yield the facts of each step. A number of assignments is not a probability (11.2)."""
    for step in replay.steps:
        state, possible = step.state, {}
        if has_knowledge(state):
            possible = {role: state.side(role).possible.bit_count() for role in SIDES}
        yield StepFacts(actor_of(step.entry.plain, step.before), possible)


def has_knowledge(state: State) -> bool:
    """Return whether identities can be deduced: after the set-up, before the end."""
    return state.phase not in (Phase.DEAL, Phase.DEPLOY, Phase.OVER)


def actor_of(event: Mapping[str, Any], before: State) -> str:
    """Return the side that acts; empty for an abandoned game."""
    kind, role = event["type"], event.get("role")
    if role is not None:
        return str(role)
    if kind == "spring":
        return OTHER[before.arrived[0]]
    if kind == "flip":
        return before.turn_state.flip_due or ""
    if kind == "conflict":
        return before.fight.attacker
    if kind == "pistol":
        return SIDES[0]
    return "" if kind == "abandon" else before.active or ""
