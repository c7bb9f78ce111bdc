"""The board and the panels of a step, ready for templates."""

from typing import Any

from games.core.scene import rows_of

from .data import PILE, Json, stack_labels
from .markup import Html, format_html, join_html


def board_context(
    scene: Json,
    frame: Json,
    rows: list[list[str]] | None = None,
    marks: dict[str, Html] | None = None,
    shade_label: str = "",
) -> Json:
    """Return the context of the templates that draw a step. `rows` and `marks` are those of the
    scene; a page that draws many steps computes them once.
    """
    cards = {card["id"]: card for card in scene.get("cards", ())}
    panels = [_panel(panel, frame, cards) for panel in scene["panels"]]
    return {
        "scene": scene,
        "view_box": " ".join(map(plain_number, scene["view_box"])),
        "symbols": [f"replays/replay_symbols/{scene['kind']}.svg", NO_SYMBOLS],
        "marks": layers_of(scene) if marks is None else marks,
        "board_rows": _cells(scene, frame, rows_of(scene) if rows is None else rows, shade_label),
        "pieces": [_piece(piece, frame) for piece in scene["pieces"]],
        "paths": [(name, frame["paths"].get(name, "")) for name in scene["paths"]],
        "panels": panels,
        "hands": [panel for panel in panels if panel.get("placement") == "table"],
        "has_under": any(panel.get("placement") == "under" for panel in scene["panels"]),
        "frame": frame,
        "texts": frame["texts"],
    }


NO_SYMBOLS = "replays/replay_symbols/none.svg"
"""Included for a kind of game without symbols."""


def layers_of(scene: Json) -> dict[str, Html]:
    """Return the markup of all marks under and over the pieces of a scene."""
    return {layer: marks_of(scene, layer) for layer in ("under", "over")}


def marks_of(scene: Json, layer: str) -> Html:
    """Return markup of all marks of a layer; each cell contains it, and its classes show some."""
    shown = ((m["id"], m["symbol"]) for m in scene["marks"] if m["layer"] == layer and m["symbol"])
    return join_html('<use class="mark mark-{}" href="#sym-{}" width="100" height="100"/>', shown)


def _cells(
    scene: Json, frame: Json, rows: list[list[str]], shade_label: str
) -> list[list[Json | None]]:
    """Return the cells as a table (`games.core.scene.rows_of`), with None where there is none."""
    labels = stack_labels()
    mark_labels = {mark["id"]: mark["label"] for mark in scene["marks"]}
    tile_labels = {tile["id"]: tile["label"] for tile in scene.get("tiles", ())}
    cells = {}
    for cell in scene["cells"]:
        name, form = cell["id"], cell.get("form", "")
        marks, shade = frame["cells"].get(name, ""), frame.get("shades", {}).get(name, 0)
        stack = frame.get("stacks", {}).get(name, "").split()
        texts = [_stack_text([tile_labels[tile] for tile in stack], form, labels)] if form else []
        texts += [mark_labels[mark] for mark in marks.split()]
        texts += [f"{shade} % {shade_label}"] if shade else []
        cells[name] = {
            **cell,
            "marks": marks,
            "shade": f"shade-{-(-shade // 10)}" if shade else "",  # in tenths, rounded up
            "chance": str(shade or ""),
            "bead": frame["beads"].get(name, ""),
            "pile": _pile(stack, form),
            "title": f"{cell['label']}: {', '.join(texts)}" if texts else cell["label"],
        }
    return [[cells.get(name) for name in row] for row in rows]


def _stack_text(tiles: list[str], form: str, labels: dict[str, str]) -> str:
    """Return what lies on a cell, from the top."""
    if not tiles:
        return labels["empty"]
    if form == "space":
        return tiles[0]
    label = labels["one" if len(tiles) == 1 else "many"]
    return label.format(n=len(tiles), tiles=", ".join(reversed(tiles)))


def _pile(stack: list[str], form: str) -> Html:
    """Return the markup of the tiles on a cell, which `board.js` makes too: slabs, the face of the
    top one, and their number. Of a tall stack only the upper tiles are drawn.
    """
    if not stack:
        return Html("")
    shown = stack[-PILE["most"] :]
    floor = PILE["spaceFloor" if form == "space" else "floor"]
    slabs = join_html(
        '<rect class="slab tile-{}" x="12" y="{}" width="76" height="66" rx="9"></rect>',
        ((tile, floor - PILE["step"] * level) for level, tile in enumerate(shown)),
    )
    top = floor - PILE["step"] * (len(shown) - 1)
    face = format_html(
        '<use class="top tile-{0}" href="#sym-tile-{0}" x="12" y="{1}" width="76" height="66">'
        "</use>",
        shown[-1],
        top,
    )
    if form == "space":
        return Html(slabs + face)
    number = format_html(
        '<circle class="disc" cx="86" cy="{}" r="12"></circle>'
        '<text class="height" x="86" y="{}">{}</text>',
        top + 5,
        top + 10,
        len(stack),
    )
    return Html(slabs + face + number)


def _piece(piece: dict[str, Any], frame: dict[str, Any]) -> dict[str, Any]:
    """Return a piece with its position; `off` if it is not on the board."""
    position = frame["pieces"].get(piece["id"])
    if position is None:
        return {**piece, "state": "off", "transform": ""}
    *numbers, has_moved = position
    transform = format_html(' transform="translate({} {}) scale({})"', *map(plain_number, numbers))
    return {**piece, "state": "moved" if has_moved else "", "transform": transform}


def plain_number(value: float) -> str:
    """Return a number as scripts write it, without superfluous zeros."""
    return f"{value:g}"


def _panel(panel: Json, frame: Json, cards: Json) -> Json:
    """Return a panel with the texts, states and cards of its items."""
    texts, classes, columns = frame["texts"], frame["classes"], panel.get("columns", ())
    items = []
    for item in panel["items"]:
        slot = item["id"]
        ids = [f"{slot}-{column['id']}" for column in columns]
        items.append(
            {
                **item,
                "text": texts.get(slot, ""),
                "note": texts.get(f"{slot}-note", ""),
                "state": classes.get(slot, ""),
                "cells": [{"id": cell, "text": texts.get(cell, "")} for cell in ids],
                "deck": _deck(frame.get("decks", {}).get(slot, ""), cards),
                "face": cards.get(item.get("card", "")),
            }
        )
    return {
        **panel,
        "text": texts.get(panel["id"], ""),
        "tag": texts.get(f"{panel['id']}-tag", ""),
        "number": texts.get(panel["figure"]["id"], "") if "figure" in panel else "",
        "state": classes.get(panel["id"], ""),
        "items": items,
    }


def _deck(deck: str, cards: Json) -> list[tuple[Json, int]]:
    """Return the cards of a slot with their numbers."""
    entries = (entry.partition(":") for entry in deck.split())
    return [(cards[card], int(number or 1)) for card, _, number in entries]
