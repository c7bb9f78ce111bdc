"""Odds: how often something happened, and how often it was expected by chance."""

from django.utils.translation import gettext, gettext_noop

from analytics.forms.grouped import GroupedForm

from . import answer, drilldown, encode, figure, table

ODDS_INTERVAL = gettext_noop(
    "The interval is what chance alone would give 95 times out of 100: the expected number and "
    "1.96 standard deviations to both sides, from the variances p(1 − p) of all trials (normal "
    "approximation)."
)
READING = gettext_noop(
    "Dots are what was seen, lines what chance alone would give 95 times out of 100 "
    "around the expected number, as shares of the trials. Open dots: few games."
)
FORM = GroupedForm(
    key="odds",
    grain=gettext_noop("any number of trials a game, each with the chance it had then"),
    group=answer.to_group,
    number=answer.number,
    methods=lambda _metric: (ODDS_INTERVAL,),
    reading=lambda _metric, _by: gettext(READING),
    traces=figure.traces,
    columns=table.columns,
    cells=table.cells,
    group_fields=encode.fields,
    csv_rows=encode.csv_rows,
    count_games=drilldown.count_games,
    sample=[1],
)
