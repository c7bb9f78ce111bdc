"""The answer of a metric of routes: where they went on from a node, and how they ended."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.means import Mean
from analytics.insight.people import People, drawn_rate
from analytics.insight.question import Filters
from analytics.insight.shrinkage import shrink
from analytics.insight.wilson import Rate, rate
from games.core.metrics import RoutesMetric
from games.core.sums import RouteSum

MAX_STEPS = 9
"""Steps of a node after the start."""
TIMES = "times"
"""Ordered by how common routes are, also where a metric ranks them."""
PeopleOfRoutes = Mapping[str, Mapping[str, People]]
"""Node → end → the people of the share of routes that reached it."""


@dataclass(frozen=True, slots=True)
class RoutesQuestion:
    """Where did routes go on from a node on one board (`filters.board`)? `root` is one of the
    metric's, or empty: all together; `node` the steps so far, empty: which starts there are. `sort`
    is `TIMES` or empty: the order of the metric.
    """

    kind: str
    filters: Filters
    root: str = ""
    node: str = ""
    sort: str = ""

    def params(self, **changes: str) -> dict[str, str]:
        """Return the question as query parameters, without the order."""
        params = {**self.filters.params(), "root": self.root, "node": self.node, **changes}
        return {name: value for name, value in params.items() if value}


@dataclass(frozen=True, slots=True)
class Route:
    """A route that is one step longer: its node and last step (of a target without the sign), its
    share of the routes that were at the node before, and the share of it that reached each end.

    `shrunk` are these shares shrunk toward their mean over all routes of the answer, None where
    that cannot be estimated. `people` are those that they rest on, where known.
    """

    node: str
    space: str
    is_end: bool
    share: Rate
    ends: Mapping[str, Rate]
    people: Mapping[str, People] = field(default_factory=dict)
    shrunk: Mapping[str, Mean | None] = field(default_factory=dict)

    def drawn(self, end: str) -> Rate:
        """Return the share that reached an end, with the interval that is drawn."""
        return drawn_rate(self.ends[end], self.people.get(end))

    def lower(self, end: str) -> float:
        """Return the lower bound by which routes are ranked: of the shrunk share, else of the
        share; -1 without an interval.
        """
        shrunk = self.shrunk.get(end)
        low = self.drawn(end).low if shrunk is None else shrunk.low
        return -1.0 if low is None else low


@dataclass(frozen=True, slots=True)
class RoutesAnswer:
    """The routes on from a node: by the metric's rank, else most common first. `here` is how many
    were at the node, `ends` the share of them that reached each end. `roots` is how many routes
    each root has on the board.
    """

    question: RoutesQuestion
    metric: RoutesMetric
    board: BoardFacts
    here: int
    ends: Mapping[str, Rate]
    routes: tuple[Route, ...]
    tally: Tally
    basis: Basis
    roots: Mapping[str, int] = field(default_factory=dict)

    @property
    def path(self) -> tuple[str, ...]:
        """The steps so far."""
        return tuple(self.question.node.split())


def is_valid(metric: RoutesMetric, root: str, node: str, sort: str = "") -> bool:
    """Return whether a metric has a root (if any), a node (if any) is one by its form, and there is
    such an order.
    """
    step = f"(?:{metric.step})"
    pattern = re.compile(f"{step}(?: >?{step}){{0,{MAX_STEPS}}}")
    has_root = not root or root in metric.roots
    return has_root and sort in ("", TIMES) and (not node or bool(pattern.fullmatch(node)))


def answer_routes(
    question: RoutesQuestion,
    metric: RoutesMetric,
    board: BoardFacts,
    sums: Mapping[str, Any],
    tally: Tally,
    basis: Basis,
    people: PeopleOfRoutes,
    roots: Mapping[str, int],
) -> RoutesAnswer:
    """Return where routes went on from the node; `sums` are those of its start, without a node
    those of all starts. `roots` is how many routes each root has.
    """
    node, none = question.node, [0] * (1 + len(metric.ends))
    leaves = {key: RouteSum.of_leaf(leaf) for key, leaf in sums.items()}
    longer = [key for key in leaves if key != node and key.rpartition(" ")[0] == node]
    if node:
        here = RouteSum.of_leaf(sums.get(node, none))
    else:
        here = RouteSum(sum(leaves[key].n for key in longer), ())
    shown = tuple(
        end for end in metric.ends if not (question.filters.is_by_result and end in metric.wins)
    )
    routes = [_route(key, here.n, leaves[key], metric, people.get(key, {})) for key in longer]
    routes = [replace(route, ends={end: route.ends[end] for end in shown}) for route in routes]
    ends = {end: its for end, its in _ends(here, metric).items() if end in shown} if node else {}
    ordered = _ordered(_with_shrunk(routes, shown), metric, question)
    return RoutesAnswer(question, metric, board, here.n, ends, tuple(ordered), tally, basis, roots)


def _route(
    node: str,
    here: int,
    leaf: RouteSum,
    metric: RoutesMetric,
    people: Mapping[str, People],
) -> Route:
    last = node.rpartition(" ")[2]
    is_end, share = last.startswith(">"), rate(leaf.n, here)
    return Route(node, last.removeprefix(">"), is_end, share, _ends(leaf, metric), people)


def _ends(leaf: RouteSum, metric: RoutesMetric) -> dict[str, Rate]:
    return {end: rate(k, leaf.n) for end, k in zip(metric.ends, leaf.ends, strict=True)}


def _with_shrunk(routes: Sequence[Route], ends: Sequence[str]) -> list[Route]:
    """Return routes with their shares of each end shrunk toward the mean of all of them."""
    shrunk = {end: shrink([_mean(route.drawn(end)) for route in routes]) for end in ends}
    return [
        replace(route, shrunk={end: its[number] for end, its in shrunk.items()})
        for number, route in enumerate(routes)
    ]


def _mean(rate: Rate) -> Mean:
    return Mean(rate.n, rate.n, rate.value, rate.low, rate.high)


def _ordered(
    routes: Sequence[Route], metric: RoutesMetric, question: RoutesQuestion
) -> list[Route]:
    def key(route: Route) -> tuple[float, int, str]:
        is_ranked = metric.ranked in route.ends and question.sort != TIMES
        lower = route.lower(metric.ranked) if is_ranked else 0.0
        return -lower, -route.share.k, route.node

    return sorted(routes, key=key)
