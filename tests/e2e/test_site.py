"""The frame of the pages in a real browser: phone, colours, keyboard, no script, no other host."""

import os
import shutil
from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, sync_playwright

from goryo_site.http.navigation import PLACES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGES = ["/", *[reverse(name) for _, name in PLACES], "/nowhere/"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    # Playwright's loop runs in this thread; Django's guard would take it for a view's.
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 800}, color_scheme="light")
    yield context.new_page()
    context.close()


def ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


@pytest.mark.parametrize("address", PAGES)
def test_a_page_fits_a_phone_and_calls_nobody(page: Page, live_server, address: str) -> None:
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{live_server.url}{address}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    foreign = [url for url in asked if not url.startswith((live_server.url, "data:", "blob:"))]
    assert foreign == []
    is_missing = address == "/nowhere/"  # of which the browser itself says a word
    assert [word for word in said if not (is_missing and "404" in word)] == []


def test_the_choice_of_colours_is_kept(page: Page, live_server) -> None:
    page.goto(live_server.url)
    light = ground(page)
    button = page.locator(".theme-toggle")
    button.click()  # light, as it was
    assert ground(page) == light
    button.click()
    dark = ground(page)
    assert dark != light
    page.goto(f"{live_server.url}/games/")
    assert ground(page) == dark
    page.locator(".theme-toggle").click()  # as the system, which is light
    assert ground(page) == light
    page.reload()
    assert ground(page) == light


def test_the_systems_wish_for_darkness_is_met(browser: Browser, live_server) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto(live_server.url)
    assert ground(page) == "rgb(23, 21, 18)"
    context.close()


def test_the_first_tab_skips_to_the_content(page: Page, live_server) -> None:
    page.goto(live_server.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip-link"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_without_script_everything_can_be_reached(browser: Browser, live_server) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(live_server.url)
    assert not page.locator(".theme-toggle").is_visible()
    for label, name in PLACES:
        # on a phone some places are in the foot alone
        page.get_by_role("link", name=str(label), exact=True).filter(visible=True).first.click()
        assert page.url == f"{live_server.url}{reverse(name)}"
        assert page.locator("h1").count() == 1
    context.close()
