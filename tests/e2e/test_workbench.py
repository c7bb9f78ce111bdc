"""The workbench of the upload page: from two mistakes to a replay, by mouse and by keys."""

from pathlib import Path
from typing import Any

from replays.models import Game, Upload
from tests.e2e.conftest import PHONE, Tabs, assert_fits, press, wait_until, write_log
from tests.e2e.test_axe import faults
from tests.unit.replays.logs import FINISHED, UNFINISHED

TWO_MISTAKES = FINISHED.replace("haunt vase b4", "haunt vasee b4").replace("move c2", "move c9")
DRAFT = "localStorage.getItem('draft:upload')"
PROBLEM = ".problems ol > li"


def has_problems(page: Any, count: int) -> None:
    """Wait until the list has a number of problems."""
    wait_until(page, f"document.querySelectorAll('{PROBLEM}').length === {count}")


def has_focus(page: Any, selector: str) -> bool:
    """Return whether an element or a part of it has the focus."""
    return bool(page.evaluate(f"document.activeElement.closest('{selector}') !== null"))


def test_two_mistakes_are_fixed_by_the_offered_corrections_alone(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    assert page.locator(".cm-line.is-err").count() == page.locator(".cm-line .sq").count() == 2
    page.click(f"{PROBLEM} button >> nth=0")
    has_problems(page, 1)
    page.click(".cm-line .ed-fix")
    page.wait_for_selector("text=Valid, ready to upload")
    assert page.input_value("#upload-text") == FINISHED
    assert Upload.objects.count() == 0
    page.click("button[value=keep]")
    page.wait_for_url("**/games/**")
    assert Game.objects.get().public_id in page.url
    assert page.locator("article.replay svg.board").count() == 1
    assert page.evaluate(DRAFT) is None


def test_fix_all_and_the_board_at_the_cursor(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    assert page.inner_text("#preview-title") == "Board before line 8"
    page.click("text=Fix all 2")
    page.wait_for_selector("text=Valid, ready to upload")
    page.click(".cm-line >> nth=8")
    page.wait_for_selector("text=Board after line 9")
    assert page.locator(".bench-prev svg.board").count() == 1


def test_a_draft_is_kept_until_it_is_deleted(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, UNFINISHED)
    page.wait_for_selector("text=Your draft is stored only in this browser")
    wait_until(page, f"{DRAFT} !== null")
    page.reload()
    page.wait_for_selector("text=You can upload it now and the rest later")
    assert page.input_value("#upload-text") == UNFINISHED
    page.click("[data-discard]")
    page.wait_for_selector("[data-draft-note]", state="hidden")
    assert page.evaluate(DRAFT) is None
    page.reload()
    page.wait_for_selector("form[data-ready]", state="attached")
    assert page.input_value("#upload-text") == ""


def test_a_draft_survives_a_failed_upload(tabs: Tabs) -> None:
    page = tabs.visit("/upload/")
    write_log(page, FINISHED)
    page.wait_for_selector("text=Valid, ready to upload")
    page.context.set_offline(True)
    page.click("button[value=keep]")
    page.wait_for_selector("text=The site could not be reached")
    assert page.evaluate(DRAFT) == FINISHED
    assert all("ERR_INTERNET_DISCONNECTED" in fault for fault in tabs.take_faults())


def test_an_outdated_check_is_cancelled(tabs: Tabs) -> None:
    page = tabs.visit("/upload/")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    tabs.take_requests()
    page.click(".cm-line >> nth=0")
    page.keyboard.press("Control+Home")
    for letter in "# a comment of twenty letters\n":
        page.keyboard.insert_text(letter)
    wait_until(page, "document.querySelector('[data-line]').dataset.line === '9'")
    assert len([url for url in tabs.take_requests() if url.endswith("/check/")]) <= 3


def test_the_keyboard_alone_corrects_and_uploads(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    press(page, "Control+Home", "F8", "Control+.")
    has_problems(page, 1)
    press(page, "Control+Home", "F8")
    assert page.inner_text(".cm-activeLine").startswith("green move c9")
    press(page, "Escape", "Tab")
    assert not has_focus(page, ".cm-editor")
    for _ in range(20):
        if has_focus(page, f"{PROBLEM} button"):
            break
        press(page, "Tab")
    press(page, "Enter")
    page.wait_for_selector("text=Valid, ready to upload")
    assert has_focus(page, "[data-problems]")
    for _ in range(20):
        if has_focus(page, "button[value=keep]"):
            break
        press(page, "Tab")
    press(page, "Enter")
    page.wait_for_url("**/games/**")


def test_errors_stop_an_upload_and_are_shown(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    page.click("button[value=keep]")
    assert "Fix the errors first" in page.inner_text("[data-upload-status]")
    assert has_focus(page, "#problems-title")
    page.click("text=Line 10, column 12")
    assert page.inner_text(".cm-activeLine").startswith("green move c9")


def test_a_text_file_is_opened_in_the_editor(visit: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(FINISHED)
    page = visit("/upload/")
    page.set_input_files("#upload-file", tmp_path / "mine.txt")
    page.wait_for_selector("text=Valid, ready to upload")
    assert page.input_value("#upload-text") == FINISHED
    assert page.evaluate("document.querySelector('#upload-file').files.length") == 0


def test_the_page_of_a_correction_has_the_editor(visit: Any) -> None:
    page = visit("/upload/")
    write_log(page, FINISHED)
    page.click("button[value=keep]")
    page.wait_for_url("**/games/**")
    game = Game.objects.get()
    page.goto(f"{game.get_absolute_url()}correct/")
    page.wait_for_selector("text=Valid, ready to save")
    write_log(page, FINISHED.replace("John", "Johan"))
    page.wait_for_selector("text=Valid, ready to save")
    page.click("button[value=keep]")
    page.wait_for_selector("text=Correction saved")
    assert game.seats.get(role="samurai").name == "Johan"


def test_axe_finds_nothing_in_any_state(tabs: Tabs) -> None:
    page = tabs.visit("/upload/", reduced_motion="reduce", viewport=PHONE)
    page.wait_for_selector("form[data-ready]", state="attached")
    found = faults(page, "empty")
    write_log(page, TWO_MISTAKES)
    has_problems(page, 2)
    found += faults(page, "errors")
    page.click(".legal-moves summary >> nth=0")
    page.click("button[value=keep]")
    found += faults(page, "refused")
    page.click("text=Fix all 2")
    page.wait_for_selector("text=Valid, ready to upload")
    found += faults(page, "valid")
    write_log(page, UNFINISHED)
    page.wait_for_selector("text=Valid, but unfinished")
    found += faults(page, "unfinished")
    write_log(page, f"{FINISHED}\n{TWO_MISTAKES}")
    page.wait_for_selector("text=Game 2")
    found += faults(page, "two games")
    assert not found, "\n".join(found)
    assert_fits(page, 320, 390)
