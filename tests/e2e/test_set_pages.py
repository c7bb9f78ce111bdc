"""Balance and ratings of a collection in a browser: until a job has made the fit, and after it."""

import os
from typing import Any

import pytest

from analytics import services as stats_services
from replays import services
from replays.access.viewer import Viewer
from replays.models import Game
from tests.e2e.conftest import Tabs
from tests.e2e.test_axe import faults
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import game

pytest.importorskip("playwright.sync_api")
OWNER = "an owner"
NAMES = ("Ann", "Ben", "Cy", "Di", "Eve")


@pytest.fixture
def key(tabs: Tabs) -> str:
    count_logs(
        game(n, NAMES[n % 5], NAMES[(n + 1 + n // 20) % 5], "goryo" if n % 3 else "samurai")
        for n in range(60)
        if n % 5 != (n + 1 + n // 20) % 5
    )
    found = services.create_collection(OWNER, services.Texts("Club evenings", "", "public"))
    ids = list(Game.objects.values_list("public_id", flat=True))
    services.add_games(found, Viewer(frozenset({OWNER})), ids)
    return f"collection-{found.public_id}"


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
@pytest.mark.parametrize("kind", ["balance", "ratings"])
def test_a_page_is_complete_after_a_reload(
    visit: Any, tabs: Tabs, key: str, kind: str, *, has_script: bool
) -> None:
    page = visit(f"/stats/goryo/{kind}/?set={key}", java_script_enabled=has_script)
    assert "The model is being fitted" in page.inner_text("main")
    assert "Club evenings" in page.inner_text("main .scope")
    found = faults(page, f"{kind} computing") if has_script else []
    look(page, f"{kind}-computing")
    stats_services.fit_sets()
    page.click("main .note a:has-text('Reload')")
    page.wait_for_selector("main table")
    assert "The model is being fitted" not in page.inner_text("main")
    assert "Club evenings" in page.inner_text("main .scope")
    found += faults(page, f"{kind} of a set") if has_script else []
    look(page, kind)
    page.click("main .crumbs a >> nth=1")
    page.wait_for_url(f"**/stats/goryo/?set={key}")
    assert found == []
    assert tabs.take_faults() == []


def look(page: Any, name: str) -> None:
    """Store pictures of a page in the folder SHOTS, if it is given."""
    if folder := os.environ.get("SHOTS"):
        for width, scheme in ((1280, "light"), (390, "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
