"""The scene of a game of Gorinto: Mountain, Path, and their tiles, marks and pieces."""

from games.core.language import Labels, gettext, pgettext
from games.core.language import gettext_noop as _
from games.core.scene import (
    CELL,
    Area,
    Cell,
    Mark,
    Piece,
    Scene,
    Tile,
    translate_marks,
    unseen_marks,
)
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.mountain import CELLS, COLUMNS, ROWS, SPACES
from games.gorinto.rules.state import HEAD, TAIL
from games.gorinto.scene.labels import LETTERS
from games.gorinto.scene.panels import panels
from games.gorinto.scene.table import Table
from games.gorinto.terms import ELEMENT, LANDSCAPE, TOKEN

GAP = 24
"""The gap between Path and Mountain, with the arrows."""
MARGIN = 6
TONES = (1, 4, 4)
EDGE = CELL + GAP
SIDE = EDGE + len(COLUMNS) * CELL
ORIGINS = Labels(
    {
        "component": _("heights as printed on the board"),
        "inferred": _("heights not printed in the rulebook’s text"),
    }
)
MARKS: tuple[Mark, ...] = (
    {"id": "pattern", "symbol": "pattern", "label": _("in the Pattern"), "layer": "under"},
    {"id": "last", "symbol": "last", "label": _("last move"), "layer": "under"},
    {"id": "from", "symbol": "from", "label": _("the tile came from here"), "layer": "under"},
    {"id": "gone", "symbol": "gone", "label": _("its tile was discarded"), "layer": "over"},
)
LETTER = {
    HEAD: lambda: pgettext("letter on the Head", "H"),
    TAIL: lambda: pgettext("letter on the Tail", "T"),
}
TAKEN = "took-{}"
"""The mark of a cell that an element was gathered from. Its bead shows the element."""
WITH = "with-{}"
"""The mark of a cell with a token of the Kitsune, for screen readers only."""
KITSUNE_TILE = "kitsune-{}"


def scene(table: Table) -> Scene:
    """Return the scene of a game at this table."""
    landscape = table.setup.board
    return {
        "kind": "gorinto",
        "title": LANDSCAPE[landscape.id],
        "origin": ORIGINS[landscape.provenance],
        "view_box": [-MARGIN, -MARGIN, SIDE + 2 * MARGIN, SIDE + 2 * MARGIN],
        "areas": _areas(),
        "walls": _arrows(),
        "links": [],
        "cells": _cells(),
        "tiles": _tiles(table),
        "marks": [*translate_marks(MARKS), *_spoken_marks(table)],
        "pieces": _pieces(table),
        "paths": [],
        "panels": panels(table),
        "open": True,
    }


def corner(cell: str) -> tuple[float, float]:
    """Return the upper left corner of a cell or Path space."""
    if cell in COLUMNS:
        return EDGE + COLUMNS.index(cell) * CELL, 0
    if cell in ROWS:
        return 0, EDGE + ROWS.index(cell) * CELL
    return EDGE + COLUMNS.index(cell[0]) * CELL, EDGE + ROWS.index(cell[1]) * CELL


def _areas() -> list[Area]:
    size = len(COLUMNS) * CELL
    floors = (
        f"M{EDGE} {EDGE}h{size}v{size}h-{size}z",
        f"M{EDGE} 0h{size}v{CELL}h-{size}z",
        f"M0 {EDGE}h{CELL}v{size}h-{CELL}z",
    )
    return [
        {"id": f"area-{n}", "name": "", "tone": tone, "d": d, "x": 0, "y": 0, "size": 1}
        for n, (tone, d) in enumerate(zip(TONES, floors, strict=True), 1)
    ]


def _arrows() -> str:
    """Return the arrows from each Path space into its line."""
    arms, down = 8, (CELL + GAP / 2 - 4)
    drawn = []
    for line in range(len(COLUMNS)):
        middle = EDGE + line * CELL + CELL / 2
        drawn.append(f"M{middle - arms:g} {down:g}l{arms} {arms} {arms} -{arms}")
        drawn.append(f"M{down:g} {middle - arms:g}l{arms} {arms} -{arms} {arms}")
    return "".join(drawn)


def _cells() -> list[Cell]:
    """Return the Path spaces, then the cells of the Mountain row by row."""
    name = gettext("Path {space}")
    path = [_cell(space, name.format(space=space), "space") for space in SPACES]
    return path + [_cell(cell, cell, "stack") for cell in sorted(CELLS, key=lambda c: c[::-1])]


def _cell(name: str, label: str, form: str) -> Cell:
    x, y = corner(name)
    return {
        "id": name,
        "x": x,
        "y": y,
        "label": label,
        "icon": "",
        "letters": "",
        "centre": False,
        "form": form,
    }


def _tiles(table: Table) -> list[Tile]:
    tiles: list[Tile] = [{"id": e, "letters": LETTERS[e], "label": ELEMENT[e]} for e in ELEMENTS]
    if table.setup.ruleset.has_kitsune:
        for n in range(1, TILES + 1):
            label = gettext("Kitsune tile {n}").format(n=n)
            tiles.append({"id": KITSUNE_TILE.format(n), "letters": str(n), "label": label})
    return tiles


def _pieces(table: Table) -> list[Piece]:
    if not table.setup.ruleset.has_kitsune:
        return []
    return [
        {"id": token, "symbol": token, "letter": LETTER[token](), "label": TOKEN[token]}
        for token in (HEAD, TAIL)
    ]


def _spoken_marks(table: Table) -> list[Mark]:
    """Return the marks that are not drawn."""
    template = gettext("{element} gathered")
    labels = {TAKEN.format(e): template.format(element=ELEMENT[e]) for e in ELEMENTS}
    labels |= {WITH.format(piece["id"]): piece["label"] for piece in _pieces(table)}
    return unseen_marks(labels)
