"""Moves played on the board in Chromium: by mouse, touch and keyboard, in each game."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.registry import simulate
from replays import services as replay_services
from replays.models import Branch, Game, UploadSource
from tests.e2e.conftest import PHONE, REPLAY_READY, Tabs, press

BRANCH = re.compile(r"/branches/[\w-]{12}/")


def stored_game(kind: str, ruleset: str) -> Game:
    """Store a bot game and return it."""
    log = simulate(kind, ruleset, "1", random.Random(1)).canonical()
    replay_services.submit(log.encode(), source=UploadSource.PAGE)
    return Game.objects.latest("id")


def opened(tabs: Tabs, game: Game, step: int, view: str, **options: Any) -> Any:
    """Return the page of a game at a step, with its script running."""
    page = tabs.new(**options)
    page.goto(f"{game.get_absolute_url()}?step={step}&as={view}")
    page.wait_for_selector(REPLAY_READY)
    return page


def tap(page: Any, *spaces: str) -> None:
    """Click these spaces, one after the other."""
    for space in spaces:
        page.locator(f'[data-cell="{space}"] .touch').click(force=True)


def choose(page: Any, label: str) -> None:
    """Choose one of the moves that have the same spaces."""
    page.locator(".try-box").get_by_role("button", name=label, exact=True).click()


def lit(page: Any) -> set[str]:
    """Return the legal spaces that are lit up."""
    page.wait_for_selector(".lit")
    return set(page.locator(".is-lit").evaluate_all("els => els.map((el) => el.dataset.cell)"))


def drag_by_touch(page: Any, start: str, end: str) -> None:
    """Drag a finger from one space to another."""
    session = page.context.new_cdp_session(page)
    boxes = [page.locator(f'[data-cell="{space}"] .touch').bounding_box() for space in (start, end)]
    (x, y), (to_x, to_y) = [
        (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes
    ]
    points = [(x + (to_x - x) * part / 6, y + (to_y - y) * part / 6) for part in range(7)]
    for number, (at_x, at_y) in enumerate(points):
        kind = "touchMove" if number else "touchStart"
        touches = [{"x": at_x, "y": at_y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def event_of_branch() -> dict[str, Any]:
    branch = Branch.objects.get()
    return {"view": branch.view, "at": branch.from_step, **branch.events[0]["event"]}


def test_a_samurai_is_moved_into_a_variation(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai")
    here, there = "b2", "b3"
    tap(page, here)
    assert there in lit(page)
    tap(page, "c6")  # not a legal space: nothing is selected
    expect(page.locator(".lit")).to_have_count(0)
    tap(page, here, there)
    choose(page, "green sniff b3")
    page.wait_for_url(BRANCH)
    expected = {"view": "samurai", "at": 6, "type": "sniff", "space": "b3"}
    assert event_of_branch().items() >= expected.items()


def test_the_spirit_is_planned_space_by_space(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 2, "goryo")
    tap(page, "d5", "c5", "c6", "b6")
    assert {"b5", "a5"} & lit(page) == {"b5"}
    tap(page, "b5")
    choose(page, "plan d5 c5 c6 b6 > b5")
    page.wait_for_url(BRANCH)
    expected = {"type": "plan", "route": ["d5", "c5", "c6", "b6"], "target": "b5"}
    assert event_of_branch().items() >= expected.items()


def test_a_tile_of_gorinto_is_placed_and_others_are_taken(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("gorinto", "2p-burrow"), 12, "public", viewport=PHONE)
    tap(page, "2", "c2")
    assert lit(page) == {"b1", "d1", "b3", "d3"}  # a void tile gathers from diagonal cells
    tap(page, "b1", "d3", "d1")
    page.wait_for_url(BRANCH)
    event = event_of_branch()
    assert (event["from"], event["to"], event["take"]) == ("2", "c2", ["b1", "d1", "d3"])


def test_an_agent_of_kyoto_is_moved_by_keyboard_and_the_move_is_undone(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("kyoto", "base"), 8, "oniwaban")
    page.locator('[data-cell="d2"]').focus()
    page.keyboard.press("Enter")
    assert lit(page) == {"c3", "d1", "d3", "e2", "e3"}
    focused = "document.activeElement.closest('[data-cell]').dataset.cell"
    touch = page.locator('[data-cell="e2"] .touch')
    expect(touch).to_have_role("button")
    expect(touch).to_have_attribute("aria-label", re.compile("^e2.*, legal$"))
    press(page, "ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown")
    assert page.evaluate(focused) == "e2"
    page.keyboard.press("Escape")
    assert page.evaluate(focused) == "d2"
    expect(page.locator('[data-cell="e2"] .touch')).to_have_role("img")
    press(page, "Enter", "ArrowRight", "ArrowRight", "ArrowDown", "Enter")
    page.wait_for_url(BRANCH)
    page.wait_for_selector(REPLAY_READY)
    event = event_of_branch()
    assert (event["view"], event["at"], event["from"], event["to"]) == ("oniwaban", 8, "d2", "e2")
    page.keyboard.press("u")
    expect(page.locator("#play-title")).to_contain_text("after step 8")
    assert Branch.objects.get().n_events == 0


def test_a_move_of_the_game_is_no_variation(tabs: Tabs) -> None:
    """It shows the next step; another move in a variation is added to it."""
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai")
    tap(page, "b2", "b3")
    choose(page, "green move b3")
    expect(page.locator('[data-step="7"]')).to_have_attribute("aria-current", "step")
    assert not Branch.objects.exists()
    tap(page, "b3", "b3")
    page.wait_for_url(BRANCH)
    page.wait_for_selector(REPLAY_READY)
    tap(page, "b3", "a3")
    choose(page, "green move a3")
    expect(page.locator("#play-title")).to_contain_text("after step 9")
    assert [row["event"]["type"] for row in Branch.objects.get().events] == ["search", "move"]


def test_a_variation_is_put_in_place(tabs: Tabs) -> None:
    """The page stays, as do the focus and the way back; a reload shows the same."""
    game = stored_game("goryo", "2024")
    page = opened(tabs, game, 6, "samurai")
    page.evaluate("window.isSamePage = true")
    tap(page, "b2", "b3")
    choose(page, "green sniff b3")
    page.wait_for_url(BRANCH)
    branch = Branch.objects.get()
    title = page.locator(".replay-head h1")
    expect(title).to_have_text("Variation")
    expect(page.locator("#play-title")).to_contain_text("after step 7")
    expect(page.locator('.moves [data-step="7"]')).to_have_attribute("aria-current", "step")
    expect(page.locator("#seek")).to_have_attribute("max", "7")
    expect(page).to_have_url(re.compile(r"/branches/[\w-]{12}/\?step=7&as=samurai"))
    play = page.locator("#play").get_by_role("button", name="move b1", exact=False).first
    play.click()
    expect(page.locator("#play-title")).to_contain_text("after step 8")
    expect(page.locator("#play-title")).to_be_focused()
    page.keyboard.press("u")
    expect(page.locator("#play-title")).to_contain_text("after step 7")
    page.go_back()
    page.go_back()
    page.go_back()
    expect(title).not_to_have_text("Variation")
    expect(page.locator('.moves [data-step="6"]')).to_have_attribute("aria-current", "step")
    assert page.evaluate("window.isSamePage && !document.querySelector('.replay').dataset.of")
    expect(page.get_by_role("link", name="Write notes")).to_be_visible()
    page.go_forward()
    expect(title).to_have_text("Variation")
    assert page.evaluate("window.isSamePage")
    page.reload()
    page.wait_for_selector(REPLAY_READY)
    expect(page.locator("#play-title")).to_contain_text("after step 7")
    assert branch.get_absolute_url() in page.url


@pytest.mark.parametrize("there", ["b3", "a2"])
def test_a_piece_is_dragged_on_a_touch_screen(tabs: Tabs, there: str) -> None:
    """Neither a swipe nor a scroll: the game stays at its step, and the page where it was."""
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai", viewport=PHONE, has_touch=True)
    page.locator('[data-cell="c6"] .touch').tap(force=True)
    page.wait_for_selector('[data-cell="b2"][data-movable]')
    top = page.evaluate("scrollY")
    drag_by_touch(page, "b2", there)
    expect(page.locator(".try-box")).to_be_visible()
    assert page.evaluate("scrollY") == top
    expect(page.locator('[data-step="6"]')).to_have_attribute("aria-current", "step")
    choose(page, f"green sniff {there}")
    page.wait_for_url(BRANCH)
    assert event_of_branch()["space"] == there


def test_a_move_whose_answer_is_lost_is_played_once(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai")
    lost = []

    def lose(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch(max_redirects=0).status)  # the server has played it
            return route.abort()
        return route.continue_()

    page.route(re.compile("/branch(es)?/"), lose)
    tap(page, "b2", "b3")
    choose(page, "green sniff b3")
    page.wait_for_url(BRANCH)
    page.wait_for_selector(f"{REPLAY_READY} #play form")
    assert lost == [302]
    assert event_of_branch()["space"] == "b3"
    lost.clear()
    page.locator("#play [name=event]").first.click()
    expect(page.locator(".own a[data-step]")).to_have_count(2)
    assert lost == [302]
    assert len(Branch.objects.get().events) == 2
    assert all("ERR_FAILED" in fault for fault in tabs.take_faults())


def test_a_drag_to_an_illegal_space_does_nothing(tabs: Tabs) -> None:
    page = opened(tabs, stored_game("goryo", "2024"), 6, "samurai", viewport=PHONE, has_touch=True)
    page.locator('[data-cell="c6"] .touch').tap(force=True)
    page.wait_for_selector('[data-cell="b2"][data-movable]')
    drag_by_touch(page, "b2", "e2")
    expect(page.locator(".lit")).to_have_count(0)
    expect(page.locator('[data-step="6"]')).to_have_attribute("aria-current", "step")


def test_variations_have_the_panel_from_here_and_can_be_drawn_on(tabs: Tabs) -> None:
    game = stored_game("goryo", "2024")
    page = opened(tabs, game, 6, "samurai")
    tap(page, "b2", "b3")
    choose(page, "green sniff b3")
    page.wait_for_url(BRANCH)
    page.reload()
    page.wait_for_selector(REPLAY_READY)
    page.get_by_text("From here", exact=True).click()
    expect(page.locator("[data-from-here-answer]")).to_contain_text("No other game matches")
    draw = page.get_by_role("button", name="Draw", exact=True)
    draw.click()
    tap(page, "b2", "c2")
    expect(page.locator("[data-shapes] path")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(draw).to_have_attribute("aria-pressed", "false")
    tap(page, "c6")
    expect(page.locator("[data-shapes] path")).to_have_count(0)


def test_own_variations_are_in_the_list_of_moves_of_the_game(tabs: Tabs) -> None:
    game = stored_game("goryo", "2024")
    page = opened(tabs, game, 7, "samurai")
    tap(page, "b3", "b3")
    page.wait_for_url(BRANCH)
    expect(page.locator(".moves .variation a").first).to_have_text("Main line")
    page.go_back()
    mine = page.locator(".moves .variation")
    expect(mine).to_contain_text("green search")
    page.get_by_role("link", name="Public", exact=True).click()
    expect(mine).to_have_count(0)  # it was played as the Samurai
    page.get_by_role("link", name="Samurai", exact=True).click()
    expect(mine).to_have_count(1)
    mine.locator(".mv").click()
    page.wait_for_url(BRANCH)
    page.get_by_text("Delete this variation").click()
    page.get_by_role("button", name="Delete").click()
    page.wait_for_url("**/games/**")
    page.wait_for_selector(REPLAY_READY)
    expect(mine).to_have_count(0)


def test_the_panel_from_here_follows_the_step(tabs: Tabs) -> None:
    """It is fetched in place; the address contains that it is open, and its filters."""
    game = stored_game("kyoto", "base")
    log = simulate("kyoto", "base", "2", random.Random(2)).canonical()
    replay_services.submit(log.encode(), source=UploadSource.PAGE)
    page = opened(tabs, game, 4, "public")
    page.get_by_text("From here", exact=True).click()
    panel = page.locator("[data-from-here-answer]")
    expect(panel).to_contain_text("1 of 1 games has the same moves so far:")
    expect(panel.locator(".fh-arrow").first).to_be_visible()
    panel.locator(".fh-table").get_by_role("link", name="1", exact=True).press("Enter")
    expect(panel.get_by_role("link", name="All moves")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel.locator(".fh-table a").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(panel).to_contain_text("The 1 other game has different moves so far.")
    panel.get_by_role("link", name="Humans").click()
    expect(panel).to_contain_text("No other game matches these filters.")
    expect(page).to_have_url(re.compile(r"step=5&as=public&from-here=simulated%3Dno"))
    page.reload()
    expect(panel).to_contain_text("No other game matches these filters.")
    assert page.locator("details.fh").get_attribute("open") is not None
