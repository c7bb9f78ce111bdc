"""A metric's answer as a table: columns and rows of texts, ready for the template."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from analytics.insight.means import Mean, Spread
from analytics.insight.metric import (
    DistributionGroup,
    Group,
    MetricAnswer,
    OddsGroup,
    RateGroup,
    SeriesGroup,
)
from analytics.insight.rounding import (
    decimal,
    mean_interval,
    percent,
    percent_of,
    plain_number,
    span,
)
from games.core.metrics import (
    DistributionMetric,
    GroupedMetric,
    OddsMetric,
    RateMetric,
    SeriesMetric,
)

from .present import Bar, bar, interval

WIDTH = 100
GAMES = gettext_noop("games")


@dataclass(frozen=True, slots=True)
class Box:
    """A distribution on a line from 0 to WIDTH: ends, quartiles, median and mean."""

    low: str
    high: str
    q1: str
    width: str
    median: str
    mean: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, perhaps leading to games; what stands small beneath; perhaps a picture
    instead of a text, which `text` then tells.
    """

    text: str
    address: str = ""
    small: str = ""
    is_few: bool = False
    bar: Bar | None = None
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A group."""

    label: str
    is_few: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column is the groups'."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    is_wide: bool


def table_of(answer: MetricAnswer, group_title: str) -> Table:
    """The table of an answer."""
    metric = answer.question.metric
    scale = _scale(answer.groups)
    rows = tuple(
        TableRow(group.source.label, group.is_few, _cells(group, answer, scale))
        for group in answer.groups
    )
    columns = (group_title, *_columns(metric))
    return Table(metric.title, columns, rows, is_wide=isinstance(metric, SeriesMetric))


def _columns(metric: GroupedMetric) -> tuple[str, ...]:
    match metric:
        case RateMetric(aside=aside, even=even, lost=lost):
            rate = (gettext("Rate"), gettext("95 % interval"))
            others = gettext("Of them {what}").format(what=aside)
            more = (*([others] if aside else ()), *([gettext("Even share")] if even else ()))
            beside = (lost, *rate) if lost else ()
            return (metric.won, *rate, *beside, _of(metric.unit), *more)
        case OddsMetric(seen=seen, unit=unit):
            return (
                seen,
                gettext("Expected"),
                gettext("By chance, 95 %"),
                gettext("More than expected"),
                _of(unit),
                gettext("Games"),
            )
        case DistributionMetric():
            return (
                gettext("Mean {what}").format(what=metric.value),
                gettext("95 % interval"),
                gettext("Spread"),
                gettext("Median"),
                gettext("Quartiles"),
                gettext("From, to"),
                *([] if _is_games(metric) else [capfirst(metric.unit)]),
                gettext("Games"),
            )
        case SeriesMetric():
            return (gettext("Games"), *metric.positions.values())


def _of(unit: str) -> str:
    return gettext("Of {unit}").format(unit=unit)


def _is_games(metric: GroupedMetric) -> bool:
    return metric.unit in (GAMES, gettext(GAMES))


def _cells(group: Group, answer: MetricAnswer, scale: tuple[float, float]) -> tuple[Cell, ...]:
    kind, words = answer.question.kind, group.source.words
    match group:
        case RateGroup():
            return _rate_cells(group, answer.question.metric, kind)
        case DistributionGroup(mean=mean, spread=spread):
            return (
                Cell(decimal(mean.value)),
                Cell(mean_interval(mean)),
                Cell(_spread_words(spread), box=_box(spread, mean, scale)),
                Cell(plain_number(spread.median)),
                Cell(span(plain_number(spread.q1), plain_number(spread.q3))),
                Cell(span(plain_number(spread.min), plain_number(spread.max))),
                *([] if _is_games(answer.question.metric) else [Cell(str(mean.n))]),
                Cell(str(mean.games), games_address(kind, words)),
            )
        case OddsGroup(odds=odds):
            verdict = gettext("outside") if odds.is_outside else gettext("inside")
            return (
                Cell(str(odds.seen)),
                Cell(decimal(odds.expected)),
                Cell(span(decimal(odds.low), decimal(odds.high)), small=verdict),
                Cell(decimal(odds.seen - odds.expected)),
                Cell(str(odds.n)),
                Cell(str(odds.games), games_address(kind, words)),
            )
        case SeriesGroup():
            means = (
                Cell(decimal(mean.value), "", f"{mean_interval(mean)}, n {mean.n}", mean.is_few)
                for mean in group.means
            )
            return (Cell(str(group.games), games_address(kind, words)), *means)


def _rate_cells(group: RateGroup, metric: GroupedMetric, kind: str) -> tuple[Cell, ...]:
    rate, words = group.rate, group.source.words
    won = games_address(kind, {**words, "won": "yes"}) if rate.k else ""
    cells = [
        Cell(str(rate.k), won),
        Cell(percent_of(rate.k, rate.n)),
        Cell(interval(rate), bar=bar(rate)),
    ]
    if isinstance(metric, RateMetric) and metric.lost:
        lost = group.lost
        listed = games_address(kind, {**words, "won": "no"}) if lost.k else ""
        cells += [
            Cell(str(lost.k), listed),
            Cell(percent_of(lost.k, lost.n)),
            Cell(interval(lost), bar=bar(lost)),
        ]
    cells.append(Cell(str(rate.n), games_address(kind, words)))
    if isinstance(metric, RateMetric) and metric.aside:
        cells.append(Cell(str(group.aside)))
    if isinstance(metric, RateMetric) and metric.even:
        cells.append(Cell(percent(None if group.even is None else float(group.even))))
    return tuple(cells)


def games_address(kind: str, words: Mapping[str, str]) -> str:
    """Statistics' own list of games, with these words."""
    return f"{reverse('stats-games', args=[kind])}?{urlencode(words)}"


def _scale(groups: tuple[Group, ...]) -> tuple[float, float]:
    """The smallest and the largest value of all distributions."""
    spreads = [group.spread for group in groups if isinstance(group, DistributionGroup)]
    if not spreads:
        return (0, 1)
    low = min(spread.min for spread in spreads)
    return low, max(low + 1, *(spread.max for spread in spreads))


def _box(spread: Spread, mean: Mean, scale: tuple[float, float]) -> Box:
    low, high = scale

    def at(value: float) -> str:
        return f"{WIDTH * (value - low) / (high - low):.2f}"

    width = f"{WIDTH * (spread.q3 - spread.q1) / (high - low):.2f}"
    ends = at(spread.min), at(spread.max)
    return Box(*ends, at(spread.q1), width, at(spread.median), at(mean.value or 0))


def _spread_words(spread: Spread) -> str:
    low, q1, median, q3, high = map(plain_number, spread)
    return gettext("from {low} over {q1}, {median}, {q3} to {high}").format(
        low=low, q1=q1, median=median, q3=q3, high=high
    )
