"""Rates: k of n, at most one trial a game and group."""

from django.utils.translation import gettext, gettext_noop

from analytics.forms.grouped import GroupedForm
from games.core.metrics import RateMetric

from . import answer, drilldown, encode, figure, table

RATE_INTERVAL = gettext_noop(
    "The interval is the 95 % Wilson score interval. It assumes that games are independent and "
    "ignores who played them."
)
EVEN_SHARE = gettext_noop(
    "The fair share is what each group would have if all were equal and no victory were shared."
)


def methods(metric: RateMetric) -> tuple[str, ...]:
    """Return how the numbers are calculated."""
    return (RATE_INTERVAL, EVEN_SHARE) if metric.even else (RATE_INTERVAL,)


def reading(metric: RateMetric, by: str) -> str:
    """Return how to read the figure."""
    if metric.even and not by:
        return gettext(
            "Dots are rates, lines 95 % intervals; a vertical mark shows the fair share. Open "
            "dots: few games."
        )
    return gettext("Dots are rates, lines 95 % intervals. Open dots: few games.")


FORM = GroupedForm(
    key="rate",
    grain=gettext_noop("at most one trial per game and group"),
    group=answer.to_group,
    number=answer.number,
    note=answer.outlier_note,
    habit_value=answer.habit_value,
    methods=methods,
    reading=reading,
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    body=encode.RateBody,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    count_games=drilldown.count_games,
    sample=[1],
    outcomes=drilldown.outcomes,
)
