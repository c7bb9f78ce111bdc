"""The data of a drawing: frames with belief laid over them, and the JSON for scripts."""

from typing import Any

from games.recorder import data
from games.recorder.data import CITED_RULE
from games.recorder.markup import Html, json_in_html

from .curves import value_labels

__all__ = ["CITED_RULE", "data_text", "json_in_html", "overlaid"]

Json = dict[str, Any]


def data_text(scene: Json, frames: list[Json], shade_label: str, curves: list[Json]) -> Html:
    """Return the data of the script as JSON that is safe in HTML."""
    return data.data_text(scene, frames, shade_label, value_labels(curves))


def overlaid(scene: Json, frames: list[Json], insight: Json) -> tuple[Json, list[Json]]:
    """Return a scene and its frames with an insight (`games.core.scene.Insight`) laid over them."""
    scene = {
        **scene,
        "marks": [*scene["marks"], *insight["marks"]],
        "panels": [*insight["panels"], *scene["panels"]],
    }
    pairs = zip(frames, insight["overlays"], strict=True)
    return scene, [_overlaid_frame(frame, overlay) for frame, overlay in pairs]


def _overlaid_frame(frame: Json, overlay: Json) -> Json:
    cells = dict(frame["cells"])
    for cell, marks in overlay["cells"].items():
        cells[cell] = f"{cells[cell]} {marks}" if cell in cells else marks
    return {
        **frame,
        "cells": cells,
        "shades": overlay["shades"],
        "texts": {**frame["texts"], **overlay["texts"]},
        "judged": overlay["judged"],
        "move": frame["move"] and {**frame["move"], "judged": overlay["judged"]},
    }
