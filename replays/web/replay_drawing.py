"""Drawings of games for the replay page: a scene and its frames, ready for templates and scripts.

A drawing depends only on the log, the view, the prior and the code, so drawings are cached.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.core import language
from games.core.record import Record
from games.core.replay import Replay
from games.core.scene import rows_of
from games.registry import get_kind
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.reads.priors import fitted_priors

from . import note_shapes
from .curves import curve_context, drawn_curves
from .replay_data import PILE, Json, data_text, overlaid, stack_labels

PART_STEPS = 12
"""Steps sent at a time to a reader who wants no spoilers."""
NO_SYMBOLS = "replays/replay_symbols/none.svg"
"""Included for a kind of game without symbols."""


@dataclass(frozen=True)
class Drawing:
    """A game in one view: the scene, a frame for each step, and both as JSON for the script."""

    record: Record
    is_exact: bool
    scene: dict[str, Any]
    frames: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    data: SafeString
    marks: dict[str, SafeString]
    prior: str
    shade_label: str
    curves: list[dict[str, Any]]
    insight_curves: list[dict[str, Any]]
    span: int
    """The number of steps that the curve is wide: those of the game, or of the parts sent."""
    rows: list[list[str]]
    is_cut: bool = False
    """Whether later steps are hidden."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.frames) - 1

    @property
    def marked_steps(self) -> list[tuple[int, dict[str, str]]]:
        """The assessments of all steps, as (step, mark)."""
        return [(f["step"], mark) for f in self.frames for mark in f.get("judged", ())]


_drawings: BoundedCache[Drawing] = BoundedCache(max_count=128, max_bytes=16 * 1024 * 1024)
"""The cache, by log and view; a game weighs about 100 kB."""
ENTRY_BYTES = 40
"""About the size of a text or mark of a frame."""


def count_nothing() -> None:
    """Count no request."""


def drawing_of(
    game: Game,
    view: str,
    prior: str = "",
    count: Callable[[], None] = count_nothing,
    played: Replay | None = None,
) -> Drawing:
    """Return the drawing of a game, or of a branch `played` from it, in an open view, with belief
    under a prior. `count` is called before a drawing that is not cached is computed; it may raise.
    """
    fitted = fitted_priors(game.kind) if prior == "fitted" else None
    version = fitted.stamp if fitted else 0

    def make() -> Drawing:
        count()
        replay = game_reads.replay_of(game) if played is None else played
        with language.fixed_language():
            return draw_replay(game.kind, replay, view, prior, fitted.data if fitted else None)

    key = game.shown_key if played is None else (played.record.digest, len(played.steps))
    return _drawings.get(
        (key, view, prior, version), make, lambda drawn: _size(drawn) + len(game.canonical)
    )


def _size(drawing: Drawing) -> int:
    """Return about how many bytes a drawing has: mostly the entries of its frames."""
    mappings = (part for f in drawing.frames for part in f.values() if isinstance(part, dict))
    return len(drawing.data) + ENTRY_BYTES * sum(map(len, mappings))


def draw_replay(
    slug: str,
    replay: Replay,
    view: str,
    prior: str = "",
    fitted: Any = None,
    *,
    is_still: bool = False,
) -> Drawing:
    """Return the drawing of a replay in a view, computed now. `is_still`: for a page that shows one
    step only, without curves and the data of all frames.
    """
    display = get_kind(slug).display
    scene, frames = display.scene(replay.record), display.frames(replay, view)
    frames = note_shapes.drawn_frames(scene, frames)
    insight: dict[str, Any] = {}
    if prior and display.insight is not None:
        insight = display.insight(replay, view, prior, fitted)
        scene, frames = overlaid(scene, frames, insight)
    insight_curves = insight.get("curves", [])
    curves = [] if is_still else drawn_curves(scene, frames, insight_curves)
    shade_label = insight.get("shade_label", "")
    return Drawing(
        record=replay.record,
        is_exact=replay.is_exact,
        scene=scene,
        frames=frames,
        groups=_groups(frames),
        data=SafeString("") if is_still else data_text(scene, frames, shade_label, curves),
        marks={layer: _marks(scene, layer) for layer in ("under", "over")},
        prior=insight.get("prior", ""),
        shade_label=shade_label,
        curves=curves,
        insight_curves=insight_curves,
        span=len(frames) - 1,
        rows=rows_of(scene),
    )


def cut(drawing: Drawing, step: int) -> Drawing:
    """Return a drawing without what comes later, for readers who want no spoilers. It ends at the
    end of the part of the game that contains the step, so its length does not reveal the game's.
    """
    end = step - step % PART_STEPS + PART_STEPS
    frames = drawing.frames[: end + 1]
    curves = drawn_curves(drawing.scene, frames, drawing.insight_curves)
    return replace(
        drawing,
        frames=frames,
        groups=_groups(frames),
        data=data_text(drawing.scene, frames, drawing.shade_label, curves),
        curves=curves,
        span=end,
        is_cut=True,
    )


