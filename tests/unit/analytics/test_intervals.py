"""Coverage of intervals, comparisons, views of the board, and random play."""

import json
import random

import pytest

from analytics.charts import DARK, LIGHT
from analytics.charts.drawing import drawing
from analytics.forms.odds.answer import odds_of
from analytics.forms.spaces import views
from analytics.forms.spaces.figure import board_figure
from analytics.insight.comparing import comparison_text, holm, outliers
from analytics.insight.differences import difference, ratio
from analytics.insight.means import Mean
from analytics.insight.wilson import rate
from games.registry import KINDS, random_game, simulate
from tests.benchmarks import interval_kinds
from tests.benchmarks.intervals import clustered, wilson

from .test_figures import spaces_answer


def test_intervals_contain_the_true_value_in_95_percent_of_cases():
    for coverage in wilson((5, 10, 50, 200, 1000), 3000):
        assert 0.94 <= coverage.mean <= 0.96, coverage
        assert coverage.worst > 0.84, coverage
    assert 0.92 <= clustered(50, 600) <= 0.975
    assert 0.935 <= clustered(5, 4000) <= 0.965


@pytest.mark.parametrize("kind", interval_kinds.DIFFERENCES)
def test_intervals_of_differences_contain_0_for_players_who_differ(kind):
    covered = interval_kinds.of_differences(kind, "skilled", 20, 120, 25)
    assert covered.n >= 25
    assert covered.share >= 0.84, covered


def test_intervals_of_survival_contain_the_share():
    assert interval_kinds.of_survival("equal", 20, 200, 200).share >= 0.9


def test_holm_is_stricter_than_no_correction_and_keeps_the_order():
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


def test_differences_and_ratios_contain_their_values():
    assert difference(rate(0, 0), rate(1, 2)).value is None
    # R. G. Newcombe 1998, table II, method 10
    assert difference(rate(56, 70), rate(48, 80)) == pytest.approx((0.2, 0.052, 0.334), abs=5e-4)
    equal = difference(rate(5, 10), rate(5, 10))
    assert equal.low < 0 < equal.high
    assert ratio(Mean(9, 9, 1, 0.5, 1.5), Mean(9, 9, 0, 0, 0)).value is None
    open_end = ratio(Mean(9, 9, 1, 0.5, 1.5), Mean(9, 9, 1, -0.1, 2.1))
    assert (open_end.low, open_end.high) == (0.0, None)
    odds = odds_of([40, 100, 50, 50_000_000, 25_000_000])
    assert (odds.expected, odds.is_outside) == (50.0, False)
    assert odds_of([40, 100, 70, 50_000_000, 25_000_000]).is_outside


def test_uncertain_spaces_are_faint():
    many = spaces_answer({"b4": (60, 50), "c3": (20, 20)}, played=60)
    few = spaces_answer({"b4": (3, 2)}, played=4)
    strength = {v.count.space: v.strength for v in views.share_view(many).values}
    assert all(views.FAINT <= value <= 1 for value in strength.values())
    assert max(v.strength for v in views.share_view(few).values) < min(strength.values()) + 0.5
    view = views.difference_view(many, spaces_answer({"b4": (5, 5)}, played=60))
    values = {v.count.space: v for v in view.values}
    assert values["b4"].strength == 1
    assert values["a2"].strength == views.FAINT
    assert values["a2"].low < 0 < values["a2"].high


def test_lift_is_one_where_play_is_the_baseline():
    sums = {"": [60, 120, 260], "route": {"b4": [60, 50, 80, 130]}}
    view = views.lift_view(
        spaces_answer({"b4": (60, 50)}, played=60), sums, views.Baseline(60, "s", sums)
    )
    values = {v.count.space: v for v in view.values}
    assert values["b4"].value == pytest.approx(1.0)
    assert values["b4"].low < 1 < values["b4"].high
    assert values["a2"].value is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_view_is_drawn_with_its_numbers(theme):
    answer = spaces_answer({"b4": (60, 50), "c3": (20, 20)}, played=60, name="A & <B>")
    for view in (
        views.times_view(answer),
        views.share_view(answer),
        views.difference_view(answer, answer),
    ):
        made = board_figure(view, theme)
        json.dumps(made, allow_nan=False)
        svg = drawing(made, theme, "A & <B>", ["note"])
        assert svg.startswith("<svg")
        assert "<B>" not in svg
        assert all(f">{value.text}<" in svg for value in view.values)


@pytest.mark.parametrize(("kind", "rules"), [("goryo", ("2024", "advanced")),
                                            ("gorinto", ("", "2p-burrow")),
                                            ("kyoto", ("", "neutral-equipment"))])  # fmt: skip
def test_random_play_is_legal_and_reproducible(kind, rules):
    board = simulate(kind, KINDS[kind].identity.default_ruleset, "s", random.Random(1)).board
    data = None if kind == "gorinto" else board.data
    game, same = (
        random_game(kind, rules, data, board.digest, random.Random("seed")) for _ in range(2)
    )
    assert game.record.digest == same.record.digest
    assert game.is_over
    assert game.record.simulated
    assert KINDS[kind].identity.mode_of(game.record.setup) == rules[1]
