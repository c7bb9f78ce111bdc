"""Series: means at positions."""

from django.utils.translation import gettext, gettext_noop

from analytics.forms.grouped import GroupedForm
from analytics.insight.means import MEAN_INTERVAL
from games.core.metrics import SeriesMetric

from . import answer, drilldown, encode, figure, table


def reading(metric: SeriesMetric, _by: str) -> str:
    """Return how to read the figure."""
    if metric.is_timeline:
        return gettext("Dots are means with 95 % intervals. Open dots: few games.")
    return gettext("Stronger colours mean more. In brackets: few games.")


FORM = GroupedForm(
    key="series",
    grain=gettext_noop("any number of observations per game and position; games are clusters"),
    group=answer.to_group,
    number=answer.number,
    methods=lambda _metric: (MEAN_INTERVAL,),
    reading=reading,
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    is_wide=True,
    body=encode.SeriesBody,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    more_fields=lambda metric: {"positions": dict(metric.positions)},
    count_games=drilldown.count_games,
)
