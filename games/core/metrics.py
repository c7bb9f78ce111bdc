"""Metrics: the numbers that a game offers to statistics, declared as values, and the facts of one
game from which they are summed.

Six forms are enough for all games. Each is a sum of whole numbers that adds up over games in any
order and comes off again exactly:

    rate          group → [n, k, aside]: n trials, k of them won, `aside` of those marked apart
    distribution  group → {"mean": moments, "values": {value: observations}}
    series        group → position → moments
    odds          group → [games, n, seen, expected, variance], the last two in millionths
    spaces        layer → space → [times, games, times², times·observations], and
                  "" → [games, observations, observations²] of the whole
    ways          root → node → [n, ends…], under `TREES` and the metric's key

*moments* are `[games, n, n², total, n·total, total²]`, each summed over games, where a game has n
observations that add up to `total`: enough for a mean whose interval knows that what was observed
in one game is not independent. The first number of a leaf is a count, and never below zero.

The facts of a game (`GameKind.facts`) map a metric's key to its sum over that one game. Keys of
groups, layers and metrics are never whole numbers in digits, and hold no `__`: databases would read
them as places. A group's key may begin with a family and a dot (`3p.winners`); charts give a family
one colour.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from games.core.language import TranslatedField, gettext, gettext_noop

Segment = tuple[float, float, float, float]
WHOLE = ""
"""In the sum of a `SpacesMetric`: the key of what all its layers rest on."""
TREES = "trees"
"""In the facts of a game: the key under which its `WaysMetric`s lie, each under its own key."""
MILLION = 1_000_000
"""Chances are summed as whole millionths."""


class Change(NamedTuple):
    """A line in the history of a definition: the version of the game's counting rules that brought
    it, the day (YYYY-MM-DD), what changed.
    """

    version: int
    day: str
    what: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A board as a heatmap draws it. `cells` maps a space to (column, row), both from 0, row 0 at
    the bottom; `about` says what a space is. `walls` and `bridges` are segments in corners' units:
    x right, y up.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: Mapping[str, tuple[int, int]]
    about: Mapping[str, str]
    walls: tuple[Segment, ...] = ()
    bridges: tuple[Segment, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Metric:
    form: ClassVar[str]
    key: str
    title: TranslatedField = TranslatedField()
    definition: TranslatedField = TranslatedField()
    history: tuple[Change, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Grouped(_Metric):
    """`groups` maps a group to what people read, in the order shown; `marks` gives some of them a
    short name for charts. `unit` says what n counts, in the plural. `splits` are dimensions of
    statistics by which it may be split instead: only where a game is in one group. `is_open`: games
    may bring groups of their own (the types of a board), which are called by their key.
    """

    unit: TranslatedField = TranslatedField()
    group_title: TranslatedField = TranslatedField()
    groups: Mapping[str, str]
    marks: Mapping[str, str] = field(default_factory=dict)
    splits: tuple[str, ...] = ()
    is_open: bool = False


@dataclass(frozen=True, kw_only=True)
class RateMetric(_Grouped):
    """k of n, at most one trial a game and group. `even` is what a group would have if all were
    alike; `aside` names what is counted apart among the k; `lost` names the other n - k where they
    are somebody's wins too, and are shown beside.
    """

    form = "rate"
    won: TranslatedField = TranslatedField(gettext_noop("Won"))
    lost: TranslatedField = TranslatedField("")
    even: Mapping[str, Fraction] = field(default_factory=dict)
    aside: TranslatedField = TranslatedField("")


@dataclass(frozen=True, kw_only=True)
class DistributionMetric(_Grouped):
    """Whole numbers, any number of them a game; `value` says what they are. They are counted in
    parts of it: `per` of them make one.
    """

    form = "distribution"
    value: TranslatedField = TranslatedField()
    per: int = 1


@dataclass(frozen=True, kw_only=True)
class SeriesMetric(_Grouped):
    """Means at positions: over time (`is_timeline`), or of parts side by side."""

    form = "series"
    value: TranslatedField = TranslatedField()
    position_title: TranslatedField = TranslatedField()
    positions: Mapping[str, str]
    is_timeline: bool = False


class Layers(Mapping[str, tuple[str, str]]):
    """Layers of a board by key: title and what is counted, in the reader's language."""

    def __init__(self, layers: Mapping[str, tuple[str, str]]) -> None:
        self._layers = dict(layers)

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = self._layers[key]
        return gettext(title), gettext(meaning)

    def __iter__(self) -> Iterator[str]:
        return iter(self._layers)

    def __len__(self) -> int:
        return len(self._layers)


@dataclass(frozen=True, kw_only=True)
class OddsMetric(_Grouped):
    """How often something happened, beside how often chance would have had it. Each chance is that
    of one trial given all that came before it, so what was seen differs from what was expected by
    steps that are uncorrelated, and their variances p(1 - p) add up. `seen` says what happened.
    """

    form = "odds"
    seen: TranslatedField = TranslatedField(gettext_noop("Happened"))


