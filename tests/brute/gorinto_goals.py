"""The goal cards of section 7 of the Gorinto rules page, written naively."""

from __future__ import annotations

from collections.abc import Callable

ELEMENTS = ("void", "wind", "fire", "water", "earth")
LETTERS = {"g1": "A", "g2": "A", "g3": "B", "g4": "B", "g5": "C", "g6": "C", "g7": "D", "g8": "D"}
GOALS = tuple(f"g{number}" for number in range(1, 13))

Mat = dict[str, int]


def middle(heights: list[int]) -> int:
    return sorted(heights)[2]


def g5(mat: Mat, mats: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(other[element] > own for other in mats):
            wisdom += 3
    return wisdom


def g6(mat: Mat, mats: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(1 <= other[element] < own for other in mats):
            wisdom += 3
    return wisdom


def g10(heights: list[int]) -> int:
    stacks = [height for height in heights if height >= 1]
    return max(stacks) + 2 * min(stacks) if stacks else 0


OWN_MAT: dict[str, Callable[[list[int]], int]] = {
    "g1": lambda heights: sum(h for h in heights if heights.count(h) > 1),
    "g2": lambda heights: sum(h for h in heights if heights.count(h) == 1),
    "g3": lambda heights: sum(h for h in heights if h % 2 == 1),
    "g4": lambda heights: sum(h for h in heights if h % 2 == 0),
    "g7": lambda heights: sum(h for h in heights if h != middle(heights)),
    "g8": lambda heights: 3 * middle(heights),
    "g9": lambda heights: sum(h for h in heights if h in (max(heights), min(heights))),
    "g10": g10,
    "g11": lambda heights: 2 * (max(heights) - min(heights)),
    "g12": lambda heights: 7 * min(heights),
}


def points(goal: str, mat: Mat, mats: list[Mat]) -> int:
    """Return the points of a card for `mat` among the mats of all players."""
    if goal == "g5":
        return g5(mat, mats)
    if goal == "g6":
        return g6(mat, mats)
    return OWN_MAT[goal](list(mat.values()))
