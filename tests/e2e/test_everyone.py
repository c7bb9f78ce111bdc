"""The replay page without pointer and without sight: whole games are walked by key from the list
to the result, and read from the accessibility tree, which tells what the engine knows.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from games.core.replay import Replay
from games.registry import get_kind
from replays.models import Game
from tests.e2e.conftest import current_step
from tests.unit.replay_page.gorinto_samples import game_of
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAID = {"broken": "broken", "sealed": "sealed", "green": "green clue", "red": "red clue"}
"""What a space is told to carry, by the name that the engine's state has for it."""


def samples() -> list[Replay]:
    """A whole game of each kind."""
    return [replay_of(SPIRITS), game_of("2p-burrow")]


def of_game(asked: list[str]) -> list[str]:
    """Requests but for the site's own sign, which a browser asks for when it likes."""
    return [address for address in asked if not address.endswith((".svg", ".ico"))]


def told(page: Any) -> str:
    """What the live region says once it is quiet."""
    page.wait_for_timeout(200)
    return str(page.locator("#told").text_content())


def focus(page: Any) -> str:
    """Name of what has the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('href') ?? ''"))


@pytest.mark.parametrize("which", [0, 1])
def test_a_whole_game_is_walked_by_key_from_the_list_to_its_result(
    browser: Any, live_server: Any, which: int, transactional_db: None
) -> None:
    replay = samples()[which]
    game = stored(replay, f"walked00000{which}")
    page = browser.new_page()
    page.goto(f"{live_server.url}/games/?simulated=all")
    for _ in range(80):
        page.keyboard.press("Tab")
        if focus(page).startswith(f"/games/{game.public_id}/"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    frames = get_kind(game.kind).display.frames(replay, "omniscient")
    for frame in frames[1:]:
        page.keyboard.press("ArrowRight")
        if frame["step"] % 10 == 1 or frame["step"] == game.n_events:
            assert told(page).startswith(f"{frame['step']}. {frame['said']}")
    assert page.locator('.moves [aria-current="step"]').get_attribute("data-step") == str(
        game.n_events
    )
    result = frames[-1]["texts"]["result"]
    assert page.get_by_text(result.split(" (rule")[0]).first.is_visible()
    for _ in range(40):  # and on to the board
        page.keyboard.press("Tab")
        if page.evaluate("'cell' in document.activeElement.dataset"):
            break
    seen = set()
    cells = page.locator("svg.board [data-cell]").count()
    for _ in range(cells):
        seen.add(page.evaluate("document.activeElement.dataset.cell"))
        page.keyboard.press("ArrowRight")
    assert len(seen) == cells
    page.close()


def spaces(page: Any) -> dict[str, set[str]]:
    """What the accessibility tree says of each space: its name, and all that is told of it."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    found = {}
    for node in nodes:
        if node.get("role", {}).get("value") != "gridcell":
            continue
        name, _, said = node["name"]["value"].partition(": ")
        if name != "no space":
            found[re.split(r"[ ,]", name.removeprefix("Path "))[0]] = set(
                filter(None, re.split(r", |: ", said))
            )
    return found


def goryo_words(state: Mapping[str, Any]) -> dict[str, set[str]]:
    """What a state of Goryō has on its spaces, but for routes, in the words of the page."""
    found: dict[str, set[str]] = {}
    for key, words in SAID.items():
        for space in state[key]:
            found.setdefault(space, set()).add(words)
    for colour, space in state["samurai"].items():
        found.setdefault(space, set()).add(f"{colour.capitalize()} Samurai")
    if state["pawn"]:
        found.setdefault(state["pawn"], set()).add("Goryō's cat")
    return found


def gorinto_words(state: Mapping[str, Any]) -> dict[str, set[str]]:
    """The tiles of a state of Gorinto, how many on each cell and which."""
    found = {}
    for cell, stack in state["mountain"].items():
        count = f"{len(stack)} tile{'s' if len(stack) > 1 else ''}"
        found[cell] = {count, *stack} if stack else {"empty"}
    found |= {space: {tile or "empty"} for space, tile in state["path"].items()}
    return found


WORDS = {"goryo": goryo_words, "gorinto": gorinto_words}
PASSING = {
    "just now", "last move", "on the route", "target", "false trail",
    "in the Pattern", "the tile came from here", "its tile was discarded",
}  # fmt: skip
"""What is told of a step and its plan, not of the state of a space."""


