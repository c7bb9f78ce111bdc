"""The card of a game for link previews: 1200 × 630, the board before the first move and the
players. It does not reveal the result.
"""

from .inline import Sheet, inline
from .letters import STACK, fitted, lines, width
from .nodes import Node, write
from .step import Caption, Shown, place_board

WIDE, HIGH, MARGIN = 1200.0, 630.0, 48.0
LEFT = 640.0
"""Left edge of the text."""


def card_svg(shown: Shown, caption: Caption, names: str, sheet: Sheet, theme: str) -> str:
    """Return the card as SVG. `names` are the players; empty if none has a name."""
    root = Node("svg", {"class": "picture", "xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib |= {
        "viewBox": f"0 0 {WIDE:g} {HIGH:g}",
        "width": f"{WIDE:g}",
        "height": f"{HIGH:g}",
    }
    root.attrib["font-family"] = STACK
    root.add("title", caption.title)
    root.add("rect", class_="ground", x=0, y=0, width=WIDE, height=HIGH)
    root.add("rect", class_="result-bar", x=0, y=0, width=WIDE, height=10)
    box = (MARGIN, MARGIN + 5, LEFT - 2 * MARGIN + 8, HIGH - 2 * MARGIN)
    place_board(root, shown, box, is_centred=True)
    room = WIDE - LEFT - MARGIN
    root.add("text", "Kifu House", class_="brand", x=LEFT, y=96)
    y = 190.0
    for line in lines(names or caption.facts.partition(" · ")[0], 50, room, 3, is_bold=True):
        root.add("text", line, class_="names", x=LEFT, y=y)
        y += 60
    y += 4
    for fact in caption.facts.split(" · "):
        root.add("text", fitted(fact, 28, room), class_="fact", x=LEFT, y=y)
        y += 40
    _badges(root, caption.badges)
    return write(inline(root, sheet, theme))


def _badges(root: Node, badges: tuple[str, ...]) -> None:
    """Draw badges from the bottom up."""
    y = HIGH - MARGIN - 38
    for badge in reversed(badges):
        wide = width(badge, 20) + 36
        root.add("rect", class_="badge-box", x=LEFT, y=y, width=wide, height=38, rx=19)
        root.add("text", badge, class_="large-badge", x=LEFT + 18, y=y + 26)
        y -= 48
