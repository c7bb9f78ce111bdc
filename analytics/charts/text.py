"""Texts inside figures, and the parts that all figures share.

Plotly interprets some markup in labels, so names from logs are escaped: `<b>` is shown literally.
The site uses no markup except line breaks: Plotly would turn it into style attributes, which the
Content-Security-Policy forbids.
"""

from html import escape
from typing import Any

from django.utils.translation import gettext

from analytics.insight.rounding import percent
from analytics.insight.wilson import Rate

from . import Theme

CONFIG: dict[str, Any] = {
    "responsive": True,
    "displaylogo": False,
    "displayModeBar": False,
    "scrollZoom": False,
    "doubleClick": False,
    "showTips": False,
}


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
