"""The curve under the board: how far the game is, and how uncertain a view is, step by step."""

from itertools import pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.core.language import format_number

Json = dict[str, Any]
CURVE_HEIGHT = 100
"""The height of the drawing, which the page stretches."""
DOT_SORTS = {"wrong": "bad", "rule": "bad", "luck": "luck"}
"""The class of a dot by the sort of its mark; other marks and turning points are good to know."""
NO_VALUE = "–"


class Dot(NamedTuple):
    """A step that is marked on the curve. `x` and `y` are in percent."""

    step: int
    sort: str
    label: str
    x: str
    y: str


def drawn_curves(scene: Json, frames: list[Json], insight_curves: list[Json]) -> list[Json]:
    """Return the curves over these frames, the game's own first."""
    curves = []
    if "course" in scene:
        values = [float(frame["course"]) for frame in frames]
        curve = {**scene["course"], "id": "course", "values": values}
        curves.append(drawn_curve(curve))
    for curve in insight_curves:
        values = curve["values"][: len(frames)]
        is_cut = len(values) < len(curve["values"])
        most = 1.0 if is_cut else curve["most"]  # the scale does not depend on what is cut off
        curves.append(drawn_curve({"form": "line", **curve, "values": values, "most": most}))
    return curves


def drawn_curve(curve: Json) -> Json:
    """Return a curve with its path, one unit per step, the area under it, and its labels."""
    known = [value for value in curve["values"] if value is not None]
    form, most = curve.get("form", "line"), max([curve["most"], *map(abs, known)])
    middle, reach = CURVE_HEIGHT / 2, CURVE_HEIGHT / 2 / most
    if form != "balance":
        middle, reach = CURVE_HEIGHT, CURVE_HEIGHT / most
    path, pen = "", "M"
    heights = [None if value is None else middle - reach * value for value in curve["values"]]
    for step, height in enumerate(heights):
        if height is not None:
            path += f"{pen}{step} {height:.1f}"
        pen = "M" if height is None else "L"
    first = next((step for step, height in enumerate(heights) if height is not None), 0)
    area = f"{path}V{middle:g}H{first}z" if form != "line" and path else ""
    labels = [_label(curve, value) for value in curve["values"]]
    return {**curve, "form": form, "d": path, "area": area, "heights": heights, "labels": labels}


def _label(curve: Json, value: float | None) -> str:
    if value is None:
        return NO_VALUE
    sign = "+" if curve.get("form") == "balance" and value > 0 else ""
    return f"{sign}{format_number(value, '.3g')}{curve.get('unit', '')}"


def curve_context(
    frames: list[Json], curves: list[Json], step: int, span: int, *, is_cut: bool
) -> Json:
    """Return what the template of the curve shows: `span` steps wide, at a step."""
    heights: list[float | None] = next((curve["heights"] for curve in curves), [])
    starts = [
        after["step"] for before, after in pairwise(frames) if after["section"] != before["section"]
    ]
    scale = max(span, 1)
    return {
        "span": scale,
        "now": _percent(step, scale),
        "lines": [
            {**curve, "now": curve["labels"][step]} for curve in curves if curve.get("short")
        ],
        "rows": [
            {"step": at, "labels": [curve["labels"][at] for curve in curves]}
            for at in range(len(frames))
        ],
        "titles": [curve["title"] for curve in curves],
        "starts": [(at, _percent(at, scale)) for at in starts],
        "dots": [dot for frame in frames if (dot := _dot(frame, heights, scale))],
        "is_balance": any(curve["form"] == "balance" for curve in curves),
        "is_cut": is_cut,
    }


def _percent(step: int, span: int) -> str:
    return f"{100 * step / span:.2f}%"


def _dot(frame: Json, heights: list[float | None], span: int) -> Dot | None:
    """Return the dot of a step that has marks or is a turning point."""
    marks, turning = frame.get("judged", ()), frame.get("turning", "")
    labels = [turning, *(mark["title"] for mark in marks)]
    label = ", ".join(filter(None, labels))
    if not label:
        return None
    step = frame["step"]
    sorts = [DOT_SORTS.get(mark["sort"], "good") for mark in marks]
    sort = next((name for name in ("bad", "luck") if name in sorts), "good")
    height = heights[step] if step < len(heights) else None
    y = 50 if height is None else 16 + 0.68 * height
    text = gettext("Step {step}: {label}").format(step=step, label=label)
    return Dot(step, sort, text, _percent(step, span), f"{y:.0f}%")


def value_labels(curves: list[Json]) -> dict[str, list[str]]:
    """Return the labels of the curves that are drawn, by step, for the script."""
    return {curve["id"]: curve["labels"] for curve in curves if curve.get("short")}
