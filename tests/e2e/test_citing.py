"""The box "Cite this" in Chromium: it keeps a dump with and without scripts, and copies."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from analytics.models import Snapshot
from analytics.services import make_dump
from tests.e2e.conftest import assert_fits
from tests.e2e.prepared import prepare
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied

axe = pytest.importorskip("axe_playwright_python.sync_playwright")


@pytest.fixture
def dump(transactional_db: None, settings: Any, tmp_path: Path) -> str:
    """The name of a dump of thirty games."""
    settings.DUMPS_DIR = tmp_path
    prepare("cited", lambda: count_logs(varied(30)))
    return make_dump().name


@pytest.mark.parametrize("has_script", [True, False])
def test_a_button_keeps_the_dump_and_shows_its_numbers(
    dump: str, visit: Any, *, has_script: bool
) -> None:
    page = visit("/stats/goryo/roles/?by=edition", java_script_enabled=has_script)
    page.locator("details.cite summary").click()
    page.get_by_role("button", name=f"Keep {dump} and cite it").click()
    page.wait_for_url(f"**snapshot={dump}#cite-text")
    assert Snapshot.objects.get(name=dump).cited_at is not None
    assert "These numbers are kept at this address." in page.locator("details.cite").inner_text()
    assert f"snapshot {dump}" in page.locator("#cite-text").inner_text()
    assert page.locator("#cite-text").is_visible(), "the fragment opens the box"
    assert page.get_by_role("button", name="Copy BibTeX").is_visible() == has_script


def test_a_button_copies_the_entry_of_bibtex(dump: str, visit: Any) -> None:
    page = visit(f"/data/{dump}/", permissions=["clipboard-read", "clipboard-write"])
    page.locator("details.cite summary").click()
    page.get_by_role("button", name="Copy BibTeX").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("() => navigator.clipboard.readText()")
    assert copied == page.locator("#bibtex-text").input_value()
    assert copied.startswith(f"@misc{{kifuhouse-{dump},")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("is_removed", [False, True])
def test_the_page_of_a_dump_fits_and_axe_finds_nothing(
    dump: str, tabs: Any, *, scheme: str, is_removed: bool
) -> None:
    if is_removed:
        call_command("dump", "--remove", dump)
    page = tabs.visit(f"/it/data/{dump}/", color_scheme=scheme)
    for summary in page.locator("details.cite summary").all():
        summary.click()
    page.evaluate(axe.Axe().axe_script)
    violations = page.evaluate("async () => (await axe.run()).violations")
    assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in violations] == []
    assert_fits(page, 320, 390, 1440)
    if is_removed:
        assert ["410 (Gone)" in fault for fault in tabs.take_faults()] == [True]
