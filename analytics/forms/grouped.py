"""The base of forms with one number a group."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from re import compile as pattern
from typing import Any, NamedTuple, cast

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from analytics.charts import CONFIG, LIGHT, Theme, base_layout, message, plain
from analytics.insight.answer import Basis, Tally
from analytics.insight.comparing import comparison_text
from analytics.insight.conclusions import Conclusion, Item, Sentences, highest
from analytics.insight.definitions import HIDDEN_BY_RESULT
from analytics.insight.options import splits_of
from analytics.insight.question import UNKNOWN, Filters
from analytics.rollups.measures import total
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, Habit

from .addresses import formats, with_params
from .base import (
    Drilldown,
    Group,
    GroupBody,
    Link,
    MetricAnswer,
    MetricForm,
    MetricQuestion,
    PeopleByKey,
    Source,
    with_people,
)
from .counted import Counted, Path, any_of, contains_sum, has_number, has_sum
from .habits import HabitRow, HabitTable, Value
from .lines import GridChart, LineChart
from .rows import RowChart
from .tables import Table, TableRow

Figure = tuple[list[dict[str, Any]], dict[str, Any]]
"""The traces of a figure, and its layout."""
Chart = RowChart | LineChart | GridChart
"""What the page draws of an answer."""
Labels = Callable[[str], str]
"""A group's key → its label."""
Part = tuple[str, Mapping[str, Any]]
"""The metric's part of a cell's sums, and the cell's key of the dimension to split by."""
OPEN_GROUP = pattern(r"[a-z]+( [a-z]+)*")
"""A group that games may add (`games.core.metrics`)."""


class Outcome(NamedTuple):
    """Some of the games of a group, as those won: the number of a game's leaf at `position` is
    `number`. `count_games` returns how many there are.
    """

    text: str
    position: int
    number: int
    count_games: Callable[[Any], int]


