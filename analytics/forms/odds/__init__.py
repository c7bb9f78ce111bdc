"""Odds: how often something happened, and how often it was expected by chance."""

from django.utils.translation import gettext, gettext_noop

from analytics.forms.grouped import GroupedForm

from . import answer, drilldown, encode, figure, table

ODDS_INTERVAL = gettext_noop(
    "The interval is the range expected by chance in 95 % of cases: the expected number ± 1.96 "
    "standard deviations, from the variances p(1 − p) of all trials (normal approximation)."
)
READING = gettext_noop(
    "Dots are observed rates. Lines show the range expected by chance in 95 % of cases, as shares "
    "of the trials. Open dots: few games."
)
FORM = GroupedForm(
    key="odds",
    grain=gettext_noop("any number of trials per game, each with its probability at that time"),
    group=answer.to_group,
    number=answer.number,
    methods=lambda _metric: (ODDS_INTERVAL,),
    reading=lambda _metric, _by: gettext(READING),
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    body=encode.OddsBody,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    count_games=drilldown.count_games,
    sample=[1],
)
