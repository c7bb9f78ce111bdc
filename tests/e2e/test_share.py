"""Sharing in Chromium: the offline file, and the embedded page in a frame of another site."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from replays import services as replay_services
from replays.models import Game
from tests.e2e.conftest import REPLAY_READY, Tabs

PLAYER_READY = ".player[data-ready]"
NO_ICON = '<link rel="icon" href="data:,">'


def step(frame: Any) -> str:
    """Return the number of the current step."""
    return str(frame.text_content("[data-now]"))


@pytest.fixture
def open_file(client: Any, page: Any, game: Game, tmp_path: Path) -> Callable[[str], str]:
    """Downloads the game's file in a view and opens it. Returns its address."""

    def open_file(view: str) -> str:
        file = tmp_path / "game.html"
        file.write_bytes(client.get(f"/games/{game.public_id}/replay.html?as={view}").content)
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
def other_site(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """Another site: returns the address of a page of it that frames an address of our site."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()

        def frame_page(address: str) -> str:
            frame = f'<iframe src="{address}" width="600" height="640"></iframe>'
            frame += '<p style="height: 2000px">A long page.</p>'
            (tmp_path / "framing.html").write_text(f"<!DOCTYPE html>{NO_ICON}{frame}")
            return f"http://127.0.0.1:{server.server_port}/framing.html"

        yield frame_page
        server.shutdown()


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


def test_a_click_on_the_board_gives_the_frame_the_keys(
    page: Any, tabs: Tabs, game: Game, other_site: Any
) -> None:
    page.goto(other_site(f"{tabs.site}/embed/{game.public_id}/?step=4&as=samurai"))
    frame = page.frames[1]
    frame.wait_for_selector(PLAYER_READY, state="attached")
    page.mouse.click(300, 250)
    for key, shown in (("ArrowRight", "5"), ("ArrowRight", "6"), ("ArrowLeft", "5")):
        page.keyboard.press(key)
        assert step(frame) == shown, key
    page.keyboard.press(" ")
    frame.locator('[data-go="play"][aria-label="Pause"]').wait_for()
    assert page.evaluate("scrollY") == 0
    tabs.take_requests()


def test_embedded_notes_follow_the_step(page: Any, game: Game) -> None:
    notes, _ = replay_services.begin_notes(game, "public", title="Mine")
    circle = {"form": "circle", "cell": "c2", "colour": "green"}
    replay_services.put_note(notes, 4, text="Look here.", glyph="!", shapes=[circle])
    page.goto(f"/embed/{game.public_id}/?step=3&notes={notes.public_id}&as=public")
    page.wait_for_selector(PLAYER_READY, state="attached")
    assert page.locator("[data-note-text]").text_content() == ""
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-note-text]").text_content() == "Look here."
    assert page.locator("[data-shapes] path").count() == 1


def test_other_pages_refuse_the_frame(page: Any, tabs: Tabs, game: Game, other_site: Any) -> None:
    page.goto(other_site(f"{tabs.site}/games/{game.public_id}/"))
    for _ in range(100):
        if any("frame" in fault for fault in tabs.faults):
            break
        page.wait_for_timeout(100)
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