class GroupedForm(MetricForm):
    """A form with one number a group. Each form has a subclass.

    `body` is the JSON of a group. `sample` is a part of the sum of any one game; None: such sums
    cannot be indexed, and a game may be counted more than once. `leaf_type` is what `samples`
    needs of a sum; None: its numbers have no people. `method_texts` explain its intervals,
    `reading_text` its figure.
    """

    body: type[GroupBody]
    sample: Any = None
    leaf_type: Any = None
    is_wide = False
    method_texts: tuple[str, ...]
    reading_text: str
    drilldown_params = ("metric", "group", "won")
    is_on_board = False

    @abstractmethod
    def group(self, metric: Any, source: Source, leaf: Any, /) -> Group:
        """Return a group of the answer from its sum."""

    @abstractmethod
    def count_games(self, leaf: Any, /) -> int:
        """Return how many games the sum of a group counts."""

    @abstractmethod
    def columns(self, metric: Any, /) -> tuple[str, ...]:
        """Return the titles of the columns of the table."""

    @abstractmethod
    def traces(self, groups: Sequence[Any], metric: Any, theme: Theme, /) -> Figure:
        """Return the traces of the figure, and its layout."""

    def methods(self, _metric: Any, /) -> tuple[str, ...]:
        """Return how the numbers are calculated."""
        return self.method_texts

    def reading(self, _metric: Any, _by: str, /) -> str:
        """Return how to read the figure."""
        return gettext(self.reading_text)

    def outcomes(self, _metric: Any, /) -> dict[str, Outcome]:
        """Return what the parameter `won` may select."""
        return {}

    def note(self, _answer: MetricAnswer, /) -> str:
        """Return an addition to the remark about many comparisons."""
        return ""

    def items(self, _groups: Sequence[Any], /) -> list[Item]:
        """Return the groups with their rates or means; none where they are no single numbers."""
        return []

    def chart(self, _groups: Sequence[Any], _metric: Any, /) -> Chart | None:
        """Return the chart of the page; None: the table is enough."""
        return None

    def conclusion(
        self, groups: Sequence[Any], _metric: Any, sentences: Sentences, n: int, /
    ) -> Conclusion:
        """Return what n games say; the sentences are those about the highest group."""
        return replace(highest(self.items(groups), sentences), n=n)

    def habit_value(self, leaf: Any, /) -> Value:
        """Return the value of a player's sum, which may be missing."""
        raise NotImplementedError(f"{self.key}: no habits")

    def answer(
        self,
        question: MetricQuestion,
        parts: Iterable[Part],
        tally: Tally,
        label: Labels,
        basis: Basis,
        people: PeopleByKey | None = None,
    ) -> MetricAnswer:
        """Return the answer from the metric's parts of the sums of cells. `label` gives the labels
        of the dimension to split by.
        """
        sums = (_by_dimension if question.by else _by_group)(question, parts, label)
        groups = tuple(self.group(question.metric, source, leaf) for source, leaf in sums)
        answer = with_people(MetricAnswer(question, tally, groups, basis), people or {})
        if not answer.is_closed:
            return answer
        return replace(answer, groups=tuple(map(self.without_values, groups)))

    def without_values(self, group: Any, /) -> Any:
        """Return a group of win rates without their values."""
        return group

    def samples(self, _metric: Any, _leaf: Any, /) -> Iterable[tuple[str, float, float]]:
        """Yield what the sum of one game adds to each number of a group: its position, the total
        and the size. The number is the sum of totals divided by the sum of sizes.
        """
        return ()

    def comparison_note(self, answer: MetricAnswer) -> str:
        """Return a remark about many comparisons; empty if there are few."""
        text = comparison_text(answer.comparisons)
        return text and f"{text} {self.note(answer)}".rstrip()

    def figure(self, answer: MetricAnswer, theme: Theme = LIGHT) -> dict[str, Any]:
        """Return the figure of an answer: `data`, `layout` and `config` for Plotly."""
        metric, groups = answer.question.metric, answer.groups
        note = "" if groups else gettext("No games")
        if answer.is_closed:
            groups, note = (), gettext(HIDDEN_BY_RESULT)
        data, layout = self.traces(groups, metric, theme)
        layout = base_layout(theme, plain(metric.title)) | layout
        layout["annotations"] = [message(theme, note)] if note else []
        return {"data": data, "layout": layout, "config": CONFIG}

    def table(self, answer: MetricAnswer, group_title: str) -> Table:
        """Return the table of an answer."""
        metric = answer.question.metric
        rows = tuple(
            TableRow(group.source.label, group.is_few, group.cells(answer.groups))
            for group in answer.groups
        )
        return Table(metric.title, (group_title, *self.columns(metric)), rows, self.is_wide)

    def group_bodies(self, answer: MetricAnswer, link: Link) -> list[GroupBody]:
        """Return the groups as JSON bodies."""
        return [
            self.body(
                group.source.key,
                group.source.label,
                group.is_few,
                link(group.source.games_address()),
                **group.fields(link),
            )
            for group in answer.groups
        ]

    def rows(self, answer: MetricAnswer) -> list[dict[str, Any]]:
        """Return the rows of the CSV file."""
        return [
            {"group": group.source.key, "label": group.source.label, **row}
            for group in answer.groups
            for row in group.csv_rows()
        ]

    def numbers(self, answer: MetricAnswer) -> Iterator[tuple[str, str]]:
        """Return each number of an answer: its label and its text."""
        for group in answer.groups:
            for position, text in group.numbers():
                yield f"{group.source.label}{position}", text

    def splits(self, kind: GameKind, metric: GroupedMetric) -> dict[str, str]:
        """Return the dimensions by which the metric may be split: key → title."""
        return splits_of(kind, metric)

    def unit(self, metric: GroupedMetric) -> str:
        """Return what n counts."""
        return metric.unit

    def parts(self, metric: GroupedMetric) -> dict[str, str]:
        """Return the groups by key."""
        return dict(metric.groups)

    def fields(self, metric: Any) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        return {"unit": metric.unit, "groups": dict(metric.groups), "by": list(metric.splits)}

    def addresses(self, kind: str, metric: GroupedMetric) -> dict[str, str]:
        """Return where the metric is found, by format."""
        page = reverse("stats-metric", args=[kind, metric.key])
        return {"page": page} | formats("api-stats-metric", [kind, metric.key], metric.key)

    def question(
        self, kind: str, metric: GroupedMetric, filters: Filters, params: Mapping[str, str]
    ) -> MetricQuestion:
        """Return the question of the query parameters."""
        return MetricQuestion(kind, metric, filters, params.get("by", ""))

    def drilldown(
        self,
        question: MetricQuestion,
        metric: GroupedMetric,
        params: Mapping[str, str],
        _board: None,
    ) -> Drilldown | None:
        """Return a group, or the whole metric without one; `won` selects games by outcome."""
        group, won, filters = params["group"], params["won"], question.filters
        outcomes = self.outcomes(metric)
        is_known = group in metric.groups or (metric.is_open and OPEN_GROUP.fullmatch(group))
        if (group and not is_known) or (won and won not in outcomes):
            return None
        if won and not group and metric.is_open:
            return None
        page = reverse("stats-metric", args=[question.kind, metric.key])
        return Drilldown(
            title=metric.title,
            note=_labels(metric, [group])[group] if group else "",
            meaning=_meaning(metric, outcomes.get(won)),
            counted=self.counted(metric, group, outcomes.get(won)),
            filters=filters,
            params={**filters.params(), **{name: text for name, text in params.items() if text}},
            page=with_params(page, {**filters.params(), "by": question.by}),
        )

    def counted(
        self, metric: GroupedMetric, group: str = "", outcome: Outcome | None = None
    ) -> Counted:
        """Return which games add to a metric, or to one group of it; with an outcome those alone
        that had it.
        """
        count_games = outcome.count_games if outcome else self.count_games
        if not group and not outcome:
            return Counted(
                ((metric.key,),),
                lambda sums: sum(map(count_games, sums.values())),
                Q(value__has_key=metric.key),
                is_once=bool(metric.splits),
            )
        paths = tuple((metric.key, key) for key in ([group] if group else metric.groups))
        exact = any_of(
            has_number(path, outcome.position, outcome.number) if outcome else has_sum(path)
            for path in paths
        )
        if self.sample is None:
            return Counted(paths, count_games, exact, is_once=False)
        indexed = any_of(contains_sum(path, self.sample) for path in paths)
        return Counted(paths, count_games, exact, indexed, bool(group) or bool(metric.splits))

    def habit_tables(
        self, habit: Habit, title: str, mine: Mapping[str, Any], others: Mapping[str, Any]
    ) -> Iterator[HabitTable]:
        """Return the table of a habit."""
        metric, value = cast("GroupedMetric", habit.metric), self.habit_value
        rows = tuple(
            HabitRow(key, label, value(mine[key]), value(others.get(key)))
            for key, label in metric.groups.items()
            if key in mine
        )
        yield HabitTable(
            habit, title + metric.title, metric.definition, metric.group_title, "", rows
        )

    def habit_path(self, habit: Habit, params: Mapping[str, str]) -> Path | None:
        """Return the path of a group's sum."""
        metric, group = cast("GroupedMetric", habit.metric), params.get("group", "")
        is_group = group in metric.groups and not params.get("layer")
        is_group = is_group and params.get("won", "") in ("", *self.outcomes(metric))
        return (metric.key, group) if is_group else None

    def habit_label(self, metric: GroupedMetric, params: Mapping[str, str]) -> tuple[str, str]:
        """Return the title of the metric, and the group."""
        return metric.title, metric.groups[params["group"]]