def step_context(drawing: Drawing, step: int) -> dict[str, Any]:
    """Return the context of the templates that draw a step."""
    scene, frame = drawing.scene, drawing.frames[step]
    cards = {card["id"]: card for card in scene.get("cards", ())}
    panels = [_panel(panel, frame, cards) for panel in scene["panels"]]
    return {
        "scene": scene,
        "view_box": " ".join(map(plain_number, scene["view_box"])),
        "symbols": [f"replays/replay_symbols/{scene['kind']}.svg", NO_SYMBOLS],
        "marks": drawing.marks,
        "board_rows": _rows(drawing, frame),
        "pieces": [_piece(piece, frame) for piece in scene["pieces"]],
        "paths": [(name, frame["paths"].get(name, "")) for name in scene["paths"]],
        "panels": panels,
        "hands": [panel for panel in panels if panel.get("placement") == "table"],
        "has_under": any(panel.get("placement") == "under" for panel in scene["panels"]),
        "belief": drawing.prior,
        "step": step,
        "last": drawing.last,
        "frame": frame,
        "texts": frame["texts"],
        "groups": drawing.groups,
        "data": drawing.data,
        "curve": curve_context(
            drawing.frames, drawing.curves, step, drawing.span, is_cut=drawing.is_cut
        ),
        "marked_steps": drawing.marked_steps,
    }


def _marks(scene: dict[str, Any], layer: str) -> SafeString:
    """Return markup of all marks of a layer; each cell contains it, and its classes show some."""
    shown = ((m["id"], m["symbol"]) for m in scene["marks"] if m["layer"] == layer and m["symbol"])
    return format_html_join(
        "", '<use class="mark mark-{}" href="#sym-{}" width="100" height="100"/>', shown
    )


def _groups(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the list of moves under two levels of headings."""
    moves = [
        {"step": frame["step"], "clock": _clock(frame["move"]["at"]), **frame["move"]}
        for frame in frames
        if frame["move"]
    ]
    return [
        {
            "title": title,
            "parts": [
                {"title": part, "moves": list(in_part)}
                for part, in_part in groupby(in_group, key=lambda move: move["part"])
            ],
        }
        for title, in_group in groupby(moves, key=lambda move: move["group"])
    ]


def _clock(at: float | None) -> str:
    """Return seconds since the start of the game as minutes and seconds: `12:05`."""
    return "" if at is None else f"{int(at) // 60}:{int(at) % 60:02}"


def _rows(drawing: Drawing, frame: dict[str, Any]) -> list[list[dict[str, Any] | None]]:
    """Return the cells as a table (`games.core.scene.rows_of`), with None where there is none."""
    scene, labels = drawing.scene, stack_labels()
    mark_labels = {mark["id"]: mark["label"] for mark in scene["marks"]}
    tile_labels = {tile["id"]: tile["label"] for tile in scene.get("tiles", ())}
    cells = {}
    for cell in scene["cells"]:
        name, form = cell["id"], cell.get("form", "")
        marks, shade = frame["cells"].get(name, ""), frame.get("shades", {}).get(name, 0)
        stack = frame.get("stacks", {}).get(name, "").split()
        texts = [_stack_text([tile_labels[tile] for tile in stack], form, labels)] if form else []
        texts += [mark_labels[mark] for mark in marks.split()]
        texts += [f"{shade} % {drawing.shade_label}"] if shade else []
        cells[name] = {
            **cell,
            "marks": marks,
            "shade": f"shade-{-(-shade // 10)}" if shade else "",  # in tenths, rounded up
            "chance": str(shade or ""),
            "bead": frame["beads"].get(name, ""),
            "pile": _pile(stack, form),
            "title": f"{cell['label']}: {', '.join(texts)}" if texts else cell["label"],
        }
    return [[cells.get(name) for name in row] for row in drawing.rows]


def _stack_text(tiles: list[str], form: str, labels: dict[str, str]) -> str:
    """Return what lies on a cell, from the top."""
    if not tiles:
        return labels["empty"]
    if form == "space":
        return tiles[0]
    label = labels["one" if len(tiles) == 1 else "many"]
    return label.format(n=len(tiles), tiles=", ".join(reversed(tiles)))


def _pile(stack: list[str], form: str) -> SafeString:
    """Return the markup of the tiles on a cell, which `board.js` makes too: slabs, the face of the
    top one, and their number. Of a tall stack only the upper tiles are drawn.
    """
    if not stack:
        return SafeString("")
    shown = stack[-PILE["most"] :]
    floor = PILE["spaceFloor" if form == "space" else "floor"]
    slabs = format_html_join(
        "",
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
        return slabs + face
    number = format_html(
        '<circle class="disc" cx="86" cy="{}" r="12"></circle>'
        '<text class="height" x="86" y="{}">{}</text>',
        top + 5,
        top + 10,
        len(stack),
    )
    return slabs + face + number


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
