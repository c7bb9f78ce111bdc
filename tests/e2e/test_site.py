"""The frame of all pages in Chromium: colours, keyboard, no script."""

from typing import Any

import pytest
from django.urls import reverse

from goryo_site.http.navigation import PAGES as NAVIGATION
from tests.e2e.conftest import PHONE, Tabs, wait_until


@pytest.fixture
def page(tabs: Tabs) -> Any:
    return tabs.new(viewport=PHONE, color_scheme="light")


def background(page: Any) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_the_colour_scheme_is_remembered(page: Any) -> None:
    page.goto("/")
    light = background(page)
    page.locator(".menu summary").click()
    button = page.locator(".menu [data-theme-toggle]")
    button.click()  # light
    assert background(page) == light
    button.click()
    dark = background(page)
    assert dark != light
    page.goto("/games/")
    assert background(page) == dark
    page.locator(".menu summary").click()
    page.locator(".menu [data-theme-toggle]").click()  # as the system: light
    assert background(page) == light
    page.reload()
    assert background(page) == light


def test_a_dark_system_gets_the_dark_scheme(visit: Any) -> None:
    assert background(visit("/", color_scheme="dark")) == "rgb(20, 18, 15)"


def test_the_first_tab_skips_to_the_content(page: Any) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("width", [320, 390, 640, 976, 977, 1280])
def test_without_script_every_entry_can_be_reached(tabs: Tabs, width: int) -> None:
    """In the bar, or below 977 px in its menu: none is cut off."""
    page = tabs.visit("/", java_script_enabled=False, viewport={"width": width, "height": 800})
    assert not page.locator("[data-theme-toggle]").filter(visible=True).count()
    for label, name in NAVIGATION:
        if width < 977:
            page.locator(".menu summary").click()
        link = page.locator("header").get_by_role("link", name=str(label), exact=True)
        box = link.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        assert box["width"] >= 24 <= box["height"]
        link.click()
        page.wait_for_load_state()  # the address changes before the heading is parsed
        assert page.url == f"{tabs.site}{reverse(name)}"
        assert page.locator("h1").count() == 1


def test_the_bar_is_44_px_and_scrolls_away(visit: Any) -> None:
    page = visit("/rules/")
    bar = page.locator("header.app")
    assert bar.bounding_box()["height"] == 45  # with its line
    page.set_viewport_size({"width": 390, "height": 300})
    page.mouse.wheel(0, 200)
    wait_until(page, "scrollY >= 100")
    assert bar.bounding_box()["y"] <= -100


def test_the_menu_closes_with_escape_and_outside(page: Any) -> None:
    page.goto("/")
    menu, summary = page.locator(".menu"), page.locator(".menu summary")
    summary.press("Enter")
    assert menu.get_attribute("open") is not None
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert menu.get_attribute("open") is None
    assert summary.evaluate("summary => summary === document.activeElement")
    summary.click()
    page.mouse.click(10, 700)
    assert menu.get_attribute("open") is None
