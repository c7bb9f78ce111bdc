"""Charts of lines: whole numbers keep their distances, months follow each other."""

from analytics.forms.lines import item_chart
from analytics.insight.conclusions import Item, general_sentences
from analytics.insight.people import NO_INTERVAL, Capped, People
from analytics.insight.wilson import rate
from analytics.web.people import Counted, _change_text


def chart_of(*keys: str):
    return item_chart([("games", [Item(key, key, rate(20, 40)) for key in keys])], "x", "y")


def test_whole_numbers_keep_their_distances():
    chart = chart_of("11", "9", "14")
    nine, eleven, fourteen = sorted(float(dot.x) for dot in chart.lines[0].dots)
    assert round((fourteen - eleven) / (eleven - nine), 2) == 1.5
    assert [title for _, title in chart.x_ticks] == ["9", "10", "11", "12", "13", "14"]
    assert not chart.has_long_ticks


def test_months_follow_each_other():
    chart = chart_of("2026-03", "2025-12")
    assert [title for _, title in chart.x_ticks] == ["2025-12", "2026-03"]
    assert chart.has_long_ticks


def test_the_sentence_of_a_mean_has_its_unit():
    assert general_sentences("seconds").most == "Highest: {group}, {value} seconds."
    assert general_sentences().most == "Highest: {group}, {value}."


def test_a_cap_that_changes_no_digit_is_not_mentioned():
    def text(value: float) -> str:
        people = People(40, 9, 0, 8.0, 0.2, 9, 0.2, None, None, NO_INTERVAL)
        capped = people._replace(capped=Capped(value, NO_INTERVAL, 39.0, 0.25))
        return _change_text(Counted("2024", rate(20, 40), capped))

    assert text(0.5001) == ""
    assert text(0.51) == "2024 from 50.0 % to 51.0 %"
