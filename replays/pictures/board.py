"""A board alone as a picture, as the pages of rules show it."""

from .inline import Sheet, inline
from .letters import STACK
from .nodes import Node, write
from .step import Shown, place_board

WIDE = 480.0
MARGIN = 8.0


def board_height(shown: Shown) -> float:
    """Return the height of the picture, which is WIDE wide."""
    width, height = shown.scene["view_box"][2:]
    return round((WIDE - 2 * MARGIN) * float(height) / float(width) + 2 * MARGIN)


def board_svg(shown: Shown, title: str, sheet: Sheet, theme: str) -> str:
    """Return the board as SVG, on the ground of the page."""
    high = board_height(shown)
    root = Node("svg", {"class": "picture", "xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib |= {
        "viewBox": f"0 0 {WIDE:g} {high:g}",
        "width": f"{WIDE:g}",
        "height": f"{high:g}",
    }
    root.attrib["font-family"] = STACK
    root.add("title", title)
    root.add("rect", class_="ground", x=0, y=0, width=WIDE, height=high)
    place_board(root, shown, (MARGIN, MARGIN, WIDE - 2 * MARGIN, high - 2 * MARGIN))
    return write(inline(root, sheet, theme))
