"""Metrics: the numbers that a game offers to statistics, declared as values, and the facts of one
game from which they are summed.

Each form of metric is a sum of whole numbers that can be added over games in any order and
subtracted again exactly (`games.core.sums` names the numbers of each leaf):

    rate          group → RateSum
    distribution  group → {"mean": Moments, "values": {value: observations}}
    series        group → position → Moments
    odds          group → OddsSum
    survival      group → {"games": games, "at": {round or turn: SurvivalSum}}
    spaces        layer → space → SpaceSum, and "" → BoardSum
    ways          root → node → RouteSum, under `TREES` and the metric's key

*Moments* are enough for a mean whose interval accounts for observations of one game not being
independent.

The facts of a game (`Counting.facts`) map a metric's key to its sum over that one game. Keys of
groups, layers and metrics are never whole numbers in digits, and contain no `__`: databases would
read them as positions. A group's key may begin with a family and a dot (`3p.winners`); charts give
a family one colour.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, islice
from typing import Any, ClassVar, NamedTuple

from games.core.language import LazyMapping, TranslatedField, gettext, gettext_noop
from games.core.sums import (
    BoardSum,
    OddsSum,
    RouteSum,
    SurvivalSum,
    add_trial,
    moments_of_game,
)

Segment = tuple[float, float, float, float]
REACHED = gettext_noop(
    "The groups depend on events during the game, and longer games have more of them. So a "
    "difference between groups is not a causal effect."
)
WHOLE = ""
"""In the sum of a `SpacesMetric`: the key of the `BoardSum`."""
TREES = "trees"
"""In the facts of a game: the key of the sums of its `RoutesMetric`s, by their keys."""


class Change(NamedTuple):
    """A change of a definition: the first version of the game's counting rules with it, the day
    (YYYY-MM-DD), what changed.
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
class Metric:
    """A number of a game. `form` is a key of the table of forms."""

    form: ClassVar[str]
    key: str
    title: TranslatedField = TranslatedField()
    definition: TranslatedField = TranslatedField()
    history: tuple[Change, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GroupedMetric(Metric):
    """A metric with one number a group. `groups` maps a group to its label, in the order shown;
    `marks` gives some groups a short label for charts. `unit` says what n counts, in the plural.
    `splits` are dimensions by which it may be split instead: only where a game is in one group.
    `is_open`: games may add groups (the types of a board), which are labelled by their key.
    `is_detail`: it has its own table, and is left out of the table of all measures.
    """

    unit: TranslatedField = TranslatedField()
    group_title: TranslatedField = TranslatedField()
    groups: Mapping[str, str]
    marks: Mapping[str, str] = field(default_factory=dict)
    splits: tuple[str, ...] = ()
    is_open: bool = False
    is_detail: bool = False


@dataclass(frozen=True, kw_only=True)
class RateMetric(GroupedMetric):
    """k of n, at most one trial a game and group. `even` is the share of a group if all were equal;
    `aside` names what is counted apart among the k; `lost` names the other n - k where they are
    wins of another side, and shown too. `counts_wins`: the k are games won. `is_conditional`: the
    groups depend on events during the game, so that a rate shows no causal effect (`REACHED`).
    """

    form = "rate"
    won: TranslatedField = TranslatedField(gettext_noop("Won"))
    lost: TranslatedField = TranslatedField("")
    even: Mapping[str, Fraction] = field(default_factory=dict)
    aside: TranslatedField = TranslatedField("")
    counts_wins: bool = True
    is_conditional: bool = False


OPENING, DRAWN, EVER, NEVER_SEEN = "opening", "drawn", "ever", "never"
"""When a card was in hand: the last part of a group of a `CardsMetric`."""
THIS, NOT = "yes", "no"
"""Whether a card was drawn in a stratum: the last part of a group of its metric of draws."""


@dataclass(frozen=True, kw_only=True)
class CardsMetric(RateMetric):
    """The win rate of a card's owner by when the card was in hand, with a group for each of `cards`
    and time: `oniwaban.bait.opening`. `draws` is the key of a rate with a group for each card and
    stratum of the game (`strata` are their labels): of the games that reached the stratum without
    the card, those in which it was drawn in it (`….s1.yes`) and those in which it was not (`….no`).
    """

    cards: Mapping[str, str]
    draws: str
    strata: Mapping[str, str]

    def group(self, card: str, when: str) -> str:
        """Return the group of a card and time."""
        return f"{card}.{when}"

    def draw_group(self, card: str, stratum: str, drawn: str) -> str:
        """Return the group of a card and stratum, of the metric of draws."""
        return f"{card}.{stratum}.{drawn}"


@dataclass(frozen=True, kw_only=True)
class DistributionMetric(GroupedMetric):
    """Whole numbers, any number of them a game; `value` says what they are. They are stored in
    fractions: `per` of them make one. `is_shrunk`: its groups are many, so that their means are
    also shown shrunk toward the common mean.
    """

    form = "distribution"
    value: TranslatedField = TranslatedField()
    per: int = 1
    is_shrunk: bool = False


@dataclass(frozen=True, kw_only=True)
class SeriesMetric(GroupedMetric):
    """Means at positions: over time (`is_timeline`) or of categories. Groups in `lengths` have only
    the first positions, this many: the rules allow no others.
    """

    form = "series"
    value: TranslatedField = TranslatedField()
    position_title: TranslatedField = TranslatedField()
    positions: Mapping[str, str]
    is_timeline: bool = False
    lengths: Mapping[str, int] = field(default_factory=dict)

    def is_possible(self, group: str, position: str) -> bool:
        """Return whether a group can have a position."""
        length = self.lengths.get(group)
        return length is None or position in islice(self.positions, length)


class Layers(LazyMapping[tuple[str, str]]):
    """Layers of a board by key: title and what is counted, in the reader's language."""

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = self._values[key]
        return gettext(title), gettext(meaning)


@dataclass(frozen=True, kw_only=True)
class OddsMetric(GroupedMetric):
    """How often something happened, and how often it was expected. Each chance is that of one trial
    given everything before it. So the differences from expectation are uncorrelated, and their
    variances p(1 - p) add up. `seen` is the text for what happened. The chances are exact, such as
    those of a draw. With a `model` ("if all …") they hold only if people play as it assumes, so
    differences test the model and are not luck.
    """

    form = "odds"
    model: TranslatedField = TranslatedField("")
    seen: TranslatedField = TranslatedField(gettext_noop("Happened"))


@dataclass(frozen=True, kw_only=True)
class SurvivalMetric(GroupedMetric):
    """In which round or turn games stopped, and whether they ended there by rule; other games were
    resigned, abandoned or not finished. `value` names what is counted, in the singular.
    """

    form = "survival"
    value: TranslatedField = TranslatedField()


@dataclass(frozen=True, kw_only=True)
class SpacesMetric(Metric):
    """Counts by space of one board. `layers` maps a layer to (title, what is counted), the default
    first; `observation` names one observation of a game; `grid` is the layout of a board's data.
    A game has at most one such metric.
    """

    form = "spaces"
    layers: Layers
    observation: TranslatedField = TranslatedField()
    grid: Callable[[Mapping[str, Any]], Grid]

    @property
    def usual_layer(self) -> str:
        """The default layer."""
        return next(iter(self.layers))


@dataclass(frozen=True, kw_only=True)
class RoutesMetric(Metric):
    """Routes from a start on one board: a tree for each root (such as a round), at most one route a
    game and root. A node is the steps so far, separated by blanks (`b4 b3`), the first of them the
    start. `step` is a pattern of a step, `step_label` its text. `roots` maps a root to its title,
    `ends` a result of a route to (title, what is counted); `grid` is the layout of a board's data.

    `is_one_root`: routes of several roots are not added up. The key of a root may begin with a
    family and a dot (`2p.spring`); then `families` are their titles, and `marks` those of roots
    without the family. `ranked`: the end by which routes are ordered; empty: by how common they
    are. `wins` are the ends that a filter by result determines.
    """

    form = "ways"
    roots: Mapping[str, str]
    ends: Layers
    observation: TranslatedField = TranslatedField()
    grid: Callable[[Mapping[str, Any]], Grid]
    terms: "RouteTerms"
    step: str = r"[a-z][0-9]{1,2}"
    step_label: Callable[[str], str] = str
    is_one_root: bool = False
    families: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    ranked: str = ""
    wins: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RouteTerms:
    """What pages call the parts of routes: the roots, the starts (also all of them), the following
    steps, and the number of routes.
    """

    root: TranslatedField = TranslatedField()
    start: TranslatedField = TranslatedField()
    all_starts: TranslatedField = TranslatedField()
    following: TranslatedField = TranslatedField()
    number: TranslatedField = TranslatedField()


@dataclass(frozen=True, slots=True)
class Habit:
    """A number about how a player plays: `metric` over the `Counting.seat_facts` of these roles. Of
    a `SpacesMetric` only `layers` are used (none: all).
    """

    metric: RateMetric | DistributionMetric | SpacesMetric
    roles: tuple[str, ...]
    layers: tuple[str, ...] = ()


class Visits(NamedTuple):
    """What one game adds to its `SpacesMetric`: its observations, and layer → space → times."""

    observations: int
    layers: Mapping[str, Mapping[str, int]]


def _count_values(values: list[int]) -> dict[str, int]:
    """Return how often each value was observed, in the order of the values."""
    if len(values) == 1:
        return {str(values[0]): 1}
    return {str(value): n for value, n in sorted(Counter(values).items())}


class Facts:
    """Collects what one game adds to its metrics."""

    def __init__(self) -> None:
        self._rates: dict[str, dict[str, list[int]]] = defaultdict(dict)
        self._values: dict[tuple[str, str], list[int]] = defaultdict(list)
        self._points: dict[tuple[str, str, str], list[int]] = defaultdict(list)
        self._odds: dict[str, dict[str, list[int]]] = defaultdict(dict)
        self._lengths: dict[str, dict[str, Any]] = defaultdict(dict)
        self._visits: dict[str, dict[str, dict[str, int]]] = {}
        self._observations: dict[str, int] = {}
        self._routes: dict[str, dict[str, dict[str, list[int]]]] = defaultdict(dict)

    def trial(self, metric: str, group: str, *, won: bool, aside: bool = False) -> None:
        """Add the trial of a rate. Raises ValueError for a second one in a group."""
        groups = self._rates[metric]
        if group in groups:
            raise ValueError(f"{metric}, {group}: one trial a game")
        groups[group] = [1, int(won), int(won and aside)]  # a `RateSum`

    def observe(self, metric: str, group: str, value: int) -> None:
        """Add an observation of a distribution."""
        self._values[metric, group].append(value)

    def point(self, metric: str, group: str, position: str, value: int) -> None:
        """Add an observation of a series."""
        self._points[metric, group, position].append(value)

    def chance(self, metric: str, group: str, chance: float, *, happened: bool) -> None:
        """Add a trial of odds, with its chance (0 to 1)."""
        leaf = self._odds[metric].get(group)
        if leaf is None:
            leaf = self._odds[metric][group] = list(OddsSum(games=1))
        add_trial(leaf, chance, happened=happened)

    def stop(self, metric: str, group: str, at: int, *, ended: bool) -> None:
        """Add the round or turn in which the game stopped, and whether it ended there by rule."""
        leaf = list(SurvivalSum(1, int(ended)))
        self._lengths[metric][group] = {"games": 1, "at": {str(at): leaf}}

    def route(self, metric: str, root: str, spaces: Sequence[str], ends: Sequence[bool]) -> None:
        """Add a route from start to end, and which of the metric's `ends` it reached. Raises
        ValueError for a second one of a root.
        """
        if root in self._routes[metric]:
            raise ValueError(f"{metric}, {root}: one route a game")
        leaf = RouteSum(1, tuple(map(int, ends))).leaf
        nodes = accumulate(spaces, "{} {}".format)
        self._routes[metric][root] = {node: leaf.copy() for node in nodes}

    def steps(self, metric: str, root: str, steps: Sequence[tuple[str, Sequence[bool]]]) -> None:
        """Add a route whose steps have their own ends. Raises ValueError like `route`."""
        if root in self._routes[metric]:
            raise ValueError(f"{metric}, {root}: one route a game")
        nodes = accumulate([step for step, _ in steps], "{} {}".format)
        leaves = (RouteSum(1, tuple(map(int, ends))).leaf for _, ends in steps)
        self._routes[metric][root] = dict(zip(nodes, leaves, strict=True))

    def visits(
        self, metric: str, observations: int, layers: Mapping[str, Mapping[str, int]]
    ) -> None:
        """Add the counts by space of a game with this many observations (none: no counts)."""
        if observations:
            self._observations[metric] = observations
            self._visits[metric] = {layer: dict(counts) for layer, counts in layers.items()}

    def sums(self) -> dict[str, Any]:
        """Return the sums of this game by metric, as plain data without empty parts."""
        leaves: Mapping[str, Mapping[str, Sequence[int]]] = {**self._rates, **self._odds}
        sums: dict[str, Any] = {
            metric: {group: list(leaf) for group, leaf in groups.items()}
            for metric, groups in leaves.items()
        }
        for (metric, group), values in self._values.items():
            parts = {"mean": moments_of_game(values), "values": _count_values(values)}
            sums.setdefault(metric, {})[group] = parts
        for (metric, group, position), values in self._points.items():
            moments = moments_of_game(values)
            sums.setdefault(metric, {}).setdefault(group, {})[position] = moments
        sums |= self._lengths
        for metric, layers in self._visits.items():
            n = self._observations[metric]
            by_layer = {
                layer: {
                    space: [times, 1, times * times, times * n]  # a `SpaceSum`
                    for space, times in sorted(counts.items())
                    if times
                }
                for layer, counts in layers.items()
            }
            board = {WHOLE: list(BoardSum(1, n, n * n))}
            sums[metric] = board | {layer: spaces for layer, spaces in by_layer.items() if spaces}
        if self._routes:
            sums[TREES] = {metric: dict(roots) for metric, roots in self._routes.items()}
        return sums
