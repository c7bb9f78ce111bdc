"""The statistics page in Chromium: charts under the strict content policy, on every width, in both
colour schemes, by keyboard, and the page without script.
"""

import re
from typing import Any

import pytest

from analytics import services as stats_services
from games.goryo.rules.board import default_board
from replays import services as replay_services
from replays.models import Game, UploadSource
from tests.e2e.conftest import assert_fits
from tests.e2e.prepared import prepare
from tests.unit.analytics.gorinto_logs import of_every_mode
from tests.unit.analytics.logs import ndjson, one_round, varied

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVIL = "<b>x</b><img src=x onerror=alert(1)></script>"
OPEN_BOARD = """() => document.querySelector("[data-chart=board]").scrollIntoView()"""


def count(logs: list[Any]) -> None:
    replay_services.submit(
        ndjson(logs), source=UploadSource.COMMAND, reading=replay_services.Reading.NOW
    )
    stats_services.count_games(Game.objects.values_list("pk", flat=True))


@pytest.fixture
def games(transactional_db: None) -> None:
    """Thirty counted human games, and one on a board whose name is markup."""
    evil = {**default_board().data, "id": "evil", "name": EVIL}
    end = {"type": "resign", "role": "goryo"}
    prepare("goryo", lambda: count([*varied(30), one_round(end, board=evil)]))


@pytest.fixture
def gorinto(transactional_db: None) -> None:
    """Two counted games of Gorinto in every mode."""
    prepare("gorinto", lambda: count([*of_every_mode(), *of_every_mode(1)]))


def sized(width: int) -> dict[str, int]:
    return {"width": width, "height": 900}


def drawn(page: Any, chart: str) -> Any:
    """Return the chart once Plotly has drawn it."""
    element = page.locator(f"[data-chart={chart}]")
    element.evaluate("element => element.scrollIntoView()")
    page.wait_for_selector(f"[data-chart={chart}].is-live .main-svg", timeout=20_000)
    # Figures above it may have grown meanwhile.
    element.evaluate("element => element.scrollIntoView()")
    return element


def settled_box(page: Any, element: Any) -> dict[str, float]:
    """Return the box of an element once it no longer moves: Plotly adds labels late."""
    before, now = None, element.bounding_box()
    while now != before:
        page.wait_for_timeout(150)
        before, now = now, element.bounding_box()
    return now


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_charts_are_drawn_under_the_strict_policy(games, visit, scheme):
    page = visit("/stats/goryo/", color_scheme=scheme)
    assert drawn(page, "rates").locator(".point").count() >= 6
    board = drawn(page, "board")
    assert board.locator(".heatmaplayer").count() == 1
    colour = board.locator(".xtick text").first.evaluate("e => getComputedStyle(e).fill")
    assert colour == {"light": "rgb(107, 99, 90)", "dark": "rgb(167, 157, 144)"}[scheme]


def test_plotly_is_fetched_after_the_page_and_only_with_a_chart(games, visit):
    page = visit("/stats/goryo/?edition=2019&month=1999-01")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("typeof window.Plotly") == "undefined"
    page = visit("/stats/goryo/")
    drawn(page, "board")
    fetched = page.evaluate(
        """() => ({
          plotly: performance.getEntriesByType("resource")
            .find((entry) => entry.name.includes("plotly.min")).startTime,
          ready: performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
        })"""
    )
    assert fetched["plotly"] >= fetched["ready"]


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_corner_spaces_match_the_axes(games, visit, width):
    """The corners of the drawn spaces match the axes, and so the walls."""
    page = visit("/stats/goryo/?board=house-1", viewport=sized(width))
    drawn(page, "board")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    off = page.evaluate(
        """() => {
          const plot = document.querySelector("[data-chart=board] [data-plot]");
          const { xaxis, yaxis } = plot._fullLayout;
          const grid = plot.querySelector(".heatmaplayer image").getBoundingClientRect();
          const frame = plot.getBoundingClientRect();
          const x = (i) => frame.left + xaxis._offset + xaxis.c2p(i);
          const y = (i) => frame.top + yaxis._offset + yaxis.c2p(i);
          return [
            Math.abs(x(-0.5) - grid.left), Math.abs(x(5.5) - grid.right),
            Math.abs(y(5.5) - grid.top), Math.abs(y(-0.5) - grid.bottom),
          ].map((px) => px / grid.width);
        }"""
    )
    assert max(off) < 0.01
    size = page.evaluate(
        """() => {
          const image = document.querySelector("[data-chart=board] .heatmaplayer image");
          const { width, height } = image.getBoundingClientRect();
          return width / height;
        }"""
    )
    assert size == pytest.approx(1, abs=0.02)  # six by six spaces are square


def test_hover_and_keyboard_name_a_space_and_open_its_games(games, visit):
    page = visit("/stats/goryo/?board=house-1")
    drawn(page, "board")
    link = page.locator("[data-chart=board] [data-space=b4]")
    link.focus()
    label = page.locator("[data-chart=board] .hovertext")
    label.wait_for()
    text = label.text_content()
    assert text.startswith("b4, vase")
    title = link.locator("title").text_content()
    times = title.split(": ")[1].split(" times")[0]
    assert f"Route{times} times" in text  # two lines
    page.keyboard.press("Enter")
    page.wait_for_url("**/stats/goryo/games/?*space=b4")
    assert "Route on b4" in page.locator("h1").text_content()


