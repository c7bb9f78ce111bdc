"""Games recorded by touch on a phone without a connection."""

import json
from typing import Any

import pytest

from games.registry import get_kind
from replays.models import Game
from tests.e2e.conftest import Tabs
from tests.e2e.offline import (
    OfflineFinger,
    another_page,
    begin,
    keep_rules,
    send_first,
    setup_text,
    wait_for_rules,
)
from tests.e2e.test_record import MODES, script_of
from tests.support import deep
from tests.unit.rooms.sessions import entries


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "ruleset"), deep.turn(MODES, len(MODES)))
def test_a_whole_game_offline(tabs: Tabs, slug: str, ruleset: str) -> None:
    """From the first to the last event, with one reload and one crash; then it is sent. A deep run
    records a game of every mode, else the beginning of one.
    """
    script = script_of(slug, ruleset)
    page = keep_rules(tabs)
    page.context.set_offline(True)
    begin(page, script, ruleset, setup_text(script.header))
    finger, n = OfflineFinger(page, script), len(script.events)
    for number, (event, _) in enumerate(entries(script)):
        if number == n // 3:
            page.reload()
            resumed(page, number)
        if number == 2 * n // 3:
            finger.page = page = crashed(tabs, page)
            page.locator('#drafts [data-do="continue"]').tap()
            resumed(page, number)
        finger.enter(event)
        assert page.locator("[role=alert]:visible").count() == 0, page.inner_text("[role=alert]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    finger.hand_over()
    winner = page.locator("#play-title").inner_text()
    page.locator("#recording-close").tap()
    page.context.set_offline(False)
    send_first(page)
    stored = json.loads(Game.objects.get().canonical)
    assert stored["events"] == script.events
    assert stored["players"] == script.header["players"]
    assert get_kind(slug).identity.winner_text(Game.objects.get().winner or "") in winner


def crashed(tabs: Tabs, page: Any) -> Any:
    """Close a page without a warning, and open it again in the same browser."""
    context = page.context
    page.close(run_before_unload=False)
    page = another_page(tabs, context)
    page.goto("/record/offline/")
    wait_for_rules(page)
    return page


def resumed(page: Any, n_events: int) -> None:
    """The page shows the game where it was, and no secret of a side before it takes the phone."""
    page.locator(f'#recording .recorder[data-last="{n_events}"]').wait_for(timeout=240_000)
    assert page.locator(".recorder[data-secret]").count() == 0
    assert page.locator(".recorder").get_attribute("data-view") == "public"
