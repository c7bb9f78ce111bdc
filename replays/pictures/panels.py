"""Drawing the panels of `games.core.scene`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .letters import fitted, lines, width
from .nodes import Node

GAP = 16.0
HIGHEST = 12
"""The value of the longest bar; larger values have the same bar."""
CARD, SMALL = 44.0, 25.0
"""Widths of a card in a hand and in a pile."""
SPOT, TOKEN, TILE, ROW = 26.0, 38.0, 40.0, 22.0
"""Heights of a space of a track, a token, a tile and a row of text."""


@dataclass(frozen=True)
class Room:
    """Where a panel is drawn: an element and its width; with what the frame shows in it."""

    node: Node
    width: float
    texts: Mapping[str, str]
    classes: Mapping[str, str]
    decks: Mapping[str, str]
    cards: Mapping[str, Mapping[str, Any]]

    def deck(self, slot: str) -> list[tuple[Mapping[str, Any], str]]:
        """Return the cards of a slot with their numbers, which are empty for single cards."""
        entries = (entry.partition(":") for entry in self.decks.get(slot, "").split())
        return [(self.cards[card], number) for card, _, number in entries]

    def text(self, slot: str) -> str:
        """Return the text of a slot."""
        return self.texts.get(slot, "")

    def state(self, slot: str) -> str:
        """Return the classes of a slot, as in `picture.css`."""
        return " ".join(f"at-{name}" for name in self.classes.get(slot, "").split())


def draw_panels(
    node: Node,
    panels: list[Any],
    frame: Mapping[str, Any],
    cards: list[Any],
    box: tuple[float, float, float],
) -> float:
    """Draw panels one below the other in a box (left, top, width); return the bottom of the last.
    `cards` are those of the scene.
    """
    left, top, wide = box
    faces = {card["id"]: card for card in cards}
    for panel in panels:
        group = node.add("g", class_="part", transform=f"translate({left:g} {top:g})")
        room = Room(group, wide, frame["texts"], frame["classes"], frame.get("decks", {}), faces)
        high = _panel(room, panel)
        if high:
            top += high + GAP
        else:
            node.remove(group)
    return top


def _panel(room: Room, panel: Mapping[str, Any]) -> float:
    """Draw a panel with its heading; return its height, 0 if it is empty."""
    body = FORMS.get(panel["form"], _facts)(room, panel)
    summary = room.text(panel["id"])
    if "figure" in panel:
        figure = f"{room.text(panel['figure']['id'])} {panel['figure']['name']}"
        summary = ", ".join(filter(None, (figure, room.text(f"{panel['id']}-tag"), summary)))
    if not body and not summary:
        return 0.0
    title = panel["title"].upper()
    room.node.add("text", title, class_="cap", x=0, y=11)
    if summary:
        begin = width(title, 12, is_bold=True) + 0.48 * len(title) + 10
        room.node.add(
            "text", fitted(summary, 12, room.width - begin), class_="small", x=begin, y=11
        )
    return 20.0 + body


def _track(room: Room, panel: Mapping[str, Any]) -> float:
    step = SPOT + 3
    per_row = max(1, int((room.width + 3) // step))
    for n, item in enumerate(panel["items"]):
        x, y = (n % per_row) * step + SPOT / 2, 22 + (n // per_row) * step + SPOT / 2
        spot = room.node.add("g", class_=room.state(item["id"]))
        circle = "spot spot-flag" if item.get("flag") else "spot"
        spot.add("circle", class_=circle, cx=x, cy=y, r=SPOT / 2 - 1)
        spot.add("text", item["name"], class_="spot-text", x=x, y=y + 4.3)
        if item.get("flag"):
            corner = spot.add("g", class_="bag")
            _icon(corner, item["flag"], x + 4, y + 3, 12)
    return -(-len(panel["items"]) // per_row) * step


def _tokens(room: Room, panel: Mapping[str, Any]) -> float:
    step = TOKEN + 6
    per_row = max(1, int((room.width + 6) // step))
    for n, item in enumerate(panel["items"]):
        x, y = (n % per_row) * step, 22 + (n // per_row) * step
        token = room.node.add("g", class_=f"token {room.state(item['id'])}")
        token.add("rect", class_="box", x=x, y=y, width=TOKEN, height=TOKEN, rx=5)
        _icon(token, item.get("icon", "shape"), x + 6, y + 6, TOKEN - 12)
    return -(-len(panel["items"]) // per_row) * step


def _tiles(room: Room, panel: Mapping[str, Any]) -> float:
    wide = (room.width - 8) / 2
    for n, item in enumerate(panel["items"]):
        x, y = (n % 2) * (wide + 8), 22 + (n // 2) * (TILE + 6)
        tile = room.node.add("g", class_=room.state(item["id"]))
        tile.add("rect", class_="box", x=x, y=y, width=wide, height=TILE, rx=5)
        tile.add("rect", class_="ground-of", x=x + 5, y=y + 4, width=32, height=32, rx=9)
        _icon(tile, item.get("icon") or "shape", x + 7, y + 6, 28)
        if not item.get("icon"):
            tile.add(
                "text", item.get("letters", ""), class_="strong middle icon", x=x + 21, y=y + 25
            )
        inside = wide - 48
        name, text = fitted(item["name"], 14, inside, is_bold=True), room.text(item["id"])
        tile.add("text", name, class_="strong", x=x + 43, y=y + (17 if text else 25))
        tile.add("text", fitted(text, 12, inside), class_="small", x=x + 43, y=y + 33)
    return -(-len(panel["items"]) // 2) * (TILE + 6)


def _facts(room: Room, panel: Mapping[str, Any]) -> float:
    y = 22.0
    for item in panel["items"]:
        text = room.text(item["id"])
        if text or item.get("name"):
            y = _fact(room, item.get("name", ""), text, y)
    return y - 22.0


def _fact(room: Room, name: str, text: str, y: float) -> float:
    """Draw a name and a text: on one line if both fit, else the text below; return the bottom."""
    name, end = fitted(name, 13, room.width), y + ROW
    room.node.add("text", name, class_="quiet", x=0, y=y + 15)
    if width(name, 13) + 12 + width(text, 14) <= room.width:
        room.node.add("text", text, class_="right", x=room.width, y=y + 15)
    else:
        for line in lines(text, 14, room.width, 3):
            room.node.add("text", line, class_="right", x=room.width, y=end + 14)
            end += 18
        end += 4
    room.node.add("path", class_="rule", d=f"M0 {end:g}h{room.width:g}")
    return end + 1


def _columns(room: Room, panel: Mapping[str, Any]) -> float:
    """Draw columns as horizontal bars, one per row."""
    y, longest = 22.0, room.width - 150
    for item in panel["items"]:
        row = room.node.add("g", class_=room.state(item["id"]))
        value, note = room.text(item["id"]), room.text(f"{item['id']}-note")
        if item.get("icon"):
            _icon(row, item["icon"], 0, y, 20)
        row.add("text", fitted(item["name"], 14, 84), x=26, y=y + 15)
        row.add("rect", class_="bar-way", x=114, y=y + 4, width=longest, height=13, rx=3)
        high = min(int(value), HIGHEST) if value.isdecimal() else 0
        if high:
            long = longest * high / HIGHEST
            row.add("rect", class_="bar", x=114, y=y + 4, width=long, height=13, rx=3)
        row.add("text", value, class_="strong right", x=room.width, y=y + 15)
        remarks = " · ".join(filter(None, (note, item.get("flag"))))
        if remarks:
            row.add("text", fitted(remarks, 12, room.width - 114), class_="small", x=114, y=y + 30)
            y += 14
        y += ROW
    return y - 22.0


def _table(room: Room, panel: Mapping[str, Any]) -> float:
    columns = panel.get("columns", ())
    wide = min(72.0, room.width * 0.6 / max(1, len(columns)))
    columns_x = [room.width - wide * (len(columns) - n - 1) for n in range(len(columns))]
    first = room.width - wide * len(columns) - 6
    for column, x in zip(columns, columns_x, strict=True):
        name = fitted(column["name"], 12, wide - 6)
        room.node.add("text", name, class_="small right", x=x, y=34)
    y = 42.0
    for item in panel["items"]:
        room.node.add("path", class_="rule", d=f"M0 {y:g}h{room.width:g}")
        begin = 24 if item.get("icon") else 0
        if item.get("icon"):
            _icon(room.node, item["icon"], 0, y + 2, 18)
        name = fitted(item["name"], 14, first - begin, is_bold=True)
        room.node.add("text", name, class_="strong", x=begin, y=y + 16)
        after = begin + width(name, 14, is_bold=True) + 8
        if item.get("label") and first - after > 80:
            remark = fitted(item["label"], 12, first - after)
            room.node.add("text", remark, class_="small", x=after, y=y + 16)
        for column, x in zip(columns, columns_x, strict=True):
            text = room.text(f"{item['id']}-{column['id']}")
            room.node.add("text", fitted(text, 14, wide - 6), class_="right", x=x, y=y + 16)
        y += ROW
    return y - 22.0


def _lines(room: Room, panel: Mapping[str, Any]) -> float:
    y = 22.0
    for item in panel["items"]:
        for line in lines(room.text(item["id"]), 14, room.width, 3):
            room.node.add("text", line, x=0, y=y + 15)
            y += 19
    return y - 22.0


def _hand(room: Room, panel: Mapping[str, Any]) -> float:
    """Draw the row of a hand as cards, and its piles as small cards with their numbers."""
    y = 22.0
    for item in panel["items"]:
        deck = room.deck(item["id"])
        if item["form"] == "row" and deck:
            step = min(CARD + 4, room.width / len(deck))
            for n, (card, _) in enumerate(deck):
                _card(room.node, card, (n * step, y), step - 4)
            y += CARD * 1.26 + 6
        elif deck:
            y = _small_cards(room, item["name"], deck, y)
        elif item["form"] != "line":
            y = _fact(room, item["name"], room.text(item["id"]), y)
    return y - 22.0


def _small_cards(room: Room, name: str, deck: list[Any], y: float) -> float:
    """Draw cards in rows, next to the name of their slot; return the bottom."""
    left, step = 76.0, SMALL + 11
    per_row = int((room.width - left) // step)
    room.node.add("text", name, class_="quiet", x=0, y=y + 20)
    for n, (card, number) in enumerate(deck):
        x, top = left + n % per_row * step, y + n // per_row * (SMALL * 1.26 + 3)
        _card(room.node, card, (x, top), SMALL - 2)
        room.node.add("text", number, class_="small", x=x + SMALL - 1, y=top + 27)
    return y + -(-len(deck) // per_row) * (SMALL * 1.26 + 3)


def _card(node: Node, card: Mapping[str, Any], corner: tuple[float, float], wide: float) -> None:
    """Draw a card, or a piece without a frame."""
    x, y = corner
    high, size = wide * 1.26, wide * 0.62
    group = node.add("g", class_=f"card card-{card['tone']} piece {card['tone']}")
    group.add("title", card["label"])
    if "symbol" in card:
        scale = high / 54
        group.attrib["transform"] = (
            f"translate({x + wide / 2:g} {y + high * 0.55:g}) scale({scale:g})"
        )
        group.add("use", href=f"#sym-{card['symbol']}", x=-24, y=-30, width=48, height=54)
        group.add("circle", class_=f"ring-{card['ring']}", r=12)
        group.add("text", card["letter"], class_=f"on-{card['ring']} middle", y=6)
        return
    group.add("rect", class_="card-box", x=x, y=y, width=wide, height=high, rx=4)
    left, top = x + (wide - size) / 2, y + (high - size) / 2
    group.add("use", href=f"#sym-{card['icon']}", x=left, y=top, width=size, height=size)


def _nothing(room: Room, panel: Mapping[str, Any]) -> float:  # noqa: ARG001 - every form has these
    """Draw nothing: the legend is only on the page."""
    return 0.0


def _icon(node: Node, symbol: str, x: float, y: float, size: float) -> None:
    node.add("use", class_="icon", href=f"#sym-{symbol}", x=x, y=y, width=size, height=size)


FORMS: dict[str, Callable[[Room, Mapping[str, Any]], float]] = {
    "track": _track,
    "tokens": _tokens,
    "tiles": _tiles,
    "facts": _facts,
    "columns": _columns,
    "table": _table,
    "lines": _lines,
    "hand": _hand,
    "legend": _nothing,
}
"""Functions by form of a panel; other forms are drawn as facts."""
