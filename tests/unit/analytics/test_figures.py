"""Figures and the drawing: texts, orientation, and no markup that Plotly would interpret."""

import copy
import json
import math
import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

from analytics.charts import DARK, HEAT, LESS, LIGHT, contrast, heat_scale, ink_on
from analytics.forms.rate.figure import role_figure
from analytics.forms.spaces.answer import SpaceQuestion, answer_spaces
from analytics.forms.spaces.figure import board_figure
from analytics.forms.spaces.picture import SIDE, board_picture
from analytics.forms.spaces.views import round_counts, times_view
from analytics.insight.answer import Basis, BoardFacts, Cluster, RoleAnswer, Tally
from analytics.insight.question import Filters, RoleQuestion
from analytics.insight.wilson import rate
from games.goryo.metrics.spaces import SPACES, grid
from games.goryo.rules.board import default_board
from tests.support.pages import missing

BASIS = Basis(None, 0, "1.0", 1)
EVIL = "<b>x</b><a href='//x'>y</a></script>"


def spaces_answer(counts, *, played=10, board=None, name="House palace"):
    data = board or default_board().data
    facts = BoardFacts("d", data["id"], name, "house", data)
    question = SpaceQuestion("goryo", Filters(board="d"), "route")
    leaves = {space: [times, n, times**2, times] for space, (times, n) in counts.items()}
    sums = {"": [played, 9, 9], "route": leaves} if played else {}
    return answer_spaces(question, SPACES, sums, facts, Tally(played, played), BASIS)


def corner_board():
    """The default board with a space in the top left corner of its grid: a5 becomes a6."""
    data = copy.deepcopy(dict(default_board().data))
    data["spaces"]["a6"] = data["spaces"].pop("a5")
    return data