@dataclass(frozen=True, kw_only=True)
class SpacesMetric(_Metric):
    """Counts by space of one board. `layers` maps a layer to (title, what is counted), the usual
    one first; `observation` names one of what the whole counts, `observed` says so many of them;
    `grid` lays a board's data out.
    A game has at most one such metric.
    """

    form = "spaces"
    layers: Layers
    observation: TranslatedField = TranslatedField()
    observed: Callable[[int], str]
    grid: Callable[[Mapping[str, Any]], Grid]

    @property
    def usual_layer(self) -> str:
        """The layer that is meant where none is named."""
        return next(iter(self.layers))


@dataclass(frozen=True, kw_only=True)
class WaysMetric(_Metric):
    """Which ways were taken from a start on one board: a tree for each root (a round, say), at most
    one way a game and root. A node is the spaces of a way so far, with blanks between (`b4 b3`),
    the first of them its start. `roots` maps a root to its title, `ends` what may have come of a
    way to (title, what is counted); `grid` lays a board's data out.
    """

    form = "ways"
    roots: Mapping[str, str]
    ends: Layers
    observation: TranslatedField = TranslatedField()
    grid: Callable[[Mapping[str, Any]], Grid]


GroupedMetric = RateMetric | DistributionMetric | SeriesMetric | OddsMetric
Metric = GroupedMetric | SpacesMetric | WaysMetric


@dataclass(frozen=True, slots=True)
class Habit:
    """A number that tells how somebody plays: `metric` over what `GameKind.seat_facts` gives for
    these roles. Of a `SpacesMetric` only `layers` are meant (none: all).
    """

    metric: RateMetric | DistributionMetric | SpacesMetric
    roles: tuple[str, ...]
    layers: tuple[str, ...] = ()


class Facts:
    """Collects what one game adds to its metrics."""

    def __init__(self) -> None:
        self._rates: dict[str, dict[str, list[int]]] = defaultdict(dict)
        self._values: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._points: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        self._odds: dict[str, dict[str, list[int]]] = defaultdict(dict)
        self._visits: dict[str, dict[str, Counter[str]]] = {}
        self._whole: dict[str, int] = {}
        self._ways: dict[str, dict[str, dict[str, list[int]]]] = defaultdict(dict)

    def trial(self, metric: str, group: str, *, won: bool, aside: bool = False) -> None:
        """One trial of a rate. Raises ValueError for a second one of the same group."""
        if group in self._rates[metric]:
            raise ValueError(f"{metric}, {group}: one trial a game")
        self._rates[metric][group] = [1, int(won), int(won and aside)]

    def observe(self, metric: str, group: str, value: int) -> None:
        """One observation of a distribution."""
        self._values[metric, group].append(value)

    def point(self, metric: str, group: str, position: str, value: int) -> None:
        """One observation of a series."""
        self._points[metric, group, position].append(value)

    def chance(self, metric: str, group: str, chance: float, *, happened: bool) -> None:
        """One trial of odds, with the chance (0 to 1) it had."""
        leaf = self._odds[metric].setdefault(group, [1, 0, 0, 0, 0])
        leaf[1] += 1
        leaf[2] += happened
        leaf[3] += round(MILLION * chance)
        leaf[4] += round(MILLION * chance * (1 - chance))

    def way(self, metric: str, root: str, spaces: Sequence[str], ends: Sequence[bool]) -> None:
        """A way from its start to its end, and which of the metric's `ends` came of it. Raises
        ValueError for a second one of the same root.
        """
        if root in self._ways[metric]:
            raise ValueError(f"{metric}, {root}: one way a game")
        leaf = [1, *map(int, ends)]
        nodes = (" ".join(spaces[: n + 1]) for n in range(len(spaces)))
        self._ways[metric][root] = {node: list(leaf) for node in nodes}

    def visits(
        self, metric: str, observations: int, layers: Mapping[str, Mapping[str, int]]
    ) -> None:
        """The counts by space of a game with this many observations (none: nothing is counted)."""
        if observations:
            self._whole[metric] = observations
            self._visits[metric] = {layer: Counter(counts) for layer, counts in layers.items()}

    def sums(self) -> dict[str, Any]:
        """The sums of this game, by metric, as plain data; what is nothing is left out."""
        found: dict[str, Any] = {metric: dict(groups) for metric, groups in self._rates.items()}
        for (metric, group), values in self._values.items():
            counts = {str(value): n for value, n in sorted(Counter(values).items())}
            parts = {"mean": moments(values), "values": counts}
            found.setdefault(metric, {})[group] = parts
        for (metric, group, position), values in self._points.items():
            found.setdefault(metric, {}).setdefault(group, {})[position] = moments(values)
        found |= {metric: dict(groups) for metric, groups in self._odds.items()}
        for metric, layers in self._visits.items():
            n = self._whole[metric]
            by_layer = {
                layer: {
                    space: [times, 1, times * times, times * n]
                    for space, times in sorted(counts.items())
                    if times
                }
                for layer, counts in layers.items()
            }
            whole = {WHOLE: [1, n, n * n]}
            found[metric] = whole | {layer: spaces for layer, spaces in by_layer.items() if spaces}
        if self._ways:
            found[TREES] = {metric: dict(roots) for metric, roots in self._ways.items()}
        return found


def moments(values: list[int]) -> list[int]:
    """The moments of one game's observations.

    >>> moments([3, 5])
    [1, 2, 4, 8, 16, 64]
    """
    n, total = len(values), sum(values)
    return [1, n, n * n, total, n * total, total * total]
