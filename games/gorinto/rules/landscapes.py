"""The five landscapes (rules page, 2.7): the heights of the stacks at the start."""

from typing import Any

from games.core.codec import canonical_json, sha256_hex
from games.gorinto.rules.mountain import CELLS, SIZE

PEAK = "peak"
TILES = 60
"""The number of tiles in every landscape."""

_HEIGHTS = {
    PEAK: "22222 23332 23432 23332 22222",
    "waves": "23232 23232 23232 23232 23232",
    "mesa": "12121 24442 14441 24442 12121",
    "lake": "33333 32123 31013 32123 33333",
    "hill": "13431 13431 13431 13431 13431",
}
"""The heights by row."""


class Landscape:
    """A landscape: an immutable value, identified by its digest."""

    def __init__(self, name: str) -> None:
        rows = _HEIGHTS[name].split()
        self.id = name
        self.heights: tuple[int, ...] = tuple(
            int(rows[cell % SIZE][cell // SIZE]) for cell in range(len(CELLS))
        )
        self.data: dict[str, Any] = {
            "id": name,
            "cells": list(CELLS),
            "heights": dict(zip(CELLS, self.heights, strict=True)),
        }
        self.digest = sha256_hex(canonical_json(self.data))

    @property
    def name(self) -> str:
        """The title: the rulebook's word with a capital letter."""
        return self.id.capitalize()

    @property
    def provenance(self) -> str:
        """`component` if the printed diagram is known, `inferred` for hill.

        The rulebook's text has lost the diagram of hill. Other programs have it.
        """
        return "inferred" if self.id == "hill" else "component"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Landscape) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __repr__(self) -> str:
        return f"<Landscape {self.id}>"


LANDSCAPES = {name: Landscape(name) for name in _HEIGHTS}
