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
    """Colours of a figure. `cold` to `hot` is the scale of heatmaps, dark enough for white numbers;
    `less` is the colour of values below neutral. `roles` are used in the order of the game's roles,
    or of families of groups.
    """

    name: str
    text: str
    muted: str
    line: str
    paper: str
    cold: str
    warm: str
    hot: str
    less: str
    roles: tuple[str, ...]


LIGHT = Theme(
    name="light",
    text="#26221e",
    muted="#6b635a",
    line="#d9d0c3",
    paper="#fffdf8",
    cold="#f6efe3",
    warm="#e39a79",
    hot="#b3361b",
    less="#3d6186",
    roles=("#b3361b", "#2f4b66", "#6b6b2f", "#5b3f6e", "#8a5a14"),
)
DARK = Theme(
    name="dark",
    text="#ece5da",
    muted="#a79d90",
    line="#453e37",
    paper="#211d1a",
    cold="#2b2622",
    warm="#84402c",
    hot="#bd4f2c",
    less="#44709c",
    roles=("#f0714f", "#8fb4d9", "#c9c27a", "#c3a1d8", "#e6b85c"),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


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
