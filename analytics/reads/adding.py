"""The sums of selected games with one key, added up from what each game adds, a metric at a time.

What a game adds is one JSON text. It is split into the texts of its metrics without decoding these;
a metric is decoded and added up when an answer needs it, and equal texts only once. So an answer
about 5,000 games takes the time of the metrics that it needs.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import msgspec

from analytics.rollups.measures import Sums, Trees, split_trees
from games.core.metrics import TREES

_split = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode = msgspec.json.Decoder().decode


class GamesSums:
    """Sums by metric of some games, and their trees of routes, under `TREES`."""

    def __init__(self, sums: Mapping[str, Any] | None = None, trees: Trees | None = None) -> None:
        """Begin with sums and trees that are added up."""
        self._sums: Sums = dict(sums or {})
        self._trees = trees
        self._texts: dict[str, Counter[bytes]] = defaultdict(Counter)

    def add(self, text: str) -> None:
        """Add what a game adds, as JSON."""
        for metric, part in _split(text).items():
            self._texts[metric][bytes(part)] += 1

    def get(self, metric: str) -> Any:
        """Return the sums of a metric; None where no game adds to it."""
        texts = self._texts.get(metric) if metric != TREES else None
        if texts is not None:
            self._sums[metric] = _total(texts)
            self._texts.pop(metric, None)  # last: another thread may read the same
        return self._sums.get(metric)

    def is_pending(self, metric: str) -> bool:
        """Return whether a metric is not added up yet."""
        return metric in self._texts

    def whole(self) -> Sums:
        """Return the sums of all metrics."""
        for metric in [*self._texts]:
            self.get(metric)
        return self._sums

    @property
    def trees(self) -> Trees:
        """The trees of routes."""
        texts: Mapping[bytes, int] = self._texts.get(TREES, {})
        if self._trees is None:
            _, self._trees = split_trees({TREES: _total(texts)})
            self._texts.pop(TREES, None)
        return self._trees


def _total(texts: Mapping[bytes, int]) -> Any:
    """Return the sum of some texts, each taken as often as it occurs."""
    result: Sums = {}
    for text, n in texts.items():
        sums = {"": _decode(text)}  # a metric is a leaf or has leaves
        _take_into(result, sums if n == 1 else _multiplied(sums, n))
    return result.get("", {})


def _take_into(result: Sums, sums: Sums) -> None:
    """Add sums to a result as `add_into`, but take over parts of them instead of copying them."""
    for key, part in sums.items():
        old = result.get(key)
        if old is None:
            result[key] = part
        elif isinstance(part, dict):
            _take_into(old, part)
        elif isinstance(part, list):
            result[key] = [a + b for a, b in zip(old, part, strict=True)]
        else:
            result[key] = old + part


def _multiplied(sums: Any, n: int) -> Any:
    if isinstance(sums, dict):
        return {key: _multiplied(part, n) for key, part in sums.items()}
    return [n * number for number in sums] if isinstance(sums, list) else n * sums
