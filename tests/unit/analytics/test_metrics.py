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
EVEN = {"a.one": Fraction(1, 3)}
RATE = RateMetric(key="rate", title="Rate", groups=GROUPS, even=EVEN, aside="shared", **COMMON)
DISTRIBUTION = DistributionMetric(
    key="distribution", title="Values", groups=GROUPS, value="points", splits=("month",), **COMMON
)
POSITIONS = {"position_title": "Turn", "positions": {"p1": "1", "p2": "2"}, "value": "tiles"}
SERIES = {"key": "series", "title": "Means", "groups": GROUPS, **POSITIONS, **COMMON}
TIMELINE, GRID = (SeriesMetric(**SERIES, is_timeline=is_timeline) for is_timeline in (True, False))


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


def test_a_rate_has_the_groups_with_games_in_order():
    first, evil = answer(RATE).groups
    assert (first.rate, first.aside, first.even) == (rate(4, 12), 2, Fraction(1, 3))
    assert (evil.rate, evil.aside, evil.even) == (rate(4, 12), 0, None)
    assert first.source.params == {"metric": "rate", "group": "a.one"}
    assert evil.source.key == "b.one"
    assert answer(RATE, n=0).groups == ()


def test_a_distribution_has_its_histogram():
    (group,) = answer(DISTRIBUTION).groups
    assert group.values == {0: 1, 12: 1, **dict.fromkeys(range(1, 12), 2)}
    assert (group.mean.n, group.mean.games, group.mean.value) == (24, 12, 6.0)
    assert group.spread == (0, 3.0, 6.0, 9.0, 12)


def test_a_split_pools_groups_keeps_the_filters_and_puts_unknown_last():
    filters, keys = Filters(mode="standard", first="2026-01"), ("unknown", "2026-02", "2026-01")
    split = answer(DISTRIBUTION, by="month", filters=filters, keys=keys)
    labels = [group.source.label for group in split.groups]
    assert labels == ["in 2026-01", "in 2026-02", "in unknown"]
    assert sum(group.mean.n for group in split.groups) == 24
    params = {"mode": "standard", "month": "2026-01", "metric": "distribution"}
    assert split.groups[0].source.params == params


def test_a_series_has_a_mean_for_each_position():
    first, evil = answer(TIMELINE).groups
    assert [mean.n for mean in first.means] == [12, 0]
    assert [mean.value for mean in evil.means] == [None, 7.0]
    assert (first.games, first.is_few) == (12, False)
    assert (evil.games, evil.is_few) == (4, True)


ALL = [RATE, DISTRIBUTION, TIMELINE, GRID]
IDS = ["rate", "distribution", "timeline", "grid"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("metric", ALL, ids=IDS)
@pytest.mark.parametrize("n", [0, 1, 12])
def test_plotly_accepts_a_figure_and_names_are_escaped(metric, theme, n):
    made = figure(answer(metric, n), theme)
    assert "<b>" not in json.dumps(made, allow_nan=False)
    go.Figure(data=made["data"], layout=made["layout"])  # raises ValueError for an unknown key
    assert bool(made["layout"]["annotations"]) == (n == 0)


@pytest.mark.parametrize("metric", ALL, ids=IDS)
def test_the_figure_and_the_table_of_an_answer(metric):
    answered = answer(metric)
    made, table = figure(answered), table_of(answered)
    if metric is TIMELINE:
        names = ["One", "&lt;b&gt;x&lt;/b&gt;&lt;/script&gt;"]
        assert [trace["name"] for trace in made["data"]] == names
        assert [row.is_few for row in table.rows] == [False, True]
    else:
        axis = made["layout"]["yaxis"]
        assert (axis["type"], bool(axis["categoryarray"])) == ("category", True)
        bottom, top = axis["range"]
        assert bottom > top, "rows run downward"
        assert made["data"][-1]["y"][0] == "One"
    assert {len(row.cells) for row in table.rows} == {len(table.columns) - 1}
    addresses = [cell.address for row in table.rows for cell in row.cells if cell.address]
    assert addresses
    assert all(address.startswith("/stats/goryo/games/?metric=") for address in addresses)


def test_a_rate_has_k_n_interval_shared_and_fair_share():
    first, evil = table_of(answer(RATE)).rows
    texts = ["4", "33.3 %", "13.8–60.9 %", "12", "2", "33.3 %", "too close to call"]
    assert [cell.text for cell in first.cells] == texts
    assert [cell.text for cell in evil.cells] == [*texts[:4], "0", "–", "–"], "no fair share"
    assert "won=yes" in first.cells[0].address
    assert set(figure(answer(RATE, n=3))["data"][-1]["marker"]["symbol"]) == {"circle-open"}
