"""A position as plain data (log-format page, "A step"), and its public knowledge ("Belief")."""

from typing import Any

from games.kyoto.rules.components import EQUIPMENT, GOVERNMENT, ONIWABAN, OTHER, SIDES
from games.kyoto.rules.knowledge import count_identities, count_unseen
from games.kyoto.rules.state import Side, State


def plain_state(state: State) -> dict[str, Any]:
    """Return the `state` object of a step. What a view hides is null."""
    sides = dict(zip(SIDES, state.sides, strict=True))
    fight = state.conflict
    return {
        "turn": state.turn,
        "active": state.active,
        "phase": state.phase.value,
        "agents": {role: _agents(side) for role, side in sides.items()},
        "captives": {role: list(sides[OTHER[role]].captured) for role in SIDES},
        "hands": {role: _hand(side) for role, side in sides.items()},
        "piles": {
            role: {"site": side.piles[0].size, "tactic": side.piles[1].size}
            for role, side in sides.items()
        },
        "discards": {role: list(side.discard) for role, side in sides.items()},
        "baits": {
            role: [sorted(marks, key=str) for marks in side.baits] for role, side in sides.items()
        },
        "charisma": {role: side.charisma for role, side in sides.items()},
        "ruri_site": state.ruri_site,
        "equipment": _equipment(state),
        "flip_due": state.turn_state.flip_due,
        "drugged": _space(sides[GOVERNMENT], state.drugged),
        "stunned": _space(sides[ONIWABAN], state.stunned),
        "conflict": None
        if fight is None
        else {"attacker": fight.attacker, "from": fight.origin, "at": fight.to},
        "winner": state.winner,
        "reason": state.reason,
    }


def _agents(side: Side) -> dict[str, Any]:
    here = sorted((agent.space, agent) for agent in side.agents if agent.space is not None)
    return {space: {"identity": a.identity, "revealed": a.revealed} for space, a in here}


def _hand(side: Side) -> dict[str, Any]:
    cards = None if side.hand is None else list(side.hand)
    return {"site": side.sites, "tactic": side.tactics, "cards": cards}


def _equipment(state: State) -> dict[str, Any] | None:
    if not state.setup.ruleset.equipment:
        return None
    return {
        role: dict(zip(EQUIPMENT[role], state.side(role).equipment, strict=True)) for role in SIDES
    }


def _space(side: Side, number: int | None) -> str | None:
    return None if number is None else side.agents[number].space


def plain_belief(state: State, role: str) -> dict[str, Any]:
    """Return the public knowledge of a side: the number of assignments, the number for each
    identity of each agent, and the unseen cards (11.2, 11.5).
    """
    side = state.side(role)
    agents = {
        agent.space: dict(sorted(count.items()))
        for agent, count in zip(side.agents, count_identities(side), strict=True)
        if agent.space is not None
    }
    return {
        "assignments": side.possible.bit_count(),
        "agents": dict(sorted(agents.items())),
        "unseen": count_unseen(state, role),
    }
