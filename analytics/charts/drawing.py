"""A figure as a standalone SVG with the same values, axes and colours, for articles and slides.

It supports what the site's figures use: points with intervals, lines, boxes, heatmaps, straight
lines, a legend, and axes of categories and of numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from math import ceil, floor, log10
from typing import Any

from replays.pictures.letters import STACK, fitted, lines, width
from replays.pictures.nodes import Node, write

from . import Theme, ink_on

WIDE, PAD, SIZE, SMALL = 960.0, 24.0, 15.0, 13.0
BOARD = 600.0
"""The side of a board's picture."""
ROW = 34.0
Figure = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` at pixel `start` to `high` at pixel `end`. `names` are categories (none:
    numbers, with a tick at each `step`).
    """

    names: tuple[str, ...]
    low: float
    high: float
    start: float
    end: float
    step: float = 1.0
    is_percent: bool = False

    def at(self, value: Any) -> float:
        """Return the pixel of a value or category."""
        number = self.names.index(value) if self.names else float(value)
        share = (number - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)

    @property
    def unit(self) -> float:
        """The number of pixels of 1, or of a category."""
        return abs(self.end - self.start) / abs(self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        """Return pixels and labels."""
        if self.names:
            return [(self.at(name), unescape(name)) for name in self.names]
        low, high = sorted((self.low, self.high))
        first, last = ceil(low / self.step - 1e-9), floor(high / self.step + 1e-9)
        values = [n * self.step for n in range(first, last + 1)]
        if self.is_percent:
            return [(self.at(value), f"{100 * value:.0f} %") for value in values]
        return [(self.at(value), f"{value:g}") for value in values]


def drawing(figure: Figure, theme: Theme, title: str, notes: Sequence[str]) -> str:
    """Return the SVG of a figure, with its title above and notes below."""
    is_board = "scaleanchor" in figure["layout"]["yaxis"]
    body, high = _board(figure, theme) if is_board else _chart(figure, theme)
    head = lines(title, 20, WIDE - 2 * PAD, 2, is_bold=True)
    foot = [line for note in notes for line in lines(note, SMALL, WIDE - 2 * PAD, 4)]
    top = PAD + 26 * len(head) + 8
    whole = top + high + 18 * len(foot) + PAD + 8
    root = Node("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
    root.attrib |= {"viewBox": f"0 0 {WIDE:g} {whole:g}", "width": f"{WIDE:g}"}
    root.attrib |= {"height": f"{whole:g}", "font-family": STACK, "font-size": f"{SIZE:g}"}
    root.add("title", title)
    root.add("rect", x=0, y=0, width=WIDE, height=whole, fill=theme.paper)
    for number, line in enumerate(head):
        _text(root, line, PAD, PAD + 20 + 26 * number, theme.text, size=20, weight="700")
    inside = root.add("g", transform=f"translate(0 {top:g})")
    inside.append(body)
    for number, line in enumerate(foot):
        _text(root, line, PAD, top + high + 22 + 18 * number, theme.muted, size=SMALL)
    return write(root)


def _chart(figure: Figure, theme: Theme) -> tuple[Node, float]:
    layout, group = figure["layout"], Node("g")
    y_names = tuple(layout["yaxis"].get("categoryarray", ()))
    x_names = tuple(layout["xaxis"].get("categoryarray", ()))
    is_grouped = layout.get("scattermode") == "group"
    legend = [t for t in figure["data"] if layout.get("showlegend") and t.get("name")]
    top = 34.0 if legend else 8.0
    at_top = layout["xaxis"].get("side") == "top"
    is_upright = bool(x_names) and not at_top
    left = PAD + max((width(unescape(n), SIZE) for n in y_names), default=52.0) + 12
    left = min(left, WIDE * 0.42)
    rows = len(y_names) * ROW * (1.4 if is_grouped and y_names else 1) if y_names else 340.0
    top += 28 * at_top
    high = top + max(rows, 90.0)
    x = _axis(figure, "x", x_names, left, WIDE - PAD)
    y = _axis(figure, "y", y_names, high, top)
    _grid(group, x, y, theme, layout)
    for number, trace in enumerate(figure["data"]):
        match trace["type"]:
            case "heatmap":
                _cells(group, trace, x, y)
            case "box":
                _boxes(group, trace, x, y)
            case _:
                shift = _shift(figure["data"], number, x if x_names else y) if is_grouped else 0.0
                _points(group, trace, x, y, shift, is_upright=bool(x_names))
    _legend(group, legend, theme, left)
    for note in layout.get("annotations", ()):
        middle = (left + WIDE) / 2, (top + high) / 2
        _text(group, unescape(note["text"]), *middle, theme.muted, anchor="middle")
    return group, high + (34 if is_upright or not x_names else 8) + 22 * bool(_title(layout))


def _title(layout: Mapping[str, Any]) -> str:
    return str(layout["xaxis"].get("title", {}).get("text", ""))


def _axis(figure: Figure, which: str, names: tuple[str, ...], start: float, end: float) -> Axis:
    axis = figure["layout"][f"{which}axis"]
    if names:
        low, high = axis.get("range", (-0.5, len(names) - 0.5))
        return Axis(names, low, high, start, end)
    if "range" in axis:
        low, high = axis["range"]
    else:
        values = _values(figure, which)
        low, high = min(values, default=0.0), max(values, default=1.0)
        if axis.get("rangemode") == "tozero":
            low = min(0.0, low)
        high = high if high > low else low + 1
        pad = 0.04 * (high - low)
        low, high = low - pad * (low != 0), high + pad
    high = low + 1 if high == low else high  # an axis without values
    step = axis.get("dtick") or _step(high - low)
    return Axis((), low, high, start, end, step, axis.get("tickformat") == ".0%")


def _values(figure: Figure, which: str) -> list[float]:
    values: list[float] = []
    for trace in figure["data"]:
        if trace["type"] == "box":
            values += [*trace["lowerfence"], *trace["upperfence"]]
            continue
        bars = trace.get(f"error_{which}", {})
        more = bars.get("array") or []
        less = bars.get("arrayminus") or more
        for number, value in enumerate(trace.get(which, ())):
            if isinstance(value, int | float):
                values.append(value + ((more[number] if more else 0) or 0))
                values.append(value - ((less[number] if less else 0) or 0))
    return values


def _step(span: float) -> float:
    """Return a round distance of about six ticks."""
    least = span / 6
    base = 10 ** floor(log10(least))
    return float(next(base * n for n in (1, 2, 5, 10) if base * n >= least))


def _grid(group: Node, x: Axis, y: Axis, theme: Theme, layout: Mapping[str, Any]) -> None:
    foot = max(y.start, y.end)
    at_top = layout["xaxis"].get("side") == "top"
    room = x.unit if x.names else 80.0
    label_y = min(y.start, y.end) - 8 if at_top else foot + 18
    for px, label in x.ticks():
        if not x.names:
            group.add("line", x1=px, x2=px, y1=y.start, y2=y.end, stroke=theme.line)
        text = fitted(label, SMALL, max(24.0, room - 4))
        _text(group, text, px, label_y, theme.text, size=SMALL, anchor="middle")
    for py, label in y.ticks():
        if not y.names:
            group.add("line", x1=x.start, x2=x.end, y1=py, y2=py, stroke=theme.line)
        text = fitted(label, SIZE, x.start - PAD - 10)
        _text(group, text, x.start - 10, py + 5, theme.text, size=SIZE, anchor="end")
    if title := unescape(_title(layout)):
        _text(group, title, (x.start + x.end) / 2, foot + 38, theme.muted, anchor="middle")
    for shape in layout.get("shapes", ()):
        if shape.get("xref") == "paper":
            py, colour = y.at(shape["y0"]), shape["line"]["color"]
            ends = {"x1": x.start, "x2": x.end, "y1": py, "y2": py}
            group.add("line", **ends, stroke=colour, stroke_dasharray="3 4")


def _shift(traces: Sequence[Mapping[str, Any]], number: int, axis: Axis) -> float:
    """Return the distance of a trace from the middle of its category, in pixels."""
    return (number - (len(traces) - 1) / 2) * min(0.32 * axis.unit, 22.0)


def _points(
    group: Node, trace: Mapping[str, Any], x: Axis, y: Axis, shift: float, *, is_upright: bool
) -> None:
    marker, line = trace.get("marker", {}), trace.get("line", {})
    points = [
        (number, x.at(across) + shift * is_upright, y.at(up) + shift * (not is_upright))
        for number, (across, up) in enumerate(zip(trace["x"], trace["y"], strict=True))
        if across is not None and up is not None
    ]
    if "lines" in trace.get("mode", "") and len(points) > 1:
        path = " ".join(f"{px:.2f},{py:.2f}" for _, px, py in points)
        style = {"stroke_dasharray": "3 4"} if line.get("dash") == "dot" else {}
        style |= {"fill": "none", "stroke": line["color"]}
        group.add("polyline", points=path, stroke_width=2, **style)
    for number, px, py in points:
        _bar(group, trace, number, px, py, x, y)
        _mark(group, marker, number, px, py)


def _bar(
    group: Node, trace: Mapping[str, Any], number: int, px: float, py: float, x: Axis, y: Axis
) -> None:
    for which, axis in (("x", x), ("y", y)):
        bars = trace.get(f"error_{which}")
        if not bars:
            continue
        more = bars["array"][number]
        less = bars.get("arrayminus", bars["array"])[number]
        if more is None or less is None:
            continue
        unit = axis.unit if axis.end > axis.start else -axis.unit
        middle = px if which == "x" else py
        ends = {"x1": px, "x2": px, "y1": py, "y2": py}
        ends |= {f"{which}1": middle - less * unit, f"{which}2": middle + more * unit}
        group.add("line", **ends, stroke=bars["color"], stroke_width=bars["thickness"])


def _mark(group: Node, marker: Mapping[str, Any], number: int, px: float, py: float) -> None:
    symbol, colour, size = (
        value[number] if isinstance(value, list) else value
        for value in (
            marker.get("symbol", "circle"),
            marker.get("line", {}).get("color", marker.get("color")),
            marker.get("size", 8) / 2,
        )
    )
    if symbol == "line-ns":
        group.add("line", x1=px, x2=px, y1=py - size, y2=py + size, stroke=colour, stroke_width=2)
        return
    fill = "none" if symbol == "circle-open" else colour
    group.add("circle", cx=px, cy=py, r=size, fill=fill, stroke=colour, stroke_width=1.5)


def _boxes(group: Node, trace: Mapping[str, Any], x: Axis, y: Axis) -> None:
    colour = trace["line"]["color"]
    for number, name in enumerate(trace["y"]):
        py = y.at(name)
        low, q1, median, q3, high = (
            x.at(trace[key][number]) for key in ("lowerfence", "q1", "median", "q3", "upperfence")
        )
        for start, end in ((low, q1), (q3, high)):
            group.add("line", x1=start, x2=end, y1=py, y2=py, stroke=colour)
        group.add("rect", x=q1, y=py - 9, width=max(0.5, q3 - q1), height=18, fill="none",
                  stroke=colour, stroke_width=1.5)  # fmt: skip
        group.add("line", x1=median, x2=median, y1=py - 9, y2=py + 9, stroke=colour, stroke_width=3)


def _cells(group: Node, trace: Mapping[str, Any], x: Axis, y: Axis) -> None:
    """Draw the cells of a heatmap."""
    for row, values in enumerate(trace["z"]):
        for column, value in enumerate(values):
            if value is None:
                continue
            px, py = x.at(trace["x"][column]), y.at(trace["y"][row])
            share = (value - trace["zmin"]) / ((trace["zmax"] - trace["zmin"]) or 1)
            fill = _colour(trace["colorscale"], share)
            group.add(
                "rect", x=px - x.unit / 2 + 0.5, y=py - y.unit / 2 + 0.5, width=x.unit - 1,
                height=y.unit - 1, fill=fill,
            )  # fmt: skip
            text = trace["text"][row][column] if "text" in trace else ""
            if text:
                _text(group, unescape(text), px, py + 5, ink_on(fill), anchor="middle")


def _colour(scale: Sequence[Sequence[Any]], share: float) -> str:
    """Return the colour of a scale of steps at a share from 0 to 1."""
    share = max(0.0, min(1.0, share))
    return next(str(colour) for position, colour in scale if share <= position)


def _legend(group: Node, traces: Sequence[Mapping[str, Any]], theme: Theme, left: float) -> None:
    px = left
    for trace in traces:
        colour = trace.get("marker", {}).get("line", {}).get("color") or theme.muted
        colour = colour[0] if isinstance(colour, list) else colour
        name = unescape(trace["name"])
        group.add("circle", cx=px + 6, cy=10, r=5, fill=colour)
        _text(group, name, px + 18, 15, theme.text)
        px += 18 + width(name, SIZE) + 26


def _board(figure: Figure, theme: Theme) -> tuple[Node, float]:
    layout, group = figure["layout"], Node("g")
    columns = tuple(layout["xaxis"]["categoryarray"])
    rows = tuple(layout["yaxis"]["categoryarray"])
    side = BOARD / max(len(columns), len(rows))
    left, wide, high = (WIDE - side * len(columns)) / 2, side * len(columns), side * len(rows)
    x = Axis(columns, -0.5, len(columns) - 0.5, left, left + wide)
    y = Axis(rows, -0.5, len(rows) - 0.5, high, 0.0)
    for trace in figure["data"]:
        _cells(group, trace, x, y)
    for shape in layout["shapes"]:
        ends = [
            axis.start + (shape[key] + 0.5) / len(axis.names) * (axis.end - axis.start)
            for key, axis in (("x0", x), ("x1", x), ("y0", y), ("y1", y))
        ]
        line = shape["line"]
        group.add("line", x1=ends[0], x2=ends[1], y1=ends[2], y2=ends[3], stroke=line["color"],
                  stroke_width=line["width"], stroke_linecap="round")  # fmt: skip
    for px, name in x.ticks():
        _text(group, name, px, high + 20, theme.muted, anchor="middle")
    for py, name in y.ticks():
        _text(group, name, left - 14, py + 5, theme.muted, anchor="middle")
    return group, high + 30


def _text(
    node: Node,
    text: str,
    x: float,
    y: float,
    fill: str,
    *,
    size: float = SIZE,
    anchor: str = "start",
    weight: str = "400",
) -> None:
    node.add("text", text, x=x, y=y, fill=fill, font_size=size, text_anchor=anchor,
             font_weight=weight)  # fmt: skip
