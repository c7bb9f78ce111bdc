"""Positions as a view sees them (rules page 11.1): without what is hidden from it."""

from games.kyoto.rules.components import SIDES
from games.kyoto.rules.state import Agent, Phase, Pile, Side, State

OMNISCIENT = "omniscient"


def observe(state: State, view: str) -> State:
    """Return the position as `oniwaban`, `government` or `public` sees it: the other side as in a
    table log. Nothing is hidden from `omniscient`.
    """
    if view == OMNISCIENT:
        return state
    for role in SIDES:
        if role != view:
            side = _hidden(state.side(role), state.phase is Phase.OVER)
            if side != state.side(role):
                state = state.with_side(role, side)
    return state


def _hidden(side: Side, over: bool) -> Side:
    """Return a side as the public sees it; its identities are public once the game is over."""
    agents = side.agents
    if not over:
        agents = tuple(a if a.revealed else Agent(a.space, None) for a in agents)
    site, tactic = (Pile(pile.size, None) for pile in side.piles)
    baits = tuple((None,) * len(marks) for marks in side.baits)
    return side._replace(agents=agents, hand=None, piles=(site, tactic), baits=baits)
