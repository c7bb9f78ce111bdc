"""Texts inside figures, and what all figures share.

Plotly reads a little markup in every label, so names that come from logs are escaped: `<b>` is
shown as it was written. We use none but line breaks ourselves: Plotly would make style attributes
of it, which the policy of our pages refuses.
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
    """A name as a figure's label: shown literally, whatever it holds."""
    return escape(name, quote=False)


def interval_text(rate: Rate) -> str:
    """A rate's interval, in words."""
    low, high = percent(rate.low), percent(rate.high)
    return gettext("95 % interval {low} to {high}").format(low=low, high=high)


def base_layout(theme: Theme, title: str) -> dict[str, Any]:
    """The layout every figure starts from. `meta.title` is for whoever saves the figure; pages have
    headings of their own.
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
    """An annotation in the middle of an empty figure."""
    return {
        "text": text,
        "showarrow": False,
        "xref": "paper",
        "yref": "paper",
        "x": 0.5,
        "y": 0.5,
        "font": {"color": theme.muted, "size": 15},
    }
