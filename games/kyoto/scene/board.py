"""The scene of a game of Shadows in Kyoto: the board, and all that can ever stand on it."""

from games.core.language import Labels, gettext, gettext_noop
from games.core.record import Record
from games.core.scene import CELL, Area, Cell, Mark, Piece, Scene
from games.kyoto.rules.board import COLUMNS, ROWS, Board, column, row
from games.kyoto.rules.components import GOVERNMENT, IDENTITIES, ONIWABAN, SIDES
from games.kyoto.scene.panels import panels
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import SITES, identity_words

EDGE, PLATE = 30.0, 15.0
"""Room above and below the board for the territories' names, and how high their letters are."""
MARGIN = 8.0
WIDTH, HEIGHT = CELL * len(COLUMNS), CELL * len(ROWS)
LETTERS = "ABCDEF"
"""What an agent is called while nobody knows who it is: by its start, sorted."""
TONES = {ONIWABAN: 2, GOVERNMENT: 1}
NOBODYS = 3
ORIGINS = Labels(
    {
        "house": gettext_noop("a reconstruction, not the printed board"),
        "user": gettext_noop("a board of the players' own"),
    }
)
MARKS: tuple[Mark, ...] = (
    {"id": "last", "symbol": "last", "words": gettext_noop("just now"), "layer": "under"},
    {"id": "from", "symbol": "from", "words": gettext_noop("came from here"), "layer": "under"},
    {"id": "fight", "symbol": "fight", "words": gettext_noop("conflict here"), "layer": "over"},
    {"id": "up", "symbol": "up", "words": gettext_noop("face up"), "layer": "over"},
    {"id": "drugged", "symbol": "drugged", "words": gettext_noop("drugged"), "layer": "over"},
    {"id": "stunned", "symbol": "stunned", "words": gettext_noop("stunned"), "layer": "over"},
)
"""The marks that are drawn, in the source language."""
HERE = "with-{}"
"""The mark of a space on which an agent stands; it is said, not drawn."""
MOVED, FIGHT = "moved", "fight"
"""The paths: how the last agent came, and an open conflict."""


def scene(record: Record) -> Scene:
    """Everything that never changes in a game with this header."""
    board = record.setup.board
    pieces = _pieces()
    return {
        "kind": "kyoto",
        "title": board.name,
        "origin": ORIGINS[board.provenance],
        "view_box": [-MARGIN, -EDGE, WIDTH + 2 * MARGIN, HEIGHT + 2 * EDGE],
        "areas": _areas(board),
        "walls": _walls(board),
        "links": [],
        "cells": [_cell(board, c + r) for r in reversed(ROWS) for c in COLUMNS],
        "marks": [*_drawn(), *_said(pieces)],
        "pieces": pieces,
        "paths": [MOVED, FIGHT],
        "panels": panels(record),
    }


def corner(space: str) -> tuple[float, float]:
    """The upper left corner of a space; row 1 is the lowest."""
    return CELL * column(space), CELL * (len(ROWS) - row(space))


def middle(space: str) -> tuple[float, float]:
    """The middle of a space."""
    x, y = corner(space)
    return x + CELL / 2, y + CELL / 2


def piece_id(role: str, number: int, identity: str | None) -> str:
    """The piece of an agent: by its identity where that is known, else by its letter."""
    return f"{role}-{identity or LETTERS[number]}"


def _areas(board: Board) -> list[Area]:
    areas: list[Area] = []
    names = {
        ONIWABAN: gettext("Territory of the Oniwaban"),
        GOVERNMENT: gettext("Territory of the Government"),
    }
    for role in SIDES:
        rows = sorted(board.territory[role])
        top = CELL * (len(ROWS) - rows[-1])
        depth = CELL * len(rows)
        y = HEIGHT + EDGE / 2 if role == ONIWABAN else -EDGE / 2
        d = f"M0 {top:g}h{WIDTH:g}v{depth:g}h-{WIDTH:g}z"
        areas.append(_area(names[role], TONES[role], d, y))
    for one in ROWS:
        if not any(int(one) in board.territory[role] for role in SIDES):
            d = f"M0 {CELL * (len(ROWS) - int(one)):g}h{WIDTH:g}v{CELL}h-{WIDTH:g}z"
            areas.append(_area("", NOBODYS, d, 0))
    return areas


def _area(name: str, tone: int, d: str, y: float) -> Area:
    return {
        "id": f"area-{tone}",
        "name": name,
        "tone": tone,
        "d": d,
        "x": WIDTH / 2,
        "y": y,
        "size": PLATE,
    }


def _walls(board: Board) -> str:
    """The board's edge, and where territories end."""
    ends = {HEIGHT - CELL * max(board.territory[ONIWABAN])}
    ends.add(CELL * (len(ROWS) + 1 - min(board.territory[GOVERNMENT])))
    lines = "".join(f"M0 {y:g}h{WIDTH:g}" for y in sorted(ends))
    return f"M0 0h{WIDTH:g}v{HEIGHT:g}h-{WIDTH:g}z{lines}"


def _cell(board: Board, space: str) -> Cell:
    x, y = corner(space)
    words = [space, SITES[board.types[space]]]
    starts = [role for role in SIDES if space in board.starts[role]]
    if starts:
        words.append(gettext("start of the {side}").format(side=SIDE_NAMES[starts[0]]))
    return {
        "id": space,
        "x": x,
        "y": y,
        "words": ", ".join(words),
        "icon": board.types[space],
        "letters": "",
        "centre": bool(starts),
    }


def _pieces() -> list[Piece]:
    """Every agent of either side, known and unknown."""
    found: list[Piece] = []
    for role in SIDES:
        for letter in LETTERS:
            words = gettext("{side} agent {letter}, unknown")
            words = words.format(side=SIDE_NAMES[role], letter=letter)
            found.append(_piece(role, letter, "?" + letter, words))
        for identity in IDENTITIES:
            words = gettext("{side} agent, {identity}")
            words = words.format(side=SIDE_NAMES[role], identity=identity_words(identity))
            found.append(_piece(role, identity, identity, words))
    return found


def _piece(role: str, name: str, letter: str, words: str) -> Piece:
    return {
        "id": f"{role}-{name}",
        "symbol": f"agent-{role}",
        "letter": letter,
        "words": words,
    }


def _drawn() -> list[Mark]:
    return [{**mark, "words": gettext(mark["words"])} for mark in MARKS]


def _said(pieces: list[Piece]) -> list[Mark]:
    return [
        {"id": HERE.format(piece["id"]), "symbol": "", "words": piece["words"], "layer": ""}
        for piece in pieces
    ]
