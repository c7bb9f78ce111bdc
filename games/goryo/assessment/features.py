"""The features of a plan that a fitted prior uses: public facts about its cubes at the time it was
made.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.goryo.assessment.reach import full_reach, masks_by_distance
from games.goryo.rules.board import Board, set_bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.state import PublicView

FEATURES: Mapping[str, str] = {
    "sprint": "the sprint cube is used (0 or 1)",
    "false_trail": "the false trail is laid on any space (0 or 1)",
    "broken_type": "the target's type is already broken (0 or 1)",
    "other_room": "the target is in another room than the pawn (0 or 1)",
    "distance": "the fewest moves from the pawn to the target (1 to 5)",
    "reached": "how many of the four Samurai could stand on the target (0 to 4)",
    "watched": "how many cubes, except the pawn's, are under or next to a Samurai (0 to 5)",
}
"""The features in the order of a prior's weights."""
MIN_PLANS = 10 * len(FEATURES)
"""The fewest plans that are fitted: ten per weight (Peduzzi and others 1996, ten events per
variable).
"""

Vector = tuple[int, ...]


class FeatureContext(NamedTuple):
    """The facts about a position that features need, computed once per chase: distances from the
    pawn by space, the mask of spaces each Samurai can stand on, and the mask of spaces under or
    next to a Samurai.
    """

    board: Board
    broken_types: int
    pawn: int
    distance: tuple[int, ...]
    stand: tuple[int, ...]
    watched: int


def feature_context(view: PublicView) -> FeatureContext:
    """Return the context of a chase's first view. Raise ValueError if there is no pawn yet."""
    board, pawn = view.setup.board, view.table.pawn
    if pawn is None:
        raise ValueError("no plan is possible before the first object is broken")
    distance = [0] * len(board.names)
    for steps, mask in enumerate(masks_by_distance(board, pawn, MOVE_CUBES + 1)):
        for i in set_bits(mask):
            distance[i] = steps
    stand, watched = [], 0
    for number, space in enumerate(view.chase.samurai):
        stand.append(full_reach(view, number)[0])
        watched |= 1 << space | board.near_mask[space]
    watched &= ~(1 << pawn)
    broken = view.table.broken_types
    return FeatureContext(board, broken, pawn, tuple(distance), tuple(stand), watched)


def features(context: FeatureContext, cubes: int, target: int, trail: bool) -> Vector:
    """Return the features of plans with these cubes and this target. They do not depend on the
    order of the move cubes, nor on the space of the false trail.
    """
    board = context.board
    return (
        int(cubes.bit_count() > MOVE_CUBES + 1),
        int(trail),
        context.broken_types >> board.type_of[target] & 1,
        int(board.room_of[target] != board.room_of[context.pawn]),
        context.distance[target],
        sum(stand >> target & 1 for stand in context.stand),
        (cubes & context.watched).bit_count(),
    )
