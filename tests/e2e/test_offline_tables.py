"""Tables that lose their connection, games that the site refuses, and new versions of the page."""

import json
import random
from typing import Any

import pytest

from rooms import services
from rooms.access.keys import Access
from rooms.models import Room
from tests.e2e.conftest import Tabs, wait_until
from tests.e2e.offline import OfflineFinger, begin, keep_rules, setup_text, wait_for_rules
from tests.e2e.test_axe import faults
from tests.e2e.test_record import Finger
from tests.unit.rooms.sessions import Script, entries, random_script

pytestmark = pytest.mark.in_turn(2)

RECORDER = Access(is_recorder=True)
STORED = """async (draft) => {
  const { putDraft } = await import("/static/rooms/storage.js");
  await putDraft(draft, null);
}"""
CACHED = "caches.keys().then((names) => names.filter((name) => name.startsWith('kifu-offline')))"


def open_table(page: Any, script: Script, ruleset: str) -> None:
    """Open a table with a connection, in the browser of a page."""
    page.goto(f"/record/?game={script.header['game']}")
    page.select_option("#ruleset", ruleset)
    page.locator("#new summary", has_text="Custom board").tap()
    page.fill("#own", setup_text(script.header))
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".recorder[data-copy]")
    page.wait_for_load_state()  # before its scripts run, forms are sent as pages


def lose_connection(page: Any) -> None:
    """Enter something without a connection, and follow the link to go on."""
    page.context.set_offline(True)
    page.locator("#play button").first.tap()
    page.get_by_role("link", name="Continue offline").tap()
    page.locator("#recording .recorder[data-version]").wait_for(timeout=240_000)


@pytest.mark.slow
def test_a_table_goes_on_without_a_connection(tabs: Tabs) -> None:
    """The steps of the phone are sent to the table. If it was continued meanwhile, both are shown,
    and nothing is lost.
    """
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    page, done = keep_rules(tabs), list(entries(script))
    open_table(page, script, "2p-burrow")
    finger = Finger(page)
    for event, _ in done[:2]:
        finger.enter(event)
    wait_until(page, _copy_has(2))
    lose_connection(page)
    offline = OfflineFinger(page, script)
    offline.entered = 2
    for event, _ in done[2:4]:
        offline.enter(event)
    page.locator("#recording-close").tap()
    room = Room.objects.get()
    other, _ = done[2]
    services.append_event(room, services.Change(RECORDER, room.version), other)
    resign = {"type": "resign", "role": "p1"}
    room = Room.objects.get()
    services.append_event(room, services.Change(RECORDER, room.version, "p1"), resign)
    page.context.set_offline(False)
    tabs.take_faults()  # the requests without a connection
    page.get_by_role("button", name="Send the steps to the table").tap()
    conflict = page.locator(".offline-conflict:visible")
    conflict.wait_for()
    assert conflict.locator(".differs").count() == 2
    assert faults(page, "conflict") == []
    assert Room.objects.get().n_events == 4
    tabs.take_faults()  # a conflict is the status 409
    page.get_by_role("button", name="Use my steps at the table").tap()
    page.locator('#drafts [data-part="link"]:visible').wait_for()
    room = Room.objects.get()
    assert [row["event"] for row in room.events] == script.events[:4]
    removed = [row["event"] for row in room.changes.latest("version").removed]
    assert removed == [resign]


def _copy_has(n: int) -> str:
    return f"""import("/static/rooms/storage.js").then(async ({{ copyOf }}) =>
      (await copyOf(document.querySelector(".recorder").dataset.code))?.rows.length === {n})"""


def test_a_phone_without_all_secrets_says_so(tabs: Tabs) -> None:
    page = keep_rules(tabs)
    page.goto("/record/?game=goryo")
    page.get_by_text("Several phones").tap()
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".recorder[data-no-copy]")
    page.wait_for_load_state()
    page.get_by_role("button", name="Play as").first.tap()
    page.locator("#play button").first.wait_for()
    page.context.set_offline(True)
    page.locator("#play button").first.tap()
    assert "other phones or the site have secrets" in page.locator("[role=alert]").inner_text()
    page.goto("about:blank")  # ends its requests, which fail again and again
    tabs.take_faults()


def test_a_refused_game_stays_with_its_finding(tabs: Tabs) -> None:
    script = random_script("gorinto", "2p-burrow", random.Random(1))
    page = keep_rules(tabs)
    events = [*script.events[:3], script.events[2]]
    rows = [{"event": event, "role": None} for event in events]
    draft = {
        "id": "a" * 32, "game": "gorinto", "version": 1, "header": script.header, "rows": rows,
        "holder": "", "changed": "2026-11-30T12:00:00Z",
        "queued": {"to": "game", "visibility": "public"},
    }  # fmt: skip
    page.evaluate(STORED, draft)
    page.reload()
    wait_for_rules(page)
    message = page.locator('[data-part="message"]:visible')
    message.wait_for()
    assert "The site refused this game" in message.inner_text()
    assert "Step 4." in message.inner_text()
    assert faults(page, "refused") == []
    tabs.take_faults()  # a refused log is the status 422
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as a log file").tap()
    exported = json.loads(download.value.path().read_text())
    assert exported["events"] == events
    page.get_by_role("button", name="Continue").tap()
    page.locator("#drafts-problem:visible").wait_for()
    page.get_by_role("button", name="Delete", exact=True).tap()
    page.get_by_role("button", name="Delete this game from this phone?").tap()
    page.locator("#drafts-empty:visible").wait_for()


def test_the_states_of_the_page_are_accessible(tabs: Tabs) -> None:
    script = random_script("goryo", "2024", random.Random(4))
    page = keep_rules(tabs)
    page.context.set_offline(True)
    assert faults(page, "rules kept") == []
    page.locator('[data-kind="goryo"]').tap()
    assert faults(page, "new game") == []
    begin(page, script, "2024")
    finger, done = OfflineFinger(page, script), list(entries(script))
    assert page.locator(".hand-over").count() == 1
    assert faults(page, "offline hand-over") == []
    finger.hand_over()
    assert page.locator(".recorder[data-secret]").count() == 1
    assert faults(page, "offline secret") == []
    for event, _ in done[:2]:
        finger.enter(event)
    finger.hand_over()
    page.locator(".room-moves > summary").tap()
    assert faults(page, "offline table") == []
    page.locator("#recording-close").tap()
    page.locator("#drafts summary").tap()
    assert faults(page, "games on this phone") == []


def test_a_new_version_replaces_the_old_one_whole(
    tabs: Tabs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a deploy an open page keeps its version; the next visit gets the new one."""
    from rooms.offline import bundle as files

    page = keep_rules(tabs)
    old = page.locator("#offline").get_attribute("data-version")
    monkeypatch.setattr(files, "page_version", lambda: "f" * 20)
    page.evaluate("navigator.serviceWorker.getRegistration('/record/').then((r) => r.update())")
    wait_until(page, f"{CACHED}.then((names) => names.length === 2)")
    page.reload()
    assert page.locator("#offline").get_attribute("data-version") == old
    wait_for_rules(page)
    page.goto("about:blank")
    page.wait_for_timeout(500)
    page.goto("/record/offline/")
    wait_until(page, "document.querySelector('#offline').dataset.version === 'f'.repeat(20)")
    wait_for_rules(page)
    wait_until(page, f"{CACHED}.then((names) => names.length === 1)")
