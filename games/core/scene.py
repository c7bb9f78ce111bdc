"""The vocabulary in which a game tells a replay page what to draw: one scene, and one frame a step,
all plain data.

The page and its script know these words and no game. A *scene* is what never changes: areas, walls,
links and cells of the board, every mark a cell can carry, the pieces, the panels. A *frame* says
only which marks lie where, where the pieces are, and what the slots of the panels say. What a frame
leaves out has its default: no mark, no piece, an empty text, no class. So a step's picture depends
on that step's frame alone, whichever way it was reached.

Lengths are in board units: one cell is 100 wide. `d` is the path data of SVG.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NotRequired, TypedDict

from games.core.language import gettext

CELL = 100
"""Width and height of a cell, in board units."""

HIGHEST = 12
"""The tallest column that a panel draws; what is higher is drawn as high, and said."""


class Area(TypedDict):
    """A part of the board with one floor: `tone` from 1 chooses its colour, the name stands at (x,
    y) in `size` units.
    """

    id: str
    name: str
    tone: int
    d: str
    x: float
    y: float
    size: float


class Link(TypedDict):
    """A way between two cells: `near` across the wall they share, `far` as a curve. `deck` is drawn
    on the `bank`.
    """

    id: str
    words: str
    form: str
    bank: str
    deck: str


class Cell(TypedDict):
    """A cell with its upper left corner at (x, y). `icon` names a symbol; where it is empty,
    `letters` stand in a shape.

    With a `form` it has neither, and holds tiles: `stack`, any number, one on the other, to be
    opened and looked through; `space`, one that waits.
    """

    id: str
    x: float
    y: float
    words: str
    icon: str
    letters: str
    centre: bool
    form: NotRequired[str]


class Tile(TypedDict):
    """A tile that can lie on a cell with a form. Its symbol is `tile-` and the id, its class too;
    `letters` tell it from the others without its colour.
    """

    id: str
    letters: str
    words: str


class Mark(TypedDict):
    """Something a cell can carry: drawn as `symbol` over the whole cell, `layer` under its icon or
    over it; `words` for its title.

    Without a symbol it is only said.
    """

    id: str
    symbol: str
    words: str
    layer: str


def translate_marks(marks: Iterable[Mark]) -> list[Mark]:
    """Marks written down in the source language, in the reader's."""
    return [{**mark, "words": gettext(mark["words"])} for mark in marks]


class Piece(TypedDict):
    """Something that moves over the cells. Its id is also the class that colours it."""

    id: str
    symbol: str
    letter: str
    words: str


class Item(TypedDict):
    """A slot of a panel. A frame gives it classes and a text; all else never changes.

    In a `table` an item is a row: `words` explain its name, and its cells are slots of their own,
    the ids of which are the item's and the column's with a dash between. In `columns` the `flag`
    is a word or two to be read under the name.
    """

    id: str
    name: str
    icon: NotRequired[str]
    letters: NotRequired[str]
    flag: NotRequired[str]
    words: NotRequired[str]


class Column(TypedDict):
    """A column of a table; `words` is its name in full."""

    id: str
    name: str
    words: str


class Panel(TypedDict):
    """A box beside the board. `form`: `track` (a row of spaces), `tokens`, `tiles`, `facts` (names
    with a text), `columns` (heights side by side: a slot's text is its height, its class `up-` and
    the height, at most HIGHEST, and the slot `-note` stands under it), `table` (items and columns)
    or `lines` (texts without names, of which empty ones are not seen). `place` is `under` where it
    stands under the board.
    """

    id: str
    title: str
    form: str
    items: list[Item]
    columns: NotRequired[list[Column]]
    place: NotRequired[str]


class Scene(TypedDict):
    """All that never changes. `view_box` is left, top, width, height. `open`: nothing is hidden
    from any role, so the page does not offer their views one by one. `rows` are the cells as a
    table, for those who read it or walk it by key (see `rows_of`).
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
    paths: list[str]
    panels: list[Panel]
    open: NotRequired[bool]
    rows: NotRequired[list[list[str]]]


def rows_of(scene: Mapping[str, Any]) -> list[list[str]]:
    """The board of a Scene as a table: cells row by row from the top, each from the left; empty
    text where a row has no cell. A scene that gives no rows of its own has them by where its cells
    lie: every height is a row, every distance from the left a column.
    """
    if "rows" in scene:
        given: list[list[str]] = scene["rows"]
        return given
    at = {(cell["x"], cell["y"]): cell["id"] for cell in scene["cells"]}
    columns, rows = sorted({x for x, _ in at}), sorted({y for _, y in at})
    return [[at.get((x, y), "") for x in columns] for y in rows]


class Move(TypedDict):
    """An event in the list of moves: under which headings (an empty `part` has none), in short
    words, with what followed and what was noted. The class `actor` colours who acted; `name` is
    said for it where it has one. `icon` names the symbol that stands for it on the timeline.
    """

    group: str
    part: str
    actor: str
    name: NotRequired[str]
    icon: NotRequired[str]
    verb: str
    text: str
    sign: str
    follows: list[str]
    note: str
    at: float | None


class Frame(TypedDict):
    """What a view may know at one step.

    `cells`: cell → its marks, blank between them. `stacks`: cell → its tiles from the lowest up,
    blank between them. `beads`: cell → the short text on its bead.
    `pieces`: piece → [x, y of its middle, scale, 1 if it moved]. `paths`: path → d. `texts` and
    `classes`: slot → text, classes. `section` counts the parts that page keys jump by; `said` is
    the step in a sentence; `move` is None at step 0.
    """

    step: int
    section: int
    said: str
    cells: dict[str, str]
    stacks: NotRequired[dict[str, str]]
    beads: dict[str, str]
    pieces: dict[str, list[float]]
    paths: dict[str, str]
    texts: dict[str, str]
    classes: dict[str, str]
    move: Move | None


class Judged(TypedDict):
    """A mark on a step by what could be known: `key` of its definition, its `sort`, and the reason
    in words with the numbers.
    """

    key: str
    title: str
    sort: str
    words: str


class Overlay(TypedDict):
    """What can be known at one step, laid over its frame. `shades`: cell → a chance in whole
    percent, of which 0 and 100 are exact; `cells` and `texts` add to the frame's own.
    """

    shades: dict[str, int]
    cells: dict[str, str]
    texts: dict[str, str]
    judged: list[Judged]


class Curve(TypedDict):
    """A number over the game, one value a frame, from 0 to `most`; None where there is none."""

    id: str
    title: str
    most: float
    values: list[float | None]


class Insight(TypedDict):
    """What a view could know of a game, step by step, under a prior told in words. `shade_words`
    say what the chances are of; `marks` and `panels` add to the scene's.
    """

    prior: str
    shade_words: str
    marks: list[Mark]
    panels: list[Panel]
    overlays: list[Overlay]
    curves: list[Curve]
