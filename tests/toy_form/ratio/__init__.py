"""Ratios: a part of a whole, such as the stones that one side took."""

from dataclasses import dataclass

from analytics.forms.grouped import GroupedForm
from games.core.language import TranslatedField
from games.core.metrics import GroupedMetric

from . import answer, drilldown, encode, figure, table


@dataclass(frozen=True, kw_only=True)
class RatioMetric(GroupedMetric):
    """group → [games, part, whole]; `part` says what the part is."""

    form = "ratio"
    part: TranslatedField = TranslatedField()


FORM = GroupedForm(
    key="ratio",
    grain="a part and a whole a game and group",
    group=answer.to_group,
    number=answer.number,
    methods=lambda _metric: ("A ratio has no interval.",),
    reading=lambda _metric, _by: "Dots are ratios.",
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    body=encode.RatioBody,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    count_games=drilldown.count_games,
    sample=[1],
)
