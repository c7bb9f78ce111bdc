"""The replay page in Chromium, measured: the board fills the window, nothing lies over it, and it
stays in its place at every step. Wheel, swipe, size and the board alone.
"""

from typing import Any

import pytest

from replays.models import Game
from tests.e2e.conftest import current_step, press, wait_until
from tests.support.documents import document, logs_in
from tests.unit.replay_page.gorinto_samples import game_of
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = pytest.mark.in_turn(2)

LAPTOP, LARGE, PHONE, ENLARGED = (1280, 800), (1920, 1080), (390, 844), (640, 400)
LEAST_HEIGHT = {LAPTOP: 620, LARGE: 850, PHONE: 374, ENLARGED: 280}
LEAST_SEEN = {LAPTOP: 620, LARGE: 850, PHONE: 374, ENLARGED: 280}
"""Pixels of the board's height in the first screen."""
MEASURE = """() => {
  const rect = (name) => {
    const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const box = document.querySelector(".board-box");
  const covering = () => {
    const board = document.querySelector("svg.board");
    const { left, top, right, bottom } = board.getBoundingClientRect();
    const found = new Set();
    for (let i = 1; i < 12; i += 1) for (let j = 1; j < 12; j += 1) {
      const [x, y] = [left + ((right - left) * i) / 12, top + ((bottom - top) * j) / 12];
      const at = y > 0 && y < innerHeight ? document.elementFromPoint(x, y) : box;
      if (!box.contains(at)) found.add(at?.outerHTML.slice(0, 60) ?? "nothing");
    }
    return [...found];
  };
  const steps = [];
  const next = document.querySelector('[data-go="forward"]');
  for (;;) {
    const places = ["svg.board", ".sentence", ".curve", ".controls"].map(rect);
    steps.push({ places, covering: covering(), scrolled: [scrollX, scrollY] });
    if (next.hasAttribute("aria-disabled")) return steps;
    next.click();
  }
}"""


@pytest.fixture(params=["goryo", "gorinto", "kyoto"])
def any_game(request: pytest.FixtureRequest, transactional_db: None) -> Game:
    """A short game of each kind."""
    if request.param == "goryo":
        return stored(replay_of(SPIRITS), "measured0001")
    if request.param == "gorinto":
        return stored(game_of("2p-burrow"), "measured0002")
    return stored(replay_of(logs_in(document("log-format-kyoto"))[0]), "measured0003")


@pytest.mark.parametrize("size", LEAST_HEIGHT)
def test_the_board_is_large_bare_and_still(
    open_page: Any, any_game: Game, size: tuple[int, int]
) -> None:
    width, height = size
    page = open_page(f"/games/{any_game.public_id}/", viewport={"width": width, "height": height})
    steps = page.evaluate(MEASURE)
    assert len(steps) == any_game.n_events + 1
    board = steps[0]["places"][0]
    assert board[3] - board[1] >= LEAST_HEIGHT[size]
    assert min(board[3], height) - board[1] >= LEAST_SEEN[size]
    assert (board[0] >= 0, board[2] <= width) == (True, True)
    for number, step in enumerate(steps):
        assert step["covering"] == [], number
        assert step["scrolled"] == [0, 0], number
        for place, first in zip(step["places"], steps[0]["places"], strict=True):
            assert max(abs(a - b) for a, b in zip(place, first, strict=True)) <= 1, number
    page.evaluate("scrollTo(0, 300)")
    assert page.evaluate(f"({MEASURE})()")[0]["covering"] == []  # nothing sticks to the window


def test_everything_of_a_step_is_in_a_large_window(open_page: Any, any_game: Game) -> None:
    page = open_page(
        f"/games/{any_game.public_id}/?step=9", viewport={"width": 1280, "height": 800}
    )
    bottoms = page.evaluate("""() => [".controls", ".moves-box", ".stepcard", ".status"].map(
      (name) => document.querySelector(name).getBoundingClientRect().bottom)""")
    assert max(bottoms) <= 800


def center(page: Any) -> tuple[float, float]:
    box = page.locator("svg.board").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_wheel_steps_over_the_board_and_scrolls_elsewhere(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/", viewport={"width": 1280, "height": 800})
    page.mouse.move(*center(page))
    for step in (1, 2):
        page.mouse.wheel(0, 100)
        wait_until(page, f"document.querySelector('[data-now]').textContent === '{step}'")
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("Home")
    page.mouse.wheel(0, -100)  # there is no step before
    page.keyboard.press("End")
    page.mouse.wheel(0, 300)
    wait_until(page, "scrollY > 0")
    assert current_step(page) == game.n_events


SWIPE = """([from, to]) => {
  const box = document.querySelector(".board-box");
  const at = (type, x, y) => box.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerType: "touch", isPrimary: true, clientX: x, clientY: y,
  }));
  at("pointerdown", ...from);
  at("pointerup", ...to);
}"""


def test_swipes_step(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=3", has_touch=True)
    for start, end, step in (
        ((200, 200), (120, 210), 4), ((120, 200), (200, 190), 3),
        ((200, 200), (180, 200), 3), ((200, 200), (120, 300), 3),
    ):  # fmt: skip
        page.evaluate(SWIPE, [start, end])
        assert current_step(page) == step


def test_z_shows_the_board_alone(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/", viewport={"width": 1280, "height": 800})
    page.keyboard.press("z")
    assert page.locator("svg.board").bounding_box()["height"] >= 660
    for name in (".app", ".tools", ".moves", ".stepcard", ".foot"):
        assert page.locator(name).first.is_hidden(), name
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-now]").inner_text() == "1"
    page.keyboard.press("Escape")
    assert page.locator(".moves").is_visible()


def test_the_size_of_the_board_is_chosen_by_key_and_remembered(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/", viewport={"width": 1280, "height": 800})
    full = page.locator("svg.board").bounding_box()["height"]
    page.locator("[data-size]").focus()
    press(page, "ArrowDown", "ArrowDown")
    assert abs(page.locator("svg.board").bounding_box()["height"] - full * 0.9) < 1
    page.reload()
    page.wait_for_selector(".replay[data-ready]", state="attached")
    assert page.locator("[data-size]").get_attribute("aria-valuenow") == "90"
    assert abs(page.locator("svg.board").bounding_box()["height"] - full * 0.9) < 1


def test_play_rests_at_turning_points(open_page: Any, game: Game) -> None:
    """The discovery takes longer than the other steps, measured in a clock of the page's own."""
    page = open_page(f"/games/{game.public_id}/?step=5")
    page.evaluate("""() => {
      window.waits = [];
      const start = setTimeout;
      window.setTimeout = (work, ms, ...rest) => {
        window.waits.push(ms);
        return start(work, Math.min(ms, 30), ...rest);
      };
    }""")
    page.keyboard.press(" ")
    wait_until(page, "Number(document.querySelector('[data-now]').textContent) >= 9")
    page.keyboard.press(" ")
    waits = page.evaluate("window.waits")
    assert 1500 * 2.2 in waits
    assert 1500 in waits


def test_the_page_is_walked_by_tab_in_reading_order(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=5&as=samurai&belief=uniform")
    regions = [
        ".replay-head",
        ".board-box",
        ".curve",
        ".go",
        ".seek",
        ".more",
        ".sides",
        ".beliefs",
    ]
    regions += [".status", ".moves-box", ".stepcard", ".about"]
    page.locator(".replay-head a").first.focus()
    seen: list[str] = []
    for _ in range(140):
        at = page.evaluate(
            "(names) => names.find((name) => document.activeElement.closest(name))", regions
        )
        if at and at not in seen:
            seen.append(at)
        page.keyboard.press("Tab")
    assert seen == regions


def test_the_values_of_the_curve_cover_no_step(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai&belief=uniform")
    svg, values = (page.locator(f".curve > {name}").bounding_box() for name in ("svg", "p"))
    assert svg["y"] + svg["height"] <= values["y"]
    assert values["y"] + values["height"] <= page.locator(".controls").bounding_box()["y"] + 1
