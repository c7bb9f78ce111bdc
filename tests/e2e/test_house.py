"""Games against house bots on one phone: no hand-over, and the page says what the bots did."""

from typing import Any

import pytest

from games.registry import get_kind
from rooms.models import Room
from tests.e2e.conftest import Tabs
from tests.e2e.test_axe import faults

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def start(tabs: Tabs, slug: str, bots: dict[str, str]) -> Any:
    """Open a table with bots, and return its page."""
    page = tabs.new(**PHONE)
    page.goto("/record/")
    page.locator(".record-kinds a", has_text=get_kind(slug).title).tap()
    page.get_by_text("Play against house bots").tap()
    for role, strength in bots.items():
        page.select_option(f"#bot-{role}", strength)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".recorder")
    return page


@pytest.mark.parametrize(
    ("slug", "bots"),
    [
        ("goryo", {"goryo": "easy"}),
        ("gorinto", {"p2": "medium"}),
        ("kyoto", {"government": "easy"}),
    ],
)
def test_a_person_plays_against_bots(tabs: Tabs, slug: str, bots: dict[str, str]) -> None:
    page = start(tabs, slug, bots)
    before = Room.objects.get().n_events
    for _ in range(30):
        assert page.locator(".hand-over").count() == 0
        assert page.locator("[role=alert]").count() == 0
        button = page.locator("#play .big-btn").first
        with page.expect_navigation():
            button.tap()
        if Room.objects.get().n_events > before + 3:
            break
    rows = Room.objects.get().events
    assert len(rows) > before + 3
    assert any(row.get("house") == "bot" for row in rows)
    assert page.get_by_role("heading", name="House bots").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert faults(page, f"/record/ with bots {slug}") == []


def test_the_form_to_open_a_table_with_bots(tabs: Tabs) -> None:
    page = tabs.new(**PHONE)
    page.goto("/record/?game=kyoto&bot-government=hard")
    assert page.locator("#bot-government").input_value() == "hard"
    assert faults(page, "/record/ form with bots") == []
