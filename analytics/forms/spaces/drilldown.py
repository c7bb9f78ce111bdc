"""The games that were counted on a space."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from analytics.forms.addresses import with_params
from analytics.forms.base import Drilldown
from analytics.forms.counted import Counted, contains_sum, has_sum
from analytics.insight.answer import BoardFacts
from games.core.metrics import SpacesMetric
from games.core.sums import SpaceSum

from .answer import SpaceQuestion
from .views import TIMES


def read(
    question: SpaceQuestion, metric: SpacesMetric, space: str, board: BoardFacts
) -> Drilldown | None:
    """Return the games that were counted on a space at least once; None without such a space."""
    grid, filters, layer = metric.grid(board.data), question.filters, question.layer
    if space not in grid.cells:
        return None
    title, meaning = metric.layers[layer]
    page = {
        **filters.params(),
        "layer": "" if layer == metric.usual_layer else layer,
        "show": "" if question.show == TIMES else question.show,
    }
    return Drilldown(
        title=gettext("{what} on {space}").format(what=title, space=space),
        note=grid.about[space],
        meaning=gettext("in which it happened at least once: {meaning}").format(meaning=meaning),
        counted=counted(metric, layer, space),
        filters=filters,
        params={**filters.params(), "layer": layer, "space": space},
        page=f"{with_params(reverse('stats-kind', args=[question.kind]), page)}#board",
        board=board,
    )


def counted(metric: SpacesMetric, layer: str, space: str) -> Counted:
    """Return which games were counted on a space."""
    path = (metric.key, layer, space)
    return Counted((path,), _count_games, has_sum(path), contains_sum(path, [1]))


def _count_games(leaf: Any) -> int:
    return SpaceSum(*leaf).games
