"""Forms with one number a group: what they share, and what each defines."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from re import compile as pattern
from typing import Any, NamedTuple, cast

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from analytics.charts.text import CONFIG, base_layout, message, plain
from analytics.charts.theme import LIGHT, Theme
from analytics.insight.answer import Basis, BoardFacts, Tally
from analytics.insight.comparing import many_words
from analytics.insight.options import splits_of
from analytics.insight.question import UNKNOWN, Filters
from analytics.rollups.measures import total
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric, Habit

from .addresses import drilldown_address, formats, with_params
from .base import Drilldown, GroupBody, Link, MetricAnswer, MetricForm, MetricQuestion, Source
from .counted import Counted, Path, any_of, contains_sum, has_number, has_sum
from .habits import HabitTable, Value, compare
from .tables import Cell, Table, TableRow

Figure = tuple[list[dict[str, Any]], dict[str, Any]]
"""The traces of a figure, and its layout."""
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


@dataclass(frozen=True, kw_only=True)
class GroupedForm(MetricForm):
    """A form with one number a group. The fields are what distinguishes one from another.

    `group` makes a group of the answer from its sum, `number` states it as text, `body` with its
    `group_fields` is its JSON. `methods` explain
    its intervals, `reading` its figure. `count_games` returns how many games a sum counts, `sample`
    is a part of the sum of any one game; None: such sums cannot be indexed, and a game may be
    counted more than once. `outcomes` are what `won` may select, `note` adds to the remark about
    many comparisons. `habit_value` returns the value of a player's sum, which may be missing.
    """

    key: str
    grain: str
    group: Callable[[Any, Source, Any], Any]
    number: Callable[[Any, Any], Iterable[tuple[str, str]]]
    methods: Callable[[Any], tuple[str, ...]]
    reading: Callable[[Any, str], str]
    traces: Callable[[tuple[Any, ...], Any, Theme], Figure]
    columns: Callable[[Any], tuple[str, ...]]
    cells: Callable[[Any, Any, MetricAnswer], tuple[Cell, ...]]
    is_wide: bool = False
    body: type[GroupBody]
    group_fields: Callable[[Any, Any, Callable[..., str]], dict[str, Any]]
    csv_rows: Callable[[Any, Any], Iterable[dict[str, Any]]]
    more_fields: Callable[[Any], dict[str, Any]] = lambda _metric: {}
    count_games: Callable[[Any], int]
    sample: Any = None
    outcomes: Callable[[Any], Mapping[str, Outcome]] = lambda _metric: {}
    note: Callable[[MetricAnswer], str] = lambda _answer: ""
    habit_value: Callable[[Any], Value] | None = None
    drilldown_params = ("metric", "group", "won")
    is_on_board = False

    def answer(
        self,
        question: MetricQuestion,
        parts: Iterable[Part],
        tally: Tally,
        label: Labels,
        basis: Basis,
    ) -> MetricAnswer:
        """Return the answer from the metric's parts of the sums of cells. `label` gives the labels
        of the dimension to split by.
        """
        groups = (
            self._by_dimension(question, parts, label)
            if question.by
            else self._by_group(question, parts)
        )
        return MetricAnswer(question, tally, tuple(groups), basis)

    def _by_group(self, question: MetricQuestion, parts: Iterable[Part]) -> Iterator[Any]:
        metric, sums = question.metric, total(part for _, part in parts)
        params = {**question.filters.params(), "metric": metric.key}
        for key, label in _labels(metric, sums).items():
            if key in sums:
                mark = metric.marks.get(key, label)
                yield self.group(
                    metric, Source(key, label, mark, {**params, "group": key}), sums[key]
                )

    def _by_dimension(
        self, question: MetricQuestion, parts: Iterable[Part], label: Labels
    ) -> Iterator[Any]:
        metric, pooled = question.metric, dict[str, list[Any]]()
        is_month = question.by == "month"
        filters = question.filters.but(first="", last="") if is_month else question.filters
        for key, part in parts:
            pooled.setdefault(key, []).extend(part.values())
        for key in sorted(pooled, key=lambda key: (key == UNKNOWN, key)):
            params = {**filters.params(), question.by: key, "metric": metric.key}
            if leaves := pooled[key]:
                sums = total({"": leaf} for leaf in leaves)[""]
                yield self.group(metric, Source(key, label(key), label(key), params), sums)

    def comparison_note(self, answer: MetricAnswer) -> str:
        """Return a remark about many comparisons; empty if there are few."""
        text = many_words(answer.comparisons)
        return text and f"{text} {self.note(answer)}".rstrip()

    def figure(self, answer: MetricAnswer, theme: Theme = LIGHT) -> dict[str, Any]:
        """Return the figure of an answer: `data`, `layout` and `config` for Plotly."""
        metric = answer.question.metric
        data, layout = self.traces(answer.groups, metric, theme)
        layout = base_layout(theme, plain(metric.title)) | layout
        layout["annotations"] = [] if answer.groups else [message(theme, gettext("No games"))]
        return {"data": data, "layout": layout, "config": CONFIG}

    def table(self, answer: MetricAnswer, group_title: str) -> Table:
        """Return the table of an answer."""
        metric = answer.question.metric
        rows = tuple(
            TableRow(group.source.label, group.is_few, self.cells(group, metric, answer))
            for group in answer.groups
        )
        return Table(metric.title, (group_title, *self.columns(metric)), rows, self.is_wide)

    def group_bodies(self, answer: MetricAnswer, link: Link) -> list[GroupBody]:
        """Return the groups as JSON bodies."""
        question = answer.question

        def encode(group: Any) -> GroupBody:
            source = group.source

            def games(**more: str) -> str:
                return link(drilldown_address(question.kind, {**source.params, **more}))

            fields = self.group_fields(group, question.metric, games)
            return self.body(source.key, source.label, group.is_few, games(), **fields)

        return [encode(group) for group in answer.groups]

    def rows(self, answer: MetricAnswer) -> list[dict[str, Any]]:
        """Return the rows of the CSV file."""
        return [
            {"group": group.source.key, "label": group.source.label, **row}
            for group in answer.groups
            for row in self.csv_rows(group, answer.question.metric)
        ]

    def numbers(self, answer: MetricAnswer) -> Iterator[tuple[str, str]]:
        """Return each number of an answer: its label and its text."""
        for group in answer.groups:
            for position, text in self.number(group, answer.question.metric):
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

    def fields(self, metric: GroupedMetric) -> dict[str, Any]:
        """Return the fields that only this form has in the API's list of metrics."""
        fields = {"unit": metric.unit, "groups": dict(metric.groups), "by": list(metric.splits)}
        return fields | self.more_fields(metric)

    def addresses(self, kind: str, metric: GroupedMetric) -> dict[str, str]:
        """Return where the metric is found, by format."""
        page = reverse("stats-metric", args=[kind, metric.key])
        return {"page": page} | formats("api-stats-metric", [kind, metric.key], metric.key)

    def question(
        self, kind: str, metric: GroupedMetric, filters: Filters, params: Mapping[str, str]
    ) -> MetricQuestion:
        """Return the question that the query parameters ask."""
        return MetricQuestion(kind, metric, filters, params.get("by", ""))

    def drilldown(
        self,
        question: MetricQuestion,
        metric: GroupedMetric,
        params: Mapping[str, str],
        board: BoardFacts | None,  # noqa: ARG002
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
            note=metric.groups.get(group, group.capitalize()),
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
        if value is None:
            raise NotImplementedError(f"{self.key}: no habits")
        rows = tuple(
            compare(key, label, value(mine[key]), value(others.get(key)))
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
        return (metric.key, group) if is_group else None

    def habit_label(self, metric: GroupedMetric, params: Mapping[str, str]) -> tuple[str, str]:
        """Return the title of the metric, and the group."""
        return metric.title, metric.groups[params["group"]]


def _labels(metric: GroupedMetric, sums: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the labels of the groups; those that games added come last, by name."""
    if not metric.is_open:
        return metric.groups
    added = {key: key.capitalize() for key in sorted(sums) if key not in metric.groups}
    return {**metric.groups, **added}


def _meaning(metric: GroupedMetric, outcome: Outcome | None) -> str:
    definition = metric.definition.removesuffix(".")
    if outcome is None:
        return gettext("counted in it. {definition}").format(definition=definition)
    return gettext("counted in it, {how}. {definition}").format(
        how=outcome.text, definition=definition
    )
