"""What a view knows of a position (rules page 11.1): what is hidden from it is taken out."""

from games.kyoto.rules.state import OVER, Agent, Pile, Side, State
from games.kyoto.rules.words import SIDES

OMNISCIENT = "omniscient"


def observe(state: State, view: str) -> State:
    """The position as `oniwaban`, `government` or `public` know it; as a table log would have it of
    the side that is not theirs. Nothing is hidden from `omniscient`.
    """
    if view == OMNISCIENT:
        return state
    for role in SIDES:
        if role != view:
            side = _hidden(state.side(role), state.phase is OVER)
            if side != state.side(role):
                state = state.with_side(role, side)
    return state


def _hidden(side: Side, over: bool) -> Side:
    """A side as everybody sees it; its identities are public once the game is over."""
    agents = side.agents
    if not over:
        agents = tuple(a if a.revealed else Agent(a.space, None) for a in agents)
    site, tactic = (Pile(pile.size, None) for pile in side.piles)
    baits = tuple((None,) * len(marks) for marks in side.baits)
    return side._replace(agents=agents, hand=None, piles=(site, tactic), baits=baits)
