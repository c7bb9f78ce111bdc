"""A step of a game as a picture: the board and panels of the page, with the game, step and view as
text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from typing import Any, TypeAlias

from games.core.language import gettext

from .inline import Sheet, inline, read_sheet
from .letters import STACK, fitted, lines, width
from .nodes import Node, read, write
from .panels import draw_panels

WIDE, MARGIN = 960.0, 24.0
BOARD, PANELS = 600.0, 288.0
"""Widths of the board and of the panels next to it."""
TALL = 640.0
"""Maximum height of the board."""
HEAD = 156.0
THEMES = ("light", "dark")
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Caption:
    """The text around a board. `title` does not reveal the winner; `badges` are warnings such as a
    reconstructed board or bots; `shaded` explains the shading of the board and its prior.
    """

    title: str
    facts: str
    badges: tuple[str, ...]
    view: str
    foot: str
    shaded: str = ""


@dataclass(frozen=True)
class Shown:
    """A step to draw: the page's markup of the board, the game's scene and frame, and a user's
    note.
    """

    board: str
    scene: Mapping[str, Any]
    frame: Mapping[str, Any]
    note: str = ""


def picture_sheet(*texts: str) -> Sheet:
    """Return the page's style sheets, overridden by the one of the pictures."""
    own = (resources.files(__package__) / "picture.css").read_text("utf-8")
    return read_sheet(*texts, own)


def step_svg(shown: Shown, caption: Caption, sheet: Sheet, theme: str, high: float = 0.0) -> str:
    """Return the picture as SVG: 960 wide, and at least `high`."""
    root, needed = _compose(shown, caption)
    _size(root, max(high, needed), caption.foot)
    return write(inline(root, sheet, theme))


def step_height(shown: Shown, caption: Caption) -> float:
    """Return the height of the picture; clips use the maximum of their steps."""
    bare = replace(shown, board="<svg viewBox='0 0 1 1'/>")
    return _compose(bare, caption)[1]


def _compose(shown: Shown, caption: Caption) -> tuple[Node, float]:
    frame, scene = shown.frame, shown.scene
    root = Node("svg", {"class": "picture", "xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib["font-family"] = STACK
    root.add("title", f"{caption.title}. Step {frame['step']}, {caption.view}. {frame['sentence']}")
    root.add("rect", class_="ground", x=0, y=0, width=WIDE)
    _head(root, caption, frame)
    below = HEAD + place_board(root, shown, (MARGIN, HEAD, BOARD, TALL)) + 12
    route = frame["texts"].get("route", "")
    if route:
        root.add("text", fitted(route, 13, BOARD), class_="quiet", x=MARGIN, y=below + 8)
    below += 24
    for line in lines(caption.shaded, 13, BOARD, 3):
        root.add("text", line, class_="quiet", x=MARGIN, y=below + 8)
        below += 18
    below += 8 if caption.shaded else 0
    below = _note(root, shown.note, below)
    panels = scene["panels"]
    under = [panel for panel in panels if panel.get("placement") == "under"]
    cards = scene.get("cards", [])
    below = draw_panels(root, under, frame, cards, (MARGIN, below, BOARD))
    right_panels = [panel for panel in panels if panel.get("placement") != "under"]
    right = MARGIN + BOARD + 24
    begin = _result(root, frame["texts"].get("result", ""), right)
    ended = draw_panels(root, right_panels, frame, cards, (right, begin, PANELS))
    return root, max(below, ended) + 36


def place_board(root: Node, shown: Shown, box: Box, *, is_centred: bool = False) -> float:
    """Fit the board into a box, centred horizontally or both ways; return its height."""
    x, y, wide, tall = box
    board_width, board_height = shown.scene["view_box"][2:]
    scale = min(wide / board_width, tall / board_height)
    high = board_height * scale
    board = read(shown.board)
    board.attrib |= {
        "x": f"{x + (wide - board_width * scale) / 2:g}",
        "y": f"{y + (tall - high) / 2 if is_centred else y:g}",
        "width": f"{board_width * scale:g}",
        "height": f"{high:g}",
    }
    root.append(board)
    return float(high)


def _head(root: Node, caption: Caption, frame: Mapping[str, Any]) -> None:
    """Draw the title, facts, badges, view, round, and the step as a sentence."""
    room = WIDE - 2 * MARGIN
    root.add("text", fitted(caption.title, 24, room, is_bold=True), class_="head", x=MARGIN, y=42)
    badges = room - sum(width(badge, 12) + 28 for badge in caption.badges)
    facts = fitted(caption.facts, 13, badges)
    root.add("text", facts, class_="quiet", x=MARGIN, y=64)
    x = MARGIN + width(facts, 13) + 12
    for badge in caption.badges:
        wide = width(badge, 12) + 18
        root.add("rect", class_="badge-box", x=x, y=50, width=wide, height=20, rx=10)
        root.add("text", badge, class_="badge-text middle", x=x + wide / 2, y=64.3)
        x += wide + 8
    view = width(caption.view, 13, is_bold=True) + 20
    root.add("rect", class_="view-box", x=MARGIN, y=80, width=view, height=22, rx=11)
    root.add("text", caption.view, class_="view-text middle", x=MARGIN + view / 2, y=95.5)
    texts = frame["texts"]
    step = gettext("Step {step}").format(step=frame["step"])
    when = (step, texts.get("round", ""), texts.get("phase", ""))
    text = fitted(" · ".join(filter(None, when)), 16, room - view - 12, True)
    root.add("text", text, class_="when", x=MARGIN + view + 12, y=97)
    for n, line in enumerate(lines(frame["sentence"], 17, room, 2)):
        root.add("text", line, class_="lead", x=MARGIN, y=124 + 21 * n)


def _note(root: Node, note: str, top: float) -> float:
    """Draw the note under the board; return its bottom."""
    if not note:
        return top
    broken = lines(note, 14, BOARD - 16, 4)
    for n, line in enumerate(broken):
        root.add("text", line, x=MARGIN + 14, y=top + 10 + 19 * n)
    high = 19.0 * len(broken)
    root.add("rect", class_="note-bar", x=MARGIN, y=top - 4, width=4, height=high)
    return top + high + 12


def _result(root: Node, result: str, left: float) -> float:
    """Draw the result at the last step; return the top of the panels."""
    if not result:
        return HEAD + 6
    broken = lines(result, 14, PANELS - 24, 4, is_bold=True)
    high = 18.0 * len(broken) + 12
    root.add("rect", class_="box", x=left, y=HEAD + 6, width=PANELS, height=high)
    root.add("rect", class_="result-bar", x=left, y=HEAD + 6, width=4, height=high)
    for n, line in enumerate(broken):
        root.add("text", line, class_="strong", x=left + 14, y=HEAD + 25 + 18 * n)
    return HEAD + high + 24


def _size(root: Node, high: float, foot: str) -> None:
    """Set the height of the picture, and draw the footer."""
    root.attrib |= {
        "viewBox": f"0 0 {WIDE:g} {high:g}",
        "width": f"{WIDE:g}",
        "height": f"{high:g}",
    }
    root.findall("rect[@class='ground']")[0].attrib["height"] = f"{high:g}"
    root.add("text", foot, x=WIDE - MARGIN, y=high - 16, class_="small right")
