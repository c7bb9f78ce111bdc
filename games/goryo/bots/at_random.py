"""Random legal play: every legal choice is equally likely. Statistics compare people with it."""

from games.core.chance import Chance, pick, pick_weighted
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.events import Abandon, Event, Plan, Resign, Stuck
from games.goryo.rules.generation import legal_events
from games.goryo.rules.plan import legal_routes
from games.goryo.rules.state import OVER, PLAN, State

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
