"""The Goryō bot: it weighs stealth (how hard the plan is to guess and to catch) against reach (the
targets left for the next round).
"""

from collections import Counter

from games.core.chance import Chance, pick_weighted
from games.goryo.rules.board import Board, set_bits
from games.goryo.rules.editions import MOVE_CUBES, TYPES_TO_EXORCISE
from games.goryo.rules.events import Haunt, Plan
from games.goryo.rules.plan import legal_routes, target_mask
from games.goryo.rules.state import State, Table

CAUGHT, SEEN, CROWD, REACH, NEW_TYPE, SPRINT = 3.0, 0.35, 1.0, 0.9, 0.6, 1.2
"""Weights: Samurai who can reach the target, Samurai who can investigate the route, other plans
with the same target, targets in reach next round, breaking an intact type, and keeping the sprint.
"""
GREED = 0.9
"""How strongly better plans are preferred; 0 would choose uniformly."""
TRAIL_CHANCE = 0.5


def choose_haunt(state: State, kind: str, chance: Chance) -> Haunt:
    """Choose a space of the drawn type; spaces with more targets around them are likelier."""
    board = state.setup.board
    spaces = list(set_bits(board.of_type[board.type_index[kind]]))
    weights = [1.0 + _reach(board, state.table, space) for space in spaces]
    return Haunt(kind, board.names[pick_weighted(spaces, weights, chance)])


def choose_plan(state: State, chance: Chance, greed: float = GREED) -> Plan:
    """Choose a legal plan, with weights that grow with its score; sometimes with a false trail
    where a route could have been.
    """
    board, table = state.setup.board, state.table
    routes = list(legal_routes(board, table, state.secret.possible))
    crowd = Counter(target for _, target in routes)
    reach = {target: _reach(board, table, target) for target in crowd}
    danger = _danger(state)
    scores = [
        _score(state, route, target, crowd[target], reach[target], danger)
        for route, target in routes
    ]
    best = max(scores)
    weights = [2.0 ** (greed * (score - best)) for score in scores]
    route, target = pick_weighted(routes, weights, chance)
    trail = _false_trail(state, {*route, target}, danger, chance)
    names = tuple(board.names[i] for i in route)
    return Plan(names, board.names[target], len(route) > MOVE_CUBES, trail)


def _danger(state: State) -> list[float]:
    """Return for every space how many Samurai can move there; near ones count more."""
    board = state.setup.board
    danger = [0.0] * len(board.names)
    for here in state.chase.samurai:
        first = board.near_mask[here]
        second = board.neighbours(first) & ~(first | 1 << here)
        danger[here] += 1.0
        for i in set_bits(first):
            danger[i] += 0.8
        for i in set_bits(second):
            danger[i] += 0.5
    return danger


def _score(
    state: State, route: tuple[int, ...], target: int, crowd: int, reach: int, danger: list[float]
) -> float:
    board, table = state.setup.board, state.table
    score = -CAUGHT * danger[target] * (0.5 + 0.25 * table.spirits)
    score -= SEEN * sum(danger[i] for i in route[1:])
    score += CROWD * min(crowd, 8) / 8
    score += REACH * min(reach, 8) / 4
    kind = 1 << board.type_of[target]
    if not table.lit_types & kind:
        score -= NEW_TYPE * table.lit_types.bit_count() * 4 / TYPES_TO_EXORCISE
    if len(route) > MOVE_CUBES:
        score -= SPRINT * (4 - table.round) / 3
    return score


def _reach(board: Board, table: Table, start: int) -> int:
    """Return the number of targets four moves away from a space."""
    targets = {routes.target for routes in board.route_sets(start, MOVE_CUBES)}
    return sum(target_mask(board, table, 0) >> target & 1 for target in targets)


def _false_trail(state: State, used: set[int], danger: list[float], chance: Chance) -> str | None:
    """Choose a space near the pawn, off the route, that a Samurai may investigate."""
    board, table = state.setup.board, state.table
    if not table.false_trail_left or table.pawn is None or chance.random() > TRAIL_CHANCE:
        return None
    near: set[int] = set()
    for routes in board.route_sets(table.pawn, MOVE_CUBES):
        near.update(set_bits(routes.mask))
    spaces = sorted(near - used)
    if not spaces:
        return None
    return board.names[pick_weighted(spaces, [0.2 + danger[i] for i in spaces], chance)]
