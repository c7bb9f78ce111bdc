"""What the tests of replay pages in a browser share."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

DRAWN = """() => {
  const parts = [".when", "svg.board", ".said", ".shown", ".sides", ".panels", ".moves", ".go"];
  const sorted = (list) => (list.match(/[\\w-]+="[^"]*"/g) ?? []).sort().join(" ");
  return parts.map((part) => document.querySelector(part).outerHTML
    .replace(/<button[^]*?<\\/button>/g, "")  // play: only the script shows it
    // only the script lets a space be reached
    .replace(/(<g class="cell[^>]*?) tabindex="-?[01]"/g, "$1")
    .replace(/<a ([^>]*)>/g, (_, list) => `<a ${sorted(list)}>`));
}"""
"""What is drawn, part by part; the order of a link's attributes says nothing."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for the module. Playwright's loop runs in this thread, which Django's guard
    would take for a view's.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield chromium
        chromium.close()
    if before is None:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
    else:
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before


@pytest.fixture
def open_page(browser: Any, live_server: Any) -> Iterator[Any]:
    """Opens a page of the site; fails where a script fails or the content policy is broken."""
    contexts, faults = [], []

    def open_page(address: str, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.goto(f"{live_server.url}{address}")
        if options.get("java_script_enabled", True):
            page.wait_for_selector(".replay[data-ready]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []
