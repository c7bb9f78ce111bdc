"""Many comparisons at once: false discoveries among habits and spaces, exact tests of few games."""

import random

import pytest

from analytics.charts import LIGHT
from analytics.forms.base import Source
from analytics.forms.habits import HabitRow, HabitTable, Value, with_q_values
from analytics.forms.registry import grouped_form
from analytics.forms.spaces import views
from analytics.insight.comparing import benjamini_hochberg, outliers, outliers_text, p_value
from analytics.insight.conclusions import general_sentences
from analytics.insight.exact import binomial_mid_p, fisher_mid_p
from analytics.insight.means import Mean
from analytics.insight.verdicts import compare_share
from analytics.insight.wilson import rate
from games.core.sums import Moments
from games.registry import KINDS

from .test_figures import spaces_answer

HABIT = KINDS["goryo"].counting.habits[0]


def habit_table(rows):
    return HabitTable(HABIT, "t", "d", "g", "", tuple(rows))


def share_row(key, k, n, others=(400, 1000)):
    return HabitRow(key, key, Value.of_rate(rate(k, n)), Value.of_rate(rate(*others)))


def test_habits_are_corrected_over_all_tables():
    chance = random.Random(5)
    false = total = 0
    for _ in range(60):
        rows = [
            share_row(f"r{n}", sum(chance.random() < 0.4 for _ in range(60)), 60) for n in range(40)
        ]
        tables = with_q_values([habit_table(rows[:10]), habit_table(rows[10:])])
        marks = [row for table in tables for row in table.rows if row.differs]
        false += bool(marks)
        total += sum((row.p or 1) <= 0.05 for row in rows)
    assert total > 60  # without correction about two a player
    assert false <= 8  # 5 % of 60 are 3
    (table,) = with_q_values([habit_table([share_row("a", 50, 60), share_row("b", 24, 60)])])
    assert [row.differs for row in table.rows] == ["more", ""]
    assert table.rows[0].q <= 0.05 < table.rows[1].q


def test_habits_of_few_games_are_not_tested_or_exactly():
    assert share_row("a", 4, 4).p is None
    assert share_row("a", 7, 7).p == fisher_mid_p(7, 7, 400, 1000)
    few, many = Mean(9, 9, 5.0, 4.5, 5.5), Mean(90, 90, 3.0, 2.9, 3.1)
    row = HabitRow("m", "m", Value.of_mean(few), Value.of_mean(many))
    assert row.p is None
    enough = HabitRow("m", "m", Value.of_mean(few._replace(games=20)), Value.of_mean(many))
    assert enough.p < 0.001
    (table,) = with_q_values([habit_table([enough])])
    assert table.rows[0].differs == "more"


def noise(seed, n, share=0.4):
    chance = random.Random(seed)
    spaces = [f"{column}{row}" for column in "abcde" for row in (2, 3, 4)]
    hits = {space: sum(chance.random() < share for _ in range(n)) for space in spaces}
    return spaces_answer({space: (k, k) for space, k in hits.items() if k}, played=n)


def test_maps_without_a_difference_have_no_marks():
    marked = 0
    for seed in range(30):
        view = views.difference_view(noise(seed, 60), noise(seed + 100, 60))
        assert all(value.q is not None for value in view.values)
        marked += any(value.strength == 1 for value in view.values)
    assert marked <= 4  # 5 % of 30 are 1.5; of uncorrected maps half have a mark


def test_a_real_difference_is_marked_on_a_map():
    view = views.difference_view(
        spaces_answer({"b4": (55, 55), "c3": (20, 20)}, played=60),
        spaces_answer({"b4": (10, 10), "c3": (22, 22)}, played=60),
    )
    values = {value.count.space: value for value in view.values}
    assert values["b4"].strength == 1
    assert values["b4"].q <= 0.05
    assert values["c3"].strength == views.FAINT
    p_values = {"x": 0.001, "y": 0.03, "z": 0.9}
    assert benjamini_hochberg(p_values)["x"] == pytest.approx(0.003)


def test_maps_below_five_games_are_not_tested():
    few, many = spaces_answer({"b4": (4, 4)}, played=4), spaces_answer({"b4": (1, 1)}, played=60)
    assert all(value.q is None for value in views.difference_view(few, many).values)


def test_few_games_are_compared_exactly_and_fewer_not_at_all():
    assert p_value(rate(4, 4), 0, 100) == 1.0
    assert p_value(rate(6, 6), 1, 8) == fisher_mid_p(6, 6, 1, 8)
    assert p_value(rate(1, 60), 3, 60) == fisher_mid_p(1, 60, 3, 60)
    assert compare_share(rate(9, 9), 0.5).p == binomial_mid_p(9, 9, 0.5)
    assert compare_share(rate(60, 100), 0.5).p == pytest.approx(0.0455, abs=1e-4)
    assert p_value(rate(6, 6), 1, 8, 2.0) > p_value(rate(6, 6), 1, 8)


def test_holm_keeps_its_promise_with_small_groups():
    chance = random.Random(11)
    called = 0
    for _ in range(300):
        sizes = [chance.choice([3, 5, 7, 9, 40]) for _ in range(8)]
        rates = {
            f"g{n}": rate(sum(chance.random() < 0.15 for _ in range(size)), size)
            for n, size in enumerate(sizes)
        }
        called += bool(outliers(rates))
    assert called <= 24  # 5 % of 300 are 15
    groups = {"a": rate(3, 4), "b": rate(20, 40), "c": rate(9, 40), "d": rate(10, 40)}
    assert "for 3 comparisons" in outliers_text(groups, {key: key for key in groups})


def test_luck_is_separated_from_the_check_of_a_model():
    metrics = {metric.key: metric for metric in KINDS["goryo"].counting.metrics}
    assert set(metrics["luck"].groups) == {"turned", "ended"}
    assert not metrics["luck"].model
    model = metrics["uniform-plans"]
    assert set(model.groups) == {"caught", "yes"}
    form = grouped_form(model)
    source = Source("goryo", "caught", "Samurai on the target", "", {})
    group = form.group(model, source, [40, 90, 60, 30_000_000, 20_000_000])
    conclusion = form.conclusion([group], model, general_sentences(), 40)
    assert conclusion.sentence == (
        "More often than if all legal plans were equally likely: Samurai on the target, 60 times "
        "(30.0 expected)."
    )
    assert "chance" not in " ".join([*form.columns(model), *form.methods(model), group.hover()])
    assert "Expected by chance" in form.columns(metrics["luck"])


def test_impossible_turns_are_in_no_answer():
    metric = next(m for m in KINDS["gorinto"].counting.metrics if m.key == "mat")
    form, moments = grouped_form(metric), list(Moments.of_game([3, 4]))
    four, two = (
        form.group(
            metric, Source("gorinto", key, key, key, {}), {f"t{n}": moments for n in range(1, last)}
        )
        for key, last in (("4p.winners", 9), ("2p.winners", 13))
    )
    assert [body.key for body in four.fields(str)["positions"]][-1] == "t8"
    assert len(two.fields(str)["positions"]) == len(two.csv_rows()) == 12
    assert len(four.csv_rows()) == 8
    assert [cell.text for cell in four.cells([four])][-4:] == [""] * 4
    assert len(four.cells([four])) == len(two.cells([two]))
    data, _ = form.traces([four, two], metric, LIGHT)
    assert [len(trace["x"]) for trace in data] == [8, 12]
    assert all(len(trace["text"]) == len(trace["y"]) for trace in data)
