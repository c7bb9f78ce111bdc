"""Figures: themes, texts, and the parts that all figures share.

Plotly interprets some markup in labels, so names from logs are escaped: `<b>` is shown literally.
The site uses no markup except line breaks: Plotly would turn it into style attributes, which the
Content-Security-Policy forbids.
"""

from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.translation import gettext

from analytics.insight.rounding import percent
from analytics.insight.wilson import Rate

CONFIG: dict[str, Any] = {
    "responsive": True,
    "displaylogo": False,
    "displayModeBar": False,
    "scrollZoom": False,
    "doubleClick": False,
    "showTips": False,
}


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours of a figure. `roles` are used in the order of the game's roles, or of families of
    groups.
    """

    name: str
    text: str
    muted: str
    line: str
    paper: str
    roles: tuple[str, ...]


HEAT = (
    *("#eceef8", "#dfe2f3", "#cfd4ec", "#bac0e2", "#a2aad8", "#8891ca"),
    *("#5d68b1", "#4a56a1", "#37448f", "#2a3576", "#1c2557"),
)
"""The steps of heatmaps in both themes, the same as on the pages. One of the `INKS` can be read on
each: that is why there are steps.
"""
LESS = (
    *("#f4efe4", "#f3e8d0", "#efdcb6", "#e9cf9b", "#e1bf7d", "#d6ac5e"),
    *("#8d6110", "#7b530a", "#694505", "#573802", "#452c00"),
)
"""The steps of values below neutral."""
INKS = ("#1c1a2e", "#ffffff")


LIGHT = Theme(
    name="light",
    text="#231f1a",
    muted="#5c5447",
    line="#ddd3be",
    paper="#fffdf8",
    roles=("#37448f", "#8a4b00", "#6b6b2f", "#5b3f6e", "#8a5a14"),
)
DARK = Theme(
    name="dark",
    text="#f0e8d9",
    muted="#b8ae9b",
    line="#3a352c",
    paper="#1e1b17",
    roles=("#b0b9ff", "#f2b65e", "#c9c27a", "#c3a1d8", "#e6b85c"),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def heat_scale(*, is_diverging: bool = False) -> list[list[Any]]:
    """Return the colour scale of a heatmap, in steps: from 0 to 1, or from -1 to 1 if some values
    are below neutral.
    """
    colours = [*reversed(LESS[1:]), *HEAT] if is_diverging else list(HEAT)
    last = len(colours) - 1
    scale = []
    for number, colour in enumerate(colours):
        low, high = max(0.0, (number - 0.5) / last), min(1.0, (number + 0.5) / last)
        scale += [[low, colour], [high, colour]]
    return scale


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as WCAG defines it.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Return the ink that can be read best on a colour."""
    return max(INKS, key=lambda ink: contrast(ink, colour))


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def plain(name: str) -> str:
    """Return a name as a label of a figure, shown literally."""
    return escape(name, quote=False)


def interval_text(rate: Rate) -> str:
    """Return the interval of a rate as text."""
    low, high = percent(rate.low), percent(rate.high)
    return gettext("95 % interval {low} to {high}").format(low=low, high=high)


def base_layout(theme: Theme, title: str) -> dict[str, Any]:
    """Return the layout that all figures share. `meta.title` is for users who save a figure; pages
    have their own headings.
    """
    return {
        "meta": {"title": title, "theme": theme.name},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"color": theme.text, "size": 13},
        "hoverlabel": {
            "bgcolor": theme.paper,
            "bordercolor": theme.line,
            "font": {"color": theme.text, "size": 13},
            "align": "left",
        },
        "dragmode": False,
        "autosize": True,
    }


def message(theme: Theme, text: str) -> dict[str, Any]:
    """Return an annotation in the middle of an empty figure."""
    return {
        "text": text,
        "showarrow": False,
        "xref": "paper",
        "yref": "paper",
        "x": 0.5,
        "y": 0.5,
        "font": {"color": theme.muted, "size": 15},
    }
