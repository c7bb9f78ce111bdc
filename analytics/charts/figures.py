"""The one function from an answer to a Plotly figure: plain data, ready for JSON."""

from typing import Any

from analytics.insight.answer import RoleAnswer, SpaceAnswer
from analytics.insight.board_views import BoardView, times_view
from analytics.insight.metric import MetricAnswer

from .board_figure import board_figure
from .metric_figure import metric_figure
from .rate_figure import rate_figure
from .theme import LIGHT, Theme

Figure = dict[str, Any]


Answer = RoleAnswer | SpaceAnswer | BoardView | MetricAnswer


def figure(answer: Answer, theme: Theme = LIGHT) -> Figure:
    """The figure of an answer: `data`, `layout` and `config` as Plotly takes them. Pure; holds no
    NaN.
    """
    match answer:
        case RoleAnswer():
            return rate_figure(answer, theme)
        case SpaceAnswer():
            return board_figure(times_view(answer), theme)
        case BoardView():
            return board_figure(answer, theme)
        case MetricAnswer():
            return metric_figure(answer, theme)
