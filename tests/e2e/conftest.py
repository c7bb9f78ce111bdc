"""Fixtures of the browser tests: one Chromium per worker, a new context per test."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from replays.models import Game
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None
)
ARGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
]

DRAWN = """() => {
  const parts = [".when", "svg.board", ".said", ".shown", ".sides", ".panels", ".moves", ".go"];
  const copies = parts.flatMap((part) =>
    [...document.querySelectorAll(part)].map((el) => el.cloneNode(true)));
  const all = (name) => copies.flatMap((el) => [...el.querySelectorAll(name)]);
  for (const cell of all("[data-cell]")) cell.removeAttribute("tabindex");
  for (const play of all("button")) play.remove();
  const sorted = (list) => (list.match(/[\\w-]+="[^"]*"/g) ?? []).sort().join(" ");
  const links = (html) => html.replace(/<a ([^>]*)>/g, (_, list) => `<a ${sorted(list)}>`);
  return copies.map((el) => links(el.outerHTML));
}"""
"""The HTML of each part of the page. The order of a link's attributes does not matter; only the
script shows buttons and lets a space be reached.
"""

TOUR_DONE = """if (window === top && location.protocol === 'http:') {
  localStorage.setItem('replay-tour', 'done');
}"""
"""Frames show no tour, and some have no storage."""
REPLAY_READY = ".replay[data-ready]"
PHONE, DESKTOP = {"width": 390, "height": 800}, {"width": 1280, "height": 900}


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that drive Chromium over the real site: all but those of the demo."""
    if item.get_closest_marker("embedded") is None:
        item.add_marker("browser")
        item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One Chromium for all browser tests of a worker.

    Playwright's event loop runs in this thread, so Django must not refuse database access here.
    """
    sync_api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with pytest.MonkeyPatch.context() as patch, sync_api.sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()


class Tabs:
    """Opens pages of the live site and records the faults and requests of all of them."""

    def __init__(self, browser: Any, site: str) -> None:
        self.browser, self.site = browser, site
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.contexts: list[Any] = []

    def new(self, *, is_first_visit: bool = False, **options: Any) -> Any:
        """Return an empty page in a new context, which knows the tour unless it is its first
        visit.
        """
        options = {"viewport": DESKTOP, "base_url": self.site, **options}
        context = self.browser.new_context(**options)
        if not is_first_visit:
            context.add_init_script(TOUR_DONE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("dialog", self._dismiss)
        page.on("request", lambda request: self.requests.append(request.url))
        return page

    def _dismiss(self, dialog: Any) -> None:
        self.faults.append(dialog.message)
        dialog.dismiss()

    def visit(self, address: str, **options: Any) -> Any:
        """Return a page of the site in a new context."""
        page = self.new(**options)
        page.goto(address)
        return page

    def foreign_requests(self) -> list[str]:
        """Return the requests to hosts other than the site."""
        own = (self.site, "data:", "blob:", "file:")
        return [address for address in self.requests if not address.startswith(own)]

    def take_faults(self) -> list[str]:
        """Return the faults so far, which the test expects, and forget them."""
        faults, self.faults = self.faults, []
        return faults

    def take_requests(self) -> list[str]:
        """Return the requests so far and forget them."""
        requests, self.requests = self.requests, []
        return requests

    def close(self) -> None:
        """Close all pages, and record what their scripts report meanwhile."""
        while self.contexts:
            self.contexts.pop().close()


@pytest.fixture
def tabs(browser: Any, live_server: Any) -> Iterator[Tabs]:
    """Opens pages; the test fails if a script fails, the content policy is broken, a page writes to
    the console, or another host is called.
    """
    tabs = Tabs(browser, live_server.url)
    yield tabs
    tabs.close()
    assert tabs.faults == []
    assert tabs.foreign_requests() == []


@pytest.fixture
def visit(tabs: Tabs) -> Callable[..., Any]:
    """Opens a page of the site in a new context."""
    return tabs.visit


@pytest.fixture
def page(tabs: Tabs) -> Any:
    """An empty page of desktop size."""
    return tabs.new()


@pytest.fixture
def open_page(tabs: Tabs) -> Callable[..., Any]:
    """Opens a replay page of the site, and waits for its script."""

    def open_page(address: str, **options: Any) -> Any:
        page = tabs.visit(address, **options)
        if options.get("java_script_enabled", True):
            page.wait_for_selector(REPLAY_READY, state="attached")
        return page

    return open_page


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "finished0001")


def wait_until(page: Any, expression: str) -> None:
    """Wait until a JavaScript expression is true on a page that stays open.

    Not `page.wait_for_function`: it evaluates its text again between calls of the debugger, where
    the content policy of the site sometimes refuses it (microsoft/playwright, pull 36982).
    """
    for _ in range(100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"not true within 10 s: {expression}")


def assert_fits(page: Any, *widths: int) -> None:
    """The page does not scroll sideways in a window of any of these widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (page.url, width)


def write_log(page: Any, text: str) -> None:
    """Replace the text in the editor of the upload page, as a paste does."""
    page.wait_for_selector("form[data-ready]", state="attached")
    page.click(".cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    assert page.input_value("#upload-text") == text


def drawn_by_server(open_page: Any, game: Game, view: str, steps: Iterable[int]) -> dict[int, Any]:
    """Return what the server draws of each step, without script."""
    server, drawn = open_page(f"/games/{game.public_id}/", java_script_enabled=False), {}
    for step in steps:
        server.goto(f"/games/{game.public_id}/?step={step}&as={view}")
        drawn[step] = server.evaluate(DRAWN)
    return drawn


def press(page: Any, *keys: str) -> None:
    """Press keys one after another."""
    for key in keys:
        page.keyboard.press(key)


def current_step(page: Any) -> int:
    """Return the step that is marked in the list of moves."""
    return int(page.locator(".moves [aria-current]").get_attribute("data-step"))


def step_in(page: Any, view: str) -> int:
    """Return the current step once a replay page shows a view."""
    page.wait_for_selector(f'.replay[data-view="{view}"][data-ready]', state="attached")
    return current_step(page)
