"""Uploading in a browser: drop, paste, follow a queued upload; with and without script."""

import gzip
import threading
from pathlib import Path
from typing import Any

import pytest

from replays import services as replay_services
from replays.models import Game, Upload
from replays.services import notifications
from tests.e2e.conftest import Tabs, wait_until, write_log
from tests.unit.replays.logs import REFUSED, as_json, many, numbered, text_log

DROP = """([name, bytes]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(bytes)], name));
  for (const type of ["dragenter", "dragover", "drop"]) {
    const event = new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: transfer});
    document.querySelector("[data-drop]").dispatchEvent(event);
  }
}"""


@pytest.fixture
def slow_worker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> list[int]:
    """Large files are read when `read_elsewhere` is called."""
    settings.UPLOAD_INLINE_BYTES = 100
    enqueued: list[int] = []
    monkeypatch.setattr(
        notifications, "enqueue_reading", lambda upload_id: enqueued.append(upload_id) is None
    )
    return enqueued


def read_elsewhere(enqueued: list[int]) -> None:
    """Read the upload in another thread, as a worker does."""
    thread = threading.Thread(target=replay_services.read_waiting, args=(enqueued.pop(),))
    thread.start()
    thread.join()


def send(page: Any, button: str = "keep") -> None:
    """Press a button of the form and wait for the next page."""
    with page.expect_navigation():
        page.click(f"button[value={button}]")


def drop(page: Any, name: str, content: bytes) -> None:
    """Drop a file on the box of the upload page, once its script has run."""
    page.wait_for_selector("form[data-ready]", state="attached")
    page.evaluate(DROP, [name, list(content)])


def test_a_dropped_file_is_named_and_ends_at_its_replay(visit: Any) -> None:
    page = visit("/upload/")
    drop(page, "dropped.txt.gz", gzip.compress(text_log()))
    assert "dropped.txt.gz" in page.inner_text("[data-chosen]")
    send(page)
    assert f"/games/{Game.objects.get().public_id}/" in page.url
    assert Upload.objects.get().filename == "dropped.txt.gz"


def test_a_dropped_text_fills_the_empty_editor_and_ends_at_its_replay(visit: Any) -> None:
    page = visit("/upload/")
    drop(page, "dropped.txt", text_log())
    wait_until(page, "document.querySelector('#upload-text').value !== ''")
    assert page.input_value("#upload-text") == text_log().decode()
    assert not page.is_visible("[data-chosen]")
    send(page)
    assert f"/games/{Game.objects.get().public_id}/" in page.url


@pytest.mark.parametrize("target", ["h1", "footer", "[data-drop]"])
def test_a_file_dropped_next_to_the_box_is_taken_and_the_page_stays(
    visit: Any, tmp_path: Path, target: str
) -> None:
    """A native drop: Chromium opens the file unless the page accepts it."""
    (tmp_path / "mine.txt").write_bytes(text_log())
    page = visit("/upload/")
    write_log(page, "half a log")
    page.locator(target).first.scroll_into_view_if_needed()
    box = page.locator(target).first.bounding_box()
    data = {"items": [], "files": [str(tmp_path / "mine.txt")], "dragOperationsMask": 1}
    mouse = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        point = {"x": box["x"] + 5, "y": box["y"] + 5}
        mouse.send("Input.dispatchDragEvent", {"type": kind, "data": data, **point})
    page.wait_for_selector("[data-chosen]:not([hidden])", timeout=5_000)
    assert "mine.txt" in page.inner_text("[data-chosen]")
    assert page.input_value("#upload-text") == "half a log"
    assert page.url.endswith("/upload/")
    assert page.locator(".is-over").count() == 0


def test_a_pasted_log_is_checked_fixed_and_stored(tabs: Tabs) -> None:
    page = tabs.visit("/upload/", java_script_enabled=False)
    page.fill("#upload-text", REFUSED)
    send(page, "check")
    assert all("422" in fault for fault in tabs.take_faults())  # the answer to a refused log
    assert "b9" in page.inner_text(".excerpt")
    assert Upload.objects.count() == 0
    assert page.input_value("#upload-text") == REFUSED
    page.fill("#upload-text", page.input_value("#upload-text").replace("b9", "b4"))
    send(page)
    assert "/games/" in page.url


def test_a_large_file_is_followed_to_the_list_of_its_games(
    visit: Any, slow_worker: list[int], tmp_path: Path
) -> None:
    (tmp_path / "many.ndjson").write_bytes(many(12))
    page = visit("/upload/")
    page.set_input_files("#upload-file", tmp_path / "many.ndjson")
    send(page)
    assert "waiting to be read" in page.inner_text("[data-sentence]")
    assert page.locator("progress").count() == 1
    read_elsewhere(slow_worker)
    page.wait_for_selector("ol.item-list", timeout=10_000)
    assert page.locator("ol.item-list > li").count() == 12
    assert page.inner_text("[data-count=n_stored]") == "12"


@pytest.mark.parametrize("script", [True, False])
def test_a_large_log_of_one_game_ends_at_its_replay(
    visit: Any, slow_worker: list[int], tmp_path: Path, script: bool
) -> None:
    (tmp_path / "one.json").write_bytes(as_json(numbered(1)))
    page = visit("/upload/", java_script_enabled=script)
    page.set_input_files("#upload-file", tmp_path / "one.json")
    send(page)
    read_elsewhere(slow_worker)
    page.wait_for_url(f"**/games/{Game.objects.get().public_id}/**", timeout=10_000)


def test_a_template_fills_the_box_and_replaces_typed_text_only_if_confirmed(tabs: Tabs) -> None:
    page = tabs.visit("/upload/")
    page.wait_for_selector("form[data-ready]", state="attached")
    page.select_option("#template", "goryo-2021")
    page.click("text=Empty template")
    wait_until(page, "document.querySelector('#upload-text').value.includes('2021')")
    page.click("text=Load an example")
    wait_until(page, "document.querySelector('#upload-text').value.includes('simulated')")
    assert tabs.faults == []
    write_log(page, "typed")
    page.click("text=Empty template")
    assert page.input_value("#upload-text") == "typed"
    assert tabs.faults == ["Replace your text with this one?"]
    tabs.faults.clear()
