"""What all metric forms share: the interface of a form, and the values it works with."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.people import People
from analytics.insight.question import Filters
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, Habit, RateMetric
from replays.rest.body import Body, Url, doc

from .addresses import drilldown_address
from .counted import Counted, Path
from .habits import HabitTable
from .tables import Cell

Link = Callable[[str], str]
"""Returns the absolute URL of a path."""
PeopleByKey = Mapping[str, Mapping[str, People]]
"""Group → position in it (empty: it has one number) → how many people the number rests on."""


@dataclass(frozen=True, slots=True)
class MetricQuestion:
    """What is a metric of these games? `by` is empty (the metric's own groups) or one of its
    `splits`.
    """

    kind: str
    metric: GroupedMetric
    filters: Filters
    by: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A group of a metric of a kind of game, and the query parameters that select its games."""

    kind: str
    key: str
    label: str
    mark: str
    params: Mapping[str, str]

    def games_address(self, **more: str) -> str:
        """Return the address of the list of its games."""
        return drilldown_address(self.kind, {**self.params, **more})


@dataclass(frozen=True, slots=True)
class Group(ABC):
    """The numbers of a group of a metric. Each form has a subclass. `people` are those that its
    numbers rest on, by position; empty where they are not known.
    """

    metric: Any
    source: Source
    people: Mapping[str, People] = field(default_factory=dict, kw_only=True)

    @property
    @abstractmethod
    def is_few(self) -> bool:
        """Whether there are too few games to rely on."""

    @property
    def comparisons(self) -> int:
        """How many intervals the group shows."""
        return 1

    @abstractmethod
    def numbers(self) -> Iterable[tuple[str, str]]:
        """Return each number as text, with its position in the group (if it has several)."""

    @abstractmethod
    def cells(self, groups: Sequence[Any], /) -> tuple[Cell, ...]:
        """Return the cells of the table; `groups` are all groups of the table."""

    @abstractmethod
    def fields(self, link: Link, /) -> dict[str, Any]:
        """Return the fields of its JSON body that only this form has."""

    def csv_rows(self) -> list[dict[str, Any]]:
        """Return its rows of the CSV file."""
        return [self.fields(str)]


@dataclass(frozen=True, slots=True)
class MetricAnswer:
    """The groups that have games, in the metric's order; by month or board, months in order and
    `unknown` last, others by key.
    """

    question: MetricQuestion
    tally: Tally
    groups: tuple[Any, ...]
    basis: Basis

    @property
    def comparisons(self) -> int:
        """How many intervals are shown next to each other."""
        return sum(group.comparisons for group in self.groups)

    @property
    def is_closed(self) -> bool:
        """Whether the answer is a win rate of games that are selected by their result."""
        metric = self.question.metric
        counts_wins = isinstance(metric, RateMetric) and metric.counts_wins
        return counts_wins and self.question.filters.is_by_result


def with_people(answer: MetricAnswer, people: PeopleByKey) -> MetricAnswer:
    """Return an answer with the people that the numbers of its groups rest on."""
    groups = tuple(replace(g, people=people.get(g.source.key, {})) for g in answer.groups)
    return replace(answer, groups=groups)


@dataclass(frozen=True, slots=True)
class Drilldown:
    """A number and the games it counts. `params` are those of the list of games, `page` is where
    the number is shown.
    """

    title: str
    note: str
    meaning: str
    counted: Counted
    filters: Filters
    params: dict[str, str]
    page: str
    board: BoardFacts | None = None


class GroupBody(Body):
    """A group of a metric. Each form has a subclass."""

    key: str
    label: str
    is_few: Annotated[bool, doc("Fewer than ten games.")]
    games_url: Url


class MetricForm(ABC):
    """Everything the site does with the metrics of one form. `drilldown_params` are the query
    parameters that name a number; the first selects the form.
    """

    key: str
    grain: str
    drilldown_params: tuple[str, ...]
    is_on_board: ClassVar[bool] = True

    def splits(self, _kind: GameKind, _metric: Any, /) -> dict[str, str]:
        """Return the dimensions by which the metric may be split: key → title."""
        return {}

    @abstractmethod
    def unit(self, metric: Any) -> str:
        """Return what n counts."""

    def about(self, metric: Any) -> str:
        """Return how large the metric is, for a list of statistics."""
        n = len(self.parts(metric))
        groups = ngettext("{n} group", "{n} groups", n).format(n=n) if n else gettext("by type")
        return gettext("{unit}, {groups}").format(unit=capfirst(self.unit(metric)), groups=groups)

    @abstractmethod
    def parts(self, metric: Any) -> dict[str, str]:
        """Return the groups, layers, roots or ends of the metric: key → meaning."""

    @abstractmethod
    def fields(self, metric: Any) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""

    @abstractmethod
    def addresses(self, kind: str, metric: Any, /) -> dict[str, str]:
        """Return where the metric is found: as `page`, `json` and other formats."""

    @abstractmethod
    def question(
        self, kind: str, metric: Any, filters: Filters, params: Mapping[str, str], /
    ) -> Any:
        """Return the question of the query parameters."""

    @abstractmethod
    def drilldown(
        self, question: Any, metric: Any, params: Mapping[str, str], board: Any, /
    ) -> Drilldown | None:
        """Return the number that the parameters name, if it exists. `board` is the `BoardFacts` of
        a form on a board, else None.
        """

    def habit_tables(
        self, habit: Habit, title: str, mine: Mapping[str, Any], others: Mapping[str, Any]
    ) -> Iterable[HabitTable]:
        """Return the tables of a habit from the metric's sums of a player and of all others."""
        raise NotImplementedError(f"{self.key}: no habits")

    def habit_path(self, habit: Habit, params: Mapping[str, str]) -> Path | None:
        """Return the path in a game's sums of the part that the parameters select, if it exists."""
        raise NotImplementedError(f"{self.key}: no habits")

    def habit_label(self, metric: Any, params: Mapping[str, str]) -> tuple[str, str]:
        """Return the title of the selected part, and its group."""
        raise NotImplementedError(f"{self.key}: no habits")
