"""Games recorded by touch on a phone: each game of a script becomes the stored log."""

import json
import random
from typing import Any

import pytest

from games.core.choosing import to_parts
from games.registry import KINDS, get_kind
from replays.models import Game
from rooms import services
from rooms.access.keys import Access
from rooms.models import Room
from tests.e2e.conftest import Tabs, wait_until
from tests.e2e.test_axe import faults
from tests.support import deep
from tests.unit.rooms.sessions import Script, Table, entries, random_script

pytestmark = pytest.mark.in_turn(2)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SEEN = """async (event) => {
  const url = document.querySelector('.recorder').dataset.moves;
  const { moves } = await (await fetch(url)).json();
  return moves;
}"""


def short_script(slug: str, ruleset: str, length: int) -> Script:
    """Return the beginning of a random game, resigned."""
    script = whole_script(slug, ruleset, 5)
    role = next(iter(get_kind(slug).identity.roles))
    return Script(script.header, [*script.events[:length], {"type": "resign", "role": role}])


def whole_script(slug: str, ruleset: str, seed: int) -> Script:
    """Return a random game, in which each draw has only the token that counts."""
    script = random_script(slug, ruleset, random.Random(seed))
    events = [
        event | {"tokens": event["tokens"][-1:]} if "tokens" in event else event
        for event in script.events
    ]
    return Script(script.header, events)


def script_of(slug: str, ruleset: str) -> Script:
    """Return a whole game in a deep run, else the beginning of one."""
    return whole_script(slug, ruleset, 6) if deep.IS_DEEP else short_script(slug, ruleset, 8)


def start(tabs: Tabs, script: Script, ruleset: str, *, is_shared: bool = False) -> Any:
    """Open a table by taps, for one phone or for several, and return its page."""
    page = tabs.new(**PHONE)
    page.goto("/record/")
    page.locator(".record-kinds a", has_text=get_kind(script.header["game"]).title).tap()
    page.select_option("#ruleset", ruleset)
    for player in script.header["players"]:
        page.fill(f"#name-{player['role']}", player["name"])
    if "setup" in script.header:
        page.locator("#new summary", has_text="Custom board").tap()
        page.fill("#own", json.dumps({"setup": script.header["setup"]}))
    if is_shared:
        page.get_by_label("Several phones").check()
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".recorder")
    page.wait_for_load_state()  # before its scripts run, forms are sent as pages
    return page


