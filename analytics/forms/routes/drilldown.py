"""The games in which a route was taken."""

import re
from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext

from analytics.forms.addresses import with_params
from analytics.forms.base import Drilldown
from analytics.forms.counted import Counted, any_of, contains_sum, has_number, has_sum
from analytics.insight.answer import BoardFacts
from games.core.metrics import TREES, RoutesMetric
from games.core.sums import RouteSum

from .answer import RoutesQuestion

NODE = re.compile(r"[a-z][0-9]{1,2}( >?[a-z][0-9]{1,2}){0,9}")


def is_valid(metric: RoutesMetric, root: str, node: str) -> bool:
    """Return whether a root (if any) and a node (if any) can be asked for."""
    return (not root or root in metric.roots) and (not node or bool(NODE.fullmatch(node)))


def read(
    question: RoutesQuestion, metric: RoutesMetric, params: Mapping[str, str], board: BoardFacts
) -> Drilldown | None:
    """Return the games in which a route was taken, or reached an end; None without such."""
    root, node, end = question.root, question.node, params["end"]
    if not node or not is_valid(metric, root, node) or (end and end not in metric.ends):
        return None
    definition = metric.ends[end][1] if end else metric.definition
    meaning = gettext("counted in it. {definition}").format(definition=definition)
    return Drilldown(
        title=f"{metric.title}: {node.replace('>', '› ')}",
        note=metric.roots.get(root, ""),
        meaning=meaning.removesuffix("."),
        counted=counted(metric, root, node, end),
        filters=question.filters,
        params=question.params(end=end),
        page=with_params(reverse("stats-routes", args=[question.kind]), question.params()),
        board=board,
    )


def counted(metric: RoutesMetric, root: str, node: str, end: str = "") -> Counted:
    """Return which games took a route, or reached an end by it. Without a root: in any of them."""
    roots = (root,) if root else tuple(metric.roots)
    paths = tuple((TREES, metric.key, key, node) for key in roots)
    indexed = any_of(contains_sum(path, [1]) for path in paths)
    if not end:
        exact = any_of(map(has_sum, paths))
        return Counted(
            paths, lambda leaf: RouteSum.of_leaf(leaf).n, exact, indexed, len(roots) == 1
        )
    number = list(metric.ends).index(end)
    exact = any_of(has_number(path, RouteSum.position(number), 1) for path in paths)
    return Counted(
        paths,
        lambda leaf: RouteSum.of_leaf(leaf).ends[number],
        exact,
        indexed,
        len(roots) == 1,
    )