def test_a_click_in_the_figure_opens_the_games(games, visit):
    page = visit("/stats/goryo/?board=house-1")
    board = drawn(page, "board")
    box = board.locator(".heatmaplayer image").bounding_box()
    side = box["width"] / 6
    page.mouse.move(box["x"] + 0.5 * side, box["y"] + 1.5 * side)
    page.locator("[data-chart=board] .hovertext").wait_for()
    page.mouse.click(
        box["x"] + 0.5 * side, box["y"] + 1.5 * side
    )  # first column, second row from above
    page.wait_for_url("**space=a5")


def test_markup_in_a_board_name_is_shown_as_text(games, visit):
    page = visit("/stats/goryo/?by=board")
    drawn(page, "rates")
    labels = page.locator("[data-chart=rates] .xtick").all_text_contents()
    assert f"{EVIL} (evil)" in labels
    assert page.locator("[data-chart=rates] img").count() == 0


def test_the_colours_follow_the_switch(games, visit):
    page = visit("/stats/goryo/", color_scheme="light")
    drawn(page, "rates")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.wait_for_function(
        "document.querySelector('[data-chart=rates] [data-plot]').layout.meta.theme === 'dark'"
    )


def test_without_script_the_statistics_are_complete(games, visit):
    page = visit("/stats/goryo/?board=house-1", java_script_enabled=False)
    assert page.locator("svg.heat .heat-cell").count() == 32
    assert page.locator("svg.heat").is_visible()
    assert page.locator(".stats-spaces tbody tr").count() == 32
    page.select_option("#stats-edition", "2021")
    page.click("text=Show")
    assert "edition=2021" in page.url
    assert page.locator("#stats-edition").input_value() == "2021"


def test_a_phone_does_not_scroll_sideways(games, visit):
    page = visit("/stats/goryo/", viewport=sized(320))
    drawn(page, "board")
    assert_fits(page, 320, 390)


FORMS = {
    "wins-seat": ".scatterlayer .point",
    "wisdom": ".boxlayer .box",
    "understanding": ".scatterlayer .js-line",
    "goal-shape": ".heatmaplayer image",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_figure_of_each_form_is_drawn_under_the_strict_policy(gorinto, visit, scheme):
    for key, drawing in FORMS.items():
        page = visit(f"/stats/gorinto/{key}/", color_scheme=scheme)
        assert drawn(page, f"metric-{key}").locator(drawing).count() >= 1, key


def test_hover_shows_n_and_interval_of_a_rate(gorinto, visit):
    page = visit("/stats/gorinto/wins-seat/")
    chart = drawn(page, "metric-wins-seat")
    box = settled_box(page, chart.locator(".scatterlayer .trace").last.locator(".point").first)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    label = chart.locator(".hovertext")
    label.wait_for()
    text = label.text_content()
    assert "2 players: p1" in text
    assert "of 4 decided games" in text
    assert "95 % interval" in text


@pytest.mark.parametrize("key", FORMS)
def test_a_wide_table_scrolls_inside_its_region(gorinto, visit, key):
    page = visit(f"/stats/gorinto/{key}/", viewport=sized(320))
    drawn(page, f"metric-{key}")
    region = page.get_by_role("region", name=re.compile(", as a table$"))
    for width in (390, 320):
        assert_fits(page, width)
        assert region.evaluate("region => region.scrollWidth > region.clientWidth")
        assert "gradient" in region.evaluate("region => getComputedStyle(region).backgroundImage")
    region.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.stats-scroll').scrollLeft > 0")


def test_without_script_metrics_link_to_their_games(gorinto, visit):
    page = visit("/stats/gorinto/wisdom/", java_script_enabled=False)
    rows = page.locator(".stats-table tbody tr")
    assert rows.count() >= 3
    assert rows.first.locator("svg[aria-label^='from ']").is_visible()
    page.click("nav[aria-label='Split by'] >> text=Mode")
    assert "by=mode" in page.url
    row = page.locator("tbody tr", has_text="Partnership")
    number = row.locator("a").last.text_content()
    row.locator("a").last.click()
    assert f"{number} games counted in it" in page.locator("main").text_content()


def test_the_mountain_is_drawn_with_its_first_row_at_the_top(gorinto, visit):
    page = visit("/stats/gorinto/?board=peak")
    chart = drawn(page, "board")
    rows = chart.locator(".ytick text")
    tops = {text.text_content(): text.bounding_box()["y"] for text in rows.all()}
    assert sorted(tops, key=tops.get) == ["1", "2", "3", "4", "5"]
    box = settled_box(page, chart.locator(".heatmaplayer image"))
    page.mouse.move(box["x"] + box["width"] / 10, box["y"] + box["height"] / 10)
    label = chart.locator(".hovertext")
    label.wait_for()
    assert label.text_content().startswith("a1, starts at 2")
