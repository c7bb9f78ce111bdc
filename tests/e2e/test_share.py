"""What is shared, in a browser: the file that plays offline, the page in somebody else's frame."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.django_db(transaction=True),
]
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_ICON = '<link rel="icon" href="data:,">'


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for the module; its loop runs in this thread, which Django's guard would take
    for a view's.
    """
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
def page(browser: Any) -> Iterator[Any]:
    """A tab; `page.told` holds every error that it wrote, `page.asked` every request it made."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.told, page.asked = [], []
    page.on("pageerror", lambda error: page.told.append(str(error)))
    page.on("console", lambda said: page.told.append(said.text) if said.type == "error" else None)
    page.on("request", lambda request: page.asked.append(request.url))
    yield page
    context.close()


def step(frame: Any) -> str:
    """The number of the step that is shown."""
    return str(frame.text_content("[data-now]"))


def test_the_file_steps_by_keys_without_any_request(client: Any, page: Any, tmp_path: Path) -> None:
    game = stored(replay_of(SPIRITS), "offline00001")
    file = tmp_path / "game.html"
    file.write_bytes(client.get(f"/games/{game.public_id}/replay.html?as=goryo").content)
    page.goto(file.as_uri())
    page.wait_for_selector(".player[data-ready]", state="attached")
    said = page.text_content("#said")
    for key, shown in (
        ("ArrowRight", "1"),
        ("ArrowRight", "2"),
        ("ArrowRight", "3"),
        ("ArrowLeft", "2"),
        ("End", "17"),
        ("ArrowRight", "17"),
        ("PageUp", "16"),
        ("Home", "0"),
    ):
        page.keyboard.press(key)
        assert step(page) == shown, key
    assert page.text_content("#said") == said
    page.click('.moves [data-step="5"]')
    assert step(page) == "5"
    assert "sniff" in page.text_content("#said")
    page.select_option("#speed", "300")
    page.click('[data-go="play"]')
    page.locator("[data-now]", has_text="17").wait_for()
    page.locator('[data-go="play"][aria-label="Play"]').wait_for()
    assert page.asked == [file.as_uri()]
    assert page.told == []


def test_what_the_file_draws_is_what_the_page_draws(
    client: Any, page: Any, tmp_path: Path, live_server: Any
) -> None:
    game = stored(replay_of(SPIRITS), "offline00001")
    file = tmp_path / "game.html"
    file.write_bytes(client.get(f"/games/{game.public_id}/replay.html?as=samurai").content)
    drawn = "document.querySelector('svg.board').outerHTML"
    page.goto(f"{live_server.url}/games/{game.public_id}/?as=samurai&step=13")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    wanted = page.evaluate(drawn)
    page.goto(file.as_uri())
    page.wait_for_selector(".player[data-ready]", state="attached")
    for _ in range(13):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(drawn) == wanted


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Any]:
    """A site of somebody else: gives the address of a page of it that frames an address of ours."""
    handler = partial(QuietHandler, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def framing(address: str) -> str:
        html = f'<!DOCTYPE html>{NO_ICON}<iframe src="{address}" width="600" height="640"></iframe>'
        (tmp_path / "framing.html").write_text(html)
        return f"http://127.0.0.1:{server.server_port}/framing.html"

    yield framing
    server.shutdown()
    server.server_close()
    thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    """Files, without a word on the console."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def test_in_a_frame_elsewhere_a_game_can_be_stepped_through(
    page: Any, live_server: Any, elsewhere: Any
) -> None:
    game = stored(replay_of(SPIRITS), "framed000001")
    page.goto(elsewhere(f"{live_server.url}/embed/{game.public_id}/?step=4&as=samurai"))
    frame = page.frames[1]
    frame.wait_for_selector(".player[data-ready]", state="attached")
    frame.click('[data-go="forward"]')
    assert step(frame) == "5"
    page.keyboard.press("ArrowLeft")
    assert step(frame) == "4"
    page.keyboard.press("End")
    assert step(frame) == "4", "the end is not told"
    home = frame.get_attribute("[data-home]", "href")
    assert home == f"{live_server.url}/games/{game.public_id}/?step=4&as=samurai&spoilers=no"
    ours = [url for url in page.asked if "framing.html" not in url]
    assert all(url.startswith(live_server.url) for url in ours)
    assert page.told == []


def test_other_pages_refuse_the_frame(page: Any, live_server: Any, elsewhere: Any) -> None:
    game = stored(replay_of(SPIRITS), "framed000001")
    page.goto(elsewhere(f"{live_server.url}/games/{game.public_id}/"))
    page.wait_for_timeout(500)
    assert page.frames[1].query_selector(".replay") is None
    assert any("frame" in told for told in page.told), page.told


@pytest.mark.parametrize("width", [320, 600])
def test_nothing_sticks_out_of_a_narrow_frame(page: Any, live_server: Any, width: int) -> None:
    game = stored(replay_of(SPIRITS), "framed000001")
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(f"{live_server.url}/embed/{game.public_id}/?step=5")
    page.wait_for_selector(".player[data-ready]", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator('[data-go="forward"]').bounding_box()
    assert box["y"] + box["height"] <= 640
    assert page.told == []
