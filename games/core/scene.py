"""What a game returns for the replay page to draw: a scene, and one frame per step, as plain data.

The page and its script use these types and know no game. A *scene* is what never changes: areas,
walls, links and cells of the board, all marks a cell can have, the pieces, the panels. A *frame* is
what changes: the marks on cells, the positions of pieces, and the text of the panels' slots. What a
frame leaves out has its default: no mark, no piece, no text, no class. So the picture of a step
depends on its frame alone.

Lengths are in board units: a cell is 100 wide. `d` is SVG path data. `label` is a text for readers.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, TypedDict

from games.core.language import Labels, gettext
from games.core.language import gettext_noop as _

BOARD_ORIGINS = Labels(
    {
        "house": _("a reconstruction, not the printed board"),
        "printed": _("the printed board"),
        "user": _("a custom board"),
    }
)
"""Labels of the provenance of boards."""

CELL = 100
"""Width and height of a cell, in board units."""

HIGHEST = 12
"""The tallest column that a panel draws; taller ones are cut off, and their text has the value."""


class Area(TypedDict):
    """A part of the board with one colour, by `tone` from 1. The name is at (x, y), `size` units
    high. With `lines` it lies on the ground next to the area, broken into these lines.
    """

    id: str
    name: str
    tone: int
    d: str
    x: float
    y: float
    size: float
    lines: NotRequired[list[str]]


class Link(TypedDict):
    """A connection of two cells. `form` is `near` (across a shared wall) or `far` (a curve). `deck`
    is drawn on top of `bank`.
    """

    id: str
    label: str
    form: str
    bank: str
    deck: str


class Cell(TypedDict):
    """A cell with its upper left corner at (x, y). `icon` names a symbol; if it is empty, `letters`
    are shown in a shape.

    A cell with a `form` holds tiles instead: `stack` any number, which the page can open, `space`
    one. With `aside` the icon gives way to a piece: it moves into the corner of the cell.
    """

    id: str
    x: float
    y: float
    label: str
    icon: str
    letters: str
    centre: bool
    form: NotRequired[str]
    aside: NotRequired[bool]


class Tile(TypedDict):
    """A tile for cells with a form. Its symbol and class are `tile-` and the id. `letters` identify
    it without colour.
    """

    id: str
    letters: str
    label: str


class Mark(TypedDict):
    """A mark of a cell: `symbol` is drawn over the whole cell, with `layer` under or over its icon.

    Without a symbol only its label is shown, as text.
    """

    id: str
    symbol: str
    label: str
    layer: str


def translate_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Return marks that are written in English in the reader's language."""
    return [{**mark, "label": gettext(mark["label"])} for mark in marks]


def unseen_marks(labels: Mapping[str, str]) -> list[Mark]:
    """Return marks that are read aloud and not drawn, from their labels by id."""
    return [{"id": key, "symbol": "", "label": label, "layer": ""} for key, label in labels.items()]


class Piece(TypedDict):
    """Something that moves over the cells. Its id is also its class. A `ring` around its letter,
    `solid` or `dashed`, distinguishes pieces with the same letter.
    """

    id: str
    symbol: str
    letter: str
    label: str
    ring: NotRequired[str]


class Card(TypedDict):
    """A card that can lie next to the board. Its class is `card-` and the `tone`. With a `symbol`
    it is a piece instead, whose id is the tone.
    """

    id: str
    label: str
    tone: str
    icon: NotRequired[str]
    symbol: NotRequired[str]
    letter: NotRequired[str]
    ring: NotRequired[str]


class Item(TypedDict):
    """A slot of a panel. Frames set its classes and text.

    In a `table` an item is a row: `label` explains its name, and its cells are slots with the ids
    `<item>-<column>`. In `columns` the `flag` is a short text under the name. In a `hand` the first
    item is a `row` of cards, and the others are `pile`s of them, or a `line` that is hidden without
    cards and has the text after them. In a `legend` an item explains a `card` or an `icon`.
    """

    id: str
    name: str
    icon: NotRequired[str]
    letters: NotRequired[str]
    flag: NotRequired[str]
    label: NotRequired[str]
    form: NotRequired[str]
    card: NotRequired[str]


class Column(TypedDict):
    """A column of a table; `label` is its full name."""

    id: str
    name: str
    label: str


