"""Circles and arrows drawn with the pointer in Chromium, and saved in a note."""

import re
from typing import Any

from playwright.sync_api import expect

from replays.models import Annotation
from tests.e2e.conftest import PHONE, REPLAY_READY, Tabs
from tests.e2e.test_tapping import opened, stored_game


def middle(page: Any, space: str) -> tuple[float, float]:
    box = page.locator(f'[data-cell="{space}"] .touch').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Any, start: str, end: str, *keys: str, button: str = "right") -> None:
    """Draw from one space to another with a button of the mouse, while keys are held down."""
    page.mouse.move(*middle(page, start))
    for key in keys:
        page.keyboard.down(key)
    page.mouse.down(button=button)
    page.mouse.move(*middle(page, end), steps=4)
    page.mouse.up(button=button)
    for key in keys:
        page.keyboard.up(key)


def colours(page: Any) -> list[str]:
    """Return the colours of what is drawn."""
    shapes = page.locator("[data-shapes] path")
    classes = shapes.evaluate_all("els => els.map((el) => el.classList[1])")
    return [name.removeprefix("shape-") for name in classes]


def test_what_is_drawn_is_kept_in_a_note_and_drawn_again(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai")
    drag(page, "b2", "b3")
    drag(page, "c4", "c4", "Shift")
    drag(page, "d2", "e2", "Alt")
    drag(page, "d1", "d2", "Shift", "Alt")
    drag(page, "a2", "a3", "Alt", button="left")
    assert colours(page) == ["green", "red", "blue", "yellow", "green"]
    drag(page, "a2", "a3")  # the same again
    page.keyboard.press("ArrowRight")
    assert colours(page) == []
    page.keyboard.press("ArrowLeft")
    assert colours(page) == ["green", "red", "blue", "yellow"]
    page.get_by_role("link", name="Save in a note").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/notes/[\w-]{12}/"))
    page.wait_for_selector(REPLAY_READY)
    assert colours(page) == ["green", "red", "blue", "yellow"]
    expect(page.get_by_role("button", name="Draw on the board")).to_be_visible()
    drag(page, "c4", "c4", "Shift")
    expect(page.locator("#space-box")).to_be_hidden()  # it would cover what is drawn
    drag(page, "f3", "f3")
    expected = ["b2>b3:green", "d2>e2:blue", "d1>d2:yellow", "f3:green"]
    expect(page.locator("#note-shapes")).to_have_value(" ".join(expected))
    expect(page.locator("[data-note-shapes]")).to_contain_text("circle on f3, green")
    assert len(Annotation.objects.get().shapes) == 4
    page.reload()
    page.wait_for_selector(REPLAY_READY)
    assert colours(page) == ["green", "blue", "yellow", "green"]


def test_a_click_clears_the_drawings_of_a_game(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("kyoto", "base"), 8, "public")
    drag(page, "c3", "c4")
    assert colours(page) == ["green"]
    page.locator('[data-cell="a4"] .touch').click(force=True)
    assert colours(page) == []
    expect(page.get_by_role("link", name="Save in a note")).to_be_hidden()


def test_the_drawing_mode_works_by_touch_and_keyboard(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai", viewport=PHONE, has_touch=True)
    button = page.get_by_role("button", name="Draw", exact=True)
    button.tap()
    page.get_by_label("Colour").select_option("blue")
    for space in ("b2", "b2", "b2", "c2"):
        page.locator(f'[data-cell="{space}"] .touch').tap(force=True)
    assert colours(page) == ["blue", "blue"]
    page.locator('[data-cell="b2"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert colours(page) == ["blue"]
    page.get_by_role("button", name="Clear").tap()
    assert colours(page) == []
    button.tap()
    page.locator('[data-cell="b2"] .touch').tap(force=True)
    page.wait_for_selector(".lit")
