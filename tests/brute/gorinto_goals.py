"""Section 7 of the Gorinto rules page, card by card, from the heights of all mats."""

from __future__ import annotations

ELEMENTS = ("void", "wind", "fire", "water", "earth")
LETTERS = {"g1": "A", "g2": "A", "g3": "B", "g4": "B", "g5": "C", "g6": "C", "g7": "D", "g8": "D"}
GOALS = tuple(f"g{number}" for number in range(1, 13))

Mat = dict[str, int]


def g1(mat: Mat) -> int:
    heights = list(mat.values())
    return sum(height for height in heights if heights.count(height) > 1)


def g2(mat: Mat) -> int:
    heights = list(mat.values())
    return sum(height for height in heights if heights.count(height) == 1)


def g3(mat: Mat) -> int:
    return sum(height for height in mat.values() if height % 2 == 1)


def g4(mat: Mat) -> int:
    return sum(height for height in mat.values() if height % 2 == 0)


def g5(mat: Mat, everybody: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(other[element] > own for other in everybody):
            wisdom += 3
    return wisdom


def g6(mat: Mat, everybody: list[Mat]) -> int:
    wisdom = 0
    for element in ELEMENTS:
        own = mat[element]
        if own >= 1 and not any(1 <= other[element] < own for other in everybody):
            wisdom += 3
    return wisdom


def g7(mat: Mat) -> int:
    middle = sorted(mat.values())[2]
    return sum(height for height in mat.values() if height != middle)


def g8(mat: Mat) -> int:
    return 3 * sorted(mat.values())[2]


def g9(mat: Mat) -> int:
    tallest, lowest = max(mat.values()), min(mat.values())
    return sum(height for height in mat.values() if height in (tallest, lowest))


def g10(mat: Mat) -> int:
    there = [height for height in mat.values() if height >= 1]
    return max(there) + 2 * min(there) if there else 0


def g11(mat: Mat) -> int:
    return 2 * (max(mat.values()) - min(mat.values()))


def g12(mat: Mat) -> int:
    return 7 * min(mat.values())


ALONE = {
    "g1": g1, "g2": g2, "g3": g3, "g4": g4, "g7": g7, "g8": g8, "g9": g9, "g10": g10, "g11": g11,
    "g12": g12,
}  # fmt: skip


def points(goal: str, mat: Mat, everybody: list[Mat]) -> int:
    """The Wisdom one card pays for `mat`; `everybody` are the mats of all players."""
    if goal == "g5":
        return g5(mat, everybody)
    if goal == "g6":
        return g6(mat, everybody)
    return ALONE[goal](mat)
