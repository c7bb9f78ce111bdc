"""Games against house bots on one phone: no hand-over, and the page says what the bots did."""

import json
import random
from typing import Any

import pytest

from games.registry import get_kind
from replays.models import Game
from rooms.models import Room
from tests.e2e.conftest import Tabs
from tests.e2e.test_axe import faults
from tests.support import deep

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


WIDE = {"viewport": {"width": 1280, "height": 800}}
STEPS = 3000 if deep.IS_DEEP else 25
GAMES = [
    ("goryo", {"goryo": "easy"}),
    ("gorinto", {"p2": "medium"}),
    ("kyoto", {"government": "easy"}),
]


def start(tabs: Tabs, slug: str, bots: dict[str, str], options: dict[str, Any]) -> Any:
    """Open a table with bots, and return its page."""
    page = tabs.new(**options)
    page.goto("/record/")
    page.locator(".record-kinds a", has_text=get_kind(slug).title).click()
    page.get_by_text("Play against house bots").click()
    for role, strength in bots.items():
        page.select_option(f"#bot-{role}", strength)
    check_width(page)
    page.get_by_role("button", name="Start recording").click()
    page.wait_for_selector(".recorder")
    page.wait_for_load_state()  # before its scripts run, forms are sent as pages
    return page


def check_width(page: Any) -> None:
    """Check that the page does not scroll sideways."""
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def go_on(page: Any, rng: random.Random) -> bool:
    """Press one of the buttons, and wait for the screen that follows; return False at the end."""
    buttons = page.locator("#play .big-btn, .room-house [value=pass]")
    number = buttons.count()
    if not number:
        return False
    page.evaluate("document.querySelector('.recorder').setAttribute('data-old', '')")
    buttons.nth(rng.randrange(number)).click()
    page.locator(".recorder:not([data-old])").wait_for()
    assert page.locator(".hand-over").count() == 0
    assert page.locator("[role=alert]").count() == 0, page.inner_text("[role=alert]")
    return True


@pytest.mark.parametrize(("slug", "bots"), deep.turn(GAMES, 3))
@pytest.mark.parametrize("options", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_person_plays_a_game_against_bots(
    tabs: Tabs, slug: str, bots: dict[str, str], options: dict[str, Any]
) -> None:
    """A deep run plays to the end; else the player resigns after some steps."""
    page, rng = start(tabs, slug, bots, options), random.Random(3)
    before = Room.objects.get().n_events
    for _ in range(STEPS):
        if not go_on(page, rng):
            break
    rows = Room.objects.get().events
    assert len(rows) > before
    assert any(row.get("house") == "bot" for row in rows)
    assert page.get_by_role("heading", name="House bots").count() == 1
    check_width(page)
    assert faults(page, f"/record/ with bots {slug}") == []
    if page.get_by_role("button", name="Save and watch").count() == 0:
        assert not deep.IS_DEEP, "the game does not end"
        page.locator(".room-end > summary").click()
        page.locator(".room-end [name=event]", has_text="resign").first.click()
    page.get_by_role("button", name="Save and watch").click()
    page.get_by_role("link", name="Watch the game").click()
    page.wait_for_selector(".replay")
    game = Game.objects.get()
    assert (game.is_finished, game.is_simulated) == (True, True)
    assert json.loads(game.canonical)["events"] == [
        row["event"] for row in Room.objects.get().events
    ]


def test_the_form_to_open_a_table_with_bots(tabs: Tabs) -> None:
    page = tabs.new(**PHONE)
    page.goto("/record/?game=kyoto&bot-government=hard")
    assert page.locator("#bot-government").input_value() == "hard"
    assert faults(page, "/record/ form with bots") == []
