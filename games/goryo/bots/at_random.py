"""Legal play at random: every choice the rules allow is as likely as the others. It plays badly; it
is what statistics compare people with.
"""

from games.core.chance import Chance, pick, pick_weighted
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.events import Abandon, Event, Plan, Resign, Stuck
from games.goryo.rules.generation import legal_events
from games.goryo.rules.plan import legal_routes
from games.goryo.rules.state import OVER, PLAN, State

_STOPS = (Resign, Abandon, Stuck)


def at_random(state: State, chance: Chance) -> Event | None:
    """What comes next: of all legal events one, each as likely as the others, without the ways to
    stop. None at the end.
    """
    if state.table.phase is OVER:
        return None
    if state.table.phase is PLAN:
        return _plan(state, chance)
    return pick([e for e in legal_events(state) if not isinstance(e, _STOPS)], chance)


def _plan(state: State, chance: Chance) -> Plan:
    """A legal plan, without listing what differs in the false trail alone."""
    board, table, secret = state.setup.board, state.table, state.secret
    alive = secret.possible & ~secret.stuck
    barred = alive if alive.bit_count() == 1 else 0
    routes = list(legal_routes(board, table, barred))
    free = [len(board.names) - len(route) - 1 for route, _ in routes]
    weights = [1 + places * table.false_trail_left for places in free]
    route, target = pick_weighted(routes, weights, chance)
    words, goal = tuple(board.names[i] for i in route), board.names[target]
    trails: list[str | None] = [None]
    if table.false_trail_left:
        trails += [name for name in board.names if name not in words and name != goal]
    return Plan(words, goal, len(route) > MOVE_CUBES, pick(trails, chance))
