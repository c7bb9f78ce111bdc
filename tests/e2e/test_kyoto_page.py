"""Shadows in Kyoto in Chromium, from its log to its statistics: the log is uploaded, the game
stepped through by key in each view, continued in a variation, and counted.
"""

from typing import Any

import pytest

from analytics import services as stats_services
from replays.models import Branch, Game
from tests.e2e.conftest import PHONE, assert_fits, write_log
from tests.support.documents import document, logs_in

LOG = logs_in(document("log-format-kyoto"))[0]
"""In step 10 the Oniwaban's 2 real on d4 captures the Government's 2 fake. The game ends with step
27, by an escape on d6.
"""


def upload(page: Any) -> None:
    """Upload the log and wait for its replay."""
    page.goto("/upload/")
    write_log(page, LOG)
    page.click("button[value=keep]")
    page.wait_for_selector(".replay[data-ready]", state="attached")


def see_as(page: Any, view: str) -> None:
    """Switch views by key until a view is shown."""
    wanted = page.locator(f'[data-side="{view}"][aria-current]')
    for _ in range(4):
        if wanted.count():
            return
        previous = page.locator(".sides [data-side][aria-current]").get_attribute("data-side")
        page.keyboard.press("f")
        page.wait_for_selector(f".sides [data-side][aria-current]:not([data-side={previous}])")
    pytest.fail(f"no key leads to {view}")


def go_to(page: Any, step: int) -> None:
    """Type the number of a step."""
    page.keyboard.type(str(step))
    page.keyboard.press("Enter")
    assert page.locator("[data-now]").inner_text() == str(step)


def text(page: Any, slot: str) -> str:
    return page.locator(f'[data-text="{slot}"]').inner_text()


def space(page: Any, name: str) -> str:
    """Return the accessible name of the piece on a space."""
    return page.locator(f'[data-cell="{name}"] .touch').get_attribute("aria-label").split(": ")[1]


def hand(page: Any, role: str) -> str:
    """Return the number of wild cards in a hand, or `?` if it lies face down."""
    cards = page.locator(f'[data-deck="{role}-hand"] [data-card]')
    faces = [card.get_attribute("data-card") for card in cards.all()]
    return "?" if "back-site" in faces else str(faces.count("wild"))


def shown(page: Any) -> tuple[str, ...]:
    """Return what a view shows of an agent of each side and of the wild cards in each hand."""
    agents = (space(page, "d4"), space(page, "a6"))
    return (*agents, *(hand(page, role) for role in ("oniwaban", "government")))


def test_each_view_is_stepped_through_with_keys(page: Any) -> None:
    upload(page)
    hidden = "Oniwaban agent D, unknown, last move"
    seen = {
        "omniscient": ("Oniwaban agent, 2 real, last move", "Government agent, 1 fake", "1", "1"),
        "oniwaban": ("Oniwaban agent, 2 real, last move", "Government agent A, unknown", "1", "?"),
        "government": (hidden, "Government agent, 1 fake", "?", "1"),
        "public": (hidden, "Government agent A, unknown", "?", "?"),
    }
    for view, expected in seen.items():
        see_as(page, view)
        go_to(page, 9)
        assert text(page, "phase") == "Conflict to resolve"
        page.keyboard.press("ArrowRight")
        assert text(page, "phase") == "Cards to draw"
        assert shown(page) == expected, view
        assert text(page, "oniwaban-won") == "0 of 2 real, 1 of 3 fake"
        captured = page.locator('[data-deck="oniwaban-held"] [data-card]')
        assert captured.get_attribute("data-card") == "government-2f"
        assert captured.locator("text").text_content() == "2"
    page.keyboard.press("End")
    assert "a real agent has escaped (rule 7.3)" in text(page, "result")
    assert space(page, "a6") == "Government agent, 1 fake"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_table_neither_moves_nor_cuts_a_card_off(page: Any, width: int) -> None:
    upload(page)
    page.set_viewport_size({"width": width, "height": 844})
    inside = """() => [...document.querySelectorAll(".hand")].every(hand =>
      hand.scrollHeight <= hand.clientHeight + 1 && hand.scrollWidth <= hand.clientWidth + 1)"""
    height = "() => document.querySelector('.tabletop').offsetHeight"
    heights = {page.evaluate(height)}
    for _ in range(27):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(inside)
        heights.add(page.evaluate(height))
    assert len(heights) == 1


def test_possible_positions_fit_a_phone(page: Any) -> None:
    upload(page)
    page.set_viewport_size(PHONE)
    see_as(page, "government")
    go_to(page, 10)
    page.keyboard.press("b")
    page.wait_for_selector('[data-text="known-oniwaban"]')
    page.wait_for_selector(".replay[data-ready]", state="attached")
    assert text(page, "known-oniwaban") == "480 of 720 assignments"
    assert text(page, "known-oniwaban-3-at") == "d4"
    assert [text(page, f"known-oniwaban-3-{column}") for column in ("0f", "2r")] == ["–", "120"]
    assert page.locator('[data-text^="known-government"]').count() == 0
    assert_fits(page, PHONE["width"])
    table = page.locator(".panel-known-oniwaban .panel-table-box")
    assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
    for name in table.locator("tbody b").all():
        assert name.evaluate("name => name.getClientRects().length") == 1  # on one line


def test_a_branch_is_played_and_the_game_counted(page: Any) -> None:
    upload(page)
    game = Game.objects.get()
    see_as(page, "government")
    go_to(page, 11)
    page.get_by_role("link", name="Try a different move").click()
    page.get_by_role("button", name="Start variation").click()
    page.wait_for_url("**/branches/**")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    page.get_by_role("button", name="As in the game").click()
    page.wait_for_selector("#play-title >> text=after step 12")
    assert Branch.objects.get().n_events == 1
    assert space(page, "d4").startswith("Oniwaban agent D, unknown")
    stats_services.count_games([game.pk])
    page.goto("/stats/kyoto/")
    assert "1 decided, 0 abandoned" in page.inner_text("main")
    page.get_by_role("link", name="Where are the conflicts?").first.click()
    page.wait_for_url("**layer=fought**")
    assert "Most often on d4, in 100 % of games" in page.inner_text("main")
    assert page.locator('[data-cell="d4"], [href*="space=d4"]').count() > 0
    page.goto("/stats/kyoto/conflicts/")
    assert "Oniwaban: attacks won" in page.inner_text("main")
