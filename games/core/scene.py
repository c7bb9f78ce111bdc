"""The vocabulary in which a game tells a replay page what to draw: one scene, and one frame a step,
all plain data.

The page and its script know these words and no game. A *scene* is what never changes: areas, walls,
links and cells of the board, every mark a cell can carry, the pieces, the panels. A *frame* says
only which marks lie where, where the pieces are, and what the slots of the panels say. What a frame
leaves out has its default: no mark, no piece, an empty text, no class. So a step's picture depends
on that step's frame alone, whichever way it was reached.

Lengths are in board units: one cell is 100 wide. `d` is the path data of SVG.
"""

from typing import NotRequired, TypedDict

CELL = 100
"""Width and height of a cell, in board units."""


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
    """

    id: str
    x: float
    y: float
    words: str
    icon: str
    letters: str
    centre: bool


class Mark(TypedDict):
    """Something a cell can carry: drawn as `symbol` over the whole cell, `layer` under its icon or
    over it; `words` for its title.

    Without a symbol it is only said.
    """

    id: str
    symbol: str
    words: str
    layer: str


class Piece(TypedDict):
    """Something that moves over the cells. Its id is also the class that colours it."""

    id: str
    symbol: str
    letter: str
    words: str


class Item(TypedDict):
    """A slot of a panel. A frame gives it classes and a text; `name`, `icon`, `letters` and `flag`
    never change.
    """

    id: str
    name: str
    icon: NotRequired[str]
    letters: NotRequired[str]
    flag: NotRequired[str]


class Panel(TypedDict):
    """A box beside the board. `form`: `track` (a row of spaces), `tokens`, `tiles` or `facts`
    (names with a text).
    """

    id: str
    title: str
    form: str
    items: list[Item]


class Scene(TypedDict):
    """All that never changes. `view_box` is left, top, width, height."""

    kind: str
    title: str
    origin: str
    view_box: list[float]
    areas: list[Area]
    walls: str
    links: list[Link]
    cells: list[Cell]
    marks: list[Mark]
    pieces: list[Piece]
    paths: list[str]
    panels: list[Panel]


class Move(TypedDict):
    """An event in the list of moves: under which headings, in short words, with what followed and
    what was noted.
    """

    group: str
    part: str
    actor: str
    verb: str
    text: str
    sign: str
    follows: list[str]
    note: str
    at: float | None


class Frame(TypedDict):
    """What a view may know at one step.

    `cells`: cell → its marks, blank between them. `beads`: cell → the short text on its bead.
    `pieces`: piece → [x, y of its middle, scale, 1 if it moved]. `paths`: path → d. `texts` and
    `classes`: slot → text, classes. `section` counts the parts that page keys jump by; `said` is
    the step in a sentence; `move` is None at step 0.
    """

    step: int
    section: int
    said: str
    cells: dict[str, str]
    beads: dict[str, str]
    pieces: dict[str, list[float]]
    paths: dict[str, str]
    texts: dict[str, str]
    classes: dict[str, str]
    move: Move | None
