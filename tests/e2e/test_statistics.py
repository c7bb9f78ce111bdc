"""The statistics pages in Chromium: questions answered by links, filters in place, charts on every
width and in both colour schemes, by keyboard, and the pages without script.
"""

import re
from itertools import cycle
from typing import Any

import pytest

from games.goryo.rules.board import default_board
from tests.e2e.conftest import assert_fits, wait_until
from tests.e2e.prepared import prepare
from tests.support.pages import missing
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.gorinto_logs import of_every_mode
from tests.unit.analytics.logs import bot_log, one_round, varied

pytestmark = pytest.mark.in_turn(2)

EVIL = "<b>x</b><img src=x onerror=alert(1)></script>"
SHIFT = """() => new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 300);
})"""
"""The sum of all layout shifts since the page was opened."""


def with_late_faces(tabs, address, scheme):
    """Open a page whose faces come only after it was drawn."""
    page, waiting = tabs.new(color_scheme=scheme), []
    page.route("**/*.woff2", lambda route: waiting.append(route))
    page.goto(address, wait_until="domcontentloaded")
    for _ in range(100):  # preloaded
        if len(waiting) == 3:
            break
        page.wait_for_timeout(100)
    assert len(waiting) == 3
    for route in waiting:
        route.continue_()
    page.wait_for_load_state("load")
    return page


@pytest.fixture
def games(transactional_db: None) -> None:
    """Thirty counted human games, and one on a board whose name is markup."""
    evil = {**default_board().data, "id": "evil", "name": EVIL}
    end = {"type": "resign", "role": "goryo"}
    prepare("goryo", lambda: count_logs([*varied(30), one_round(end, board=evil)]))


@pytest.fixture
def gorinto(transactional_db: None) -> None:
    """Two counted games of Gorinto in every mode."""
    prepare("gorinto", lambda: count_logs([*of_every_mode(), *of_every_mode(1)]))


@pytest.fixture
def bots(transactional_db: None) -> None:
    """Bot games of Goryō by two editions, and of Shadows in Kyoto with Charisma."""
    rulesets = {"goryo": ("2021", "2024", "2024-advanced"), "kyoto": ("charisma",)}
    prepare(
        "bots",
        lambda: count_logs(
            {**bot_log(kind, ruleset, seed), "x_simulated": True}
            for kind, names in rulesets.items()
            for ruleset in names
            for seed in range(12)
        ),
    )


def sized(width: int) -> dict[str, int]:
    return {"width": width, "height": 900}


LAPTOP = {"width": 1280, "height": 800}


class Reader:
    """A reader on the page of a game who follows only links that can be seen, at most two."""

    def __init__(self, page: Any) -> None:
        self.page, self.clicks = page, 0

    def follow(self, name: str | re.Pattern[str], within: str = "main") -> None:
        """Follow a link that is visible; scrolling to it is allowed."""
        link = self.page.locator(within).get_by_role("link", name=name).first
        assert link.is_visible(), name
        self.clicks += 1
        assert self.clicks <= 2, name
        before = self.page.url
        link.click()
        self.page.wait_for_url(lambda address: address != before)
        self.page.wait_for_load_state("networkidle")


def seen(page: Any, *selectors: str) -> str:
    """Return the texts of elements that are in the window without scrolling."""
    texts = []
    for selector in selectors:
        element = page.locator(selector).first
        box = element.bounding_box()
        assert box is not None, selector
        assert box["y"] + box["height"] <= LAPTOP["height"], (selector, box)
        assert page.evaluate("scrollY") == 0
        texts.append(element.text_content())
    return " ".join(" ".join(texts).split())


