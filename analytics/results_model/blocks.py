"""Block-diagonal matrices: one block per player, one for each nameless seat, one for the common
parameters. Blocks of the same size are inverted and applied together.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from .design import Array, Design
from .lineups import Ints


@dataclass(frozen=True, slots=True)
class Layout:
    """Where blocks are: for each size, the first columns of its blocks; and the flat positions of
    the entries of all blocks, one block after the other, by size.
    """

    starts: dict[int, Ints]
    offsets: Ints
    """For each column, the position of the first entry of its row in its block."""
    first: Ints
    """For each column, the first column of its block."""
    entries: int
    gather: sparse.csr_array
    """Maps weights of pairs to the entries of all blocks of the curvature, on and above their
    diagonals.
    """
    above: Ints
    """The positions of the entries above the diagonals."""
    below: Ints
    """The positions of the same entries below them."""


def layout_of(design: Design) -> Layout:
    """Return the layout of the blocks of a design."""
    parameters = design.parameters
    bounds = sorted(parameters.start.values())
    bounds += [*parameters.nameless, parameters.first_common, parameters.n]
    firsts, ends = np.array(bounds[:-1]), np.array(bounds[1:])
    sizes = ends - firsts
    starts = {int(size): firsts[sizes == size] for size in np.unique(sizes) if size}
    offsets = np.zeros(parameters.n, dtype=np.int64)
    first = np.zeros(parameters.n, dtype=np.int64)
    position = 0
    above, below = [], []
    for size, of_size in starts.items():
        block_starts = position + size * size * np.arange(len(of_size))[:, None]
        upper, right = np.triu_indices(size, 1)
        above.append((block_starts + size * upper + right).ravel())
        below.append((block_starts + size * right + upper).ravel())
        columns = of_size[:, None] + np.arange(size)
        offsets[columns] = block_starts + size * np.arange(size)
        first[columns] = of_size[:, None]
        position += size * size * len(of_size)
    gather = _gather(design, offsets, first, position)
    mirrored = np.concatenate(above), np.concatenate(below)
    return Layout(starts, offsets, first, position, gather, *mirrored)


def _gather(design: Design, offsets: Ints, first: Ints, entries: int) -> sparse.csr_array:
    """Return the matrix from weights of pairs to the entries of the blocks of D' W D, on and above
    their diagonals. The columns of a pair are in ascending order.
    """
    pairs = design.pairs
    lengths = np.diff(pairs.indptr)
    rows, columns, values = [], [], []
    for length in np.unique(lengths):
        numbers = np.flatnonzero(lengths == length)
        where = pairs.indptr[numbers][:, None] + np.arange(length)
        index, data = pairs.indices[where], pairs.data[where]
        for i in range(length):
            for j in range(i, length):
                same = first[index[:, i]] == first[index[:, j]]
                a, b = index[same, i], index[same, j]
                rows.append(offsets[a] + b - first[b])
                columns.append(numbers[same])
                values.append(data[same, i] * data[same, j])
    return sparse.csr_array(
        (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
        shape=(entries, pairs.shape[0]),
    )


@dataclass(frozen=True, slots=True)
class Inverses:
    """The inverses of all blocks, by size."""

    layout: Layout
    by_size: dict[int, Array]

    def times(self, x: Array) -> Array:
        """Return the product with the columns of a matrix."""
        result = np.empty_like(x)
        for size, inverse in self.by_size.items():
            columns = self.layout.starts[size][:, None] + np.arange(size)
            result[columns] = np.matmul(inverse, x[columns])
        return result

    def diagonal(self) -> Array:
        """Return the diagonal."""
        result = np.empty(len(self.layout.first))
        for size, inverse in self.by_size.items():
            columns = self.layout.starts[size][:, None] + np.arange(size)
            result[columns] = np.einsum("bii->bi", inverse)
        return result

    def next_to_diagonal(self, columns: Ints) -> Array:
        """Return the entries at some columns and the columns before them."""
        result = np.empty(len(self.layout.first))
        for size, inverse in self.by_size.items():
            here = self.layout.starts[size][:, None] + np.arange(1, size)
            result[here] = np.einsum("bii->bi", inverse[:, 1:, :-1])
        return result[columns]

    def matrix(self) -> sparse.csr_array:
        """Return them as one sparse matrix."""
        rows, columns, values = [], [], []
        for size, inverse in self.by_size.items():
            of_block = self.layout.starts[size][:, None] + np.arange(size)
            rows.append(np.repeat(of_block, size, axis=1).ravel())
            columns.append(np.tile(of_block, (1, size)).ravel())
            values.append(inverse.ravel())
        n = len(self.layout.first)
        return sparse.csr_array(
            (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=(n, n)
        )


def invert(layout: Layout, entries: Array) -> Inverses:
    """Return the inverses of blocks given by their entries."""
    by_size, position = {}, 0
    for size, of_size in layout.starts.items():
        n = size * size * len(of_size)
        blocks = entries[position : position + n].reshape(len(of_size), size, size)
        by_size[size] = np.asarray(np.linalg.inv(blocks), dtype=np.float64)
        position += n
    return Inverses(layout, by_size)
