"""Pixel comparison of the design system and of key pages, so that a slip of style is seen.

If a change is meant: `make visual`, and look at the pictures before you commit them.
"""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from goryo_site.http.style import SECTIONS
from replays.models import Game
from tests.e2e.conftest import Tabs
from tests.e2e.pictures import FOLDER, SHARE, check, difference, picture_of, reference

DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
GAME = "/games/finished0001/"
PAGES = (
    ("home", "/", DESKTOP, "light"),
    ("games", "/games/", DESKTOP, "light"),
    ("replay", f"{GAME}?step=5&as=samurai", DESKTOP, "light"),
    ("replay-phone", f"{GAME}?step=5", PHONE, "dark"),
    ("upload", "/upload/", DESKTOP, "light"),
    ("statistics", "/stats/goryo/", DESKTOP, "light"),
    ("rules", "/rules/goryo/", DESKTOP, "light"),
    ("rules-phone", "/rules/kyoto/", PHONE, "dark"),
    ("not-found", "/no/such/page/", DESKTOP, "light"),
)
MAX_BYTES = 600_000


def opened(tabs: Tabs, address: str, viewport: dict[str, int], scheme: str) -> Any:
    """Return a page without motion, with its faces: they are optional, so they are only sure to be
    used if they were loaded before.
    """
    page = tabs.visit(address, viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    page.reload()
    return page


def test_components_look_as_before(tabs: Tabs, tmp_path: Path) -> None:
    page = opened(tabs, "/style/", {"width": 1280, "height": 900}, "light")
    found = []
    for section in SECTIONS:
        picture = picture_of(page.locator(f"#{section.key}"), page)
        found += check(picture, f"style-{section.key}", tmp_path)
    assert not found, "\n".join(found)


def test_key_pages_look_as_before(tabs: Tabs, game: Game, tmp_path: Path) -> None:
    call_command("sweep_games", verbosity=0)
    found = []
    for name, address, viewport, scheme in PAGES:
        page = opened(tabs, address, viewport, scheme)
        found += check(picture_of(page, page), name, tmp_path)
    page = opened(tabs, "/", PHONE, "light")
    page.locator(".menu summary").click()
    found += check(picture_of(page, page), "menu-phone", tmp_path)
    tabs.take_faults()  # Chromium reports the missing page
    assert not found, "\n".join(found)


SLIPS = {
    "a colour": ("#buttons .themed", "--accent", "#2f4b66"),
    "a size": ("#buttons .btn", "padding", ".3rem 1.4rem"),
    "a face": ("body", "font-family", "serif"),
}
SET = "([name, property, value]) => document.querySelector(name).style.setProperty(property, value)"


@pytest.mark.parametrize("slip", SLIPS.values(), ids=list(SLIPS))
def test_the_comparison_finds_a_slip(tabs: Tabs, slip: tuple[str, str, str]) -> None:
    page = opened(tabs, "/style/", {"width": 1280, "height": 900}, "light")
    page.evaluate(SET, slip)
    picture = picture_of(page.locator("#buttons"), page)
    assert difference(picture, reference("style-buttons")) > SHARE


def test_references_are_few_and_small() -> None:
    files = list(FOLDER.glob("*.png"))
    names = {f"style-{section.key}" for section in SECTIONS} | {page[0] for page in PAGES}
    assert {file.stem for file in files} == names | {"menu-phone"}
    assert sum(file.stat().st_size for file in files) < MAX_BYTES
