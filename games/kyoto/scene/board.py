"""The scene of a game of Shadows in Kyoto: the board, and all pieces that can stand on it."""

from games.core.language import gettext
from games.core.language import gettext_noop as _
from games.core.record import Record
from games.core.scene import (
    BOARD_ORIGINS,
    CELL,
    Area,
    Cell,
    Mark,
    Piece,
    Scene,
    translate_marks,
    unseen_marks,
)
from games.kyoto.rules.board import COLUMNS, ROWS, Board, column, row
from games.kyoto.rules.components import GOVERNMENT, IDENTITIES, ONIWABAN, SIDES
from games.kyoto.scene.cards import cards, known_agent
from games.kyoto.scene.panels import panels
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import SITES

MARGIN = 6.0
WIDTH, HEIGHT = CELL * len(COLUMNS), CELL * len(ROWS)
LETTERS = "ABCDEF"
"""The names of agents with an unknown identity, in the order of their starts."""
TONES = {ONIWABAN: 2, GOVERNMENT: 1}
NEUTRAL_TONE = 3
MARKS: tuple[Mark, ...] = (
    {"id": "last", "symbol": "last", "label": _("last move"), "layer": "under"},
    {"id": "from", "symbol": "from", "label": _("moved from here"), "layer": "under"},
    {"id": "fight", "symbol": "fight", "label": _("conflict here"), "layer": "over"},
    {"id": "up", "symbol": "up", "label": _("face up"), "layer": "over"},
    {"id": "drugged", "symbol": "drugged", "label": _("drugged"), "layer": "over"},
    {"id": "stunned", "symbol": "stunned", "label": _("stunned"), "layer": "over"},
)
"""The marks that are drawn, in English."""
AGENT_MARK = "with-{}"
"""The mark of a space with an agent; it is read aloud, not drawn."""
MOVED, FIGHT = "moved", "fight"
"""The paths: the last move, and an open conflict."""


def scene(record: Record) -> Scene:
    """Return everything that never changes in a game with this header."""
    board = record.setup.board
    pieces = _pieces()
    return {
        "kind": "kyoto",
        "title": board.name,
        "origin": BOARD_ORIGINS[board.provenance],
        "view_box": [-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN],
        "areas": _areas(board),
        "walls": _walls(board),
        "links": [],
        "cells": [_cell(board, c + r) for r in reversed(ROWS) for c in COLUMNS],
        "marks": [*translate_marks(MARKS), *unseen_marks(_labels(pieces))],
        "pieces": pieces,
        "cards": cards(),
        "paths": [MOVED, FIGHT],
        "panels": panels(record),
    }


def corner(space: str) -> tuple[float, float]:
    """Return the upper left corner of a space; row 1 is the lowest."""
    return CELL * column(space), CELL * (len(ROWS) - row(space))


def middle(space: str) -> tuple[float, float]:
    """Return the middle of a space."""
    x, y = corner(space)
    return x + CELL / 2, y + CELL / 2


def piece_id(role: str, number: int, identity: str | None) -> str:
    """Return the piece of an agent: by its identity if it is known, else by its letter."""
    return f"{role}-{identity or LETTERS[number]}"


def _areas(board: Board) -> list[Area]:
    """Return the territories, and the rows between them."""
    areas: list[Area] = []
    for role in SIDES:
        rows = sorted(board.territory[role])
        areas.append(_area(role, TONES[role], rows[-1], len(rows)))
    owned = {row for role in SIDES for row in board.territory[role]}
    between = [number for number in map(int, ROWS) if number not in owned]
    return areas + [_area(f"row-{number}", NEUTRAL_TONE, number, 1) for number in between]


def _area(name: str, tone: int, top_row: int, rows: int) -> Area:
    """Return an area of whole rows. It has no name: the hands next to the board name the sides."""
    top, depth = CELL * (len(ROWS) - top_row), CELL * rows
    d = f"M0 {top:g}h{WIDTH:g}v{depth:g}h-{WIDTH:g}z"
    return {"id": name, "name": "", "tone": tone, "d": d, "x": 0, "y": 0, "size": 1}


def _walls(board: Board) -> str:
    """Return the edge of the board, and the ends of the territories."""
    ends = {HEIGHT - CELL * max(board.territory[ONIWABAN])}
    ends.add(CELL * (len(ROWS) + 1 - min(board.territory[GOVERNMENT])))
    lines = "".join(f"M0 {y:g}h{WIDTH:g}" for y in sorted(ends))
    return f"M0 0h{WIDTH:g}v{HEIGHT:g}h-{WIDTH:g}z{lines}"


def _cell(board: Board, space: str) -> Cell:
    x, y = corner(space)
    labels = [space, SITES[board.types[space]]]
    starts = [role for role in SIDES if space in board.starts[role]]
    if starts:
        labels.append(gettext("start of the {side}").format(side=SIDE_NAMES[starts[0]]))
    return {
        "id": space,
        "x": x,
        "y": y,
        "label": ", ".join(labels),
        "icon": board.types[space],
        "letters": "",
        "centre": bool(starts),
        "aside": True,
    }


def _pieces() -> list[Piece]:
    """Return every agent of both sides, known and unknown. A solid ring around the power means
    real, a dashed one fake.
    """
    pieces: list[Piece] = []
    unknown = gettext("{side} agent {letter}, unknown")
    for role in SIDES:
        for name in LETTERS:
            label = unknown.format(side=SIDE_NAMES[role], letter=name)
            piece: Piece = {"id": f"{role}-{name}", "symbol": "", "letter": f"?{name}", "label": ""}
            pieces.append({**piece, "symbol": f"agent-{role}", "label": label})
        pieces += [known_agent(role, name) for name in IDENTITIES]
    return pieces


def _labels(pieces: list[Piece]) -> dict[str, str]:
    return {AGENT_MARK.format(piece["id"]): piece["label"] for piece in pieces}
