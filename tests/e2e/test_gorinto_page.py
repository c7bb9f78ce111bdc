"""Gorinto's replay page in Chromium: server and script draw the same, stacks open by key, tap and
pointer, and the page fits a phone.
"""

import itertools
import json
from typing import Any

import pytest

from replays.models import Game
from tests.e2e.conftest import DRAWN, assert_fits, current_step, drawn_by_server, press
from tests.support.deep import turn
from tests.unit.replay_page.gorinto_samples import by_hand, game_of, place
from tests.unit.replay_page.samples import replay_of, stored


@pytest.fixture
def game(transactional_db: None) -> Game:
    """An abandoned game. c3 starts with water, earth, void, wind."""
    replay = by_hand(
        place("p2", "1", "e1", "e3"),
        place("p1", "d", "d3", 1),
        place("p2", "3", "c3", "c4"),
        {"type": "abandon"},
    )
    return stored(replay, "gorintohand1")


@pytest.fixture
def page(open_page: Any, game: Game) -> Any:
    """The replay page of the game at step 4."""
    return open_page(f"/games/{game.public_id}/?step=4")


def focused_cell(page: Any) -> str:
    """Return the space with the focus."""
    return page.evaluate("document.activeElement.dataset.cell")


def touch(page: Any, cell: str) -> Any:
    return page.locator(f'[data-cell="{cell}"] .touch')


def box_lines(page: Any) -> list[str]:
    """Return the lines of the open box."""
    assert page.locator("#space-box").is_visible()
    return page.locator("#space-box ol li").all_inner_texts()


def tiles(page: Any) -> list[str]:
    return [line.split("\n")[0] for line in box_lines(page)]


@pytest.mark.parametrize("mode", turn(["2p-burrow", "partnership", "solo-expert"], 3))
def test_server_and_browser_draw_the_same(open_page: Any, mode: str) -> None:
    game = stored(game_of(mode), f"drawn{mode[:7].replace('-', '_'):_<7}")
    steps = [*range(8), *range(8, game.n_events, 6), game.n_events]
    expected = drawn_by_server(open_page, game, "public", steps)
    page = open_page(f"/games/{game.public_id}/?step=0&as=public")
    assert page.evaluate(DRAWN) == expected[0]
    for step in [*steps, *reversed(steps)]:
        page.locator(f'.moves [data-step="{step}"]').evaluate("link => link.click()")
        assert page.evaluate(DRAWN) == expected[step], step


def test_a_stack_is_reached_and_opened_by_key(page: Any) -> None:
    page.locator(".replay-head a").last.focus()
    page.keyboard.press("Tab")
    assert focused_cell(page) == "a"  # the Path lies above and next to the Mountain
    for key, cell in (
        ("ArrowDown", "a1"), ("ArrowDown", "a2"), ("Home", "2"), ("ArrowRight", "a2"),
        ("End", "e2"), ("Control+Home", "a"), ("Control+End", "e5"), ("ArrowRight", "e5"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert focused_cell(page) == cell, key
    press(page, "Control+Home", *["ArrowDown"] * 3, *["ArrowRight"] * 2)
    assert focused_cell(page) == "c3"
    assert tiles(page) == ["fire", "wind", "void", "earth", "water"]
    assert [line.split("\n")[1] for line in box_lines(page)] == [
        f"level {n}" for n in (5, 4, 3, 2, 1)
    ]
    assert page.locator("#space-box ul").inner_text() == "last move"
    press(page, "Enter", "Tab")  # the board is one stop
    assert page.evaluate("document.activeElement.closest('.beneath') !== null")
    page.keyboard.press("ArrowLeft")  # steps, and the box is updated
    assert tiles(page) == ["wind", "void", "earth", "water"]
    page.keyboard.press("Shift+Tab")
    assert focused_cell(page) == "c3"
    page.keyboard.press("Escape")
    assert page.locator("#space-box").is_hidden()
    page.keyboard.press("Enter")
    assert tiles(page) == ["wind", "void", "earth", "water"]
    page.keyboard.press("Enter")
    assert page.locator("#space-box").is_hidden()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "steps"


def test_the_name_of_a_stack_lists_all_its_tiles(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4", java_script_enabled=False)
    names = {
        cell: touch(page, cell).get_attribute("aria-label") for cell in ("c3", "c4", "c1", "3")
    }
    assert names == {
        "c3": "c3: 5 tiles: fire, wind, void, earth, water, last move",
        "c4": "c4: 2 tiles: water, fire, in the Pattern, earth gathered",
        "c1": "c1: 2 tiles: void, earth, in the Pattern",
        "3": "Path 3: empty, the tile came from here",
    }
    assert page.locator("#space-box").is_hidden()
    assert page.get_by_role("grid").get_by_role("gridcell", name="c3: 5 tiles").count() == 1


def test_hovering_shows_a_stack_and_a_click_leaves_it_open(page: Any) -> None:
    touch(page, "e5").hover(force=True)
    assert tiles(page) == ["earth", "water"]
    page.locator("h1").hover()
    assert page.locator("#space-box").is_hidden()
    touch(page, "a1").click(force=True)
    page.locator("h1").hover()
    assert tiles(page) == ["wind", "void"]
    page.locator("h1").click()
    assert page.locator("#space-box").is_hidden()


def test_on_a_phone_a_tap_opens_a_stack_inside_the_screen(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4", has_touch=True)
    page.set_viewport_size({"width": 390, "height": 800})
    for cell in ("a1", "b2", "c3", "e1", "e5", "a5"):
        touch(page, cell).tap(force=True)
        box = page.locator("#space-box").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        stack = touch(page, cell).bounding_box()  # the box lies next to the stack or under it
        assert (
            box["x"] >= stack["x"] + stack["width"]
            or box["x"] + box["width"] <= stack["x"]
            or box["y"] >= stack["y"] + stack["height"]
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("name", ["", "W" * 200])
def test_nothing_is_wider_than_the_screen(open_page: Any, name: str) -> None:
    log = json.loads(json.dumps(game_of("partnership").record.plain()))
    for player in log["players"]:
        player["name"] = name or player["name"]
    game = stored(replay_of(json.dumps(log)), "gorintowide1")
    page = open_page(f"/games/{game.public_id}/?step=20")
    for scheme, width in itertools.product(("light", "dark"), (390, 768, 1280)):
        page.emulate_media(color_scheme=scheme)
        assert_fits(page, width)
        for table in page.locator(".panel-table-box").all():
            assert table.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_keys_go_by_season(open_page: Any) -> None:
    replay = game_of("2p-burrow")
    game = stored(replay, "gorintokeys1")
    fills = [s.number for s in replay.steps if s.entry.plain["type"] == "fill"]
    page = open_page(f"/games/{game.public_id}/")
    for fill in fills:
        page.keyboard.press("]")
        assert current_step(page) == fill
