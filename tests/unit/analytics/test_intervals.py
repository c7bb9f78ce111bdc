"""Intervals hold the truth as often as they say, and comparisons claim no more than they may."""

import json
import random

import pytest

from analytics.charts import DARK, LIGHT
from analytics.charts.drawing import drawing
from analytics.forms.odds.answer import odds_of
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.views import (
    FAINT,
    Baseline,
    difference_view,
    lift_view,
    share_view,
    times_view,
)
from analytics.insight.comparing import comparison_text, holm, outliers
from analytics.insight.differences import difference, ratio
from analytics.insight.means import Mean
from analytics.insight.wilson import rate
from games.registry import KINDS, random_game
from tests.benchmarks.intervals import clustered, wilson

from .test_figures import spaces_answer


def test_wilson_covers_on_average_what_it_says():
    for one in wilson((5, 10, 50, 200, 1000), 3000):
        assert 0.94 <= one.mean <= 0.96, one
        assert one.worst > 0.84, one


def test_the_interval_of_means_covers_with_games_as_clusters():
    assert 0.92 <= clustered(50, 600) <= 0.975
    assert 0.935 <= clustered(5, 4000) <= 0.965


def test_holm_is_stricter_than_no_correction_and_never_turns_the_order():
    values = {f"g{n}": p for n, p in enumerate((0.001, 0.02, 0.04, 0.5))}
    corrected = holm(values)
    assert all(corrected[key] >= p for key, p in values.items())
    assert list(corrected) == sorted(corrected, key=corrected.__getitem__)
    assert holm({}) == {}


def test_similar_groups_are_rarely_outliers():
    chance = random.Random(7)
    called = 0
    for _ in range(200):
        groups = {
            f"g{g}": rate(sum(chance.random() < 0.4 for _ in range(80)), 80) for g in range(8)
        }
        called += bool(outliers(groups))
    assert called <= 20  # 5 % of 200 are 10
    groups["g0"] = rate(70, 80)
    assert [*outliers(groups)][:1] == ["g0"]
    assert comparison_text(2) == ""
    assert "8 numbers" in comparison_text(8)


def test_differences_and_ratios_hold_what_they_are_of():
    assert difference(rate(0, 0), rate(1, 2)).value is None
    equal = difference(rate(5, 10), rate(5, 10))
    assert equal.low < 0 < equal.high
    assert ratio(Mean(9, 9, 1, 0.5, 1.5), Mean(9, 9, 0, 0, 0)).value is None
    open_end = ratio(Mean(9, 9, 1, 0.5, 1.5), Mean(9, 9, 1, -0.1, 2.1))
    assert (open_end.low, open_end.high) == (0.0, None)


def test_odds_of_fair_draws_are_inside():
    odds = odds_of([40, 100, 50, 50_000_000, 25_000_000])
    assert (odds.expected, odds.is_outside) == (50.0, False)
    assert odds_of([40, 100, 70, 50_000_000, 25_000_000]).is_outside


def test_a_board_says_what_is_not_sure():
    many = spaces_answer({"b4": (60, 50), "c3": (20, 20)}, played=60)
    few = spaces_answer({"b4": (3, 2)}, played=4)
    strength = {v.count.space: v.strength for v in share_view(many).values}
    assert all(FAINT <= value <= 1 for value in strength.values())
    assert max(v.strength for v in share_view(few).values) < min(strength.values()) + 0.5
    view = difference_view(many, spaces_answer({"b4": (5, 5)}, played=60))
    told = {v.count.space: v for v in view.values}
    assert told["b4"].strength == 1
    assert told["a2"].strength == FAINT
    assert told["a2"].low < 0 < told["a2"].high


def test_lift_is_one_where_play_is_the_baseline():
    sums = {"": [60, 120, 260], "route": {"b4": [60, 50, 80, 130]}}
    view = lift_view(spaces_answer({"b4": (60, 50)}, played=60), sums, Baseline(60, "s", sums))
    told = {v.count.space: v for v in view.values}
    assert told["b4"].value == pytest.approx(1.0)
    assert told["b4"].low < 1 < told["b4"].high
    assert told["a2"].value is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_view_is_drawn_with_its_numbers(theme):
    answer = spaces_answer({"b4": (60, 50), "c3": (20, 20)}, played=60, name="A & <B>")
    for view in (times_view(answer), share_view(answer), difference_view(answer, answer)):
        made = board_figure(view, theme)
        json.dumps(made, allow_nan=False)
        svg = drawing(made, theme, "A & <B>", ["note"])
        assert svg.startswith("<svg")
        assert "<B>" not in svg
        assert all(f">{value.text}<" in svg for value in view.values)


@pytest.mark.parametrize(("kind", "rules"), [("goryo", ("2024", "advanced")),
                                            ("gorinto", ("", "2p-burrow")),
                                            ("kyoto", ("", "neutral-equipment"))])  # fmt: skip
def test_play_at_random_is_legal_and_made_again_from_its_seed(kind, rules):
    from games.registry import simulate

    board = simulate(kind, KINDS[kind].identity.default_ruleset, "s", random.Random(1)).board
    data = None if kind == "gorinto" else board.data
    one, two = (
        random_game(kind, rules, data, board.digest, random.Random("seed")) for _ in range(2)
    )
    assert one.record.digest == two.record.digest
    assert one.is_over
    assert one.record.simulated
    assert KINDS[kind].identity.mode_of(one.record.setup) == rules[1]
