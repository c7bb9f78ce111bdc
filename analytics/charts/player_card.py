"""The card of a player for link previews: 1200 × 630, the same in both themes."""

from replays.pictures.letters import STACK, fitted, width
from replays.pictures.nodes import Node, write

WIDE, HIGH, LEFT = 1200, 630, 72
BAND = 800
"""Left edge of the band with waves."""
PAPER, INK, QUIET, INDIGO, WAVE = "#fffdf8", "#231f1a", "#5c5447", "#37448f", "#6b76b8"
ROOM = BAND - LEFT - 40
Attrs = dict[str, str | float]


def player_card(name: str, line: str, big: str, small: str, badge: str) -> str:
    """Return the card as SVG. `badge` says that the player is a bot; empty for others."""
    root = Node("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib |= {"viewBox": f"0 0 {WIDE} {HIGH}", "width": str(WIDE), "height": str(HIGH)}
    root.attrib["font-family"] = STACK
    root.add("title", f"{name}: {line}")
    root.add("rect", width=WIDE, height=HIGH, fill=INDIGO)
    _waves(root)
    root.add("rect", width=BAND, height=HIGH, fill=PAPER)
    root.add("text", "Kifu House", x=LEFT, y=140, fill="#ae2f17", font_size=34, font_weight=700)
    bold: Attrs = {"font_weight": 700, "fill": INK}
    root.add("text", fitted(name, 68, ROOM, is_bold=True), x=LEFT, y=256, font_size=68, **bold)
    root.add("text", fitted(line, 32, ROOM), x=LEFT, y=318, font_size=32, fill=INK)
    root.add("text", big, x=LEFT, y=462, font_size=104, font_weight=700, fill=INDIGO)
    after_figure = LEFT + width(big, 104, is_bold=True) + 24
    root.add("text", small, x=after_figure, y=462, font_size=36, fill=QUIET)
    if badge:
        wide = width(badge, 26) + 44
        box: Attrs = {"fill": "none", "stroke": QUIET, "stroke_dasharray": "6 5", "stroke_width": 2}
        root.add("rect", x=LEFT, y=512, width=wide, height=50, rx=25, **box)
        root.add("text", badge, x=LEFT + 22, y=546, font_size=26, fill=INK)
    return write(root)


def _waves(root: Node) -> None:
    """Draw seigaiha: rows of circles, each over the one above."""
    radius = 64
    for row in range(-1, HIGH * 2 // radius + 2):
        y = row * radius // 2 + radius
        for column in range(5):
            x = BAND + (2 * column + row % 2 - 1) * radius
            for part in (1.0, 0.72, 0.44):
                style: Attrs = {"fill": INDIGO, "stroke": WAVE, "stroke_width": 2}
                root.add("circle", cx=x, cy=y, r=radius * part, **style)
