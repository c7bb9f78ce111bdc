"""The replay page in Chromium: every way to reach a step gives what the server draws; keys, play,
address, list of moves, no script.
"""

import itertools
from typing import Any

import pytest
from playwright.sync_api import expect

from replays.models import Game
from tests.e2e.conftest import DRAWN, assert_fits, current_step
from tests.unit.replay_page.samples import SPIRITS, first_chase, random_replays, replay_of, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def boards(count: int) -> list[Any]:
    """Return random finished games on custom boards."""
    return [r for r in random_replays() if r.is_over and r.record.board.id != "house-1"][:count]


@pytest.mark.parametrize(
    ("which", "view"), [(0, "omniscient"), (0, "samurai"), (1, "omniscient"), (2, "samurai")]
)
def test_server_and_browser_draw_the_same_however_a_step_is_reached(
    open_page: Any, which: int, view: str
) -> None:
    replay = [replay_of(SPIRITS), *boards(2)][which]
    game = stored(replay, f"drawn000000{which}")
    last = game.n_events
    address = f"/games/{game.public_id}/?step={{}}&as={view}"
    server = open_page(address.format(0), java_script_enabled=False)
    expected = []
    for step in range(last + 1):
        server.goto(server.url.split("?")[0] + f"?step={step}&as={view}")
        expected.append(server.evaluate(DRAWN))
    page = open_page(address.format(0))
    drawn = [page.evaluate(DRAWN)]
    for _ in range(last):
        page.keyboard.press("ArrowRight")
        drawn.append(page.evaluate(DRAWN))
    assert drawn == expected
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


def test_keys_step_jump_and_go_by_round(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    plans = [s.number for s in replay_of(SPIRITS).steps if s.entry.plain["type"] == "plan"]
    end = game.n_events
    for key, step in [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1),
        ("End", end), ("ArrowRight", end), ("Home", 0), ("ArrowLeft", 0),
        ("PageDown", plans[0]), ("PageDown", plans[1]), ("PageDown", plans[2]), ("PageDown", end),
        ("PageUp", plans[2]), ("PageUp", plans[1]), ("PageUp", plans[0]), ("PageUp", 0),
    ]:  # fmt: skip
        page.keyboard.press(key)
        assert current_step(page) == step, key


def test_keys_are_off_with_modifiers_in_fields_and_in_the_dialog(
    open_page: Any, game: Game
) -> None:
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
        page.keyboard.press("End")
        page.keyboard.press("f")
        assert current_step(page) == 4
    page.locator("#text").evaluate("el => el.blur()")
    page.keyboard.press("?")
    assert page.locator("dialog.keys").evaluate("el => el.open")
    page.keyboard.press("End")
    assert current_step(page) == 4
    page.keyboard.press("Escape")
    assert not page.locator("dialog.keys").evaluate("el => el.open")
    page.keyboard.press("End")
    assert current_step(page) == game.n_events


def test_the_address_holds_step_and_side_and_back_leaves_the_page(
    open_page: Any, game: Game
) -> None:
    page = open_page(f"/games/{game.public_id}/")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/?step={game.n_events - 1}&as=omniscient")
    page.keyboard.press("f")
    page.wait_for_selector('.replay[data-view="goryo"][data-ready]', state="attached")
    assert current_step(page) == game.n_events - 1
    page.keyboard.press("Home")
    page.keyboard.press("f")
    page.wait_for_selector('.replay[data-view="samurai"][data-ready]', state="attached")
    assert current_step(page) == 0
    page.go_back()
    page.wait_for_selector('.replay[data-view="goryo"][data-ready]', state="attached")
    assert current_step(page) == 0
    page.go_back()
    page.wait_for_selector('.replay[data-view="omniscient"][data-ready]', state="attached")
    assert current_step(page) == game.n_events - 1


def test_a_held_key_does_not_exhaust_the_history(open_page: Any, game: Game) -> None:
    """Safari refuses more than a hundred changes of the address in 30 seconds."""
    page = open_page(f"/games/{game.public_id}/")
    page.evaluate("""() => {
      window.changes = 0;
      const replace = history.replaceState.bind(history);
      history.replaceState = (...how) => { window.changes += 1; replace(...how); };
    }""")
    for _ in range(60):
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    page.wait_for_url(f"**/?step={game.n_events}&as=omniscient")
    assert 1 <= page.evaluate("window.changes") <= 60


def test_the_view_key_cycles_through_the_allowed_views(
    open_page: Any, transactional_db: None
) -> None:
    game = stored(replay_of(first_chase()), "unfinished01")
    page = open_page(f"/games/{game.public_id}/?step=5")
    for view in ("samurai", "public"):
        page.keyboard.press("f")
        page.wait_for_selector(f'.replay[data-view="{view}"][data-ready]', state="attached")
        assert current_step(page) == 5


def test_space_plays_to_the_end_and_stops_there(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step={game.n_events - 3}")
    for _ in range(3):
        page.keyboard.press("+")
    page.keyboard.press(" ")
    play = page.locator('[data-go="play"]')
    assert play.get_attribute("aria-label") == "Pause"
    page.wait_for_function(
        f"() => document.querySelector('.moves [aria-current]').dataset.step === '{game.n_events}'"
    )
    page.wait_for_function(
        "() => document.querySelector('[data-go=play]').getAttribute('aria-label') === 'Play'"
    )
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    page.keyboard.press("ArrowLeft")
    assert play.get_attribute("aria-label") == "Play"


def test_the_slider_steps_and_handles_its_keys(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    page.locator("#seek").focus()
    page.keyboard.press("ArrowRight")
    assert current_step(page) == 1
    page.locator("#seek").fill(str(game.n_events))
    assert current_step(page) == game.n_events
    page.wait_for_url(f"**/?step={game.n_events}&as=omniscient")


def test_the_current_move_is_visible_and_the_page_does_not_scroll(
    open_page: Any, game: Game
) -> None:
    page = open_page(f"/games/{game.public_id}/")
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