@pytest.mark.parametrize("which", [0, 1])
def test_a_whole_game_is_read_from_the_accessibility_tree(
    open_page: Any, which: int, transactional_db: None
) -> None:
    replay = samples()[which]
    game = stored(replay, f"read000000{which}0")
    steps = list(get_kind(game.kind).display.steps(replay, "public", False))
    page = open_page(f"/games/{game.public_id}/?as=public")
    for step in steps:
        page.keyboard.press("ArrowRight")
        expected = WORDS[game.kind](step["state"])
        heard = {
            space: {w for w in words - PASSING if not w.endswith(" gathered")}
            for space, words in spaces(page).items()
        }
        wrong = {
            s: (w, expected.get(s, set())) for s, w in heard.items() if w != expected.get(s, set())
        }
        assert not wrong, step["step"]
        assert set(expected) <= set(heard)


def test_the_chances_are_told_with_the_spaces(open_page: Any, transactional_db: None) -> None:
    game = stored(replay_of(SPIRITS), "chances00001")
    page = open_page(f"/games/{game.public_id}/?step=5&as=samurai&belief=uniform")
    shown = {
        el.get_attribute("data-chance"): el.text_content()
        for el in page.locator("[data-chance]").all()
    }
    heard = spaces(page)
    assert any(shown.values())
    for space, chance in shown.items():
        said = {w for w in heard[space] if "%" in w}
        assert said == ({f"{chance} % chance of a route or target cube"} if chance else set())


