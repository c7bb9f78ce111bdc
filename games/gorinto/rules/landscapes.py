"""The five landscapes (rules page, 2.7): the heights of the stacks at the start."""

from typing import Any

from games.core.codec import canonical_json, sha256_hex
from games.gorinto.rules.mountain import CELLS, SIZE

PEAK = "peak"
TILES = 60
"""The number of tiles in every landscape."""

_BY_ROW: dict[str, tuple[tuple[int, ...], ...]] = {
    PEAK: (
        (2, 2, 2, 2, 2),
        (2, 3, 3, 3, 2),
        (2, 3, 4, 3, 2),
        (2, 3, 3, 3, 2),
        (2, 2, 2, 2, 2),
    ),
    "waves": ((2, 3, 2, 3, 2),) * SIZE,
    "mesa": (
        (1, 2, 1, 2, 1),
        (2, 4, 4, 4, 2),
        (1, 4, 4, 4, 1),
        (2, 4, 4, 4, 2),
        (1, 2, 1, 2, 1),
    ),
    "lake": (
        (3, 3, 3, 3, 3),
        (3, 2, 1, 2, 3),
        (3, 1, 0, 1, 3),
        (3, 2, 1, 2, 3),
        (3, 3, 3, 3, 3),
    ),
    "hill": ((1, 3, 4, 3, 1),) * SIZE,
}


class Landscape:
    """A landscape: an immutable value, identified by its digest."""

    def __init__(self, name: str) -> None:
        rows = _BY_ROW[name]
        self.id = name
        self.heights: tuple[int, ...] = tuple(
            rows[cell % SIZE][cell // SIZE] for cell in range(len(CELLS))
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


LANDSCAPES = {name: Landscape(name) for name in _BY_ROW}
