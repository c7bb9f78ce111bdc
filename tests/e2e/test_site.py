"""The frame of the pages in a real browser: phone, colours, keyboard, no script, no other host."""

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


def ground(page: Any) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("address", PAGES)
def test_a_page_fits_a_phone_and_calls_no_other_host(tabs: Tabs, address: str) -> None:
    page = tabs.visit(address, viewport=PHONE)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    if address == "/nowhere/":  # the browser itself reports the missing page
        assert all("404" in fault for fault in tabs.take_faults())


def test_the_choice_of_colours_is_kept(page: Any) -> None:
    page.goto("/")
    light = ground(page)
    button = page.locator(".theme-toggle")
    button.click()  # light, as it was
    assert ground(page) == light
    button.click()
    dark = ground(page)
    assert dark != light
    page.goto("/games/")
    assert ground(page) == dark
    page.locator(".theme-toggle").click()  # as the system, which is light
    assert ground(page) == light
    page.reload()
    assert ground(page) == light


def test_the_systems_wish_for_darkness_is_met(visit: Any) -> None:
    assert ground(visit("/", color_scheme="dark")) == "rgb(23, 21, 18)"


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
        # on a phone some places are in the foot alone
        page.get_by_role("link", name=str(label), exact=True).filter(visible=True).first.click()
        assert page.url == f"{tabs.site}{reverse(name)}"
        assert page.locator("h1").count() == 1