def _by_group(
    question: MetricQuestion, parts: Iterable[Part], _label: Labels
) -> Iterator[tuple[Source, Any]]:
    """Yield the metric's groups and their sums."""
    metric, sums = question.metric, total(part for _, part in parts)
    for key, label in _labels(metric, sums).items():
        if key in sums:
            mark = metric.marks.get(key, label)
            params = {**question.filters.params(), "metric": metric.key, "group": key}
            yield Source(question.kind, key, label, mark, params), sums[key]


def _by_dimension(
    question: MetricQuestion, parts: Iterable[Part], label: Labels
) -> Iterator[tuple[Source, Any]]:
    """Yield the values of the dimension to split by, and their sums over all groups."""
    pooled = dict[str, list[Any]]()
    filters = question.filters.but(**({"first": "", "last": ""} if question.by == "month" else {}))
    for key, part in parts:
        pooled.setdefault(key, []).extend({"": leaf} for leaf in part.values())
    for key in sorted(pooled, key=lambda key: (key == UNKNOWN, key)):
        params = {**filters.params(), question.by: key, "metric": question.metric.key}
        if pooled[key]:
            source = Source(question.kind, key, label(key), label(key), params)
            yield source, total(pooled[key])[""]


def _labels(metric: GroupedMetric, sums: Iterable[str]) -> Mapping[str, str]:
    """Return the labels of the groups; those that games added come last, by key.

    The names of object types are messages; other keys stay as they are.
    """
    if not metric.is_open:
        return metric.groups
    added = {key: gettext(key).capitalize() for key in sorted(sums) if key not in metric.groups}
    return {**metric.groups, **added}


def _meaning(metric: GroupedMetric, outcome: Outcome | None) -> str:
    definition = metric.definition.removesuffix(".")
    if outcome is None:
        return gettext("counted in it. {definition}").format(definition=definition)
    return gettext("counted in it, {how}. {definition}").format(
        how=outcome.text, definition=definition
    )
