"""The board of a step alone, as a small square picture for lists of games."""

from .inline import Sheet, inline
from .letters import STACK
from .nodes import Node, write
from .step import Shown, place_board

SIDE = 400.0


def thumbnail_svg(shown: Shown, sheet: Sheet, theme: str) -> str:
    """Return the board as SVG, centred in a transparent square. Lists name the game next to it."""
    root = Node("svg", {"class": "picture", "xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib |= {"viewBox": f"0 0 {SIDE:g} {SIDE:g}", "font-family": STACK}
    place_board(root, shown, (0, 0, SIDE, SIDE), is_centred=True)
    return write(inline(root, sheet, theme))
