"""The ways taken from a place: how many went on where, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.question import Filters
from analytics.insight.wilson import Rate, rate
from games.core.metrics import WaysMetric


@dataclass(frozen=True, slots=True)
class WaysQuestion:
    """Where did people go from a place on one board (`filters.board`)? `root` is one of the
    metric's, or empty: all together; `node` the way so far, empty: which starts there are.
    """

    kind: str
    filters: Filters
    root: str = ""
    node: str = ""

    def words(self, **changes: str) -> dict[str, str]:
        """The question as the words of an address."""
        words = {**self.filters.words(), "root": self.root, "node": self.node, **changes}
        return {word: value for word, value in words.items() if value}


@dataclass(frozen=True, slots=True)
class Way:
    """A way one space longer: its node and last space (of a target without the sign), the share of
    those at the place that took it, and the share of it that each of the metric's ends came to.
    """

    node: str
    space: str
    is_end: bool
    share: Rate
    ends: Mapping[str, Rate]


@dataclass(frozen=True, slots=True)
class WaysAnswer:
    """The ways from a place, most taken first. `here` is how many were at the place, `ends` what
    came of all of them.
    """

    question: WaysQuestion
    metric: WaysMetric
    board: BoardFacts
    here: int
    ends: Mapping[str, Rate]
    ways: tuple[Way, ...]
    tally: Tally
    basis: Basis

    @property
    def path(self) -> tuple[str, ...]:
        """The spaces so far."""
        return tuple(self.question.node.split())


def answer_starts(
    question: WaysQuestion,
    metric: WaysMetric,
    board: BoardFacts,
    starts: Mapping[str, int],
    tally: Tally,
    basis: Basis,
) -> WaysAnswer:
    """Which starts there are, by how many ways begin there."""
    here = sum(starts.values())
    ordered = sorted(starts.items(), key=lambda pair: (-pair[1], pair[0]))
    ways = tuple(Way(start, start, False, rate(n, here), {}) for start, n in ordered)
    return WaysAnswer(question, metric, board, here, {}, ways, tally, basis)


def answer_ways(
    question: WaysQuestion,
    metric: WaysMetric,
    board: BoardFacts,
    sums: Mapping[str, Any],
    tally: Tally,
    basis: Basis,
) -> WaysAnswer:
    """Where they went on from the node; `sums` are those of its start."""
    node, ends = question.node, tuple(metric.ends)
    nothing = [0] * (1 + len(ends))
    here, *came = sums.get(node, nothing)
    longer = (key for key in sums if key.rpartition(" ")[0] == node and key != node)
    ways = [_way(key, here, sums[key], ends) for key in longer]
    ways.sort(key=lambda way: (-way.share.k, way.node))
    all_ends = {end: rate(k, here) for end, k in zip(ends, came, strict=True)}
    return WaysAnswer(question, metric, board, here, all_ends, tuple(ways), tally, basis)


def _way(node: str, here: int, leaf: list[int], ends: tuple[str, ...]) -> Way:
    n, *came = leaf
    last = node.rpartition(" ")[2]
    found = {end: rate(k, n) for end, k in zip(ends, came, strict=True)}
    return Way(node, last.removeprefix(">"), last.startswith(">"), rate(n, here), found)