class TestFiveQuestions:
    """Each is answered within two clicks from the page of the game, without scrolling. It opens on
    bot games while there are no human games.
    """

    @pytest.fixture
    def read(self, bots: None, visit: Any) -> Any:
        """Opens the page of a game."""
        return lambda kind: Reader(visit(f"/stats/{kind}", viewport=LAPTOP))

    def test_who_wins_goryo_2024_advanced_and_how_sure(self, read: Any) -> None:
        reader = read("goryo/")
        reader.follow(re.compile("^2024 advanced"))
        card = ".q:has-text('Is the game balanced?')"
        answer = seen(reader.page, f"{card} .finding", f"{card} .verdict", f"{card} .q-foot")
        assert re.search(r"Goryō .*\d+ %", answer)
        assert re.search(r"(Ahead|Behind|Even|Cannot tell): \d+ to \d+ %", answer)
        assert missing(answer, "12 games", "2 players") == []

    def test_where_the_spirit_runs_when_it_wins(self, read: Any) -> None:
        reader = read("goryo/")
        reader.follow("Where does the spirit run when it wins?")
        answer = seen(reader.page, ".headline", ".vline .verdict")
        assert re.search(r"hrough [a-f][1-6], in \d+ % of its wins", answer)
        assert "winner=goryo" in reader.page.url

    def test_whether_2021_differs_from_2024(self, read: Any) -> None:
        reader = read("goryo/")
        reader.follow("Do the editions differ?")
        answer = seen(reader.page, ".pairs li:has-text('2021 and 2024')")
        assert re.search(r"(Clear|Likely|Open): \d+ points \(−?\d+ to \d+\)", answer)

    def test_which_charisma_card_wins_most(self, read: Any) -> None:
        reader = read("kyoto/")
        finding = ".q:has-text('Which Charisma card wins most?') .finding"
        assert re.search(r"(Oniwaban|Government)\).*\d+ %", seen(reader.page, finding))
        reader.follow("Which Charisma card wins most?")
        assert re.search(r"\d+ %", seen(reader.page, ".headline", ".vline .verdict"))

    def test_a_players_form(self, read: Any) -> None:
        reader = read("goryo/?simulated=yes")
        reader.follow("Players")
        reader.follow("Bot Kuro")
        answer = seen(reader.page, "h1", ".form", ".p-stats")
        assert missing(answer, "Bot Kuro", "Last 10 games", "Win rate", "36") == []
        assert len(re.findall(r"\((?:won|lost)\)", answer)) == 10
        assert re.search(r"Win rate ?\d+\.\d %", answer)


def test_a_filter_acts_in_place_and_back_is_right(games, visit):
    page = visit("/stats/goryo/wins-gong/")
    page.evaluate("window.isSamePage = true")
    chip = page.locator("[data-swap^=rules]", has_text="2021 advanced")
    n = chip.locator(".n").text_content()
    chip.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/stats/goryo/wins-gong/?edition=2021&mode=advanced")
    wait_until(page, "document.querySelector('.tally').textContent.includes('2021')")
    assert page.locator(".tally a").first.text_content().startswith(n)
    current = page.evaluate("document.activeElement.getAttribute('aria-current')")
    assert current == "true"
    page.go_back()
    wait_until(page, "!document.querySelector('.tally').textContent.includes('Edition')")
    assert page.url.endswith("/stats/goryo/wins-gong/")
    page.go_forward()
    wait_until(page, "document.querySelector('.tally').textContent.includes('2021')")
    assert page.evaluate("window.isSamePage")


def test_without_script_filters_are_links(games, visit):
    page = visit("/stats/goryo/", java_script_enabled=False)
    page.click(".chip:has-text('2021 advanced')")
    assert "edition=2021&mode=advanced" in page.url
    page.click("text=More filters")
    page.select_option("#stats-edition", "2024")
    page.click("text=Apply")
    assert "edition=2024" in page.url
    assert page.locator("[data-copy]:visible").count() == 0


def test_filters_are_a_sheet_on_phones(games, visit):
    page = visit("/stats/goryo/", viewport=sized(390))
    chip = page.locator(".chip", has_text="2021 advanced")
    assert not chip.is_visible()
    page.click("text=Filters")
    assert chip.is_visible()
    box = page.locator("#filter-sheet").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(900, abs=1)
    page.keyboard.press("Escape")
    assert not chip.is_visible()


CHARTS = ("", "roles/?by=edition", "spaces/?board=house-1", "wins-gong/", "questions/", "luck/")


def test_nothing_moves_while_a_page_with_charts_loads(games, tabs):
    for path, scheme in zip(CHARTS, cycle(("light", "dark")), strict=False):
        page = with_late_faces(tabs, f"/stats/goryo/{path}", scheme)
        assert page.locator(".ci, .heat").count() > 0, path
        assert page.evaluate(SHIFT) == 0, path


def test_charts_fit_every_width(games, tabs):
    page = tabs.new()
    for path in (*CHARTS, "compare/", "table/", "trends/", "cross/", "movers/"):
        page.set_viewport_size(sized(320))
        page.goto(f"/stats/goryo/{path}")
        assert_fits(page, 320, 390, 768, 1440)


def test_a_space_leads_to_its_games_by_keyboard(games, visit):
    page = visit("/stats/goryo/spaces/?board=house-1")
    link = page.locator(".heat [data-space=b4]")
    assert link.locator("title").text_content().startswith("b4 (vase): ")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/stats/goryo/games/?*space=b4")
    assert "Route on b4" in page.locator("h1").text_content()


def test_markup_in_a_board_name_is_shown_as_text(games, visit):
    page = visit("/stats/goryo/roles/?by=board")
    assert f"{EVIL} (evil)" in page.locator(".bar-label").all_text_contents()
    assert page.locator("main img").count() == 0


def test_without_script_the_board_is_complete(games, visit):
    page = visit("/stats/goryo/spaces/?board=house-1", java_script_enabled=False)
    assert page.locator("svg.heat .heat-cell").count() == 32
    assert page.locator("svg.heat").is_visible()
    assert page.locator(".stats-spaces tbody tr").count() == 32


