"""The hypotheses of a chase (8.2), counted after each answer: what `belief` knows under the uniform
prior, but only their number, the chance of one question, and the chance to stand on the target.

An answer only removes hypotheses, so each count continues with the routes that the one before
left. The numbers are those of `belief.infer_knowledge`, exactly: masses of the uniform prior are
whole numbers. All functions take a `PublicView`, so no result depends on a secret.
"""

from collections.abc import Iterable

from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.plan import target_mask
from games.goryo.rules.state import CHASE, PublicView, Table

_Route = tuple[int, int, int]
"""The mask of the spaces, the target, and the number of orders times possible bound types."""


class Hypotheses:
    """The hypotheses of a chase that fit the answers so far; `total` is their number."""

    def __init__(self, view: PublicView, left: Iterable[tuple[int, list[_Route]]]) -> None:
        chase, ruleset = view.chase, view.setup.ruleset
        green, red, has_trail = chase.green, chase.red, bool(view.table.false_trail_left)
        self._green, self._is_denial_allowed = green, ruleset.denial_allowed
        self._closed = green if ruleset.denial_allowed else green | red
        barred = 0 if ruleset.denial_allowed else red.bit_count()
        spaces = len(view.setup.board.names)
        self._groups: list[tuple[int, int, list[_Route], list[_Route]]] = []
        """Number of cubes, spaces of a free false trail, routes with and without every yes."""
        self.total = 0
        for cubes, routes in left:
            trail_spaces = spaces - cubes - 1 - barred if has_trail else 0
            fits = [route for route in routes if not route[0] & red] if red else routes
            explained, others = fits, list[_Route]()
            if green:
                explained = [route for route in fits if not green & ~route[0]]
                if has_trail:
                    others = [route for route in fits if (green & ~route[0]).bit_count() == 1]
            self._groups.append((cubes, trail_spaces, explained, others))
            self.total += (1 + trail_spaces) * sum([weight for _, _, weight in explained])
            self.total += sum([weight for _, _, weight in others])

    def after(self, view: PublicView) -> "Hypotheses":
        """Return the hypotheses after more answers of the same chase."""
        groups = [
            (cubes, [*first, *second] if second else first)
            for cubes, _, first, second in self._groups
        ]
        return Hypotheses(view, groups)

    def chance_of_yes(self, space: int) -> float:
        """Return the chance of a yes about a space (`questions.evaluate_question`)."""
        if not self.total:
            return 0.0
        cubes, trail, free = 0, 0, 0
        for _, trail_spaces, explained, others in self._groups:
            for mask, _, weight in explained:
                if mask >> space & 1:
                    cubes += weight * (1 + trail_spaces)
                elif trail_spaces:
                    free += weight
            for mask, _, weight in others:
                if mask >> space & 1:
                    cubes += weight
                elif self._green >> space & 1:
                    trail += weight
        if not self._closed >> space & 1:
            trail += free
        return min(1.0, (cubes + (trail / 2 if self._is_denial_allowed else trail)) / self.total)

    def chance_on_target(self, spaces: Iterable[int]) -> float:
        """Return the chance that the target is one of these spaces. Raises ZeroDivisionError if no
        hypothesis is left.
        """
        mask, mass = 0, 0
        for space in spaces:
            mask |= 1 << space
        for _, trail_spaces, explained, others in self._groups:
            mass += (1 + trail_spaces) * sum([w for _, to, w in explained if mask >> to & 1])
            mass += sum([w for _, to, w in others if mask >> to & 1])
        return min(1.0, mass / self.total)


class ChaseCounts:
    """Counts the hypotheses of the chases of one game, from its views in order."""

    def __init__(self) -> None:
        self._has_begun = False
        self._table: Table | None = None
        self._answers = (0, 0)
        self._last: Hypotheses | None = None

    def begin(self) -> None:
        """Begin a chase: its next view is its first."""
        self._has_begun, self._last = True, None

    def count(self, view: PublicView) -> Hypotheses | None:
        """Return the hypotheses in a view, None outside a chase."""
        if view.table.phase is not CHASE or not self._has_begun:
            return None
        answers = (view.chase.green, view.chase.red)
        last = self._last
        if last is not None and answers == self._answers and view.table is self._table:
            return last
        is_same = view.table is self._table or view.table == self._table
        counted = last.after(view) if last is not None and is_same else _first(view)
        self._table, self._answers, self._last = view.table, answers, counted
        return counted


def _first(view: PublicView) -> Hypotheses:
    """Return the hypotheses in a view, from all routes that rules and public knowledge allow."""
    table, board = view.table, view.setup.board
    if table.pawn is None:
        return Hypotheses(view, ())
    intact, targets = board.all_types & ~table.lit_types, target_mask(board, table, 0)
    types_left = intact.bit_count()
    bounds = [
        types_left - (intact >> kind & 1) if targets >> space & 1 else 0
        for space, kind in enumerate(board.type_of)
    ]
    return Hypotheses(
        view,
        [
            (
                cubes,
                [
                    (mask, to, orders * bounds[to])
                    for mask, to, orders in board.route_sets(table.pawn, cubes)
                    if targets >> to & 1
                ],
            )
            for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]
        ],
    )
