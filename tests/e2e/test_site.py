"""The frame of all pages in Chromium: phone, colours, keyboard, no script, no other host."""

from typing import Any

import pytest
from django.urls import reverse

from goryo_site.http.navigation import PAGES as NAVIGATION
from tests.e2e.conftest import PHONE, Tabs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = ["/", *[reverse(name) for _, name in NAVIGATION], "/nowhere/"]


@pytest.fixture
def page(tabs: Tabs) -> Any:
    return tabs.new(viewport=PHONE, color_scheme="light")


def background(page: Any) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_pages_fit_a_phone_and_call_no_other_host(tabs: Tabs, page: Any) -> None:
    for address in PAGES:
        page.goto(address, wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
    # Chromium reports the status of the missing page.
    assert all("404" in fault for fault in tabs.take_faults())


def test_the_colour_scheme_is_remembered(page: Any) -> None:
    page.goto("/")
    light = background(page)
    button = page.locator(".theme-toggle")
    button.click()  # light
    assert background(page) == light
    button.click()
    dark = background(page)
    assert dark != light
    page.goto("/games/")
    assert background(page) == dark
    page.locator(".theme-toggle").click()  # as the system: light
    assert background(page) == light
    page.reload()
    assert background(page) == light


def test_a_dark_system_gets_the_dark_scheme(visit: Any) -> None:
    assert background(visit("/", color_scheme="dark")) == "rgb(23, 21, 18)"


def test_the_first_tab_skips_to_the_content(page: Any) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_without_script_everything_can_be_reached(tabs: Tabs) -> None:
    page = tabs.visit("/", java_script_enabled=False, viewport=PHONE)
    assert not page.locator(".theme-toggle").is_visible()
    for label, name in NAVIGATION:
        # on a phone some links are in the footer only
        page.get_by_role("link", name=str(label), exact=True).filter(visible=True).first.click()
        assert page.url == f"{tabs.site}{reverse(name)}"
        assert page.locator("h1").count() == 1