def role_answer(labels=("2019", "34", "123"), n=4):
    clusters = tuple(
        Cluster(x, x, Tally(n, n), {"goryo": rate(n // 2, n), "samurai": rate(n - n // 2, n)}, {})
        for x in labels
    )
    overall = Cluster("", "All games", Tally(n, n), clusters[0].rates, {})
    roles = {"goryo": "Goryō", "samurai": "Samurai"}
    return RoleAnswer(RoleQuestion("goryo", Filters(), "edition"), roles, overall, clusters, BASIS)


def figure(answer, theme=LIGHT):
    if isinstance(answer, RoleAnswer):
        return role_figure(answer, theme)
    return board_figure(times_view(answer), theme)


def strict(value):
    """Return a value after a round trip through JSON as browsers read it."""
    return json.loads(json.dumps(value, allow_nan=False))


def test_a_visit_to_the_top_left_is_at_the_top_left():
    view = times_view(spaces_answer({"a6": (1, 1)}, board=corner_board()))
    made = strict(board_figure(view, LIGHT))
    (trace,) = made["data"]
    column, row = trace["x"].index("a"), trace["y"].index("6")
    assert trace["z"][row][column] == 1
    assert sum(cell or 0 for line in trace["z"] for cell in line) == 1
    low, high = made["layout"]["yaxis"]["range"]
    assert low < high, "rows run upward"
    assert (column, row) == (0, len(trace["y"]) - 1), "so the last row is the top one"
    assert made["layout"]["xaxis"]["range"][0] < 0 < made["layout"]["xaxis"]["range"][1]
    assert trace["hovertext"][row][column].startswith("a6")
    picture = board_picture(view)
    at = {cell["value"].count.space: (cell["x"], cell["y"]) for cell in picture["cells"]}
    (hot,) = [cell["value"].count.space for cell in picture["cells"] if cell["value"].count.times]
    assert hot == "a6"
    assert at["a6"] == (min(x for x, _ in at.values()), min(y for _, y in at.values()))
    assert at["b1"][1] == max(y for _, y in at.values())
    letters = {label["text"]: label["x"] for label in picture["labels"]}
    assert letters["a"] == at["a6"][0] + SIDE / 2


def test_axes_are_categories_and_there_is_no_value_without_a_space():
    made = figure(spaces_answer({}))
    (trace,), layout = made["data"], made["layout"]
    assert layout["xaxis"]["type"] == layout["yaxis"]["type"] == "category"
    assert layout["yaxis"]["categoryarray"] == ["1", "2", "3", "4", "5", "6"]
    rates = figure(role_answer())["layout"]["xaxis"]
    assert (rates["type"], rates["categoryarray"]) == ("category", ["2019", "34", "123"])
    assert trace["z"][5][0] is None  # a6 is no space of the default board
    assert trace["z"][4][0] == 0
    assert trace["hoverongaps"] is False
    assert trace["text"][5][0] == ""


def test_the_scale_of_counts_is_a_square_root():
    counts = {"b4": (1000, 10), **dict.fromkeys(("b1", "c1", "a2", "b2", "c2", "a3"), (5, 5))}
    view = times_view(spaces_answer(counts))
    (trace,) = board_figure(view, LIGHT)["data"]
    assert trace["z"][3][1] == 1
    assert trace["z"][0][1] == pytest.approx(0.0707, abs=1e-3)
    cells = board_picture(view)["cells"]
    steps = {cell["value"].count.space: cell["step"] for cell in cells}
    assert (steps["b4"], steps["b1"], steps["b3"]) == (10, 1, 0)
    (trace,) = figure(spaces_answer({"b4": (100, 9)}))["data"]
    bar, counts = trace["colorbar"], [0, 7, 25, 57, 100]
    assert "√" in bar["title"]["text"]
    assert list(map(int, bar["ticktext"])) == round_counts(100) == counts
    assert bar["tickvals"] == [math.sqrt(count / 100) for count in counts]


def test_without_games_there_is_a_message_and_no_colour_bar():
    made = strict(figure(spaces_answer({}, played=0)))
    assert made["data"][0]["showscale"] is False
    assert [note["text"] for note in made["layout"]["annotations"]] == ["No games"]
    rates = strict(figure(role_answer(n=0)))
    assert [note["text"] for note in rates["layout"]["annotations"]] == ["No decided games"]
    assert {y for trace in rates["data"] for y in trace["y"]} == {None}


def test_names_are_escaped():
    data = json.loads(json.dumps(dict(default_board().data)).replace('"vase"', json.dumps(EVIL)))
    for answer in [spaces_answer({"b4": (1, 1)}, board=data, name=EVIL), role_answer((EVIL, "2"))]:
        texts = re.findall(r"<[^>]*>", json.dumps(figure(answer)))
        assert set(texts) <= {"<br>", "<extra>", "</extra>"}


def test_points_have_n_and_interval_and_few_games_are_open():
    goryo = figure(role_answer(n=4))["data"][0]
    low, high = rate(2, 4)[3:]
    assert goryo["y"] == [0.5] * 3
    assert goryo["error_y"]["array"][0] == pytest.approx(high - 0.5)
    assert goryo["error_y"]["arrayminus"][0] == pytest.approx(0.5 - low)
    assert missing(goryo["text"][0], "2 of 4 decided games", "few games") == []
    assert set(goryo["marker"]["symbol"]) == {"circle-open"}
    assert set(figure(role_answer(n=10))["data"][0]["marker"]["symbol"]) == {"circle"}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize(
    "answer", [spaces_answer({"b4": (3, 2)}), role_answer()], ids=["board", "rates"]
)
def test_plotly_accepts_a_figure(answer, theme):
    made = figure(answer, theme)
    go.Figure(data=made["data"], layout=made["layout"])  # raises ValueError for unknown keys


def test_themes_differ_only_in_colours():
    def skeleton(value):
        text = re.sub(r"#[0-9a-f]{6}", "#", json.dumps(value))
        return text.replace('"light"', '"t"').replace('"dark"', '"t"')

    answer = spaces_answer({"b4": (3, 2)})
    assert figure(answer, LIGHT) != figure(answer, DARK)
    assert skeleton(figure(answer, LIGHT)) == skeleton(figure(answer, DARK))


def test_walls_are_between_rooms_and_at_the_edge():
    shape = grid(default_board().data)
    assert (len(shape.columns), len(shape.rows)) == (6, 6)
    assert (3, 1, 3, 2) in shape.walls  # between c2 and d2
    assert (2, 1, 2, 2) not in shape.walls  # b2 and c2 are one room
    assert (1, 0, 1, 1) in shape.walls  # left of b1 there is no space
    assert len(shape.bridges) == len(default_board().data["bridges"])


@pytest.mark.parametrize("is_diverging", [False, True])
def test_numbers_can_be_read_on_every_step_of_a_heatmap(is_diverging):
    for _, colour in heat_scale(is_diverging=is_diverging):
        assert contrast(ink_on(colour), colour) >= 5, colour


def test_the_pages_have_the_colours_of_the_pictures():
    sheets = ("goryo_site/static/site/findings.css", "analytics/static/analytics/stats.css")
    text = "".join(Path(sheet).read_text(encoding="utf-8") for sheet in sheets)
    for name, colours in (("heat", HEAT), ("less", LESS)):
        for step, colour in enumerate(colours):
            (found,) = re.findall(rf"\.{name}-{step} {{ --heat: (#\w+); --heat-ink: (#\w+)", text)
            assert found[0] == colour
            assert contrast(*(c if len(c) == 7 else f"#{c[1:]}{c[1:]}" for c in found)) >= 4.5
