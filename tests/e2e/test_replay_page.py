"""The replay page in Chromium: every way to reach a step gives what the server draws; keys, play,
address, list of moves, no script.
"""

import itertools
from typing import Any

import pytest
from playwright.sync_api import expect

from games.registry import get_kind
from replays.models import Game
from tests.e2e.conftest import (
    DRAWN,
    assert_fits,
    current_step,
    drawn_by_server,
    press,
    step_in,
    wait_until,
)
from tests.support.deep import turn
from tests.unit.replay_page.samples import SPIRITS, first_chase, random_replays, replay_of, stored


@pytest.fixture
def page(open_page: Any, game: Game) -> Any:
    """The replay page of the game, at its start."""
    return open_page(f"/games/{game.public_id}/")


def boards(count: int) -> list[Any]:
    """Return random finished games on custom boards."""
    return [r for r in random_replays() if r.is_over and r.record.board.id != "house-1"][:count]


DRAWINGS = turn([(0, "omniscient"), (0, "samurai"), (1, "omniscient"), (2, "samurai")], 2)


@pytest.mark.parametrize(("which", "view"), DRAWINGS)
def test_browser_and_server_draw_the_same_on_any_way(open_page: Any, which: int, view: str) -> None:
    game = stored([replay_of(SPIRITS), *boards(2)][which], f"drawn000000{which}")
    last = game.n_events
    expected = drawn_by_server(open_page, game, view, range(last + 1))
    page = open_page(f"/games/{game.public_id}/?step=0&as={view}")
    assert page.evaluate(DRAWN) == expected[0]
    for step in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(DRAWN) == expected[step]
    for step in range(last - 1, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(DRAWN) == expected[step]
    for step in [last, 0, last // 2, 1, last - 1]:
        page.locator(f'.moves [data-step="{step}"]').click()
        assert page.evaluate(DRAWN) == expected[step]
    page.wait_for_url(f"**/?step={last - 1}&as={view}")
    page.reload()
    page.wait_for_selector(".replay[data-ready]", state="attached")
    assert page.evaluate(DRAWN) == expected[last - 1]


def test_keys_step_jump_and_go_by_round_and_phase(page: Any, game: Game) -> None:
    plans = [s.number for s in replay_of(SPIRITS).steps if s.entry.plain["type"] == "plan"]
    moves = [
        frame["move"] for frame in get_kind("goryo").display.frames(replay_of(SPIRITS), "public")
    ]
    phases = [
        step
        for step, (one, two) in enumerate(itertools.pairwise(moves), 1)
        if two and (one is None or (one["group"], one["part"]) != (two["group"], two["part"]))
    ]
    end = game.n_events
    for key, step in [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
        ("End", end), ("ArrowRight", end), ("Home", 0), ("ArrowLeft", 0),
        ("]", plans[0]), ("]", plans[1]), ("]", plans[2]), ("]", end),
        ("[", plans[2]), ("[", plans[1]), ("[", plans[0]), ("[", 0),
        *(("PageDown", step) for step in phases), ("End", end),
        *(("PageUp", step) for step in reversed(phases) if step < end),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert current_step(page) == step, key


def test_keys_are_off_with_modifiers_in_fields_and_in_dialogs(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4")
    for key in ("Control+ArrowRight", "Shift+Control+End", "Meta+Home"):
        page.keyboard.press(key)
        assert current_step(page) == 4
    page.locator("#speed").focus()
    page.keyboard.press("Home")
    assert current_step(page) == 4
    page.evaluate("""() => {
      const box = document.createElement("div");
      box.contentEditable = "true"; box.id = "box"; document.querySelector("main").append(box);
      const text = document.createElement("textarea");
      text.id = "text"; document.querySelector("main").append(text);
    }""")
    for field in ("#box", "#text"):
        page.locator(field).focus()
        press(page, "End", "f")
        assert current_step(page) == 4
    page.locator("#text").evaluate("el => el.blur()")
    page.keyboard.press("?")
    assert page.locator("dialog.keys").evaluate("el => el.open")
    page.keyboard.press("End")
    assert current_step(page) == 4
    page.keyboard.press("Escape")
    assert not page.locator("dialog.keys").evaluate("el => el.open")
    # Chromium takes the focus out of a closed dialog with the next frame, if it was nowhere before.
    wait_until(page, "document.activeElement === document.body")
    page.keyboard.press("End")
    assert current_step(page) == game.n_events


def see_as(page: Any, view: str, belief: str = "") -> None:
    """Wait until the page shows a view."""
    page.wait_for_selector(
        f'.replay[data-view="{view}"][data-belief="{belief}"][data-ready]', state="attached"
    )


def test_back_and_forward_follow_views_beliefs_and_jumps(page: Any, game: Game) -> None:
    page.evaluate("window.isFirstPage = true")
    end, places = game.n_events, [(0, "omniscient", "")]
    for key, place in (
        ("End", (end, "omniscient", "")), ("f", (end, "goryo", "")), ("f", (end, "samurai", "")),
        ("b", (end, "samurai", "uniform")), ("Home", (0, "samurai", "uniform")),
    ):  # fmt: skip
        page.keyboard.press(key)
        see_as(page, *place[1:])
        assert current_step(page) == place[0]
        places.append(place)
    for step, view, belief in reversed(places[:-1]):
        page.go_back()
        see_as(page, view, belief)
        page.locator(f'.moves [aria-current][data-step="{step}"]').wait_for()
    for step, view, belief in places[1:]:
        page.go_forward()
        see_as(page, view, belief)
        page.locator(f'.moves [aria-current][data-step="{step}"]').wait_for()
    assert page.evaluate("window.isFirstPage")  # no other page was loaded
    press(page, "ArrowRight", "ArrowRight")
    page.wait_for_url("**/?step=2&as=samurai&belief=uniform")
    page.go_back()  # single steps are no entries of the history
    page.locator(f'.moves [aria-current][data-step="{end}"]').wait_for()


def test_views_and_beliefs_change_in_place_and_keep_the_focus(page: Any, game: Game) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for view in ("goryo", "samurai", "goryo", "samurai"):
        link = page.locator(f'[data-side="{view}"]')
        link.focus()
        page.keyboard.press("Enter")
        see_as(page, view)
        assert link.evaluate("link => link === document.activeElement")
        assert link.get_attribute("aria-current") == "true"
    assert len([url for url in requests if "/games/" in url]) == 2  # a view that was seen is kept
    page.locator("#belief").focus()
    page.locator("#belief").select_option("uniform")
    see_as(page, "samurai", "uniform")
    assert page.evaluate("document.activeElement.id") == "belief"
    page.locator('svg.board [data-cell="c4"]').focus()
    page.keyboard.press("b")
    see_as(page, "samurai")
    assert page.evaluate("document.activeElement.dataset.cell") == "c4"
    share = page.get_by_role("link", name="Share")
    assert share.get_attribute("href").endswith("?step=0&as=samurai")
    page.locator("#steps").focus()
    press(page, "b", "ArrowRight")
    see_as(page, "samurai", "uniform")
    assert share.get_attribute("href").endswith("?step=1&as=samurai&belief=uniform")


def test_a_held_key_does_not_exhaust_the_history(page: Any, game: Game) -> None:
    """Safari refuses more than a hundred changes of the address in 30 seconds."""
    page.evaluate("""() => {
      window.changes = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...how) => { window.changes += 1; replace(...how); };
    }""")
    for _ in range(60):
        press(page, "ArrowRight", "ArrowLeft")
    page.keyboard.press("End")
    page.wait_for_url(f"**/?step={game.n_events}&as=omniscient")
    assert 1 <= page.evaluate("window.changes") <= 60


def test_the_view_key_cycles_through_the_allowed_views(open_page: Any) -> None:
    game = stored(replay_of(first_chase()), "unfinished01")
    page = open_page(f"/games/{game.public_id}/?step=5")
    for view in ("samurai", "public"):
        page.keyboard.press("f")
        assert step_in(page, view) == 5


def test_space_plays_to_the_end_and_stops_there(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step={game.n_events - 3}")
    press(page, "+", "+", "+", " ")
    play = page.locator('[data-go="play"]')
    assert play.get_attribute("aria-label") == "Pause"
    page.locator(f'.moves [aria-current][data-step="{game.n_events}"]').wait_for()
    page.locator('[data-go="play"][aria-label="Play"]').wait_for()
    press(page, "ArrowLeft", " ", "ArrowLeft")
    assert play.get_attribute("aria-label") == "Play"


def test_the_slider_steps_and_handles_its_keys(page: Any, game: Game) -> None:
    page.locator("#seek").focus()
    page.keyboard.press("ArrowRight")
    assert current_step(page) == 1
    page.locator("#seek").fill(str(game.n_events))
    assert current_step(page) == game.n_events
    page.wait_for_url(f"**/?step={game.n_events}&as=omniscient")


def test_the_current_move_is_visible_and_the_page_does_not_scroll(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 560})
    for key in ("End", "Home", "PageDown", "PageDown"):
        page.keyboard.press(key)
        inside = page.evaluate("""() => {
          const box = document.querySelector(".moves-box").getBoundingClientRect();
          const entry = document.querySelector(".moves [aria-current]").getBoundingClientRect();
          return entry.top >= box.top && entry.bottom <= box.bottom && scrollY === 0;
        }""")
        assert inside, key


def test_what_happened_is_announced(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4&as=samurai")
    sentence, live = page.locator("#said"), page.locator('[aria-live="polite"]')
    assert sentence.text_content() == "Green moves from b2 to c2."
    assert live.text_content() == ""  # the first step is read with the page
    page.keyboard.press("ArrowRight")
    assert sentence.text_content() == "Green sniffs c3 from c2: yes, a green clue."
    expect(live).to_have_text("5. Green sniffs c3 from c2: yes, a green clue.")


def test_without_script_a_whole_game_can_be_walked(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai", java_script_enabled=False)
    for step in range(1, game.n_events + 1):
        page.locator('[data-go="forward"]').click()
        assert current_step(page) == step
    assert page.locator('[data-go="forward"]').get_attribute("href") is None
    assert page.locator('[data-go="play"]').is_hidden()
    page.locator("#seek").fill("3")
    page.get_by_role("button", name="Go").click()
    assert current_step(page) == 3
    assert "as=samurai" in page.url


def test_nothing_is_wider_than_the_screen(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=8")
    for scheme, width in itertools.product(("light", "dark"), (390, 768, 1280)):
        page.emulate_media(color_scheme=scheme)
        assert_fits(page, width)
        board = page.locator("svg.board").bounding_box()
        assert board["width"] <= width
        assert board["height"] > 250


def test_with_less_motion_pieces_do_not_glide(open_page: Any, game: Game) -> None:
    count = """() => {
      window.glides = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) {
        window.glides += 1;
        return animate.apply(this, how);
      };
    }"""
    for preference, glides in (("reduce", 0), ("no-preference", 1)):
        page = open_page(f"/games/{game.public_id}/?step=3", reduced_motion=preference)
        page.evaluate(count)
        page.keyboard.press("ArrowRight")
        assert page.evaluate("window.glides") == glides
        page.keyboard.press("End")
        assert page.evaluate("window.glides") == glides
