"""The front page plays a game; the search box suggests results and works without script."""

from typing import Any

from django.core.management import call_command

from replays.models import Game
from tests.e2e.conftest import PHONE, Tabs, wait_until

PLAYING = "document.querySelector('[data-feature]').hasAttribute('data-playing')"
STEP = "Number(document.querySelector('[data-now]').textContent)"
OPEN = ".app-end .suggestions:not([hidden])"


def test_the_featured_game_plays_until_it_is_paused(visit: Any, game: Game) -> None:
    page = visit("/")
    first = page.evaluate(STEP)
    wait_until(page, f"{STEP} !== {first}")
    button = page.get_by_role("button", name="Pause the game")
    button.press("Enter")
    paused = page.evaluate(STEP)
    said = page.locator("#said").text_content()
    address = page.locator("[data-game-link]").get_attribute("href")
    assert f"step={paused}&" in address
    page.wait_for_timeout(3500)
    assert page.evaluate(STEP) == paused
    page.get_by_role("button", name="Play the game").click()
    wait_until(page, f"{STEP} !== {paused}")
    page.goto(address)
    assert page.locator("#said").text_content() == said


def test_it_waits_where_motion_is_reduced(visit: Any, game: Game) -> None:
    page = visit("/", reduced_motion="reduce")
    assert not page.evaluate(PLAYING)
    first = page.evaluate(STEP)
    page.wait_for_timeout(2500)
    assert page.evaluate(STEP) == first
    page.get_by_role("button", name="Play the game").click()
    wait_until(page, f"{STEP} !== {first}")


def test_without_script_the_front_page_is_a_picture_with_links(tabs: Tabs, game: Game) -> None:
    page = tabs.visit("/", java_script_enabled=False)
    assert not page.locator("[data-toggle]").is_visible()
    page.locator("[data-watch]").click()
    page.wait_for_url(f"{tabs.site}{game.get_absolute_url()}?step=*")


def test_suggestions_are_chosen_with_keys(tabs: Tabs, game: Game) -> None:
    call_command("sweep_games", verbosity=0)
    page = tabs.visit("/rules/")
    box = page.locator(".app-end").get_by_role("combobox")
    box.press_sequentially("goryo")
    page.wait_for_selector(OPEN)
    assert box.get_attribute("aria-expanded") == "true"
    box.press("ArrowDown")
    chosen = page.locator(f"#{box.get_attribute('aria-activedescendant')}")
    assert chosen.get_attribute("aria-selected") == "true"
    box.press("ArrowUp")
    assert box.get_attribute("aria-activedescendant") is None
    box.press("Escape")
    assert not page.locator(OPEN).count()
    assert box.get_attribute("aria-expanded") == "false"
    assert box.input_value() == "goryo"
    box.press("ArrowDown")
    page.wait_for_selector(OPEN)
    box.press("ArrowDown")
    url = page.locator('[aria-selected="true"]').get_attribute("data-url")
    box.press("Enter")
    page.wait_for_url(f"{tabs.site}{url}")


def test_enter_without_a_choice_opens_the_results(tabs: Tabs, game: Game) -> None:
    page = tabs.visit("/rules/")
    box = page.locator(".app-end").get_by_role("combobox")
    box.press_sequentially("gong")
    page.wait_for_selector(OPEN)
    box.press("Enter")
    page.wait_for_url(f"{tabs.site}/search/?q=gong")
    assert page.get_by_role("link", name="2.4 The gong").is_visible()


def test_without_script_the_box_is_a_form(tabs: Tabs) -> None:
    page = tabs.visit("/", java_script_enabled=False, viewport=PHONE)
    page.locator(".menu summary").click()
    page.locator(".menu input[name=q]").fill("ofuda")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{tabs.site}/search/?q=ofuda")
    assert page.locator(".hits a").count()
