"""The scene of a Goryō game: the palace, and everything that can be drawn on it."""

from collections import defaultdict

from games.core.language import gettext
from games.core.language import gettext_noop as _
from games.core.scene import (
    BOARD_ORIGINS,
    CELL,
    Area,
    Cell,
    Link,
    Mark,
    Piece,
    Scene,
    translate_marks,
    unseen_marks,
)
from games.goryo.rules.board import Board
from games.goryo.rules.state import Setup
from games.goryo.scene.geometry import Layout
from games.goryo.scene.panels import icon, letters, panels
from games.goryo.terms import room_name, samurai_letter, samurai_name, type_name

MARGIN = 24.0
"""The margin around a board whose outer walls have name plates."""
NARROW_MARGIN = 6.0
PLATE, CORNER_NAME = 14.0, 19.0
"""The largest letter heights of a room's name: on a name plate, and in a free corner."""
LETTER_WIDTH = 0.62
"""The width of a letter, as a share of its height."""
MARKS: tuple[Mark, ...] = (
    {"id": "last", "symbol": "last", "label": _("last move"), "layer": "under"},
    {"id": "broken", "symbol": "stone", "label": _("broken"), "layer": "under"},
    {"id": "sealed", "symbol": "seal", "label": _("sealed"), "layer": "over"},
    {"id": "target", "symbol": "target", "label": _("target"), "layer": "under"},
    {"id": "trail", "symbol": "trail", "label": _("false trail"), "layer": "under"},
    {"id": "yes", "symbol": "yes", "label": _("green clue"), "layer": "over"},
    {"id": "no", "symbol": "no", "label": _("red clue"), "layer": "over"},
)
"""The marks that are drawn, in English."""
BEAD = "route"
"""The mark of a space on the route; its bead shows the number."""
HERE = "with-{}"
"""The mark of a space with a piece on it; it is read aloud, not drawn."""


def scene(setup: Setup) -> Scene:
    """Return everything that never changes in a game with this set-up."""
    board = setup.board
    layout = Layout(board.data)
    pieces = _pieces(setup)
    return {
        "kind": "goryo",
        "title": board.name,
        "origin": BOARD_ORIGINS.get(board.provenance, BOARD_ORIGINS["user"]),
        "view_box": layout.view_box(NARROW_MARGIN if layout.free_corners() else MARGIN),
        "areas": _areas(board, layout),
        "walls": layout.walls(),
        "links": _links(layout),
        "cells": _cells(board, layout),
        "marks": [*translate_marks(MARKS), *unseen_marks(_labels(pieces))],
        "pieces": pieces,
        "paths": [BEAD],
        "panels": panels(setup),
    }


def _areas(board: Board, layout: Layout) -> list[Area]:
    areas: list[Area] = []
    corners = layout.free_corners()
    for tone, room in enumerate(board.data["rooms"], 1):
        name = room_name(room)
        x, y, width = (*corners[room], CELL) if corners else layout.name_plate(room)
        lines = name.replace("-", "- ").split() if corners else [name]
        longest = max(map(len, lines))
        size = min(CORNER_NAME if corners else PLATE, width / (LETTER_WIDTH * (longest + 2)))
        area: Area = {
            "id": f"area-{tone}",
            "name": name,
            "tone": tone,
            "d": layout.floor(room),
            "x": round(x, 1),
            "y": round(y, 1),
            "size": round(size, 1),
        }
        areas.append({**area, "lines": lines} if corners else area)
    return areas


def _links(layout: Layout) -> list[Link]:
    return [
        {
            "id": f"{bridge.one}-{bridge.two}",
            "label": gettext("bridge {one}–{two}").format(one=bridge.one, two=bridge.two),
            "form": "near" if bridge.bend is None else "far",
            "bank": bridge.bank,
            "deck": bridge.deck,
        }
        for bridge in layout.bridges
    ]


def _cells(board: Board, layout: Layout) -> list[Cell]:
    cells: list[Cell] = []
    bridged = defaultdict(list)
    for bridge in layout.bridges:
        bridged[bridge.one].append(bridge.two)
        bridged[bridge.two].append(bridge.one)
    for name in board.names:
        space = board.data["spaces"][name]
        x, y = layout.corner[name]
        kind = space["object"]
        centre = space.get("centre") is True
        parts = [name, type_name(kind), room_name(space["room"])]
        if centre:
            parts.append(gettext("centre"))
        bridge_to = gettext("bridge to {space}")
        parts += [bridge_to.format(space=other) for other in sorted(bridged[name])]
        cells.append(
            {
                "id": name,
                "x": x,
                "y": y,
                "label": ", ".join(parts),
                "icon": icon(kind),
                "letters": "" if icon(kind) else letters(kind, board.types),
                "centre": centre,
            }
        )
    return cells


def _pieces(setup: Setup) -> list[Piece]:
    cat: Piece = {"id": "pawn", "symbol": "cat", "letter": "", "label": gettext("Goryō's cat")}
    samurai: list[Piece] = [
        {"id": c, "symbol": "samurai", "letter": samurai_letter(c), "label": samurai_name(c)}
        for c in setup.ruleset.colours
    ]
    return [*samurai, cat]


def _labels(pieces: list[Piece]) -> dict[str, str]:
    texts = {HERE.format(piece["id"]): piece["label"] for piece in pieces}
    return {BEAD: gettext("on the route"), **texts}
