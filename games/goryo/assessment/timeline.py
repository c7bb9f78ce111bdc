"""The graph over a game: one point per step, from public information only."""

from typing import Any, NamedTuple

from games.goryo.assessment.belief import Knowledge
from games.goryo.rules.state import OVER, PublicView


class Point(NamedTuple):
    """A step on the graph. `bits` (everything unknown), `target_bits` and `hypotheses` are None
    unless it is a chase with hypotheses left; `bound_types` is the number of types that the Samurai
    must consider as the bound one.
    """

    step: int
    round: int
    phase: str
    bits: float | None
    target_bits: float | None
    hypotheses: int | None
    bound_types: int
    spirits: int
    gong: int

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return self._asdict()


def point(number: int, view: PublicView, known: Knowledge | None) -> Point:
    """Return the point of a step; `known` is what can be known after it, during a chase."""
    table = view.table
    has_bits = known is not None and known.hypotheses > 0
    return Point(
        step=number,
        round=table.round,
        phase=str(table.phase),
        bits=known.masses.bits if known and has_bits else None,
        target_bits=known.target_bits if known and has_bits else None,
        hypotheses=known.hypotheses if known else None,
        bound_types=_bound_types(view, known),
        spirits=table.spirits,
        gong=table.gong,
    )


def _bound_types(view: PublicView, known: Knowledge | None) -> int:
    table = view.table
    if table.phase is OVER and table.bound is not None:
        return 1
    if known is not None and known.hypotheses:
        return len(known.belief.bound)
    return (view.setup.board.all_types & ~table.lit_types).bit_count()
