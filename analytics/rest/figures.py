"""Plotly figures of answers that are no metric: a number by month, and a player's ratings."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from analytics.charts import CONFIG, Theme, base_layout, message, plain
from analytics.forms import figures
from analytics.insight.definitions import HIDDEN_BY_RESULT
from analytics.insight.rounding import span, two_digits
from analytics.insight.wilson import Rate
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import RATINGS, Rating
from analytics.reads.splits import Part, Split
from analytics.results_model.scale import CENTRE

BAND = "26"
"""The opacity of a band, in hex."""


def trend_figure(answer: Split, theme: Theme) -> dict[str, Any]:
    """Return a line over the months with the intervals that the page draws, the unknown month
    last.
    """
    measure, parts = answer.measure, answer.parts
    labels = [plain(part.labels[0]) for part in parts]
    estimates = [part.item.estimate for part in parts]
    colour = theme.roles[0]
    style = {"mode": "lines+markers", "line": {"color": colour}, "cliponaxis": False}
    hovers = [_hover(part) for part in parts]
    is_share = any(isinstance(estimate, Rate) for estimate in estimates)
    note = gettext(HIDDEN_BY_RESULT) if answer.is_closed else gettext("No games")
    layout = base_layout(theme, measure.definition) | {
        "height": 360,
        "margin": {"l": 48, "r": 12, "t": 24, "b": 56},
        "showlegend": False,
        "xaxis": figures.category_axis(labels, theme) | {"automargin": True},
        "yaxis": (figures.SHARES if is_share else {})
        | figures.value_axis(theme)
        | {"title": {"text": plain(measure.value)}, "automargin": True},
        "annotations": [] if parts else [message(theme, note)],
    }
    line = figures.upright(measure.label, labels, estimates, colour, hovers, **style)
    return {"data": [line] if parts else [], "layout": layout, "config": CONFIG}


def _hover(part: Part) -> str:
    item = part.item
    lines = [plain(part.labels[0]), f"{item.text} ({item.interval or '–'}), n={item.estimate.n}"]
    return figures.hover(lines, is_few=part.estimate.is_few)


def rating_figure(ratings: Sequence[Rating], theme: Theme) -> dict[str, Any]:
    """Return the overall ratings of a player over time, each as a line and the band of its 95 %
    interval; of those with enough games.
    """
    shown = [rating for rating in ratings if not rating.role and rating.standing.curve]
    shown = [rating for rating in shown if rating.standing.games >= rating_reads.MINIMUM]
    data: list[dict[str, Any]] = []
    for number, rating in enumerate(shown):
        data += _curve(rating, theme.roles[number % len(theme.roles)])
    note = gettext("Too few games for a rating.")
    average = {"color": theme.muted, "width": 1, "dash": "dot"}
    axis = figures.value_axis(theme)
    layout = base_layout(theme, gettext(RATINGS)) | {
        "height": 360,
        "margin": {"l": 56, "r": 12, "t": 36, "b": 40},
        "showlegend": len(shown) > 1,
        "legend": figures.LEGEND,
        "xaxis": axis | {"type": "date", "showgrid": False},
        "yaxis": axis | {"title": {"text": gettext("Rating")}},
        "shapes": [
            {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": CENTRE, "y1": CENTRE}
            | {"line": average, "layer": "below"}
        ],
        "annotations": [] if shown else [message(theme, note)],
    }
    return {"data": data, "layout": layout, "config": CONFIG}


def _curve(rating: Rating, colour: str) -> list[dict[str, Any]]:
    """Return the traces of a rating: the lower and the upper end of the band, and the line."""
    points = rating.standing.curve
    days = [rating_reads.day_of(int(day)) for day, *_ in points]
    title = rating.kind.title
    if rating.standing.is_simulated:
        title = gettext("{game}, bot games").format(game=title)
    hovers = [
        f"{plain(title)}<br>{day}: {two_digits(value)} ({span(two_digits(low), two_digits(high))})"
        for day, (_, value, low, high) in zip(days, points, strict=True)
    ]
    edge = {
        "type": "scatter", "mode": "lines", "x": days, "line": {"width": 0}, "hoverinfo": "skip",
        "showlegend": False,
    }  # fmt: skip
    return [
        edge | {"y": [point[2] for point in points]},
        edge
        | {"y": [point[3] for point in points]}
        | {"fill": "tonexty", "fillcolor": f"{colour}{BAND}"},
        {
            "type": "scatter", "mode": "lines+markers", "name": plain(title), "x": days,
            "y": [point[1] for point in points], "line": {"color": colour},
            "marker": {"color": colour, "size": 6}, "text": hovers, "hovertemplate": figures.HOVER,
        },
    ]  # fmt: skip
