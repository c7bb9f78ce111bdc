"""The answer of a metric of routes: where they went on from a node, and how they ended."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.question import Filters
from analytics.insight.wilson import Rate, rate
from games.core.metrics import RoutesMetric
from games.core.sums import RouteSum

NODE = re.compile(r"[a-z][0-9]{1,2}( >?[a-z][0-9]{1,2}){0,9}")


@dataclass(frozen=True, slots=True)
class RoutesQuestion:
    """Where did routes go on from a node on one board (`filters.board`)? `root` is one of the
    metric's, or empty: all together; `node` the spaces so far, empty: which starts there are.
    """

    kind: str
    filters: Filters
    root: str = ""
    node: str = ""

    def params(self, **changes: str) -> dict[str, str]:
        """Return the question as query parameters."""
        params = {**self.filters.params(), "root": self.root, "node": self.node, **changes}
        return {name: value for name, value in params.items() if value}


@dataclass(frozen=True, slots=True)
class Route:
    """A route that is one space longer: its node and last space (of a target without the sign), its
    share of the routes that were at the node before, and the share of it that reached each end.
    """

    node: str
    space: str
    is_end: bool
    share: Rate
    ends: Mapping[str, Rate]


@dataclass(frozen=True, slots=True)
class RoutesAnswer:
    """The routes on from a node, most common first. `here` is how many were at the node, `ends` the
    share of them that reached each end.
    """

    question: RoutesQuestion
    metric: RoutesMetric
    board: BoardFacts
    here: int
    ends: Mapping[str, Rate]
    routes: tuple[Route, ...]
    tally: Tally
    basis: Basis

    @property
    def path(self) -> tuple[str, ...]:
        """The spaces so far."""
        return tuple(self.question.node.split())


def is_valid(metric: RoutesMetric, root: str, node: str) -> bool:
    """Return whether a metric has a root (if any), and a node (if any) is one by its form."""
    return (not root or root in metric.roots) and (not node or bool(NODE.fullmatch(node)))


def answer_starts(
    question: RoutesQuestion,
    metric: RoutesMetric,
    board: BoardFacts,
    starts: Mapping[str, int],
    tally: Tally,
    basis: Basis,
) -> RoutesAnswer:
    """Return the starts, by how many routes begin there."""
    here = sum(starts.values())
    ordered = sorted(starts.items(), key=lambda pair: (-pair[1], pair[0]))
    routes = tuple(Route(start, start, False, rate(n, here), {}) for start, n in ordered)
    return RoutesAnswer(question, metric, board, here, {}, routes, tally, basis)


def answer_routes(
    question: RoutesQuestion,
    metric: RoutesMetric,
    board: BoardFacts,
    sums: Mapping[str, Any],
    tally: Tally,
    basis: Basis,
) -> RoutesAnswer:
    """Return where routes went on from the node; `sums` are those of its start."""
    node, none = question.node, [0] * (1 + len(metric.ends))
    here = RouteSum.of_leaf(sums.get(node, none))
    longer = (key for key in sums if key.rpartition(" ")[0] == node and key != node)
    routes = [_route(key, here.n, RouteSum.of_leaf(sums[key]), metric) for key in longer]
    routes.sort(key=lambda route: (-route.share.k, route.node))
    ends = _ends(here, metric)
    return RoutesAnswer(question, metric, board, here.n, ends, tuple(routes), tally, basis)


def _route(node: str, here: int, leaf: RouteSum, metric: RoutesMetric) -> Route:
    last = node.rpartition(" ")[2]
    is_end = last.startswith(">")
    return Route(node, last.removeprefix(">"), is_end, rate(leaf.n, here), _ends(leaf, metric))


def _ends(leaf: RouteSum, metric: RoutesMetric) -> dict[str, Rate]:
    return {end: rate(k, leaf.n) for end, k in zip(metric.ends, leaf.ends, strict=True)}