def test_digits_go_to_a_step_at_once_by_enter_or_after_a_moment(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    page.keyboard.type("12")
    assert page.locator("[data-typed]").inner_text() == "Step 12"
    page.keyboard.press("Enter")
    assert current_step(page) == 12
    assert page.locator("[data-typed]").is_hidden()
    page.keyboard.type("14")
    page.keyboard.press("Backspace")
    page.keyboard.press("5")
    page.keyboard.press("Escape")
    assert current_step(page) == 12
    page.keyboard.press("4")
    page.wait_for_function(
        "() => document.querySelector('.moves [aria-current]').dataset.step === '4'"
    )
    page.keyboard.type("999")
    page.keyboard.press("Enter")
    assert current_step(page) == game.n_events


def test_brackets_go_by_round_and_x_reveals_and_comes_back(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai")
    page.keyboard.press("]")
    assert current_step(page) == 3
    page.keyboard.press("[")
    assert current_step(page) == 0
    page.keyboard.press("]")
    for view in ("omniscient", "samurai", "omniscient"):
        page.keyboard.press("x")
        page.wait_for_selector(f'.replay[data-view="{view}"][data-ready]', state="attached")
        assert current_step(page) == 3


def test_m_goes_to_the_next_mistake_and_asks_for_what_could_be_known_first(
    open_page: Any, game: Game
) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai")
    page.keyboard.press("m")
    page.wait_for_selector('.replay[data-belief="uniform"][data-ready]', state="attached")
    first = current_step(page)
    assert page.locator(f'.moves li:has([data-step="{first}"]) .judged').count() == 1
    heard = told(page)
    for _ in range(9):
        page.keyboard.press("m")
    assert current_step(page) >= first
    assert heard.startswith(f"{first}. ")
    assert told(page) == "No more mistakes after this step."


def test_c_hides_notes_and_shows_them_again(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    note = page.locator(".moves .note").first
    for is_shown in (False, True):
        page.keyboard.press("c")
        assert note.is_visible() is is_shown
        assert told(page) == f"Notes and marks are {'shown' if is_shown else 'hidden'}."


def test_keys_that_write_a_sign_can_be_switched_off(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    page.keyboard.press("?")
    page.locator("[data-signs]").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".replay[data-ready]", state="attached")
    for key in ("]", "5", "f", "?"):
        page.keyboard.press(key)
    assert page.locator("dialog[open]").count() == 0
    assert current_step(page) == 0
    page.keyboard.press("ArrowRight")
    assert current_step(page) == 1


def test_pointing_at_a_move_previews_it_and_asks_for_nothing(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=2")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = page.locator("svg.board").inner_html()
    page.locator('.moves [data-step="9"]').hover()
    sync_api.expect(page.locator("[data-preview]")).to_have_text("Preview: step 9")
    assert page.locator("svg.board").inner_html() != before
    assert current_step(page) == 2
    assert "step=2" in page.url
    page.locator("h1").hover()
    sync_api.expect(page.locator("[data-preview]")).to_be_hidden()
    assert page.locator("svg.board").inner_html() == before
    page.locator('.moves [data-step="2"]').focus()
    page.keyboard.press("Tab")
    sync_api.expect(page.locator("[data-preview]")).to_have_text("Preview: step 3")
    page.keyboard.press("ArrowRight")
    sync_api.expect(page.locator("[data-preview]")).to_be_hidden()
    assert current_step(page) == 3
    assert told(page).startswith("3. ")
    assert of_game(asked) == []


def test_play_says_nothing_that_there_is_no_time_to_hear(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=3")
    page.locator("#speed").select_option("300")
    page.evaluate("""() => {
      window.heard = [];
      const region = document.querySelector("#told");
      const hear = new MutationObserver(() => window.heard.push(region.textContent));
      hear.observe(region, { childList: true });
    }""")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('[data-now]').textContent) > 6")
    assert page.evaluate("window.heard") == []
    page.keyboard.press(" ")
    step = current_step(page)
    assert told(page).startswith(f"{step}. ")


def test_without_spoilers_a_part_is_fetched_when_it_is_come_to(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=10&as=samurai&spoilers=no")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    assert page.locator('[data-step="13"]').count() == 0
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert of_game(asked) == []
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('[data-now]').textContent === '13'")
    assert len(of_game(asked)) == 1
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert current_step(page) == game.n_events
    assert len(of_game(asked)) == 1


@pytest.mark.parametrize("which", [0, 1])
def test_the_timeline_leads_to_each_event_and_is_large_enough_to_be_touched(
    open_page: Any, which: int, transactional_db: None
) -> None:
    replay = samples()[which]
    game = stored(replay, f"timeline000{which}")
    page = open_page(f"/games/{game.public_id}/")
    page.set_viewport_size({"width": 390, "height": 800})
    chips = page.locator(".chip")
    assert chips.count() == game.n_events
    for chip in chips.all():
        box = chip.bounding_box()
        assert min(box["width"], box["height"]) >= 24
    for step in (game.n_events, 1, 5):
        page.locator(f'.chip[data-step-link="{step}"]').click()
        assert current_step(page) == step
        assert page.locator(".chip.is-now").get_attribute("data-step-link") == str(step)
    inside = "([a, b]) => a.left >= b.left - 1 && a.right <= b.right + 1"
    for step in range(6, game.n_events + 1):
        page.keyboard.press("ArrowRight")
        boxes = page.evaluate("""() => [".chip.is-now", ".timeline"].map((name) => {
          const { left, right } = document.querySelector(name).getBoundingClientRect();
          return { left, right };
        })""")
        assert page.evaluate(inside, boxes), step


@pytest.mark.parametrize("width", [320, 640])
def test_nothing_is_wider_than_a_small_or_enlarged_window(
    open_page: Any, game: Game, width: int
) -> None:
    """320 px (1.4.10), and half of 1280 as at 200 % (1.4.4)."""
    for query in ("?step=8", "?step=5&as=samurai&belief=uniform", "?step=4&spoilers=no"):
        page = open_page(f"/games/{game.public_id}/{query}")
        page.set_viewport_size({"width": width, "height": 450})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_has_the_focus_is_not_behind_the_steps(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4")
    page.set_viewport_size({"width": 390, "height": 640})
    hidden = []
    for _ in range(90):
        page.keyboard.press("Tab")
        hidden += page.evaluate("""() => {
          const [at, bar] = [document.activeElement, document.querySelector(".controls")];
          if (bar.contains(at) || at === document.body) return [];
          const [a, b] = [at.getBoundingClientRect(), bar.getBoundingClientRect()];
          const isHidden = a.top >= b.top && a.bottom <= b.bottom && a.height > 0;
          return isHidden ? [at.outerHTML.slice(0, 120)] : [];
        }""")
    assert hidden == []


def test_every_game_gets_the_table_of_its_board(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4")
    rows = page.get_by_role("grid").get_by_role("row")
    assert {row.get_by_role("gridcell").count() for row in rows.all()} == {6}
    assert rows.count() == 6
    for name in ("broken", "Green Samurai"):
        assert page.get_by_role("gridcell", name=name).count() >= 1
    text = page.locator(".stage").aria_snapshot()
    assert 'gridcell "c2, ' in text
