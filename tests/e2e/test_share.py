"""Sharing in Chromium: the offline file, and the embedded page in a frame of another site."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from replays.models import Game
from tests.e2e.conftest import REPLAY_READY, Tabs
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PLAYER_READY = ".player[data-ready]"
NO_ICON = '<link rel="icon" href="data:,">'


def step(frame: Any) -> str:
    """Return the number of the current step."""
    return str(frame.text_content("[data-now]"))


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A finished game of three rounds."""
    return stored(replay_of(SPIRITS), "shared000001")


@pytest.fixture
def open_file(client: Any, page: Any, game: Game, tmp_path: Path) -> Callable[[str], str]:
    """Downloads the game's file in a view and opens it. Returns its address."""

    def open_file(view: str) -> str:
        file = tmp_path / "game.html"
        answer = client.get(f"/games/{game.public_id}/replay.html?as={view}")
        file.write_bytes(answer.content)
        page.goto(file.as_uri())
        page.wait_for_selector(PLAYER_READY, state="attached")
        return file.as_uri()

    return open_file


def test_the_file_steps_by_keys_without_any_request(
    page: Any, tabs: Tabs, open_file: Callable[[str], str]
) -> None:
    address = open_file("goryo")
    sentence = page.text_content("#said")
    for key, shown in (
        ("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowRight", "3"), ("ArrowLeft", "2"),
        ("End", "17"), ("ArrowRight", "17"), ("PageUp", "16"), ("Home", "0"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert step(page) == shown, key
    assert page.text_content("#said") == sentence
    page.click('.moves [data-step="5"]')
    assert step(page) == "5"
    assert "sniff" in page.text_content("#said")
    page.select_option("#speed", "300")
    page.click('[data-go="play"]')
    page.locator("[data-now]", has_text="17").wait_for()
    page.locator('[data-go="play"][aria-label="Play"]').wait_for()
    assert tabs.take_requests() == [address]


def test_what_the_file_draws_is_what_the_page_draws(
    page: Any, tabs: Tabs, game: Game, open_file: Callable[[str], str]
) -> None:
    drawn = "document.querySelector('svg.board').outerHTML"
    page.goto(f"/games/{game.public_id}/?as=samurai&step=13")
    page.wait_for_selector(REPLAY_READY, state="attached")
    expected = page.evaluate(drawn)
    assert tabs.foreign_requests() == []
    open_file("samurai")
    for _ in range(13):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(drawn) == expected
    tabs.take_requests()


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[Any]:
    """Another site: returns the address of a page of it that frames an address of our site."""
    handler = partial(QuietHandler, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()

    def frame_page(address: str) -> str:
        html = f'<!DOCTYPE html>{NO_ICON}<iframe src="{address}" width="600" height="640"></iframe>'
        (tmp_path / "framing.html").write_text(html)
        return f"http://127.0.0.1:{server.server_port}/framing.html"

    yield frame_page
    server.shutdown()
    server.server_close()
    thread.join()


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without logging."""

    def log_message(self, *_: Any) -> None:
        """Nothing."""


def test_in_a_frame_other_site_a_game_can_be_stepped_through(
    page: Any, tabs: Tabs, game: Game, other_site: Any
) -> None:
    page.goto(other_site(f"{tabs.site}/embed/{game.public_id}/?step=4&as=samurai"))
    frame = page.frames[1]
    frame.wait_for_selector(PLAYER_READY, state="attached")
    frame.click('[data-go="forward"]')
    assert step(frame) == "5"
    page.keyboard.press("ArrowLeft")
    assert step(frame) == "4"
    page.keyboard.press("End")
    assert step(frame) == "4", "the end is hidden"
    home = frame.get_attribute("[data-game-link]", "href")
    assert home == f"{tabs.site}/games/{game.public_id}/?step=4&as=samurai&spoilers=no"
    requests = [url for url in tabs.take_requests() if "framing.html" not in url]
    assert all(url.startswith(tabs.site) for url in requests)


def test_other_pages_refuse_the_frame(page: Any, tabs: Tabs, game: Game, other_site: Any) -> None:
    page.goto(other_site(f"{tabs.site}/games/{game.public_id}/"))
    page.wait_for_timeout(500)
    assert page.frames[1].query_selector(".replay") is None
    faults = tabs.take_faults()
    assert any("frame" in fault for fault in faults), faults
    tabs.take_requests()


def test_the_embedded_page_fits_a_narrow_frame(page: Any, game: Game) -> None:
    page.goto(f"/embed/{game.public_id}/?step=5")
    page.wait_for_selector(PLAYER_READY, state="attached")
    for width in (320, 600):
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator('[data-go="forward"]').bounding_box()
        assert box["y"] + box["height"] <= 640
