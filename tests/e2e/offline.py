"""Helpers of the browser tests of recording without a connection."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.core import recording
from games.core.replay import Replay
from games.recorder.offers import board_moves
from games.registry import get_kind, judge_log
from rooms.offline.bundle import is_installed
from tests.e2e.conftest import Tabs
from tests.e2e.test_record import PHONE, Finger
from tests.unit.rooms.sessions import Script

START_SECONDS = 240
"""How long the rules may take to start on a busy machine."""


def install_interpreter() -> None:
    """Install the interpreter if this has not been done; fail if that is not possible."""
    if is_installed():
        return
    script = Path(settings.BASE_DIR) / "scripts" / "pyodide.sh"
    subprocess.run(["bash", str(script)], cwd=settings.BASE_DIR, check=True)
    if not is_installed():
        pytest.fail("The interpreter is not installed. Run: make pyodide")


def wait_for_rules(page: Any) -> None:
    """Wait until the rules run on a page."""
    page.wait_for_selector("#offline[data-ready]", state="attached", timeout=START_SECONDS * 1000)


def keep_rules(tabs: Tabs) -> Any:
    """Open the page on a phone, and keep the rules on it."""
    install_interpreter()
    page = tabs.new(**PHONE)
    page.goto("/record/offline/")
    page.locator("#rules-get").tap()
    wait_for_rules(page)
    return page


def begin(page: Any, script: Script, ruleset: str, own: str = "") -> None:
    """Begin the game of a script by taps."""
    slug = script.header["game"]
    page.locator(f'[data-kind="{slug}"]').tap()
    form = page.locator(f"#new-{slug}")
    form.locator("[name=ruleset]").select_option(ruleset)
    for player in script.header["players"]:
        form.locator(f'[name="name-{player["role"]}"]').fill(player["name"])
    if own:
        form.locator("summary").tap()
        form.locator("[name=own]").fill(own)
    form.get_by_role("button", name="Start recording").tap()
    page.wait_for_selector("#recording .recorder[data-version]")


def replay_until(script: Script, n: int) -> Replay:
    """Return the replay of the first events of a script."""
    replay = judge_log({**script.header, "events": script.events[:n]}).replay
    assert replay is not None
    return replay


class OfflineFinger(Finger):
    """Enters events by taps on the page without a connection. What can be entered on the board is
    computed here by the same rules.
    """

    def __init__(self, page: Any, script: Script) -> None:
        super().__init__(page)
        self.script, self.entered = script, 0

    def moves(self) -> list[dict[str, Any]]:
        """Return what can be entered on the board now."""
        kind, replay = get_kind(self.script.header["game"]), replay_until(self.script, self.entered)
        turns = recording.turns_of(kind, replay.final)
        return board_moves(kind, replay.final, turns[0]) if turns else []

    def enter(self, event: dict[str, Any]) -> int:
        """Enter an event; return how many taps it needed."""
        taps = super().enter(event)
        self.entered += 1
        return taps


def setup_text(header: dict[str, Any]) -> str:
    """Return the set-up of a header as the form takes it."""
    return json.dumps({"setup": header["setup"]}) if "setup" in header else ""


def another_page(tabs: Tabs, context: Any) -> Any:
    """Return another page in the same browser profile."""
    page = context.new_page()
    page.on("pageerror", lambda error: tabs.faults.append(str(error)))
    page.on("console", lambda message: tabs.faults.append(message.text))
    page.on("request", lambda request: tabs.requests.append(request.url))
    return page


def send_first(page: Any, visibility: str = "public") -> None:
    """Send the first game of the list, and wait until the site has it."""
    page.locator("#drafts summary").first.tap()
    page.locator(f'#drafts [name=visibility][value="{visibility}"]').first.check(force=True)
    page.locator("#drafts [data-send] button").first.tap()
    page.locator('#drafts [data-part="link"]:visible').wait_for(timeout=120_000)
