"""Random boards of Goryō: four rooms of eight spaces that grow next to each other, and bridges."""

import random
from typing import Any

COLOURS = ("green", "red", "blue", "purple")
THINGS = (
    "helmet", "lantern", "mask", "scroll", "vase", "urn", "flower", "fan", "drum", "comb", "koto",
)  # fmt: skip
Cell = tuple[int, int]


def _grow(rng: random.Random, seed: Cell, taken: set[Cell]) -> set[Cell] | None:
    """Return eight connected free cells that include `seed`, or None if there are too few."""
    if seed in taken:
        return None
    cells = {seed}
    while len(cells) < 8:
        edge = {
            (x + dx, y + dy)
            for x, y in cells
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= x + dx < 9 and 0 <= y + dy < 12
        }
        free = sorted(edge - cells - taken)
        if not free:
            return None
        cells.add(rng.choice(free))
    return cells


def _rooms(rng: random.Random) -> list[set[Cell]]:
    rooms: list[set[Cell]] = []
    while len(rooms) < 4:
        room = _grow(rng, (rng.randrange(9), rng.randrange(12)), set().union(*rooms))
        rooms = [] if room is None else [*rooms, room]
    return rooms


def _name(cell: Cell) -> str:
    return f"{'abcdefghi'[cell[0]]}{cell[1] + 1}"


def random_board(rng: random.Random) -> dict[str, Any]:
    """Return a legal board in the log format: up to 12 rows, three to nine bridges, any gong."""
    cells = _rooms(rng)
    types = rng.sample(THINGS, 8)
    rooms = ["north", "east", "south", "west"]
    spaces: dict[str, dict[str, Any]] = {}
    centres = []
    for room, inside in zip(rooms, cells, strict=True):
        names = sorted(map(_name, inside))
        for name, thing in zip(names, rng.sample(types, 8), strict=True):
            spaces[name] = {"room": room, "object": thing}
        centres.append(rng.choice(names))
        spaces[centres[-1]]["centre"] = True
    order = rng.sample(range(4), 4)
    pairs = [[order[i], rng.choice(order[:i])] for i in range(1, 4)]
    pairs += [rng.sample(range(4), 2) for _ in range(rng.randrange(7))]
    bridges = {
        (_name(rng.choice(sorted(cells[one]))), _name(rng.choice(sorted(cells[other]))))
        for one, other in pairs
    }
    gong = rng.choice([1, 2, 3, 6, 9, 12, 18])
    rng.shuffle(centres)
    return {
        "id": f"random-{rng.randrange(10**6)}",
        "name": "Random palace",
        "provenance": "user",
        "object_types": types,
        "rooms": rooms,
        "spaces": spaces,
        "bridges": [list(pair) for pair in sorted(bridges)],
        "samurai": dict(zip(COLOURS, centres, strict=True)),
        "gong": {
            "spaces": gong,
            "bags": [bag for bag in range(gong) for _ in range(rng.choice([0, 0, 1, 1, 2]))],
        },
    }
