"""The panels beside the board, drawn from the words of `games.core.scene`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .letters import fitted, lines, width
from .nodes import Node

GAP = 16.0
HIGHEST = 12
"""The longest bar; what is higher has it too, and its number."""
SPOT, TOKEN, TILE, ROW = 26.0, 38.0, 40.0, 22.0
"""Heights of a space of a track, a token, a tile and a row of words."""


@dataclass(frozen=True)
class Room:
    """Where a panel is drawn: an element, how wide it may be, and what the frame says."""

    node: Node
    width: float
    texts: Mapping[str, str]
    classes: Mapping[str, str]

    def text(self, slot: str) -> str:
        """What a slot says."""
        return self.texts.get(slot, "")

    def state(self, slot: str) -> str:
        """A slot's classes, in the words of the pictures' sheet."""
        return " ".join(f"at-{name}" for name in self.classes.get(slot, "").split())


def draw_panels(
    node: Node, panels: list[Any], frame: Mapping[str, Any], wide: float, left: float, top: float
) -> float:
    """Draws panels one under the other and gives where the last one ends."""
    for panel in panels:
        group = node.add("g", class_="part", transform=f"translate({left:g} {top:g})")
        room = Room(group, wide, frame["texts"], frame["classes"])
        high = _panel(room, panel)
        if high:
            top += high + GAP
        else:
            node.remove(group)
    return top


def _panel(room: Room, panel: Mapping[str, Any]) -> float:
    """One panel with its heading; gives its height, 0 where it says nothing."""
    body = FORMS.get(panel["form"], _facts)(room, panel)
    told = room.text(panel["id"])
    if not body and not told:
        return 0.0
    title = panel["title"].upper()
    room.node.add("text", title, class_="cap", x=0, y=11)
    if told:
        begin = width(title, 12, is_bold=True) + 0.48 * len(title) + 10
        room.node.add("text", fitted(told, 12, room.width - begin), class_="small", x=begin, y=11)
    return 20.0 + body


def _track(room: Room, panel: Mapping[str, Any]) -> float:
    step = SPOT + 3
    a_row = max(1, int((room.width + 3) // step))
    for n, item in enumerate(panel["items"]):
        x, y = (n % a_row) * step + SPOT / 2, 22 + (n // a_row) * step + SPOT / 2
        spot = room.node.add("g", class_=room.state(item["id"]))
        ring = "spot spot-flag" if item.get("flag") else "spot"
        spot.add("circle", class_=ring, cx=x, cy=y, r=SPOT / 2 - 1)
        spot.add("text", item["name"], class_="spot-text", x=x, y=y + 4.3)
        if item.get("flag"):
            corner = spot.add("g", class_="bag")
            _icon(corner, item["flag"], x + 4, y + 3, 12)
    return -(-len(panel["items"]) // a_row) * step


def _tokens(room: Room, panel: Mapping[str, Any]) -> float:
    step = TOKEN + 6
    a_row = max(1, int((room.width + 6) // step))
    for n, item in enumerate(panel["items"]):
        x, y = (n % a_row) * step, 22 + (n // a_row) * step
        token = room.node.add("g", class_=f"token {room.state(item['id'])}")
        token.add("rect", class_="box", x=x, y=y, width=TOKEN, height=TOKEN, rx=5)
        _icon(token, item.get("icon", "shape"), x + 6, y + 6, TOKEN - 12)
    return -(-len(panel["items"]) // a_row) * step


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
        name, told = fitted(item["name"], 14, inside, is_bold=True), room.text(item["id"])
        tile.add("text", name, class_="strong", x=x + 43, y=y + (17 if told else 25))
        tile.add("text", fitted(told, 12, inside), class_="small", x=x + 43, y=y + 33)
    return -(-len(panel["items"]) // 2) * (TILE + 6)


def _facts(room: Room, panel: Mapping[str, Any]) -> float:
    y = 22.0
    for item in panel["items"]:
        told = room.text(item["id"])
        if not told and not item.get("name"):
            continue
        y = _fact(room, item.get("name", ""), told, y)
    return y - 22.0


def _fact(room: Room, name: str, told: str, y: float) -> float:
    """A name with a text: on one line where both fit, else the text under it."""
    name = fitted(name, 13, room.width)
    room.node.add("text", name, class_="quiet", x=0, y=y + 15)
    if width(name, 13) + 12 + width(told, 14) <= room.width:
        room.node.add("text", told, class_="right", x=room.width, y=y + 15)
        end = y + ROW
    else:
        end = y + ROW
        for line in lines(told, 14, room.width, 3):
            room.node.add("text", line, class_="right", x=room.width, y=end + 14)
            end += 18
        end += 4
    room.node.add("path", class_="rule", d=f"M0 {end:g}h{room.width:g}")
    return end + 1


def _columns(room: Room, panel: Mapping[str, Any]) -> float:
    """Heights side by side, laid down: a bar a row."""
    y, way = 22.0, room.width - 150
    for item in panel["items"]:
        row = room.node.add("g", class_=room.state(item["id"]))
        told, note = room.text(item["id"]), room.text(f"{item['id']}-note")
        if item.get("icon"):
            _icon(row, item["icon"], 0, y, 20)
        row.add("text", fitted(item["name"], 14, 84), x=26, y=y + 15)
        row.add("rect", class_="bar-way", x=114, y=y + 4, width=way, height=13, rx=3)
        high = min(int(told), HIGHEST) if told.isdecimal() else 0
        if high:
            long = way * high / HIGHEST
            row.add("rect", class_="bar", x=114, y=y + 4, width=long, height=13, rx=3)
        row.add("text", told, class_="strong right", x=room.width, y=y + 15)
        words = " · ".join(each for each in (note, item.get("flag", "")) if each)
        if words:
            row.add("text", fitted(words, 12, room.width - 114), class_="small", x=114, y=y + 30)
            y += 14
        y += ROW
    return y - 22.0


def _table(room: Room, panel: Mapping[str, Any]) -> float:
    columns = panel.get("columns", ())
    wide = min(72.0, room.width * 0.6 / max(1, len(columns)))
    places = [room.width - wide * (len(columns) - n - 1) for n in range(len(columns))]
    first = room.width - wide * len(columns) - 6
    for column, x in zip(columns, places, strict=True):
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
        if item.get("words") and first - after > 80:
            words = fitted(item["words"], 12, first - after)
            room.node.add("text", words, class_="small", x=after, y=y + 16)
        for column, x in zip(columns, places, strict=True):
            told = room.text(f"{item['id']}-{column['id']}")
            room.node.add("text", fitted(told, 14, wide - 6), class_="right", x=x, y=y + 16)
        y += ROW
    return y - 22.0


def _lines(room: Room, panel: Mapping[str, Any]) -> float:
    y = 22.0
    for item in panel["items"]:
        for line in lines(room.text(item["id"]), 14, room.width, 3):
            room.node.add("text", line, x=0, y=y + 15)
            y += 19
    return y - 22.0


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
}
"""How each form is drawn; one that is not here is drawn as names with texts."""
