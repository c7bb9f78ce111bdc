"""What the Samurai can know in a chase: the hypotheses of section 8.2, counted exactly and free of
any prior.

A hypothesis is a pair (plan, bound type) that public knowledge allows. Takes a `PublicView`, which
holds no secret, so nothing here can depend on one. Routes are enumerated as masks; false trails and
bound types are counted instead of listed.
"""

from typing import NamedTuple

from games.goryo.rules.board import bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.plan import target_mask
from games.goryo.rules.state import PublicView


class Belief(NamedTuple):
    """The facts about the hypotheses of a chase; lists are sorted names. With no hypothesis left
    the number is 0 and they are empty.
    """

    hypotheses: int
    possible: list[str]
    certain: list[str]
    targets: list[str]
    bound: list[str]

    def to_json(self) -> dict[str, object]:
        """The belief block of the log-format page."""
        return self._asdict()


class Fitting(NamedTuple):
    """Routes with a target that fit the answers, taken as a set: `cubes` is the mask of their
    spaces, `ways` how many orders of the move cubes cover just these.

    `explained`: the cubes alone account for every yes, so the false trail may be absent. `places`:
    on how many spaces it may lie; where it is not explained, on the one yes that is left.
    """

    cubes: int
    target: int
    ways: int
    explained: bool
    places: int


class Weighed(NamedTuple):
    """Routes with a target that fit the answers: the mask of their spaces, the target, and how many
    plans there are of them, by the order of the cubes and the place of the false trail.
    """

    cubes: int
    target: int
    plans: int


def fitting(view: PublicView) -> list[Fitting]:
    """All routes with a target that fit the answers of this round, for whatever bound type.

    The false trail may be absent, lie on any space without a cube, and must (2024: may) be answered
    with yes.
    """
    table, chase, board = view.table, view.chase, view.setup.board
    if table.pawn is None:
        return []
    green, red = chase.green, chase.red
    targets = target_mask(board, table, 0)
    spaces = len(board.names)
    barred = 0 if view.setup.ruleset.denial_allowed else red.bit_count()
    found = []
    for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]:
        places = spaces - cubes - 1 - barred if table.false_trail_left else 0
        for mask, target, ways in board.trails(table.pawn, cubes):
            if mask & red or not targets >> target & 1:
                continue
            unexplained = green & ~mask
            if not unexplained:
                found.append(Fitting(mask, target, ways, True, places))
            elif table.false_trail_left and not unexplained & (unexplained - 1):
                found.append(Fitting(mask, target, ways, False, 1))
    return found


def fitting_routes(view: PublicView) -> list[Weighed]:
    """The same, with the places of the false trail counted in."""
    return [
        Weighed(fit.cubes, fit.target, fit.ways * (fit.explained + fit.places))
        for fit in fitting(view)
    ]


def believe(view: PublicView) -> Belief:
    """The belief block: how many hypotheses there are, and what some or all of them say."""
    table, board = view.table, view.setup.board
    intact = board.all_types & ~table.lit_types
    types_left = intact.bit_count()
    total, possible, targets, target_types = 0, 0, 0, 0
    certain = -1
    for mask, target, plans in fitting_routes(view):
        kind = 1 << board.type_of[target]
        bounds = types_left - 1 if kind & intact else types_left
        if bounds:
            total += plans * bounds
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
        sorted(board.types[i] for i in bits(bound)),
    )
