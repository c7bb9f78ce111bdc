"""The hypotheses of a chase (8.2), counted after each answer: what `belief` knows under the uniform
prior, but only their number, the chance of one question, and the chance to stand on the target.

An answer only removes hypotheses, so each count continues with the routes that the one before
left. The numbers are those of `belief.infer_knowledge`, exactly: masses of the uniform prior are
whole numbers. All functions take a `PublicView`, so no result depends on a secret.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVE_CUBES
from games.goryo.rules.plan import target_mask
from games.goryo.rules.state import CHASE, PublicView, Table

_Route = tuple[int, int, int]
"""The mask of the spaces, the target, and the number of orders times possible bound types."""


class _Group(NamedTuple):
    """The routes with the same number of move cubes that fit the answers so far: those that explain
    every yes, and those that explain all but one, which is then the false trail.
    """

    cubes: int
    explained: list[_Route]
    others: list[_Route]


class Hypotheses:
    """The hypotheses of a chase that fit the answers so far; `total` is their number."""

    def __init__(
        self, view: PublicView, groups: Iterable[_Group], answered: tuple[int, int]
    ) -> None:
        """`groups` are what fitted the masks of the spaces `answered` with yes and no."""
        chase, ruleset = view.chase, view.setup.ruleset
        green, red, has_trail = chase.green, chase.red, bool(view.table.false_trail_left)
        self._answered = green, red
        self._is_denial_allowed = ruleset.denial_allowed
        self._closed = green if ruleset.denial_allowed else green | red
        barred = 0 if ruleset.denial_allowed else red.bit_count()
        spaces = len(view.setup.board.names)
        new_green, new_red = green & ~answered[0], red & ~answered[1]
        self._groups: list[tuple[_Group, int, int, int]] = []
        """With each group the number of spaces of a free false trail, and the weights of both lists
        of routes, added up.
        """
        self.total = 0
        for group in groups:
            trail_spaces = spaces - group.cubes - 1 - barred if has_trail else 0
            left = _after_answers(group, new_green, new_red, has_trail)
            explained = sum([route[2] for route in left.explained])
            others = sum([route[2] for route in left.others])
            self._groups.append((left, trail_spaces, explained, others))
            self.total += (1 + trail_spaces) * explained + others

    def after(self, view: PublicView) -> "Hypotheses":
        """Return the hypotheses after more answers of the same chase."""
        return Hypotheses(view, [group for group, *_ in self._groups], self._answered)

    def chance_of_yes(self, space: int) -> float:
        """Return the chance of a yes about a space (`questions.evaluate_question`)."""
        if not self.total:
            return 0.0
        cubes, trail, free = 0, 0, 0
        is_green = self._answered[0] >> space & 1
        for group, trail_spaces, explained, others in self._groups:
            on_space = sum([weight for mask, _, weight in group.explained if mask >> space & 1])
            cubes += on_space * (1 + trail_spaces)
            if trail_spaces:
                free += explained - on_space
            if others:
                on_space = sum([weight for mask, _, weight in group.others if mask >> space & 1])
                cubes += on_space
                if is_green:
                    trail += others - on_space
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
        for group, trail_spaces, _, _ in self._groups:
            mass += (1 + trail_spaces) * sum([w for _, to, w in group.explained if mask >> to & 1])
            mass += sum([w for _, to, w in group.others if mask >> to & 1])
        return min(1.0, mass / self.total)


def _after_answers(group: _Group, green: int, red: int, has_trail: bool) -> _Group:
    """Return the routes of a group that also fit new answers; `green` and `red` are the masks of
    the spaces that were answered with yes and no.
    """
    cubes, explained, others = group
    if red:
        explained = [route for route in explained if not route[0] & red]
        others = [route for route in others if not route[0] & red]
    for space in set_bits(green):
        bit = 1 << space
        others = [route for route in others if route[0] & bit]
        if has_trail:
            others += [route for route in explained if not route[0] & bit]
        explained = [route for route in explained if route[0] & bit]
    return _Group(cubes, explained, others)


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
        return Hypotheses(view, (), (0, 0))
    intact, targets = board.all_types & ~table.lit_types, target_mask(board, table, 0)
    types_left = intact.bit_count()
    bounds = [
        types_left - (intact >> kind & 1) if targets >> space & 1 else 0
        for space, kind in enumerate(board.type_of)
    ]
    return Hypotheses(
        view,
        [
            _Group(
                cubes,
                [
                    (mask, to, orders * bounds[to])
                    for mask, to, orders in board.route_sets(table.pawn, cubes)
                    if targets >> to & 1
                ],
                [],
            )
            for cubes in (MOVE_CUBES, MOVE_CUBES + 1)[: 1 + table.sprint_left]
        ],
        (0, 0),
    )
