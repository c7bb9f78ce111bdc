"""What the Samurai can infer in a chase: the hypotheses of section 8.2, counted exactly, without a
prior.

A hypothesis is a pair (plan, bound type) that public knowledge allows. The functions take a
`PublicView`, which holds no secret, so no result depends on one. Routes are enumerated as masks;
false trails and bound types are counted instead of listed.
"""

from typing import NamedTuple

from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.plan import target_mask
from games.goryo.rules.state import PublicView


class Belief(NamedTuple):
    """Facts about the hypotheses of a chase, in sorted names. If no hypothesis is left, the number
    is 0 and the lists are empty.
    """

    hypotheses: int
    possible: list[str]
    certain: list[str]
    targets: list[str]
    bound: list[str]

    def to_json(self) -> dict[str, object]:
        """Return the belief block of the log-format page."""
        return self._asdict()


class ConsistentRoutes(NamedTuple):
    """Routes with the same target and spaces that fit the answers: `cubes` is the mask of the
    spaces, `orders` the number of orders of the move cubes that cover them.

    `explained`: the cubes alone account for every yes, so there may be no false trail.
    `trail_spaces`: on how many spaces it may lie; if one yes is not explained, only on that space.
    """

    cubes: int
    target: int
    orders: int
    explained: bool
    trail_spaces: int

    @property
    def plans(self) -> int:
        """The number of plans: orders of the cubes, with every possible false trail or none."""
        return self.orders * (self.explained + self.trail_spaces)


def consistent_routes(view: PublicView) -> list[ConsistentRoutes]:
    """Return all routes with a target that fit the answers of this round, for any bound type.

    The false trail may be absent, may lie on any space without a cube, and must (2024: may) be
    answered with yes.
    """
    table, chase, board = view.table, view.chase, view.setup.board
    if table.pawn is None:
        return []
    green, red = chase.green, chase.red
    targets = target_mask(board, table, 0)
    spaces = len(board.names)
    barred = 0 if view.setup.ruleset.denial_allowed else red.bit_count()
    consistent = []
    for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]:
        trail_spaces = spaces - cubes - 1 - barred if table.false_trail_left else 0
        for mask, target, orders in board.route_sets(table.pawn, cubes):
            if mask & red or not targets >> target & 1:
                continue
            unexplained = green & ~mask
            if not unexplained:
                consistent.append(ConsistentRoutes(mask, target, orders, True, trail_spaces))
            elif table.false_trail_left and not unexplained & (unexplained - 1):
                consistent.append(ConsistentRoutes(mask, target, orders, False, 1))
    return consistent


def legal_route_sets(view: PublicView, possible: int) -> list[ConsistentRoutes]:
    """Return the legal routes at the start of a chase; `possible` is the mask of the types that may
    be bound.
    """
    type_of = view.setup.board.type_of
    bound = possible if possible.bit_count() == 1 else 0
    return [r for r in consistent_routes(view) if not bound >> type_of[r.target] & 1]


def infer_belief(view: PublicView) -> Belief:
    """Return the belief block: the number of hypotheses, and what some or all of them include."""
    table, board = view.table, view.setup.board
    intact = board.all_types & ~table.lit_types
    types_left = intact.bit_count()
    total, possible, targets, target_types = 0, 0, 0, 0
    certain = -1
    for routes in consistent_routes(view):
        mask, target = routes.cubes, routes.target
        kind = 1 << board.type_of[target]
        bounds = types_left - 1 if kind & intact else types_left
        if bounds:
            total += routes.plans * bounds
            possible |= mask
            certain &= mask
            targets |= 1 << target
            target_types |= kind
    if not total:
        return Belief(0, [], [], [], [])
    bound = intact
    if target_types & (target_types - 1) == 0:
        bound &= ~target_types
    return Belief(
        total,
        board.spaces(possible),
        board.spaces(certain),
        board.spaces(targets),
        sorted(board.types[i] for i in set_bits(bound)),
    )
