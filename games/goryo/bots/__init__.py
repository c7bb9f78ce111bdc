"""Bots for Goryō: two sensible ones, and random legal play. Their games are marked as simulated
(`x_simulated` in the header); they do not represent human play.
"""

from games.core.chance import Chance, pick, pick_weighted
from games.goryo.bots.goryo import choose_haunt, choose_plan
from games.goryo.bots.house import HOUSE
from games.goryo.bots.samurai import choose_action
from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.events import (
    Abandon,
    Bind,
    Draw,
    Event,
    Plan,
    Question,
    Resign,
    Search,
    Stuck,
)
from games.goryo.rules.generation import legal_events
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import legal_routes, plan_masks
from games.goryo.rules.state import CHASE, DRAW, OVER, PLAN, State, public_view

__all__ = ["HOUSE", "SOURCE", "answer", "at_random", "choose"]

SOURCE = "Kifu House bots 1: simulated play"


def choose(state: State, chance: Chance) -> Event | None:
    """Return the next event: chance draws, the Goryō plans and answers, the Samurai act on what
    they can know.
    """
    board, phase = state.setup.board, state.table.phase
    if phase is OVER:
        return None
    if phase is PLAN:
        return choose_plan(state, chance)
    if phase is DRAW:
        return Draw(board.types[pick(list(set_bits(bag(state))), chance)])
    if phase is CHASE:
        return answer(state, choose_action(public_view(state), chance))
    if not state.table.bound_drawn:
        return Bind(pick(board.types, chance))
    left = [name for i, name in enumerate(board.types) if state.secret.possible != 1 << i]
    return choose_haunt(state, pick(left, chance), chance)


def answer(state: State, event: Event) -> Event:
    """Return a question with the Goryō's answer: the truth, and yes for her false trail."""
    if not isinstance(event, Question) or state.secret.plan is None:
        return event
    board, colours = state.setup.board, state.setup.ruleset.colours
    if isinstance(event, Search):
        space = state.chase.samurai[colours.index(event.samurai)]
    else:
        space = board.index[event.space]
    cubes, trail = plan_masks(board, state.secret.plan)
    return event._replace(answer=(cubes | trail) >> space & 1 == 1)


# -- random legal play, with which statistics compare people ---------------------------------------

_ENDINGS = (Resign, Abandon, Stuck)


def at_random(state: State, chance: Chance) -> Event | None:
    """Return one of the legal events, each equally likely, except those that stop the game. Return
    None at the end.
    """
    if state.table.phase is OVER:
        return None
    if state.table.phase is PLAN:
        return _plan(state, chance)
    return pick([e for e in legal_events(state) if not isinstance(e, _ENDINGS)], chance)


def _plan(state: State, chance: Chance) -> Plan:
    """Return a legal plan, without listing those that differ only in the false trail."""
    board, table, secret = state.setup.board, state.table, state.secret
    routes = list(legal_routes(board, table, secret.barred_types))
    free = [len(board.names) - len(route) - 1 for route, _ in routes]
    weights = [1 + count * table.false_trail_left for count in free]
    route, target = pick_weighted(routes, weights, chance)
    spaces, goal = tuple(board.names[i] for i in route), board.names[target]
    trails: list[str | None] = [None]
    if table.false_trail_left:
        trails += [name for name in board.names if name not in spaces and name != goal]
    return Plan(spaces, goal, len(route) > MOVE_CUBES, pick(trails, chance))
