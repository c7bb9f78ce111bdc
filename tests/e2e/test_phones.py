"""Games recorded by touch with a phone for each side."""

import json
from typing import Any

import pytest

from replays.models import Game
from rooms.models import Room
from tests.e2e.conftest import Tabs
from tests.e2e.test_record import MODES, PHONE, Finger, script_of, start
from tests.support import deep
from tests.unit.rooms.sessions import Script, entries


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "ruleset"), deep.turn(MODES, len(MODES)))
def test_a_whole_game_is_recorded_with_a_phone_for_each_side(
    tabs: Tabs, slug: str, ruleset: str
) -> None:
    """A deep run records a game of every mode, else the beginning of one."""
    script = script_of(slug, ruleset)
    phones = phones_of(tabs, script, ruleset)
    first = next(iter(phones.values()))
    wait_for_redraw(phones)
    for event, role in entries(script):
        phones.get(role or "", first).enter(event)
        wait_for_redraw(phones)
    assert Room.objects.get().n_events == len(script.events)
    first.tap(first.page.get_by_role("button", name="Save and watch"))
    stored = json.loads(Game.objects.get().canonical)
    assert stored["events"] == script.events


def phones_of(tabs: Tabs, script: Script, ruleset: str) -> dict[str, Finger]:
    """Open a table, and return the phone of each side: the first one is the recorder's."""
    page = start(tabs, script, ruleset, is_shared=True)
    own, *others = [player["role"] for player in script.header["players"]]
    links = {role: seat(page, role).locator("a").get_attribute("href") for role in others}
    seat(page, own).locator("[value=sit]").tap()
    page.locator(".tag", has_text="Your view: ").wait_for()
    phones = {role: join(tabs, link) for role, link in links.items()}
    return {role: Finger(phone) for role, phone in {own: page, **phones}.items()}


def wait_for_redraw(phones: dict[str, Finger]) -> None:
    """Wait until all phones show the newest version of the table, within their width."""
    version = Room.objects.get().version
    for finger in phones.values():
        finger.page.locator(f'.recorder[data-version="{version}"]').wait_for()
        assert finger.page.evaluate("document.documentElement.scrollWidth") <= 390


def seat(page: Any, role: str) -> Any:
    """Return the seat of a role in the list of phones."""
    return page.locator(f'.room-seats li:has([name=role][value="{role}"])')


def join(tabs: Tabs, link: str) -> Any:
    """Open the link of a seat on another phone, take the seat, and return the page."""
    page = tabs.new(**PHONE)
    page.goto(link)
    with page.expect_request("**/events/?**"):
        page.get_by_role("button", name="Join").tap()
    return page
