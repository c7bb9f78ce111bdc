"""What of a plan a fitted prior looks at: public facts about its cubes, as the table lay when it
was made.
"""

from collections.abc import Mapping
from typing import NamedTuple

from games.goryo.assessment.reach import fresh_reach, rings
from games.goryo.rules.board import Board, bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.state import PublicView

FEATURES: Mapping[str, str] = {
    "sprint": "the sprint cube is used (0 or 1)",
    "false_trail": "the false trail is laid, wherever (0 or 1)",
    "broken_type": "the target is of a type that is broken already (0 or 1)",
    "other_room": "the target lies in another room than the pawn (0 or 1)",
    "distance": "how many moves the target is away from the pawn by the shortest way (1 to 5)",
    "reached": "how many of the four Samurai could stand on the target (0 to 4)",
    "watched": "how many cubes, the pawn's left out, lie under or beside a Samurai (0 to 5)",
}
"""The features in the order of a prior's weights."""
FEW_PLANS = 10 * len(FEATURES)
"""Fewer plans than ten a weight are not fitted (Peduzzi and others 1996: ten events a variable)."""

Vector = tuple[int, ...]


class Ground(NamedTuple):
    """What the features need of a position, made once a chase: distances from the pawn by space,
    the mask that each Samurai can stand on, the mask of what lies under or beside one.
    """

    board: Board
    broken_types: int
    pawn: int
    distance: tuple[int, ...]
    stand: tuple[int, ...]
    watched: int


def ground(view: PublicView) -> Ground:
    """The ground of a chase's first view. Raises ValueError where there is no pawn yet."""
    board, pawn = view.setup.board, view.table.pawn
    if pawn is None:
        raise ValueError("no plan can be made before the first stone lies")
    distance = [0] * len(board.names)
    for steps, ring in enumerate(rings(board, pawn, MOVE_CUBES + 1)):
        for i in bits(ring):
            distance[i] = steps
    stand, watched = [], 0
    for number, at in enumerate(view.chase.samurai):
        stand.append(fresh_reach(view, number)[0])
        watched |= 1 << at | board.near_mask[at]
    watched &= ~(1 << pawn)
    broken = view.table.broken_types
    return Ground(board, broken, pawn, tuple(distance), tuple(stand), watched)


def features(on: Ground, cubes: int, target: int, trail: bool) -> Vector:
    """The features of plans that have these cubes and this target; all orders of the same move
    cubes have the same, and so have all places of the false trail.
    """
    board = on.board
    return (
        int(cubes.bit_count() > MOVE_CUBES + 1),
        int(trail),
        on.broken_types >> board.type_of[target] & 1,
        int(board.room_of[target] != board.room_of[on.pawn]),
        on.distance[target],
        sum(stand >> target & 1 for stand in on.stand),
        (cubes & on.watched).bit_count(),
    )
