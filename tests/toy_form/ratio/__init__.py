"""Ratios: a part of a whole, such as the stones that one side took."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from analytics.charts import Theme
from analytics.forms.base import Group, GroupBody, Link, Source
from analytics.forms.figures import dots, points, row_layout, symbols
from analytics.forms.grouped import Figure, GroupedForm
from analytics.forms.tables import Cell
from analytics.insight.rounding import count_of, percent_of
from analytics.insight.wilson import FEW
from games.core.language import TranslatedField
from games.core.metrics import GroupedMetric


@dataclass(frozen=True, kw_only=True)
class RatioMetric(GroupedMetric):
    """group → [games, part, whole]; `part` says what the part is."""

    form = "ratio"
    part: TranslatedField = TranslatedField()


class RatioSum(NamedTuple):
    """The sum of a group."""

    games: int
    part: int
    whole: int


class RatioBody(GroupBody):
    """A part and a whole."""

    games: int
    part: int
    whole: int


@dataclass(frozen=True, slots=True)
class RatioGroup(Group):
    """A group's ratio."""

    sums: RatioSum

    @property
    def is_few(self) -> bool:
        return self.sums.games < FEW

    def numbers(self) -> Iterator[tuple[str, str]]:
        yield "", count_of(self.sums.part, self.sums.whole)

    def cells(self, _groups: Any, /) -> tuple[Cell, ...]:
        share = percent_of(self.sums.part, self.sums.whole)
        return (Cell(share), Cell(str(self.sums.games), self.source.games_address()))

    def fields(self, _link: Link, /) -> dict[str, Any]:
        return self.sums._asdict()


class RatioForm(GroupedForm):
    """A part and a whole, without an interval."""

    key = "ratio"
    grain = "a part and a whole a game and group"
    body = RatioBody
    sample = [1]
    method_texts = ("A ratio has no interval.",)
    reading_text = "Dots are ratios."

    def group(self, metric: RatioMetric, source: Source, leaf: Any, /) -> RatioGroup:
        return RatioGroup(metric, source, RatioSum(*leaf))

    def count_games(self, leaf: Any, /) -> int:
        return RatioSum(*leaf).games

    def columns(self, metric: RatioMetric, /) -> tuple[str, ...]:
        return (metric.part, "Games")

    def traces(self, groups: Sequence[RatioGroup], metric: RatioMetric, theme: Theme, /) -> Figure:
        shares = [group.sums.part / group.sums.whole for group in groups]
        trace = points(metric.title, groups, shares, dots(theme.roles[0], symbols(groups)))
        return [trace], row_layout(groups, theme, {"tickformat": ".0%"})


FORM = RatioForm()
