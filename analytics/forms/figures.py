"""Parts of figures that several forms use. Labels come from logs, so `plain` escapes them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, ngettext

from analytics.charts import Theme, plain
from analytics.insight.means import Mean
from analytics.insight.rounding import decimal, mean_interval
from analytics.insight.wilson import Rate

from .base import Group

ROW = 30
"""Height of a group in pixels, where groups are rows."""
SHARES = {"range": [-0.02, 1.02], "tickformat": ".0%", "dtick": 0.25}
"""The axis of shares."""
HOVER = "%{text}<extra></extra>"
LEGEND = {
    "orientation": "h",
    "x": 0,
    "y": 1.02,
    "yanchor": "bottom",
    "itemclick": False,
    "itemdoubleclick": False,
}


def row_layout(groups: Sequence[Group], theme: Theme, axis: dict[str, Any]) -> dict[str, Any]:
    """Return a layout with a row for each group, the first at the top."""
    return {
        "height": 70 + ROW * max(len(groups), 4),
        "margin": {"l": 12, "r": 16, "t": 12, "b": 40},
        "showlegend": False,
        "xaxis": value_axis(theme) | axis,
        "yaxis": category_axis(marks(groups), theme)
        | {"range": [len(groups) - 0.5, -0.5], "automargin": True, "ticks": ""},
    }


def add_legend(layout: dict[str, Any], *, height: float) -> None:
    """Show a legend above a layout of rows, which makes it this high."""
    layout |= {"showlegend": True, "legend": LEGEND, "height": height}
    layout["margin"]["t"] = 36


def value_axis(theme: Theme) -> dict[str, Any]:
    """Return an axis of numbers."""
    return {"gridcolor": theme.line, "zeroline": False, "fixedrange": True}


def category_axis(names: list[str], theme: Theme) -> dict[str, Any]:
    """Return an axis of categories in this order."""
    return {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": names,
        "range": [-0.5, len(names) - 0.5],
        "showgrid": False,
        "zeroline": False,
        "linecolor": theme.line,
        "fixedrange": True,
    }


def points(
    name: str,
    groups: Sequence[Group],
    values: Sequence[float | None],
    marker: dict[str, Any],
    *,
    bars: dict[str, Any] | None = None,
    hover: list[str] | None = None,
) -> dict[str, Any]:
    """Return a trace with a mark for each row, its error bars and its text (if any)."""
    shown = {"hoverinfo": "skip"} if hover is None else {"text": hover, "hovertemplate": HOVER}
    return {
        "type": "scatter",
        "mode": "markers",
        "name": plain(name),
        "y": marks(groups),
        "x": list(values),
        **({"error_x": bars} if bars else {}),
        "marker": marker,
        **shown,
        "cliponaxis": False,
    }


def upright(
    name: str,
    labels: list[str],
    estimates: Sequence[Mean | Rate],
    colour: str,
    hover: list[str],
    **more: Any,
) -> dict[str, Any]:
    """Return a trace with a mark above each label, its interval and its text."""
    return {
        "type": "scatter",
        "name": plain(name),
        "x": labels,
        "y": [estimate.value for estimate in estimates],
        "error_y": interval_bars(estimates, colour),
        "marker": dots(colour, symbols(estimates), more.pop("size", 10)),
        "text": hover,
        "hovertemplate": HOVER,
        **more,
    }


def dots(colour: str | list[str], symbols: list[str], size: int = 10) -> dict[str, Any]:
    """Return the marker of dots."""
    line = {"color": colour, "width": 1.5}
    return {"color": colour, "size": size, "line": line, "symbol": symbols}


def ticks(theme: Theme) -> dict[str, Any]:
    """Return the marker of upright lines."""
    return {"symbol": "line-ns", "size": 18, "line": {"color": theme.muted, "width": 2}}


def error_bars(
    lengths: Sequence[tuple[float | None, float | None]],
    colour: str,
    thickness: float = 1.5,
    width: int = 5,
) -> dict[str, Any]:
    """Return error bars of these lengths: up, down."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [up for up, _ in lengths],
        "arrayminus": [down for _, down in lengths],
        "color": colour,
        "thickness": thickness,
        "width": width,
    }


def interval_bars(estimates: Sequence[Mean | Rate], colour: str) -> dict[str, Any]:
    """Return the intervals of estimates as error bars."""
    lengths = [(less(e.high, e.value), less(e.value, e.low)) for e in estimates]
    return error_bars(lengths, colour)


def colours(groups: Sequence[Group], theme: Theme) -> list[str]:
    """Return a colour for each group: families have one each, in their order."""
    families = list(dict.fromkeys(map(family, groups)))
    palette = theme.roles
    if len(families) > len(palette):  # too many to tell apart, so colour has no meaning
        return [palette[0]] * len(groups)
    return [palette[families.index(family(group))] for group in groups]


def family(group: Group) -> str:
    """Return the family of a group."""
    return group.source.key.split(".", maxsplit=1)[0]


def marks(groups: Sequence[Group]) -> list[str]:
    """Return the labels of groups on an axis."""
    return [plain(group.source.mark) for group in groups]


def symbols(parts: Sequence[Group | Mean | Rate]) -> list[str]:
    """Return a symbol for each: open where there are few games."""
    return ["circle-open" if part.is_few else "circle" for part in parts]


def less(value: float | None, other: float | None) -> float | None:
    """Return the difference; None where either is unknown."""
    return None if value is None or other is None else value - other


def hover(lines: Sequence[str], *, is_few: bool) -> str:
    """Return the text shown when the pointer is over a mark."""
    return "<br>".join([*lines, gettext("few games")] if is_few else lines)


def mean_text(mean: Mean, value: str) -> str:
    """Return a mean of a value with its interval."""
    return gettext("mean {mean} {what}, 95 % interval {interval}").format(
        mean=decimal(mean.value), what=plain(value), interval=mean_interval(mean)
    )


def count_text(mean: Mean, unit: str) -> str:
    """Return how many observations a mean has, in how many games."""
    text = ngettext("{n} {unit} in {games} game", "{n} {unit} in {games} games", mean.games)
    return text.format(n=mean.n, unit=plain(unit), games=mean.games)
