"""What could be known of a game (`games.core.scene.Insight`), made ready for the replay page."""

from typing import Any

CURVE_HEIGHT = 40


def overlaid(
    scene: dict[str, Any], frames: list[dict[str, Any]], told: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A scene and its frames with what could be known laid over them."""
    scene = {
        **scene,
        "marks": [*scene["marks"], *told["marks"]],
        "panels": [*told["panels"], *scene["panels"]],
    }
    laid = []
    for frame, overlay in zip(frames, told["overlays"], strict=True):
        cells = dict(frame["cells"])
        for cell, marks in overlay["cells"].items():
            cells[cell] = f"{cells[cell]} {marks}" if cell in cells else marks
        move = frame["move"] and {**frame["move"], "judged": overlay["judged"]}
        laid.append(
            {
                **frame,
                "cells": cells,
                "shades": overlay["shades"],
                "texts": {**frame["texts"], **overlay["texts"]},
                "judged": overlay["judged"],
                "move": move,
            }
        )
    return scene, laid


def drawn_curve(curve: dict[str, Any]) -> dict[str, Any]:
    """A curve with the path that draws it, one unit a step, and its values in words."""
    values, d, pen = curve["values"], [], "M"
    for step, value in enumerate(values):
        if value is None:
            pen = "M"
            continue
        height = CURVE_HEIGHT - CURVE_HEIGHT * value / curve["most"]
        d.append(f"{pen}{step} {height:.1f}")
        pen = "L"
    told = ["–" if value is None else f"{value:.3g}" for value in values]
    return {**curve, "d": "".join(d), "told": told}
