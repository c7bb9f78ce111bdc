"""The fit of a pool, and summaries of linear functions of its parameters."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy import sparse

from .design import BLOCK_DAYS, YEAR, Array, Design, build
from .games import Game, ruleset_of
from .grid import AnyMode, Posterior, integrate
from .iterative import Search, SparseFitter, integrate_large
from .laplace import DenseFitter
from .likelihood import Variances
from .lineups import Ints

DENSE_PARAMETERS = 1500
"""Pools with more parameters are fitted iteratively."""
REFIT_PARAMETERS = 5000
"""Pools with more parameters start from the fit before; a new fit of smaller ones takes a second.
"""


class Functionals(NamedTuple):
    """Linear functions of the parameters, one in each row; the variance that is added to each, as
    multiples of the squares of `Variances`; and a common function that is subtracted from each.
    """

    rows: sparse.csr_array
    extra: Array
    centre: Array | None = None

    def added(self, variances: Variances) -> Array:
        """Return the variance that is added to each."""
        return np.asarray(self.extra @ np.square(variances), dtype=np.float64)

    def means(self, x: Array) -> Array:
        """Return the values at some parameters."""
        values = np.asarray(self.rows @ x, dtype=np.float64)
        return values if self.centre is None else values - float(self.centre @ x)


Row = dict[int, float]
"""The coefficients of a linear function, by column."""


def to_matrix(rows: Sequence[Row], n: int) -> sparse.csr_array:
    """Return rows as a matrix with n columns."""
    ends = np.cumsum([0, *(len(row) for row in rows)])
    columns = np.array([column for row in rows for column in row], dtype=np.int64)
    values = np.array([value for row in rows for value in row.values()], dtype=np.float64)
    return sparse.csr_array((values, columns, ends), shape=(len(rows), n))


@dataclass(frozen=True, slots=True)
class PoolFit:
    """A fitted pool: its design and the posterior over the grid of variances."""

    design: Design
    posterior: Posterior

    def joint(self, of: Functionals) -> Iterator[tuple[float, Array, Array]]:
        """Yield for each point of the grid its weight, and the means and the covariance of some
        functions.
        """
        for weight, mode in zip(self.posterior.weights, self.posterior.modes, strict=True):
            covariance = mode.covariance(of.rows) + np.diag(of.added(mode.variances))
            yield float(weight), of.means(mode.x), covariance

    def marginal(self, of: Functionals) -> tuple[Array, Array]:
        """Return the mean and the variance of each function, over the grid."""
        modes = self.posterior.modes
        means = np.array([of.means(mode.x) for mode in modes])
        inside = np.array(
            [mode.variance(of.rows, of.centre) + of.added(mode.variances) for mode in modes]
        )
        mean = self.posterior.weights @ means
        return mean, self.posterior.weights @ (inside + (means - mean) ** 2)

    def refit(self, games: Sequence[Game]) -> "PoolFit":
        """Return the fit of other games with the variances, and their weights, of this one."""
        design = build(games, self.design.last_day)
        variances = [mode.variances for mode in self.posterior.modes]
        modes = modes_at(design, variances)
        return PoolFit(design, replace(self.posterior, modes=modes))

    def updated(self, games: Sequence[Game]) -> "PoolFit":
        """Return the fit of this pool's games and a few more, given together (spec 5.5). A large
        pool starts from the mode and the variances of this one; a smaller one is fitted again.
        """
        design = build(games)
        state = self.posterior.search
        if design.parameters.n <= REFIT_PARAMETERS or state is None:
            return _fit(design)
        columns = _columns_before(self.design, design)
        mode = self.posterior.best
        start = np.where(columns >= 0, mode.x[columns], 0.0)
        modes: list[AnyMode] = [Search(design, mode.variances).follow(state, start)]
        return PoolFit(design, replace(self.posterior, modes=modes))

    def seat_rows(self, group: str) -> sparse.csr_array:
        """Return the functionals of the seat effects b of a group, in the order of its sides."""
        rows = [self.seat_row(group, name) for name in self.design.sets[group]]
        return to_matrix(rows, self.design.parameters.n)

    def seat_row(self, group: str, side: str) -> Row:
        """Return the seat effect b; in an unknown group that of its ruleset, for an unknown side
        nothing.
        """
        parameters = self.design.parameters
        columns = (
            parameters.seat.get((ruleset_of(group), side)),
            parameters.board.get((group, side)),
        )
        return {column: 1.0 for column in columns if column is not None}

    def strength(self, player: str, block: float = 0) -> tuple[Row, Array]:
        """Return the coefficients of a player's strength s in a block of days, and the variance
        that is added: after the last block with games strength drifts on, between two it is
        interpolated. A new player is average.
        """
        parameters, extra = self.design.parameters, np.zeros(4)
        blocks = parameters.blocks.get(player)
        if not blocks:
            extra[0] = 1.0
            return {}, extra
        start, years = parameters.start[player], BLOCK_DAYS / YEAR
        later = next((n for n, each in enumerate(blocks) if each <= block), None)
        if later is None:
            extra[2] = (blocks[-1] - block) * years
            return {start + len(blocks) - 1: 1.0}, extra
        if later == 0:
            extra[2] = (block - blocks[0]) * years
            return {start: 1.0}, extra
        before, after = blocks[later - 1], blocks[later]
        share = (before - block) / (before - after)
        extra[2] = share * (block - after) * years
        return {start + later - 1: 1 - share, start + later: share}, extra


def _columns_before(before: Design, after: Design) -> Ints:
    """Return for each parameter its column in an earlier design, or −1. A player's block that is
    new takes that of the nearest earlier one.
    """
    columns = np.full(after.parameters.n, -1, dtype=np.int64)
    old, new = before.parameters, after.parameters
    shift = (after.last_day - before.last_day) / BLOCK_DAYS
    for player, blocks in new.blocks.items():
        of_player = old.blocks.get(player)
        if of_player is None:
            continue
        ages = [-block - shift for block in of_player]
        for n, block in enumerate(blocks):
            nearest = bisect_left(ages, -block)  # the first that is not older
            if nearest and (nearest == len(ages) or 2 * block > -ages[nearest] - ages[nearest - 1]):
                nearest -= 1
            columns[new.start[player] + n] = old.start[player] + nearest
    for name in ("roles", "choice", "seat", "board"):
        columns_of = getattr(old, name)
        for key, column in getattr(new, name).items():
            columns[column] = columns_of.get(key, -1)
    return columns


def fit_pool(games: Sequence[Game]) -> PoolFit:
    """Return the fit of a pool's decided games, of which there is at least one."""
    return _fit(build(games))


def _fit(design: Design) -> PoolFit:
    if design.parameters.n > DENSE_PARAMETERS:
        return PoolFit(design, integrate_large(design))
    return PoolFit(design, integrate(design))


def modes_at(design: Design, variances: Sequence[Variances]) -> list[AnyMode]:
    """Return the modes at some variances, each found from the one before."""
    modes: list[AnyMode] = []
    if design.parameters.n > DENSE_PARAMETERS:
        large = SparseFitter(design)
        x = np.zeros(design.parameters.n)
        for each in variances:
            modes.append(large.mode(each, x))
            x = modes[-1].x
        return modes
    fitter, start = DenseFitter(design), None
    for each in variances:
        modes.append(fitter.fit(each, start))
        start = modes[-1].x
    return modes
