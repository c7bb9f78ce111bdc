"""My games in a browser: upload without an account, change many games, delete and undo."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from tests.e2e.conftest import Tabs, assert_fits, press, write_log
from tests.e2e.test_axe import faults
from tests.unit.replays.logs import as_json, numbered, text_log

pytest.importorskip("playwright.sync_api")
N_GAMES = 20


def send(page: Any, button: str, *, form: str = "main") -> None:
    """Press a button of a form and wait for the next page."""
    with page.expect_navigation():
        page.click(f"{form} button[name=action][value={button}]")


def upload(page: Any, text: bytes, visibility: str = "public") -> None:
    """Upload a log, seen by these people."""
    page.wait_for_selector("form[data-ready]", state="attached")
    write_log(page, text.decode())
    page.check(f"input[name=visibility][value={visibility}]")
    send(page, "keep")


def states() -> dict[str, int]:
    """Return how many games have each visibility, and how many are deleted."""
    rows = Game.objects.values_list("visibility", "deleted_at")
    names = ["deleted" if deleted else visibility for visibility, deleted in rows]
    return {name: names.count(name) for name in set(names)}


def test_many_games_are_hidden_deleted_and_restored(visit: Any, tabs: Tabs) -> None:
    page = visit("/upload/")
    upload(page, as_json(*(numbered(n) for n in range(N_GAMES))))
    page.goto("/my-games/")
    page.check("[data-all]")
    assert page.inner_text("[data-count]") == f"Selected: {N_GAMES}"
    send(page, "private")
    assert states() == {"private": N_GAMES}
    assert page.inner_text("[role=status]") == f"{N_GAMES} games are private now."
    assert Client().get("/api/v1/games/").json()["games"] == []
    assert faults(page, "/my-games/") == []
    send(page, "undo")
    assert states() == {"public": N_GAMES}
    page.check("tbody tr:nth-child(2) input")
    send(page, "delete")
    assert states() == {"public": N_GAMES - 1, "deleted": 1}
    page.click("nav.chips a:has-text('Deleted')")
    page.check("tbody input")
    send(page, "restore")
    assert states() == {"public": N_GAMES}
    assert tabs.take_faults() == []


def test_the_owner_changes_a_game_on_its_page_by_keyboard(visit: Any) -> None:
    page = visit("/upload/")
    upload(page, text_log(), "private")
    game = Game.objects.get()
    assert (game.visibility, Client().get(game.get_absolute_url()).status_code) == ("private", 404)
    page.focus(".own-menu summary")
    press(page, "Enter", "Tab", "ArrowUp")
    assert page.is_checked(".own-menu input[value=unlisted]")
    assert not page.is_visible(".own-menu .until")
    for width in (1280, 390):
        assert_fits(page, width)
    assert faults(page, "/games/") == []
    send(page, "save", form=".own-menu")
    assert page.inner_text(".own-notice p") == "1 game was changed."
    game.refresh_from_db()
    assert game.visibility == "unlisted"
    page.click(".own-menu summary")
    send(page, "delete", form=".own-menu")
    assert page.url.endswith("/my-games/")
    send(page, "undo", form=".own-notice")
    game.refresh_from_db()
    assert game.deleted_at is None