class Finger:
    """Enters events by taps and counts them."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps = page, 0

    def tap(self, locator: Any) -> None:
        """Tap, and wait for the screen that follows."""
        self.taps += 1
        self.page.evaluate("document.querySelector('.recorder').setAttribute('data-old', '')")
        locator.tap()
        self.page.locator(".recorder:not([data-old])").wait_for()

    def hand_over(self) -> None:
        """Take the phone, or put it on the table, as the screen says."""
        while self.page.locator(".hand-over").count():
            self.tap(self.page.locator(".hand-over .main"))

    def enter(self, event: dict[str, Any]) -> int:
        """Enter an event; return how many taps it needed."""
        self.hand_over()
        self.taps = 0
        if event["type"] in ("resign", "abandon"):
            self._end(event)
            return self.taps
        moves = self.moves()
        move = next((move for move in moves if move["event"] == event), None)
        if move is None:
            self._choose(event)
        else:
            self._on_board(move)
        return self.taps

    def moves(self) -> list[dict[str, Any]]:
        """Return what can be entered on the board now."""
        moves: list[dict[str, Any]] = self.page.evaluate(SEEN)
        return moves

    def _on_board(self, move: dict[str, Any]) -> None:
        version = self.page.locator(".recorder").get_attribute("data-version")
        changed = f'.recorder:not([data-version="{version}"])'
        for space in [*move["first"], *move["rest"]]:
            self.taps += 1
            self.page.locator(f'[data-cell="{space}"] .touch').tap(force=True)
            if self.taps == 1:
                self.page.locator(f".lit, .try-box, {changed}").first.wait_for(state="attached")
        self.page.locator(f".try-box, {changed}").first.wait_for(state="attached")
        if self.page.locator(".try-box").count():
            label = move["label"]
            self.tap(self.page.locator(".try-box").get_by_role("button", name=label, exact=True))
        self.page.locator(changed).wait_for(state="attached")
        self.page.wait_for_load_state()

    def _choose(self, event: dict[str, Any]) -> None:
        """Choose part after part, then confirm."""
        for _ in range(40):
            whole = self.page.locator("#play [name=event]")
            values = whole.evaluate_all("els => els.map((el) => el.value)")
            for index, value in enumerate(values):
                if json.loads(value) == event:
                    return self.tap(whole.nth(index))
            picks = self.page.locator("#play [name=pick]")
            values = picks.evaluate_all("els => els.map((el) => el.value)")
            parts = list(to_parts(event))
            picked = [[tuple(part) for part in json.loads(value)] for value in values]
            fitting = [n for n, some in enumerate(picked) if some and some == parts[: len(some)]]
            if not fitting and self.page.get_by_role("button", name="Secret screen of").count():
                self.tap(self.page.get_by_role("button", name="Secret screen of").first)
                self.hand_over()  # another side may answer
                continue
            assert fitting, (event, values[:5])
            self.tap(picks.nth(fitting[0]))
        raise AssertionError(f"no button for {event}")

    def _end(self, event: dict[str, Any]) -> None:
        self.page.locator(".room-end > summary").tap()
        buttons = self.page.locator(".room-end [name=event]")
        values = [json.loads(v) for v in buttons.evaluate_all("els => els.map((el) => el.value)")]
        self.tap(buttons.nth(values.index(event)))


@pytest.mark.parametrize(
    ("slug", "ruleset", "length"),
    [("goryo", "2024", 14), ("gorinto", "2p-burrow", 8), ("kyoto", "base", 12)],
)
def test_a_game_is_recorded_by_touch(tabs: Tabs, slug: str, ruleset: str, length: int) -> None:
    record_by_touch(tabs, short_script(slug, ruleset, length), ruleset)


MODES = [(slug, name) for slug, kind in KINDS.items() for name in kind.identity.rulesets]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "ruleset"), deep.turn(MODES, len(MODES)))
def test_a_whole_game_of_each_mode_is_recorded_by_touch(
    tabs: Tabs, slug: str, ruleset: str
) -> None:
    """A deep run records a game of every mode, else the beginning of one."""
    record_by_touch(tabs, script_of(slug, ruleset), ruleset)


def record_by_touch(tabs: Tabs, script: Script, ruleset: str) -> None:
    """Enter a game by taps, as few as possible, and check the stored log."""
    page = start(tabs, script, ruleset)
    finger = Finger(page)
    for event, _ in entries(script):
        taps = finger.enter(event)
        assert taps <= len(list(to_parts(event))) + 2, (event, taps)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.locator("[role=alert]").count() == 0, page.inner_text("[role=alert]")
    assert Room.objects.get().n_events == len(script.events)
    finger.hand_over()
    finger.tap(page.get_by_role("button", name="Save and watch"))
    stored = json.loads(Game.objects.get().canonical)
    assert stored["events"] == script.events
    assert page.get_by_role("link", name="Send the result to a play tracker").count() == 1
    page.get_by_role("link", name="Watch the game").tap()
    page.wait_for_selector(".replay")


def test_back_shows_no_secret(tabs: Tabs) -> None:
    """Screens are no entries of the history, and what they show depends on who holds the phone."""
    script = short_script("goryo", "2024", 3)
    page = start(tabs, script, "2024")
    finger = Finger(page)
    for event, _ in list(entries(script))[:3]:
        finger.enter(event)
    address, length = page.url, page.evaluate("history.length")
    assert page.locator(".hand-over").count() == 1
    page.go_back()
    page.wait_for_selector(".record-form")
    page.go_forward()
    page.wait_for_selector(".hand-over")
    assert (page.url, page.evaluate("history.length")) == (address, length)
    assert page.locator("[data-secret]").count() == 0
    assert " ".join(script.events[2]["route"]) not in page.content()
    assert page.locator(".cell.route, .cell.target").count() == 0
    assert page.title() == "Recording Goryō · Kifu House"


def test_a_tap_replaces_the_screen_only(tabs: Tabs) -> None:
    """The page stays: its scroll position, the focus of the keyboard, and the live region."""
    script = short_script("gorinto", "2p-burrow", 3)
    page = start(tabs, script, "2p-burrow")
    page.evaluate("window.isSamePage = true")
    finger = Finger(page)
    for event, _ in list(entries(script))[:2]:
        finger.enter(event)
    assert page.evaluate("window.isSamePage")
    assert page.evaluate("document.activeElement.id") == "play-title"
    said = page.inner_text("#said")
    wait_until(page, f"announcement.textContent === {json.dumps(said)}")
    page.locator(".room-moves > summary").tap()
    page.locator(".room-moves a", has_text="Correct").first.tap()
    page.wait_for_selector("[data-of]")
    finger.tap(page.locator("#play [name=event], #play [name=pick]").first)
    page.get_by_role("link", name="Cancel").tap()
    page.wait_for_selector(".recorder:not([data-of])")
    assert page.url.endswith(f"/{Room.objects.get().code}/")


def test_problems_are_shown_in_place(tabs: Tabs) -> None:
    script = short_script("gorinto", "2p-burrow", 2)
    page = start(tabs, script, "2p-burrow")
    button = page.locator("#play [name=event], #play [name=pick]").first
    page.context.set_offline(True)
    button.tap()
    page.wait_for_selector("[role=alert]")
    assert "No answer from the site" in page.inner_text("[role=alert]")
    page.context.set_offline(False)
    finger = Finger(page)
    for event, _ in list(entries(script))[:1]:
        finger.enter(event)
    assert page.locator("[role=alert]").count() == 0
    Room.objects.update(version=99)
    # The stream may show the new version before a tap.
    undo = page.locator(".room-acts [value=undo]")
    undo.evaluate("button => { button.form.after.value = 0; button.click(); }")
    page.wait_for_selector("[role=alert]")
    assert "The table has changed in the meantime" in page.inner_text("[role=alert]")
    assert page.locator(".recorder").get_attribute("data-version") == "99"
    faults = tabs.take_faults()
    assert all("Failed to load resource" in fault for fault in faults), faults


def test_axe_finds_nothing_on_the_screens(tabs: Tabs) -> None:
    script = short_script("goryo", "2024", 4)
    page = start(tabs, script, "2024")
    finger, found, seen = Finger(page), [], set()
    for event, _ in entries(script):
        for _ in range(2):
            name = page.locator(".recorder").get_attribute("class").rpartition("screen-")[2]
            if name not in seen:
                found += faults(page, f"{name} screen")
            seen.add(name)
            finger.hand_over()
        finger.enter(event)
    found += faults(page, "over screen")
    assert seen == {"hand-over", "secret", "table"}
    assert not found, "\n".join(found)


def follow(tabs: Tabs, address: str, **options: Any) -> Any:
    """Open a table on another phone, and return its page when it follows."""
    page = tabs.new(**{**PHONE, **options})
    with page.expect_request("**/events/?**"):
        page.goto(address)
    return page


def code_on(page: Any, label: str) -> tuple[str, str]:
    """Return the code of a seat on the page of a table, and its link."""
    seat = page.locator(".room-seats li", has_text=label)
    return seat.locator(".join-code").inner_text(), seat.locator("a").get_attribute("href")


def test_two_phones_and_a_follower(tabs: Tabs) -> None:
    """Each phone shows its own view, and all are redrawn in place after a tap on one of them."""
    script = short_script("goryo", "2024", 4)
    page = tabs.new(**PHONE)
    page.goto("/record/?game=goryo")
    page.get_by_label("Several phones").check()
    page.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector(".room-seats[open]")
    page.wait_for_load_state()
    assert page.locator(".qr-box").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Play as Goryō on this phone").tap()
    page.locator(".tag", has_text="Your view: Goryō").wait_for()
    _, link = code_on(page, "Samurai")
    other = tabs.new(**PHONE)
    other.goto(link)
    assert other.url.endswith("/record/join/")
    with other.expect_request("**/events/?**"):
        other.get_by_role("button", name="Join").tap()
    assert "Waiting for Goryō" in other.inner_text("h1")
    guest = follow(tabs, page.url)
    overlay = follow(tabs, f"{page.url}?overlay=1", viewport={"width": 1280, "height": 720})
    for each in (other, guest, overlay):
        each.evaluate("window.isSamePage = true")
    phones = {"goryo": Finger(page), "samurai": Finger(other)}
    page.locator(".recorder[data-version='2']").wait_for()
    for event, role in list(entries(script))[:4]:
        phones[role or "goryo"].enter(event)
        version = Room.objects.get().version
        for each in (page, other, guest, overlay):
            each.locator(f'.recorder[data-version="{version}"]').wait_for()
    route = " ".join(script.events[2]["route"])
    assert route in page.content()
    for each in (other, guest, overlay):
        assert each.evaluate("window.isSamePage")
        assert route not in each.content()
        assert each.locator(".cell.route, .cell.target, [data-secret]").count() == 0
    assert not faults(overlay, "overlay")
    assert not faults(page, "phone of a seat")


def test_a_page_whose_stream_is_refused_polls(tabs: Tabs, settings: Any) -> None:
    settings.STREAMS_PER_CLIENT = 0
    table = Table(random_script("gorinto", "2p-burrow", random.Random(5)).header)
    page = tabs.new()
    page.clock.install()
    page.goto(table.room.get_absolute_url())
    page.wait_for_selector(".recorder[data-version='0']")
    script = short_script("gorinto", "2p-burrow", 1)
    table.enter(script.events[0])
    page.clock.run_for(30_000)
    page.wait_for_selector(".recorder[data-version='1']")
    page.close()  # it goes on to poll
    faults = tabs.take_faults()
    assert all("429" in fault for fault in faults), faults


def test_what_a_user_types_stays_while_others_play(tabs: Tabs) -> None:
    script = short_script("goryo", "2024", 3)
    page = start(tabs, script, "2024")
    Finger(page).enter(script.events[0])
    row = Room.objects.get()
    Room.objects.update(is_shared=True)
    page.reload()
    page.wait_for_selector("[data-events]")
    page.locator(".room-moves > summary").tap()
    page.locator(".move-acts summary").first.tap()
    page.locator("[name=note]").first.fill("a long note")
    services.undo_events(row, services.Change(Access(is_recorder=True), row.version), 0)
    page.wait_for_timeout(1500)  # the time in which the screen would have been replaced
    assert page.locator("[name=note]").first.input_value() == "a long note"
    page.locator("h1").focus()
    page.locator(f'.recorder[data-version="{row.version + 1}"]').wait_for()
    assert page.locator(".room-moves[open]").count() == 1
