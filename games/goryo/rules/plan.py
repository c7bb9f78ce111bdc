"""The placement rules of section 4: which plans are legal, which cubes break a rule, and when the
Goryō is stuck.
"""

from collections.abc import Iterator
from itertools import pairwise

from games.goryo.rules.board import Board, set_bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.events import Plan
from games.goryo.rules.state import Table


def plan_masks(board: Board, plan: Plan) -> tuple[int, int]:
    """Return where a plan's cubes lie: the mask of route and target, and the mask of the false
    trail's space if it has no other cube.
    """
    index = board.index
    cubes = 1 << index[plan.target]
    for space in plan.route:
        cubes |= 1 << index[space]
    if plan.false_trail is None:
        return cubes, 0
    return cubes, 1 << index[plan.false_trail] & ~cubes


def plan_faults(board: Board, table: Table, plan: Plan) -> int:
    """Return the number of mistakes in a plan (7.1): misplaced cubes, missing or surplus move
    cubes, and powers already used.
    """
    return faults_and_masks(board, table, plan)[0]


def faults_and_masks(board: Board, table: Table, plan: Plan) -> tuple[int, int, int]:
    """Return the number of mistakes in a plan as `plan_faults`, and `plan_masks`."""
    index, near_mask = board.index, board.near_mask
    route, target_name, sprint, trail_name = plan
    faults = abs(len(route) - (MOVE_CUBES + sprint))
    if sprint and not table.sprint_left:
        faults += 1
    cubes, fitting = 0, 0 if table.pawn is None else 1 << table.pawn
    for space in route:
        i = index[space]
        if not (fitting & ~cubes) >> i & 1:
            faults += 1
        cubes |= 1 << i
        fitting = near_mask[i]
    target = index[target_name]
    if not route or not (fitting & ~(cubes | table.broken | table.sealed)) >> target & 1:
        faults += 1
    cubes |= 1 << target
    if trail_name is None:
        return faults, cubes, 0
    trail = 1 << index[trail_name] & ~cubes
    return faults + (not table.false_trail_left) + (not trail), cubes, trail


def plan_rules_broken(board: Board, table: Table, plan: Plan) -> list[str]:
    """Return the rules of section 4 that a plan breaks, sorted; none if it has no mistakes."""
    route = [board.index[space] for space in plan.route]
    target = board.index[plan.target]
    taken = 0
    for i in route:
        taken |= 1 << i
    trail = 0 if plan.false_trail is None else 1 << board.index[plan.false_trail]
    length_fits = len(route) == MOVE_CUBES + plan.sprint
    steps = pairwise(route)
    broken = {
        "4.1": route[:1] not in ([], [table.pawn])
        or any(not board.near_mask[i] >> j & 1 for i, j in steps)
        or not (length_fits or plan.sprint),
        "4.2": not route or not board.near_mask[route[-1]] >> target & 1,
        "4.3": taken.bit_count() != len(route) or taken >> target & 1,
        "4.4": (table.broken | table.sealed) >> target & 1,
        "4.6": plan.sprint and not (table.sprint_left and length_fits),
        "4.7": trail and (not table.false_trail_left or trail & (taken | 1 << target)),
    }
    return [rule for rule, is_broken in broken.items() if is_broken]


def legal_routes(
    board: Board, table: Table, barred_types: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every (route, target) by 4.1 to 4.6: those without the sprint first, in the order of
    the spaces' names.

    `barred_types` is a mask of types that no target may have (the bound type, 4.4).
    """
    if table.pawn is None:
        return
    targets = target_mask(board, table, barred_types)
    for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]:
        for path in _paths(board, (table.pawn,), 1 << table.pawn, cubes + 1):
            if targets >> path[-1] & 1:
                yield path[:-1], path[-1]


def legal_plans(board: Board, table: Table, barred_types: int) -> Iterator[Plan]:
    """Yield every legal plan (section 4): each route without a false trail, then with it on each
    free space (4.7).
    """
    names = board.names
    for route, target in legal_routes(board, table, barred_types):
        spaces = tuple(names[i] for i in route)
        sprint = len(route) > MOVE_CUBES
        yield Plan(spaces, names[target], sprint, None)
        if table.false_trail_left:
            for trail in names:
                if trail not in spaces and trail != names[target]:
                    yield Plan(spaces, names[target], sprint, trail)


def target_mask(board: Board, table: Table, barred_types: int) -> int:
    """Return the mask of the possible targets (4.4): intact, and not of a barred type."""
    mask = (1 << len(board.names)) - 1 & ~(table.broken | table.sealed)
    if barred_types:
        for kind in set_bits(barred_types):
            mask &= ~board.of_type[kind]
    return mask


def stuck_types(board: Board, table: Table, possible: int) -> int:
    """Return the mask of the possible bound types that leave the Goryō without a legal plan (4.8).

    A type is stuck if every target in reach has that type. One target of another type frees it;
    two targets of different types free all.
    """
    targets = target_mask(board, table, possible if possible.bit_count() == 1 else 0)
    first = _first_target(board, table, targets)
    if first is None:
        return possible
    alone = 1 << board.type_of[first] & possible
    if (
        alone
        and _first_target(board, table, targets & ~board.of_type[board.type_of[first]]) is None
    ):
        return alone
    return 0


def _first_target(board: Board, table: Table, targets: int) -> int | None:
    if table.pawn is None or not targets:
        return None
    for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]:
        target = _search(board, table.pawn, 1 << table.pawn, cubes, targets)
        if target is not None:
            return target
    return None


def _search(board: Board, at: int, taken: int, steps: int, targets: int) -> int | None:
    if steps == 1:
        hits = board.near_mask[at] & targets & ~taken
        return (hits & -hits).bit_length() - 1 if hits else None
    for j in board.near[at]:
        if not taken >> j & 1:
            target = _search(board, j, taken | 1 << j, steps - 1, targets)
            if target is not None:
                return target
    return None


def _paths(
    board: Board, path: tuple[int, ...], taken: int, length: int
) -> Iterator[tuple[int, ...]]:
    for j in board.near[path[-1]]:
        if not taken >> j & 1:
            longer = (*path, j)
            if len(longer) == length:
                yield longer
            else:
                yield from _paths(board, longer, taken | 1 << j, length)
