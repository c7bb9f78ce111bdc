"""Distributions: whole numbers, any number of them a game."""

from django.utils.translation import gettext, gettext_noop

from analytics.forms.grouped import GroupedForm
from analytics.insight.means import MEAN_INTERVAL, QUARTILES

from . import answer, drilldown, encode, figure, table

READING = gettext_noop(
    "Boxes extend from the lower to the upper quartile, with the median inside. Lines extend to "
    "the smallest and largest value. Dots are means with 95 % intervals. Open dots: few games."
)
FORM = GroupedForm(
    key="distribution",
    grain=gettext_noop("any number of observations per game; games are clusters"),
    group=answer.to_group,
    number=answer.number,
    habit_value=answer.habit_value,
    methods=lambda _metric: (MEAN_INTERVAL, QUARTILES),
    reading=lambda _metric, _by: gettext(READING),
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    body=encode.DistributionBody,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    count_games=drilldown.count_games,
    sample={"mean": [1]},
)