def test_numbers_on_a_heatmap_can_be_read(games, visit):
    for query in ("", "?show=pair", "?show=difference"):
        page = visit(f"/stats/goryo/spaces/{query}")
        ratios = page.evaluate(
            """() => [...document.querySelectorAll(".heat-cell")].map((cell) => {
              const light = (colour) => {
                const [r, g, b] = colour.match(/\\d+/g).map((c) => c / 255)
                  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
              };
              const fill = (name) => light(getComputedStyle(cell.querySelector(name)).fill);
              const [low, high] = [fill("rect"), fill(".heat-times")].sort((a, b) => a - b);
              return (high + 0.05) / (low + 0.05);
            })"""
        )
        assert min(ratios) >= 4.5, query


FORMS = {
    "wins-seat": ".bars-large .ci-dot",
    "wisdom": ".bars-large .ci-quarters",
    "understanding": ".lines .l-dot",
    "goal-shape": ".heat-table td[class^=heat]",
}


def test_a_chart_of_each_form_is_drawn(gorinto, tabs):
    for (key, drawing), scheme in zip(FORMS.items(), cycle(("light", "dark")), strict=False):
        page = with_late_faces(tabs, f"/stats/gorinto/{key}/", scheme)
        assert page.locator(drawing).count() >= 2, key
        assert page.evaluate(SHIFT) == 0, key


def test_a_chart_shows_n_and_interval_of_a_rate(gorinto, visit):
    page = visit("/stats/gorinto/wins-seat/")
    row = page.locator(".bar-row", has_text="2 players: p1").first.text_content()
    assert missing(" ".join(row.split()), "few games", "n=4") == []
    assert "No interval with fewer than 5 players" in page.locator(".people").text_content()
    page.locator(".people-table summary").click()
    cells = page.locator(".people-table tr", has_text="2 players: p1").first.text_content()
    assert re.search(r"\d+\.\d % to \d+\.\d %", cells)


@pytest.mark.parametrize("key", FORMS)
def test_a_wide_table_becomes_blocks_on_phones(gorinto, visit, key):
    page = visit(f"/stats/gorinto/{key}/", viewport=sized(320))
    region = page.get_by_role("region", name=re.compile(", as a table$"))
    for width in (390, 320):
        assert_fits(page, width)
        assert region.evaluate("region => region.scrollWidth <= region.clientWidth")
        row = region.locator("tbody tr").first
        heads = region.locator("thead th").all_text_contents()[1:]
        labels = row.locator("td").evaluate_all("cells => cells.map((td) => td.dataset.label)")
        assert labels == heads
        assert row.evaluate("row => getComputedStyle(row).display") == "block"


def test_a_table_with_sorted_heads_scrolls_inside_its_region_on_phones(gorinto, visit):
    page = visit("/stats/gorinto/table/", viewport=sized(320))
    assert_fits(page, 320)
    region = page.get_by_role("region", name=re.compile("^All statistics"))
    assert region.evaluate("region => region.scrollWidth > region.clientWidth")
    assert "gradient" in region.evaluate("region => getComputedStyle(region).backgroundImage")
    region.focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('[aria-label^=\"All statistics\"]').scrollLeft > 0")


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
    page = visit("/stats/gorinto/spaces/?board=peak")
    tops = {row: page.locator(f".heat [data-space=a{row}]").bounding_box()["y"] for row in "12345"}
    assert sorted(tops, key=tops.get) == ["1", "2", "3", "4", "5"]
    title = page.locator(".heat [data-space=a1] title").text_content()
    assert title.startswith("a1 (starts at 2)")


def test_the_table_of_measures_is_sorted_by_its_heads(games, visit):
    page = visit("/stats/goryo/table/")
    page.click("thead >> text=2024")
    wait_until(page, "document.querySelector('[aria-sort=descending]')")
    assert page.url.endswith("sort=-2024")
    column = "tr => tr.cells[tr.cells.length - 2].innerText"
    shares = page.locator("tbody tr").evaluate_all(f"rows => rows.map({column})")
    values = [float(text.split(" %")[0]) for text in shares if " %" in text.split("\n")[0]]
    assert len(values) > 5
    means = [float(t.split("\n")[0]) / 100 for t in shares if "%" not in t and t[0].isdigit()]
    assert values == sorted(values, reverse=True)
    assert means == sorted(means, reverse=True)


def test_an_embed_shows_the_finding_in_a_frame_of_another_site(games, visit, live_server):
    page = visit("/stats/goryo/wins-gong/embed/")
    assert page.locator("h1").is_visible()
    assert page.locator(".bars-large .ci-dot").count() >= 2
    page = visit("/stats/goryo/spaces/embed/?board=house-1", viewport=sized(390))
    assert page.locator(".heat-cell").count() == 32
    assert_fits(page, 390)
