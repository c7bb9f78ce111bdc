"""Routes: where they went on from a node of one board. Sums and the API name the form `ways`."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from analytics.forms.addresses import with_params
from analytics.forms.base import Drilldown, MetricForm
from analytics.forms.counted import Counted, any_of, contains_sum, has_number, has_sum
from analytics.insight.answer import BoardFacts
from analytics.insight.question import Filters
from games.core.metrics import TREES, RoutesMetric
from games.core.sums import RouteSum

from .answer import RoutesQuestion, is_valid


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

    def addresses(self, kind: str, _metric: RoutesMetric) -> dict[str, str]:
        """Return where the metric is found, by format."""
        routes = {"page": "stats-routes", "json": "api-stats-routes", "csv": "api-stats-routes-csv"}
        return {name: reverse(route, args=[kind]) for name, route in routes.items()}

    def question(
        self, kind: str, _metric: RoutesMetric, filters: Filters, params: Mapping[str, str]
    ) -> RoutesQuestion:
        """Return the question of the query parameters."""
        return RoutesQuestion(kind, filters, params.get("root", ""), params.get("node", ""))

    def drilldown(
        self,
        question: RoutesQuestion,
        metric: RoutesMetric,
        params: Mapping[str, str],
        board: BoardFacts,
    ) -> Drilldown | None:
        """Return the games in which a route was taken, or reached an end; None if there is no such
        node, root or end.
        """
        root, node, end = question.root, question.node, params["end"]
        if not node or not is_valid(metric, root, node) or (end and end not in metric.ends):
            return None
        definition = metric.ends[end][1] if end else metric.definition
        meaning = gettext("counted in it. {definition}").format(definition=definition)
        return Drilldown(
            title=f"{metric.title}: {path_text(metric, node)}",
            note=metric.roots.get(root, ""),
            meaning=meaning.removesuffix("."),
            counted=self.counted(metric, root, node, end),
            filters=question.filters,
            params=question.params(end=end),
            page=with_params(reverse("stats-routes", args=[question.kind]), question.params()),
            board=board,
        )

    def counted(self, metric: RoutesMetric, root: str, node: str, end: str = "") -> Counted:
        """Return which games took a route, or reached an end by it, from a root or from any."""
        roots = (root,) if root else tuple(metric.roots)
        paths = tuple((TREES, metric.key, key, node) for key in roots)
        indexed, is_once = any_of(contains_sum(path, [1]) for path in paths), len(roots) == 1
        if not end:
            exact = any_of(map(has_sum, paths))
            return Counted(paths, lambda leaf: RouteSum.of_leaf(leaf).n, exact, indexed, is_once)
        number = list(metric.ends).index(end)
        exact = any_of(has_number(path, RouteSum.position(number), 1) for path in paths)
        return Counted(
            paths, lambda leaf: RouteSum.of_leaf(leaf).ends[number], exact, indexed, is_once
        )


def path_text(metric: RoutesMetric, node: str) -> str:
    """Return a node as text: its steps, the target after a sign."""
    steps = node.split()
    is_plain = all(metric.step_label(step) == step for step in steps)
    texts = [
        ("› " if step[0] == ">" else "") + metric.step_label(step.lstrip(">")) for step in steps
    ]
    return (" " if is_plain else ", ").join(texts)


FORM = RoutesForm()
