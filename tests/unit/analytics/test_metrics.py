"""Answers to metrics of every form, from sums; their figures and tables."""

import json
from fractions import Fraction

import plotly.graph_objects as go
import pytest

from analytics.charts import DARK, LIGHT
from analytics.forms.base import MetricQuestion
from analytics.forms.registry import grouped_form
from analytics.insight.answer import Basis, Tally
from analytics.insight.question import Filters
from analytics.insight.wilson import rate
from games.core.metrics import DistributionMetric, Facts, RateMetric, SeriesMetric

BASIS = Basis(None, 0, "1.0", 1)
EVIL = "<b>x</b></script>"
COMMON = {"definition": "What it is.", "unit": "games", "group_title": "Group"}
GROUPS = {"a.one": "One", "a.two": "Two", "b.one": EVIL}
RATE = RateMetric(
    key="rate",
    title="Rate",
    groups=GROUPS,
    even={"a.one": Fraction(1, 3)},
    aside="shared",
    **COMMON,
)
DISTRIBUTION = DistributionMetric(
    key="distribution", title="Values", groups=GROUPS, value="points", splits=("month",), **COMMON
)
SERIES = {
    is_timeline: SeriesMetric(
        key="series",
        title="Means",
        groups=GROUPS,
        value="tiles",
        position_title="Turn",
        positions={"p1": "1", "p2": "2"},
        is_timeline=is_timeline,
        **COMMON,
    )
    for is_timeline in (True, False)
}


def game(n):
    """The facts of game number n."""
    facts = Facts()
    facts.trial("rate", "a.one", won=n % 3 == 0, aside=n % 2 == 0)
    facts.trial("rate", "b.one", won=n % 3 == 1)
    facts.observe("distribution", "a.one", n)
    facts.observe("distribution", "a.one", n + 1)
    facts.point("series", "a.one", "p1", n)
    if n < 4:
        facts.point("series", "b.one", "p2", 7)
    return facts.sums()


def answer(metric, n=12, by="", filters=None, keys=("2026-01", "unknown")):
    found = [(keys[i % len(keys)] if by else "", game(i)[metric.key]) for i in range(n)]
    question = MetricQuestion("goryo", metric, filters or Filters(), by)
    label = "in {}".format
    return grouped_form(metric).answer(question, found, Tally(n, n), label, BASIS)


def figure(answer, theme=LIGHT):
    return grouped_form(answer.question.metric).figure(answer, theme)


def table_of(answer):
    return grouped_form(answer.question.metric).table(answer, "Group")


def test_a_rate_by_group():
    one, evil = answer(RATE).groups
    assert (one.rate, one.aside, one.even) == (rate(4, 12), 2, Fraction(1, 3))
    assert (evil.rate, evil.aside, evil.even) == (rate(4, 12), 0, None)
    assert one.source.params == {"metric": "rate", "group": "a.one"}


def test_groups_without_games_are_left_out_and_the_others_in_order():
    assert [group.source.key for group in answer(RATE).groups] == ["a.one", "b.one"]
    assert answer(RATE, n=0).groups == ()


def test_a_distribution_keeps_its_histogram():
    (one,) = answer(DISTRIBUTION).groups
    assert one.values == {0: 1, 12: 1, **dict.fromkeys(range(1, 12), 2)}
    assert (one.mean.n, one.mean.games, one.mean.value) == (24, 12, 6.0)
    assert one.spread == (0, 3.0, 6.0, 9.0, 12)


def test_a_split_pools_groups_keeps_the_filters_and_puts_unknown_last():
    filters = Filters(mode="standard", first="2026-01")
    split = answer(
        DISTRIBUTION, by="month", filters=filters, keys=("unknown", "2026-02", "2026-01")
    )
    assert [group.source.label for group in split.groups] == [
        "in 2026-01",
        "in 2026-02",
        "in unknown",
    ]
    assert sum(group.mean.n for group in split.groups) == 24
    words = {"mode": "standard", "month": "2026-01", "metric": "distribution"}
    assert split.groups[0].source.params == words


def test_a_series_has_a_mean_a_position_also_where_there_is_none():
    one, evil = answer(SERIES[True]).groups
    assert [mean.n for mean in one.means] == [12, 0]
    assert [mean.value for mean in evil.means] == [None, 7.0]
    assert (one.games, one.is_few) == (12, False)
    assert (evil.games, evil.is_few) == (4, True)


ALL = [RATE, DISTRIBUTION, SERIES[True], SERIES[False]]
IDS = ["rate", "distribution", "timeline", "grid"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("metric", ALL, ids=IDS)
@pytest.mark.parametrize("n", [0, 1, 12])
def test_plotly_knows_every_word_of_a_figure_and_names_are_shown_not_obeyed(metric, theme, n):
    made = figure(answer(metric, n), theme)
    text = json.dumps(made, allow_nan=False)
    assert "<b>" not in text
    go.Figure(data=made["data"], layout=made["layout"])  # raises ValueError for an unknown word
    assert bool(made["layout"]["annotations"]) == (n == 0)


@pytest.mark.parametrize("metric", ALL, ids=IDS)
def test_the_first_group_is_at_the_top_or_has_the_first_line(metric):
    made = figure(answer(metric))
    if metric is SERIES[True]:
        assert [trace["name"] for trace in made["data"]] == [
            "One",
            "&lt;b&gt;x&lt;/b&gt;&lt;/script&gt;",
        ]
    else:
        bottom, top = made["layout"]["yaxis"]["range"]
        assert bottom > top, "rows run downward"
        assert made["data"][-1]["y"][0] == "One"


@pytest.mark.parametrize("metric", ALL, ids=IDS)
def test_a_table_has_a_cell_a_column_and_leads_to_games(metric):
    table = table_of(answer(metric))
    assert {len(row.cells) for row in table.rows} == {len(table.columns) - 1}
    addresses = [cell.address for row in table.rows for cell in row.cells if cell.address]
    assert addresses
    assert all(address.startswith("/stats/goryo/games/?metric=") for address in addresses)


def test_a_rate_is_told_with_k_n_interval_shared_and_even_share():
    first = table_of(answer(RATE)).rows[0]
    assert [cell.text for cell in first.cells] == [
        "4",
        "33.3 %",
        "13.8–60.9 %",
        "12",
        "2",
        "33.3 %",
    ]
    assert "won=yes" in first.cells[0].address


def test_few_games_are_marked():
    table = table_of(answer(SERIES[True]))
    assert [row.is_few for row in table.rows] == [False, True]
    made = figure(answer(RATE, n=3))["data"][-1]
    assert set(made["marker"]["symbol"]) == {"circle-open"}
