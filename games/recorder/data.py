"""The data of a drawing for the script of its page."""

from typing import Any

from games.core.language import gettext, ngettext, npgettext

from .markup import Html, json_in_html

Json = dict[str, Any]
CITED_RULE = r"(?:rule|regola) ([0-9.]+)(?=\))"
"""The citation of a rule in a result, which becomes a link."""
PILE = {"most": 6, "step": 5, "floor": 31, "spaceFloor": 22}
"""How many tiles of a stack are drawn, how far each is raised, and the upper edge of the lowest one
in a stack or on a space. Scripts get these numbers with the data.
"""


def data_text(
    scene: Json, frames: list[Json], shade_label: str = "", curves: Json | None = None
) -> Html:
    """Return the data of the script as JSON that is safe in HTML. `curves` are their labels."""
    data = {
        "shadeLabel": shade_label,
        "curves": curves or {},
        "marks": {mark["id"]: mark["label"] for mark in scene["marks"]},
        "tiles": {tile["id"]: tile["label"] for tile in scene.get("tiles", ())},
        "citedRule": CITED_RULE,
        "frames": _sent_frames(frames),
    }
    if scene.get("tiles"):
        data |= {"stackLabels": stack_labels(), "pile": PILE}
    return json_in_html(data)


def _sent_frames(frames: list[Json]) -> list[Json]:
    """Return the frames without their moves, of which scripts announce only what followed. `phase`
    counts the parts of the list of moves. Of each mapping only what differs from the frame before
    is sent, with None for what is gone (`frames.js`): a fifth of the whole frames.
    """
    sent, phase, part = list[Json](), 0, None
    before: Json = {}
    for frame in frames:
        move = frame["move"] or {}
        now = move.get("group"), move.get("part")
        phase += now != part and bool(move)
        part = now
        row = {
            key: _differences(before.get(key, {}), value) if isinstance(value, dict) else value
            for key, value in frame.items()
            if key not in ("move", "course")
        }
        row = {key: value for key, value in row.items() if value != {} or not before}
        row["phase"] = phase
        if move.get("follows"):
            row["changed"] = move["follows"]
        sent.append(row)
        before = frame
    return sent


def _differences(before: Json, now: Json) -> Json:
    """Return what a mapping has otherwise than the one before, and None for what it lacks."""
    changed = {key: value for key, value in now.items() if before.get(key) != value}
    return changed | {key: None for key in before if key not in now}


def stack_labels() -> dict[str, str]:
    """Return the texts about a stack of one or `many` tiles, for server and script."""
    return {
        "empty": gettext("empty"),
        "one": ngettext("{n} tile: {tiles}", "{n} tiles: {tiles}", 1),
        "many": ngettext("{n} tile: {tiles}", "{n} tiles: {tiles}", 2),
        "countOne": npgettext("stack", "{n} tile", "{n} tiles, from the top", 1),
        "countMany": npgettext("stack", "{n} tile", "{n} tiles, from the top", 2),
        "level": gettext("level {n}"),
    }
