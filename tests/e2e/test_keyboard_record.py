"""A game is recorded by keyboard alone, with what the accessibility tree says: the focus is never
lost, and each control has a name. A deep run plays to the end; else the game is resigned early.
"""

import json
import random
from typing import Any

import pytest

from games.registry import get_kind
from replays.models import Game
from rooms.models import Room
from tests.e2e.conftest import Tabs
from tests.support import deep

STEPS = 3000 if deep.IS_DEEP else 12
TABS_MAX = 400
CONTROLS = ".hand-over .main, #play [name=event], #play [name=pick]"
MARK = """([css, n]) => {
  document.querySelector("[data-goal]")?.removeAttribute("data-goal");
  document.querySelectorAll(css)[n].setAttribute("data-goal", "");
}"""
FOCUS = """() => {
  const el = document.activeElement;
  return { id: el.id, name: el.getAttribute("name"), value: el.value ?? "", tag: el.localName,
    isIn: document.querySelector(".recorder")?.contains(el) ?? false };
}"""


class Keys:
    """A page that is used by keyboard only."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def focused(self) -> dict[str, Any]:
        """Return the node of the accessibility tree that has the focus: its role and name."""
        for node in self.session.send("Accessibility.getFullAXTree")["nodes"]:
            properties = {each["name"]: each["value"] for each in node.get("properties", ())}
            has_focus = properties.get("focused", {}).get("value") and not node.get("ignored")
            if has_focus and node["role"]["value"] != "RootWebArea":
                return {key: node[key]["value"] for key in ("role", "name")}
        return {"role": "", "name": ""}

    def reach(self, selector: str, number: int) -> None:
        """Press Tab until a control has the focus."""
        self.page.evaluate(MARK, [selector, number])
        for _ in range(TABS_MAX):
            if self.page.evaluate("document.activeElement.hasAttribute('data-goal')"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def press(self, selector: str, number: int = 0) -> None:
        """Reach a control, read its name, press Enter, and wait for the screen that follows."""
        label = self.page.locator(selector).nth(number).inner_text().strip()
        self.reach(selector, number)
        assert self.focused() == {"role": "button", "name": label}
        self.page.evaluate("document.querySelector('.recorder').setAttribute('data-old', '')")
        self.page.keyboard.press("Enter")
        self.page.locator(".recorder:not([data-old])").wait_for()

    def check_screen(self) -> None:
        """Check that the heading, which says who acts, has the focus."""
        node = self.focused()
        assert node["role"] == "heading", (node, self.page.evaluate(FOCUS))
        assert node["name"] == self.page.inner_text("#play-title")
        assert self.page.evaluate(FOCUS)["isIn"]


def open_table(tabs: Tabs, slug: str) -> Keys:
    """Open a table by keyboard."""
    page = tabs.new()
    page.goto(f"/record/?game={slug}&deals=yes")
    keys = Keys(page)
    keys.reach(".record-start button", 0)
    assert keys.focused()["name"] == "Start recording"
    page.keyboard.press("Enter")
    page.wait_for_selector(".recorder")
    page.wait_for_load_state()
    return keys


@pytest.mark.parametrize("slug", deep.turn(["goryo", "gorinto", "kyoto"], 3))
def test_a_game_is_recorded_by_keyboard(tabs: Tabs, slug: str) -> None:
    keys, rng = open_table(tabs, slug), random.Random(2)
    page, before = keys.page, Room.objects.get().n_events
    for number in range(STEPS):
        if number:
            keys.check_screen()
        n_controls = page.locator(CONTROLS).count()
        if not n_controls:
            break
        keys.press(CONTROLS, rng.randrange(n_controls))
        assert page.locator("[role=alert]").count() == 0, page.inner_text("[role=alert]")
    assert Room.objects.get().n_events > before
    if page.locator("[name=action][value=save].main").count() == 0:
        assert not deep.IS_DEEP, "the game does not end"
        resign(keys, slug)
    keys.press("[name=action][value=save].main")
    keys.reach(".room-play a.main", 0)
    assert keys.focused() == {"role": "link", "name": "Watch the game"}
    page.keyboard.press("Enter")
    page.wait_for_selector(".replay[data-ready]")
    stored = json.loads(Game.objects.get().canonical)
    assert stored["events"] == [row["event"] for row in Room.objects.get().events]


def resign(keys: Keys, slug: str) -> None:
    """Open the part that ends the game, and resign for the first role."""
    page, role = keys.page, next(iter(get_kind(slug).identity.roles))
    keys.reach(".room-end > summary", 0)
    page.keyboard.press("Enter")
    values = page.locator(".room-end [name=event]").evaluate_all("els => els.map((el) => el.value)")
    events = [json.loads(value) for value in values]
    resigned = [n for n, event in enumerate(events) if event["type"] == "resign"]
    at = next((n for n in resigned if events[n]["role"] == role), resigned[0])
    keys.press(".room-end [name=event]", at)
    keys.check_screen()
