"""The answer to a SpaceQuestion, from counts by space."""

import re
from collections.abc import Mapping

from .answer import Basis, BoardFacts, SpaceAnswer, SpaceCount, Tally
from .question import SpaceQuestion
from .wilson import rate

_SPACE = re.compile(r"([a-z])([1-9][0-9]?)")


def place(space: str) -> tuple[int, int]:
    """Column and row of a space's name, from 0: `a1` is (0, 0), at the bottom left of the board.
    Raises ValueError.

    >>> place("c12")
    (2, 11)

    """
    found = _SPACE.fullmatch(space)
    if found is None:
        raise ValueError(f"no space: {space!r}")
    return ord(found[1]) - ord("a"), int(found[2]) - 1


def answer_spaces(
    question: SpaceQuestion,
    found: Mapping[str, tuple[int, int]],
    board: BoardFacts,
    tally: Tally,
    played: int,
    rounds: int,
    basis: Basis,
) -> SpaceAnswer:
    """One layer for every space of the board, also where nothing happened.

    `found` maps a space to how often, and in how many games (`frames.counts_by_space`).
    """
    counts = []
    for space in sorted(board.data["spaces"], key=place):
        times, games = found.get(space, (0, 0))
        counts.append(SpaceCount(space, times, rate(games, played)))
    total = sum(count.times for count in counts)
    return SpaceAnswer(question, board, tally, played, rounds, total, tuple(counts), basis)
