"""Variations and notes in Chromium: by keyboard, and without script."""

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.registry import simulate
from replays import services as replay_services
from replays.models import AnnotationSet, Branch, Game, UploadSource
from tests.e2e.conftest import PHONE, REPLAY_READY, Tabs, press

BRANCH = re.compile(r"/branches/[\w-]{12}/")
"""The address of a variation. Before its scripts run, a choice is a plain link."""


@pytest.fixture
def page(tabs: Tabs) -> Any:
    return tabs.new(viewport=PHONE)


@pytest.fixture
def game() -> Game:
    log = simulate("goryo", "2024", "1", random.Random(1)).canonical()
    replay_services.submit(log.encode(), source=UploadSource.PAGE)
    return Game.objects.get()


def test_a_variation_is_played_and_stepped_through(page: Any, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}?step=2&as=goryo")
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Try a different move").click()
    expect(page.locator("[name=step]")).to_have_value("3")
    page.wait_for_load_state()
    page.get_by_label("Name (optional)").fill("<b>mine</b>")
    page.get_by_role("button", name="Start variation").press("Enter")
    page.wait_for_url(BRANCH)
    expect(page.locator("h1")).to_have_text("<b>mine</b>")
    page.locator("#play .events button").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#play-title")).to_contain_text("after step 4")
    page.wait_for_load_state()
    assert Branch.objects.get().n_events == 1
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-from-step]")).to_have_text("3")
    page.keyboard.press("u")
    expect(page.locator("#play-title")).to_contain_text("after step 3")
    assert Branch.objects.get().n_events == 0
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_choices_open_in_place(page: Any, game: Game) -> None:
    page.goto(f"/games/{game.public_id}/branch/?step=2&as=goryo")
    page.get_by_role("button", name="Start variation").click()
    page.wait_for_url(BRANCH)
    address = page.url
    for _ in range(12):
        if page.locator("#play .chosen").count() and page.locator("#play .events button").count():
            break
        with page.expect_response(lambda answer: "chosen=" in answer.url):
            page.locator("#play .events a[data-choose]").first.click()
        expect(page.locator("#play-title")).to_be_focused()
    assert page.url == address
    page.locator("#play .events button").first.click()
    expect(page.locator("#play-title")).to_contain_text("after step 3")
    assert Branch.objects.get().events[0]["event"]["type"] == "plan"


def test_a_variation_needs_no_script(tabs: Tabs, game: Game) -> None:
    page = tabs.new(viewport=PHONE, java_script_enabled=False)
    page.goto(f"{game.get_absolute_url()}?step=3&as=samurai")
    page.get_by_role("link", name="Try a different move").click()
    page.get_by_role("button", name="Start variation").click()
    page.locator("#play .events button").first.click()
    expect(page.locator("#play-title")).to_contain_text("after step 4")
    page.get_by_role("button", name="Undo the last move").click()
    expect(page.locator("#play-title")).to_contain_text("after step 3")
    page.get_by_role("link", name="Start a variation from step 3").click()
    expect(page.locator("h1")).to_have_text("Try a different move")


def test_notes_are_drawn_at_their_steps(page: Any, tabs: Tabs, game: Game) -> None:
    page.goto(f"{game.get_absolute_url()}?step=4&as=samurai")
    page.get_by_role("link", name="Write notes").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/notes/[\w-]{12}/"))
    page.wait_for_selector(REPLAY_READY, state="attached")
    page.locator("#note-field").fill("<i>why</i>")
    page.locator("#note-glyph").select_option("?!")
    page.get_by_role("button", name="Draw on the board").click()
    for name in ("b2", "c2", "c2", "c2"):
        page.locator(f'[data-cell="{name}"]').click(force=True)
    expect(page.locator("#note-shapes")).to_have_value("b2>c2:green c2:green")
    page.locator('[data-cell="b2"]').focus()
    press(page, "Enter", "Enter", "Enter", "ArrowRight", "Enter")  # a circle replaces the arrow
    expect(page.locator("#note-shapes")).to_have_value("c2:green b2:green")
    expect(page.locator("#announcement")).to_have_text("c2:green b2:green")
    press(page, "Enter", "Enter")
    expect(page.locator("#note-shapes")).to_have_value("b2:green")
    press(page, "ArrowLeft", "Enter", "ArrowRight", "Enter")
    expect(page.locator("[data-shapes] path")).to_have_count(2)
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("[data-note-text]")).to_have_text("<i>why</i>")
    page.wait_for_load_state()
    expect(page.locator("[data-shapes] path")).to_have_count(2)
    expect(page.locator('.moves [data-step="4"] .mark-glyph')).to_have_text("?!")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-shapes] path")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-shapes] path")).to_have_count(2)
    notes = AnnotationSet.objects.get()
    assert json.loads(page.locator("#notes-data").text_content() or "")["notes"][0]["glyph"] == "?!"
    reader = tabs.new(viewport=PHONE, java_script_enabled=False)
    reader.goto(f"/games/{game.public_id}/?notes={notes.public_id}&step=4")
    expect(reader.locator("[data-shapes] path")).to_have_count(2)
    expect(reader.locator("[data-note-text]")).to_have_text("<i>why</i>")


def test_notes_are_opened_in_place(page: Any, game: Game) -> None:
    circle = {"form": "circle", "cell": "c2", "colour": "red"}
    for view, title in (("samurai", "Clues"), ("public", "Talk")):
        notes, _ = replay_services.begin_notes(game, view, title=title)
        replay_services.put_note(notes, 4, text=f"{title}: look.", glyph="!", shapes=[circle])
        replay_services.set_listed(notes, is_listed=True)
    own = game.get_absolute_url()
    page.goto(f"{own}?step=4&as=goryo")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    page.evaluate("window.isFirstPage = true")
    choice, text = page.locator("#notes-choice"), page.locator("[data-note-text]")
    choice.focus()
    choice.select_option(label="Talk")  # public notes are shown in every view
    expect(text).to_have_text("Talk: look.")
    expect(page.locator("[data-shapes] path")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/notes/[\w-]{12}/\?step=4&as=goryo$"))
    expect(page).to_have_title(re.compile("Talk"))
    assert page.evaluate("document.activeElement.id") == "notes-choice"
    choice.select_option(label="Clues")
    expect(text).to_have_text("Clues: look.")
    expect(page).to_have_url(re.compile(r"\?step=4&as=samurai$"))
    page.keyboard.press("Escape")
    page.locator("#steps").focus()
    page.keyboard.press("ArrowRight")
    expect(text).to_have_text("")
    page.go_back()
    expect(text).to_have_text("Talk: look.")
    page.go_back()
    expect(page).to_have_url(re.compile(rf"{own}\?step=4&as=goryo$"))
    expect(page.locator("#note-title")).to_have_count(0)
    expect(page.locator("[data-shapes] path")).to_have_count(0)
    expect(choice).to_have_value("")
    page.go_forward()
    expect(text).to_have_text("Talk: look.")
    choice.select_option("")
    expect(page).to_have_url(re.compile(rf"{own}\?step=4&as=goryo$"))
    page.locator("#this-game").get_by_role("link", name="Clues").click()
    expect(text).to_have_text("Clues: look.")
    expect(choice).to_be_focused()  # the link is gone
    assert page.evaluate("window.isFirstPage")  # no other page was loaded