class Panel(TypedDict):
    """A box next to the board, under it if `placement` is `under`, or on its table if it is
    `table`.

    `form` is `track` (a row of spaces), `tokens`, `tiles`, `facts` (names with a text), `columns`
    (heights side by side: a slot's text is its height, its class `up-` and the height, at most
    HIGHEST, with the slot `-note` under it), `table` (items and columns), `lines` (texts without
    names; empty ones are hidden), `hand` (the cards of a side) or `legend` (names with pictures).

    In `columns` a `figure` is shown next to the title, and the slot `-tag` too. The class `actor`
    colours whose panel it is; `owner` is the player's name.
    """

    id: str
    title: str
    form: str
    items: list[Item]
    columns: NotRequired[list[Column]]
    placement: NotRequired[str]
    actor: NotRequired[str]
    owner: NotRequired[str]
    figure: NotRequired[Item]


class Course(TypedDict):
    """How far the game is, over its steps. `form` is `share` (0: start, `most`: decided) or
    `balance` (the lead of one side; below 0 the other leads). `short` is the title next to a value,
    which `unit` follows.
    """

    title: str
    short: str
    form: str
    most: float
    unit: str


class Scene(TypedDict):
    """What never changes. `view_box` is left, top, width, height. `open`: all roles see everything,
    so the page does not offer their views. `course` describes the frames' numbers. `rows` are the
    cells as a table, for screen readers and keyboards (`rows_of`).
    """

    kind: str
    title: str
    origin: str
    view_box: list[float]
    areas: list[Area]
    walls: str
    links: list[Link]
    cells: list[Cell]
    tiles: NotRequired[list[Tile]]
    marks: list[Mark]
    pieces: list[Piece]
    cards: NotRequired[list[Card]]
    paths: list[str]
    panels: list[Panel]
    open: NotRequired[bool]
    rows: NotRequired[list[list[str]]]
    course: NotRequired[Course]


def rows_of(scene: Mapping[str, Any]) -> list[list[str]]:
    """Return the board as a table: cells by row from the top and by column from the left, with
    empty texts where there is no cell. Without `rows` in the scene, every y is a row and every x a
    column.
    """
    if "rows" in scene:
        given: list[list[str]] = scene["rows"]
        return given
    at = {(cell["x"], cell["y"]): cell["id"] for cell in scene["cells"]}
    columns, rows = sorted({x for x, _ in at}), sorted({y for _, y in at})
    return [[at.get((x, y), "") for x in columns] for y in rows]


class Move(TypedDict):
    """An event in the list of moves: its headings (`group`, and `part` unless empty), a short text,
    what followed, and the note. The class `actor` colours who acted, with `name`.
    """

    group: str
    part: str
    actor: str
    name: NotRequired[str]
    verb: str
    text: str
    sign: str
    follows: list[str]
    note: str
    at: float | None


class Frame(TypedDict):
    """What a view sees at one step.

    Items of a list have blanks between them. `cells`: cell → marks. `stacks`: cell → tiles from the
    lowest up. `decks`: slot → cards, `shrine:2` for several. `beads`: cell → the short text on its
    bead. `pieces`: piece → [x, y of its middle, scale, 1 if it moved]. `paths`: path → d. `texts`
    and `classes`: slot → text, classes. `section` counts the parts that bracket keys jump by.
    `sentence` describes the step. `move` is None at step 0. `course` is how far the game is
    (`Course`), `turning` the name of a turning point.
    """

    step: int
    section: int
    sentence: str
    cells: dict[str, str]
    stacks: NotRequired[dict[str, str]]
    decks: NotRequired[dict[str, str]]
    beads: dict[str, str]
    pieces: dict[str, list[float]]
    paths: dict[str, str]
    texts: dict[str, str]
    classes: dict[str, str]
    move: Move | None
    course: NotRequired[float]
    turning: NotRequired[str]


class Judged(TypedDict):
    """A mark on a step: the `key` of its definition, its `sort`, and the reason with numbers."""

    key: str
    title: str
    sort: str
    text: str


class Overlay(TypedDict):
    """What can be known at one step, drawn over its frame. `shades`: cell → a chance in whole
    percent, where 0 and 100 are exact. `cells` and `texts` add to the frame's.
    """

    shades: dict[str, int]
    cells: dict[str, str]
    texts: dict[str, str]
    judged: list[Judged]


class Curve(TypedDict):
    """A number over the game: one value per frame from 0 to `most`, or None. One with a `short`
    name is drawn; the others are only in the table.
    """

    id: str
    title: str
    most: float
    values: list[float | None]
    short: NotRequired[str]


class Insight(TypedDict):
    """What a view could know of a game, step by step, under a prior. `shade_label` names what
    the chances are of. `marks` and `panels` add to the scene's.
    """

    prior: str
    shade_label: str
    marks: list[Mark]
    panels: list[Panel]
    overlays: list[Overlay]
    curves: list[Curve]
