"""The Goryō's bot: she weighs stealth (how hard her plan is to guess and to catch) against reach
(what is left to break next).
"""

from collections import Counter

from games.core.chance import Chance, pick, pick_weighted
from games.goryo.rules.board import Board, bits
from games.goryo.rules.editions import MOVE_CUBES, TYPES_TO_EXORCISE
from games.goryo.rules.events import Haunt, Plan
from games.goryo.rules.plan import legal_routes, target_mask
from games.goryo.rules.state import State, Table

CAUGHT, SEEN, CROWD, REACH, NEW_TYPE, SPRINT = 3.0, 0.35, 1.0, 0.9, 0.6, 1.2
"""Weights: a Samurai who can reach the target, one who can ask of a space of the route, other
plans with the same target, targets in reach next round, breaking a type that was intact, and
keeping the sprint.
"""
GREED = 0.9
"""How strictly the better plan is preferred; 0 would be blind chance."""
TRAIL_CHANCE = 0.5


def choose_haunt(state: State, kind: str, chance: Chance) -> Haunt:
    """A space of the drawn type: the more targets lie around it, the likelier."""
    board = state.setup.board
    spaces = list(bits(board.of_type[board.type_index[kind]]))
    weights = [1.0 + _reach(board, state.table, space) for space in spaces]
    return Haunt(kind, board.names[pick_weighted(spaces, weights, chance)])


def choose_plan(state: State, chance: Chance) -> Plan:
    """A legal plan, drawn with weights that grow with its worth; a false trail now and then,
    where a route could have been.
    """
    board, table = state.setup.board, state.table
    routes = list(legal_routes(board, table, state.secret.possible))
    crowd = Counter(target for _, target in routes)
    reach = {target: _reach(board, table, target) for target in crowd}
    danger = _danger(state)
    worths = [
        _worth(state, route, target, crowd[target], reach[target], danger)
        for route, target in routes
    ]
    best = max(worths)
    weights = [2.0 ** (GREED * (worth - best)) for worth in worths]
    route, target = pick_weighted(routes, weights, chance)
    trail = _false_trail(board, table, route, target, danger, chance)
    names = tuple(board.names[i] for i in route)
    return Plan(names, board.names[target], len(route) > MOVE_CUBES, trail)


def _danger(state: State) -> list[float]:
    """For every space how many Samurai can come to stand on it, the near ones counting more."""
    board = state.setup.board
    danger = [0.0] * len(board.names)
    for here in state.chase.samurai:
        first = board.near_mask[here]
        second = 0
        for i in bits(first):
            second |= board.near_mask[i]
        second &= ~(first | 1 << here)
        danger[here] += 1.0
        for i in bits(first):
            danger[i] += 0.8
        for i in bits(second):
            danger[i] += 0.5
    return danger


def _worth(
    state: State, route: tuple[int, ...], target: int, crowd: int, reach: int, danger: list[float]
) -> float:
    board, table = state.setup.board, state.table
    worth = -CAUGHT * danger[target] * (0.5 + 0.25 * table.spirits)
    worth -= SEEN * sum(danger[i] for i in route[1:])
    worth += CROWD * min(crowd, 8) / 8
    worth += REACH * min(reach, 8) / 4
    kind = 1 << board.type_of[target]
    if not table.lit_types & kind:
        worth -= NEW_TYPE * table.lit_types.bit_count() * 4 / TYPES_TO_EXORCISE
    if len(route) > MOVE_CUBES:
        worth -= SPRINT * (4 - table.round) / 3
    return worth


def _reach(board: Board, table: Table, start: int) -> int:
    """How many targets lie four moves from a space, as the table stands."""
    mask = 0
    for trail in board.trails(start, MOVE_CUBES):
        mask |= 1 << trail.target
    return (mask & target_mask(board, table, 0)).bit_count()


def _false_trail(
    board: Board,
    table: Table,
    route: tuple[int, ...],
    target: int,
    danger: list[float],
    chance: Chance,
) -> str | None:
    """A space near the pawn, off the route, that some Samurai may ask of."""
    if not table.false_trail_left or table.pawn is None or chance.random() > TRAIL_CHANCE:
        return None
    used = {*route, target}
    near: set[int] = set()
    for trail in board.trails(table.pawn, MOVE_CUBES):
        near.update(bits(trail.mask))
    spaces = sorted(near - used)
    if not spaces:
        return None
    weights = [0.2 + danger[i] for i in spaces]
    return (
        board.names[pick_weighted(spaces, weights, chance)]
        if any(weights)
        else board.names[pick(spaces, chance)]
    )
