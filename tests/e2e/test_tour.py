"""The tour of the replay page: shown once, next to the board, by mouse and by keys."""

from typing import Any

import pytest

from replays.models import Game
from tests.e2e.conftest import PHONE, REPLAY_READY, Tabs, current_step, press
from tests.e2e.test_axe import faults

STRIP = "[data-tour]"
OVERLAP = """() => {
  const [a, b] = ["[data-tour]", "svg.board"].map((part) => document.querySelector(part).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""  # noqa: E501


def first_visit(tabs: Tabs, game: Game, **options: Any) -> Any:
    """Open a replay in a browser that has seen none."""
    page = tabs.visit(f"/games/{game.public_id}/", is_first_visit=True, **options)
    page.wait_for_selector(f"{STRIP}:not([hidden])")
    return page


def shown(page: Any) -> str:
    """Return the sentence of the tour that is shown."""
    assert page.locator("[data-tour-step]:visible").count() == 1
    return str(page.inner_text("[data-tour-step]:visible"))


def test_the_tour_names_each_part_and_comes_once(tabs: Tabs, game: Game) -> None:
    page = first_visit(tabs, game)
    sentences = []
    while page.locator(f"{STRIP}:visible").count():
        sentences.append(shown(page))
        assert page.locator(".tour-target").count() == 1
        page.click("[data-tour-go=next]")
    assert len(set(sentences)) == len(sentences) >= 5
    assert len(" ".join(sentences).split()) < 150  # a minute at a calm pace
    assert page.locator(".tour-target").count() == 0
    page.reload()
    page.wait_for_selector(REPLAY_READY, state="attached")
    assert page.locator(f"{STRIP}:visible").count() == 0


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_the_tour_leaves_the_board_alone(tabs: Tabs, game: Game, viewport: dict[str, int]) -> None:
    page = first_visit(tabs, game, viewport=viewport, reduced_motion="reduce")
    assert not page.evaluate(OVERLAP)
    found = faults(page, "tour")
    assert not found, "\n".join(found)


def test_the_tour_by_keys(tabs: Tabs, game: Game) -> None:
    page = first_visit(tabs, game)
    page.wait_for_selector(REPLAY_READY, state="attached")
    press(page, "ArrowRight")
    assert current_step(page) == 1  # the page works meanwhile
    page.focus("[data-tour-go=next]")
    first = shown(page)
    press(page, "Enter")
    assert shown(page) != first
    assert page.text_content("[data-tour-said]") == page.text_content("[data-tour-step]:visible")
    press(page, "Escape")
    assert page.locator(f"{STRIP}:visible").count() == 0
    assert page.evaluate("document.activeElement.dataset.go") == "forward"
    press(page, "?")
    page.click("[data-tour-start]")
    assert shown(page) == first
    page.click("[data-tour-go=end]")
    assert page.locator(f"{STRIP}:visible").count() == 0


def test_without_script_there_is_no_tour(visit: Any, game: Game) -> None:
    page = visit(f"/games/{game.public_id}/", is_first_visit=True, java_script_enabled=False)
    assert page.locator(f"{STRIP}:visible").count() == 0
