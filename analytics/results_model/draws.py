"""Normal draws that belong to a game or a parameter, not to its position: one more game changes
only its own draws, so that fits of nearly the same games have nearly the same variances.
"""

from collections import Counter
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from .design import Array, Design

Keys = NDArray[np.uint64]
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def normal(keys: Keys, draws: int) -> Array:
    """Return standard normal numbers, a row for each key (SplitMix64 and Box–Muller)."""
    counters = np.arange(1, 2 * draws + 1, dtype=np.uint64) * _GOLDEN
    mixed = _mix(_mix(keys)[:, None] + counters)
    uniform = ((mixed >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
    radius = np.sqrt(-2 * np.log(uniform[:, :draws]))
    return np.asarray(radius * np.cos(2 * np.pi * uniform[:, draws:]), dtype=np.float64)


def _mix(values: Keys) -> Keys:
    values = (values ^ (values >> np.uint64(30))) * _FIRST
    values = (values ^ (values >> np.uint64(27))) * _SECOND
    return np.asarray(values ^ (values >> np.uint64(31)), dtype=np.uint64)


def pair_keys(design: Design) -> Keys:
    """Return a key for each pair of sides of each game; equal games are numbered."""
    seen = Counter[str]()
    keys: list[int] = []
    for game in design.games:
        content = f"{game.group} {game.day} {[side[:2] for side in game.sides]}"
        seen[content] += 1
        key = crc32(f"{content} {seen[content]}".encode())
        sides = len(game.sides)
        keys += [key * 256 + n for n in range(sides * (sides - 1) // 2)]
    return np.array(keys, dtype=np.uint64)


def column_keys(design: Design) -> Keys:
    """Return a key for each parameter. Strengths are numbered by their block of days, counted from
    the first one, whose number stays the same when games of later days arrive.
    """
    parameters = design.parameters
    oldest = max((blocks[0] for blocks in parameters.blocks.values()), default=0)
    keys = np.arange(parameters.n, dtype=np.uint64) + np.uint64(1 << 50)
    for player, blocks in parameters.blocks.items():
        start, key = parameters.start[player], crc32(player.encode()) << 12
        keys[start : start + len(blocks)] = [key + oldest - block for block in blocks]
    for (player, side), column in parameters.roles.items():
        keys[column] = crc32(f"{player}\n{side}".encode()) + (1 << 48)
    common = np.arange(parameters.n - parameters.first_common, dtype=np.uint64)
    keys[parameters.first_common :] = common + np.uint64(1 << 52)
    keys[parameters.nameless] = np.arange(len(parameters.nameless)) + (1 << 53)
    return keys
