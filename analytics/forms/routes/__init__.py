"""Routes: where they went on from a node of one board. URLs and the API call them ways."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop

from analytics.forms.base import Drilldown, MetricForm
from analytics.insight.answer import BoardFacts
from analytics.insight.question import Filters
from games.core.metrics import RoutesMetric

from . import drilldown
from .answer import RoutesQuestion


class RoutesForm(MetricForm):
    """Routes on one board, with a page to explore them."""

    key = "ways"
    grain = gettext_noop("at most one route per game and root, on one board")
    drilldown_params = ("node", "root", "end")

    def unit(self, metric: RoutesMetric) -> str:
        """Return what n counts."""
        return metric.observation

    def parts(self, metric: RoutesMetric) -> dict[str, str]:
        """Return the roots and the ends by key."""
        ends = {key: f"{title}: {meaning}" for key, (title, meaning) in metric.ends.items()}
        return {**metric.roots, **ends}

    def fields(self, metric: RoutesMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        ends = {key: meaning for key, (_, meaning) in metric.ends.items()}
        return {"roots": dict(metric.roots), "ends": ends}

    def addresses(self, kind: str, metric: RoutesMetric) -> dict[str, str]:  # noqa: ARG002
        """Return where the metric is found, by format."""
        return {
            "page": reverse("stats-routes", args=[kind]),
            "json": reverse("api-stats-ways", args=[kind]),
            "csv": reverse("api-stats-ways-csv", args=[kind]),
        }

    def question(
        self,
        kind: str,
        metric: RoutesMetric,  # noqa: ARG002
        filters: Filters,
        params: Mapping[str, str],
    ) -> RoutesQuestion:
        """Return the question that the query parameters ask."""
        return RoutesQuestion(kind, filters, params.get("root", ""), params.get("node", ""))

    def drilldown(
        self,
        question: RoutesQuestion,
        metric: RoutesMetric,
        params: Mapping[str, str],
        board: BoardFacts | None,
    ) -> Drilldown | None:
        """Return the count of a route."""
        return drilldown.read(question, metric, params, board) if board else None


FORM = RoutesForm()
