"""A shared review in two browsers: leading, following, looking around, and coming back."""

from typing import Any

import pytest
from django.test import Client

from replays import services
from replays.models import Game, Review
from tests.e2e.conftest import (
    PHONE,
    REPLAY_READY,
    Tabs,
    assert_fits,
    current_step,
    press,
    wait_until,
)
from tests.e2e.test_axe import faults

pytestmark = pytest.mark.in_turn(2)

pytest.importorskip("playwright.sync_api")

ROLE = "document.querySelector('[data-review]').dataset.role"
TEXT = "document.querySelector('[data-review-text]').textContent"
SHAPES = "[...document.querySelectorAll('[data-shapes] path')].map((el) => el.getAttribute('d'))"


def started(page: Any, game: Game, query: str = "?step=3&as=samurai") -> str:
    """Start a review on the page of a game; return its address."""
    page.goto(f"/games/{game.public_id}/{query}")
    page.wait_for_selector(REPLAY_READY, state="attached")
    page.click(".r-acts >> text=Review")
    page.click("main button[type=submit]")
    page.wait_for_selector("[data-review][data-role=lead]")
    return str(page.url)


def joined(tabs: Tabs, url: str, **options: Any) -> Any:
    """Open a review in another browser, as a follower."""
    page = tabs.visit(url, **options)
    page.wait_for_selector("[data-review][data-role=follow]")
    return page


def wait_for_step(page: Any, step: int, view: str = "") -> None:
    """Wait until a page shows a step, in a view."""
    wait_until(page, f"Number(document.querySelector('#seek').value) === {step}")
    if view:
        page.wait_for_selector(f'.replay[data-view="{view}"]', state="attached")


def test_followers_see_each_step_and_view_of_the_leader(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    follower = joined(tabs, url)
    assert (current_step(follower), current_step(leader)) == (3, 3)
    press(leader, "ArrowRight", "ArrowRight")
    wait_for_step(follower, 5, "samurai")
    leader.click('[data-side="omniscient"]')
    wait_for_step(follower, 5, "omniscient")
    press(leader, "b")
    wait_until(follower, "document.querySelector('.replay').dataset.belief !== ''")
    assert follower.evaluate(ROLE) == "follow"
    assert follower.evaluate("history.length") <= 3, "steps of the leader are not in the history"
    assert faults(leader, url) + faults(follower, url) == []


def test_a_follower_looks_around_and_returns(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    follower = joined(tabs, url)
    press(follower, "ArrowRight", "ArrowRight")
    follower.wait_for_selector("[data-review][data-role=away]")
    assert follower.inner_text("[data-review-text]") == "The leader shows step 3."
    press(leader, "ArrowLeft")
    wait_until(follower, f"{TEXT} === 'The leader shows step 2.'")
    assert current_step(follower) == 5, "it stays where it is"
    assert faults(follower, url) == []
    follower.reload()
    follower.wait_for_selector("[data-review][data-role=away]")
    assert current_step(follower) == 5
    follower.focus("[data-review-return]")
    press(follower, "Enter")
    wait_for_step(follower, 2, "samurai")
    assert follower.evaluate(ROLE) == "follow"
    assert follower.evaluate("document.activeElement !== document.body"), "the focus is not lost"
    press(leader, "ArrowRight")
    wait_for_step(follower, 3)


def test_followers_see_what_the_leader_draws(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    follower = joined(tabs, url)
    leader.click("[data-draw]")
    leader.click('.board [data-cell="b2"]')
    leader.click('.board [data-cell="c3"]')
    wait_until(follower, f"{SHAPES}.length === 1")
    assert follower.evaluate(SHAPES) == leader.evaluate(SHAPES)
    leader.click("[data-clear]")
    wait_until(follower, f"{SHAPES}.length === 0")
    assert follower.evaluate(ROLE) == "follow"


def test_the_leader_keeps_the_lead_and_the_step_after_a_reload(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    press(leader, "ArrowRight")
    wait_until(leader, "document.querySelector('[name=version]').form.elements.version.value > 0")
    while Review.objects.get().step != 4:
        leader.wait_for_timeout(50)
    leader.goto(url)
    leader.wait_for_selector("[data-review][data-role=lead]")
    wait_for_step(leader, 4, "samurai")
    second = leader.context.new_page()
    second.goto(url)
    second.wait_for_selector("[data-review][data-role=lead]")
    press(second, "ArrowRight")
    wait_for_step(leader, 5)
    press(leader, "ArrowRight")
    wait_for_step(second, 6)


def test_the_lead_is_handed_over(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    follower = joined(tabs, url)
    assert not follower.is_visible("[data-review-form] button")
    leader.click("text=Offer the lead")
    follower.wait_for_selector("text=Take the lead")
    assert faults(follower, url) == []
    follower.click("text=Take the lead")
    follower.wait_for_selector("[data-review][data-role=lead]")
    leader.wait_for_selector("[data-review][data-role=follow]")
    press(follower, "ArrowRight")
    wait_for_step(leader, 4)
    press(leader, "End")
    leader.wait_for_selector("[data-review][data-role=away]")


def test_steps_arrive_after_the_connection_was_lost(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    url = started(leader, game)
    follower = joined(tabs, url)
    follower.context.set_offline(True)
    press(leader, "ArrowRight")
    wait_until(follower, f"{TEXT}.includes('connection is lost')")
    assert current_step(follower) == 3
    follower.context.set_offline(False)
    wait_for_step(follower, 4)
    wait_until(follower, f"!{TEXT}.includes('connection')")
    leader.context.set_offline(True)
    press(leader, "ArrowRight", "ArrowRight")
    wait_until(leader, f"{TEXT}.includes('connection is lost')")
    leader.context.set_offline(False)
    wait_for_step(follower, 6)
    assert all("ERR_INTERNET_DISCONNECTED" in fault for fault in tabs.take_faults())


def test_a_deleted_game_ends_its_review(tabs: Tabs, game: Game) -> None:
    leader = tabs.new()
    follower = joined(tabs, started(leader, game))
    services.delete_games([game.pk])
    for page in (leader, follower):
        wait_until(page, f"{TEXT} === 'This review has ended.'")
        assert not page.is_visible("[data-review-return], [data-review-form] button")
    press(follower, "ArrowRight")
    assert current_step(follower) == 4, "the page still works"
    assert all("404" in fault for fault in tabs.take_faults())


def test_a_review_fits_a_phone_and_works_without_script(tabs: Tabs, game: Game) -> None:
    leader = tabs.new(viewport=PHONE, has_touch=True)
    url = started(leader, game)
    assert_fits(leader, 320, 390, 1280)
    follower = tabs.visit(url, java_script_enabled=False)
    assert "You are following." in follower.inner_text("[data-review]")
    follower.click(".transport [data-go=forward]")
    assert "You are browsing on your own." in follower.inner_text("[data-review]")
    follower.click("text=Return to the leader")
    assert "You are following." in follower.inner_text("[data-review]")
    assert Client().get(url).status_code == 200
