"""The replay page by keyboard and screen reader: whole games are stepped through by key from the
list to the result, and read from the accessibility tree, which must match the engine's state.
"""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from games.core.replay import Replay
from games.registry import get_kind
from replays.models import Game
from tests.e2e.conftest import assert_fits, current_step
from tests.unit.replay_page.gorinto_samples import game_of
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MARKS = {"broken": "broken", "sealed": "sealed", "green": "green clue", "red": "red clue"}
"""The text for a mark on a space, by its key in the engine's state."""


def samples() -> list[Replay]:
    """Return a whole game of Goryō and one of Gorinto."""
    return [replay_of(SPIRITS), game_of("2p-burrow")]


def without_icons(requests: list[str]) -> list[str]:
    """Return the requests without the site's icon, which browsers request at any time."""
    return [address for address in requests if not address.endswith((".svg", ".ico"))]


def announcement(page: Any) -> str:
    """Return the text of the live region once it no longer changes."""
    page.wait_for_timeout(200)
    return str(page.locator("#announcement").text_content())


def focus(page: Any) -> str:
    """Return the address of the link with the focus."""
    return str(page.evaluate("document.activeElement.getAttribute('href') ?? ''"))


@pytest.mark.parametrize("which", [0, 1])
def test_a_whole_game_is_stepped_through_by_key_from_the_list_to_its_result(
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
            assert announcement(page).startswith(f"{frame['step']}. {frame['said']}")
    assert page.locator('.moves [aria-current="step"]').get_attribute("data-step") == str(
        game.n_events
    )
    result = frames[-1]["texts"]["result"]
    assert page.get_by_text(result.split(" (rule")[0]).first.is_visible()
    for _ in range(40):  # then to the board
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
    """Return the labels of each space in the accessibility tree, by the name of the space."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    labels = {}
    for node in nodes:
        if node.get("role", {}).get("value") != "gridcell":
            continue
        name, _, description = node["name"]["value"].partition(": ")
        if name != "no space":
            labels[re.split(r"[ ,]", name.removeprefix("Path "))[0]] = set(
                filter(None, re.split(r", |: ", description))
            )
    return labels


def goryo_labels(state: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the labels that a state of Goryō should have on its spaces, without routes."""
    labels: dict[str, set[str]] = {}
    for key, label in MARKS.items():
        for space in state[key]:
            labels.setdefault(space, set()).add(label)
    for colour, space in state["samurai"].items():
        labels.setdefault(space, set()).add(f"{colour.capitalize()} Samurai")
    if state["pawn"]:
        labels.setdefault(state["pawn"], set()).add("Goryō's cat")
    return labels


def gorinto_labels(state: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return the labels that a state of Gorinto should have on its spaces: number and tiles."""
    labels = {}
    for cell, stack in state["mountain"].items():
        count = f"{len(stack)} tile{'s' if len(stack) > 1 else ''}"
        labels[cell] = {count, *stack} if stack else {"empty"}
    labels |= {space: {tile or "empty"} for space, tile in state["path"].items()}
    return labels


LABELS = {"goryo": goryo_labels, "gorinto": gorinto_labels}
STEP_LABELS = {
    "just now", "last move", "on the route", "target", "false trail",
    "in the Pattern", "the tile came from here", "its tile was discarded",
}  # fmt: skip
"""Labels of a step and its plan, which are not part of the state of a space."""


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
        expected = LABELS[game.kind](step["state"])
        actual = {
            space: {label for label in labels - STEP_LABELS if not label.endswith(" gathered")}
            for space, labels in spaces(page).items()
        }
        assert actual == {space: set() for space in actual} | expected, step["step"]


def test_the_labels_of_spaces_contain_their_chances(open_page: Any, transactional_db: None) -> None:
    game = stored(replay_of(SPIRITS), "chances00001")
    page = open_page(f"/games/{game.public_id}/?step=5&as=samurai&belief=uniform")
    shown = {
        el.get_attribute("data-chance"): el.text_content()
        for el in page.locator("[data-chance]").all()
    }
    labels = spaces(page)
    assert any(shown.values())
    for space, chance in shown.items():
        chances = {label for label in labels[space] if "%" in label}
        assert chances == ({f"{chance} % chance of a route or target cube"} if chance else set())


def test_digits_go_to_a_step_on_enter_or_after_a_pause(open_page: Any, game: Game) -> None:
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


def test_m_goes_to_the_next_mistake_and_requests_the_belief_first(
    open_page: Any, game: Game
) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai")
    page.keyboard.press("m")
    page.wait_for_selector('.replay[data-belief="uniform"][data-ready]', state="attached")
    first = current_step(page)
    assert page.locator(f'.moves li:has([data-step="{first}"]) .judged').count() == 1
    first_announcement = announcement(page)
    for _ in range(9):
        page.keyboard.press("m")
    assert current_step(page) >= first
    assert first_announcement.startswith(f"{first}. ")
    assert announcement(page) == "No more mistakes after this step."


def test_c_hides_notes_and_shows_them_again(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/")
    note = page.locator(".moves .note").first
    for is_shown in (False, True):
        page.keyboard.press("c")
        assert note.is_visible() is is_shown
        assert announcement(page) == f"Notes and marks are {'shown' if is_shown else 'hidden'}."


def test_single_character_keys_can_be_switched_off(open_page: Any, game: Game) -> None:
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


def test_hovering_over_a_move_previews_it_without_requests(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=2")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
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
    assert announcement(page).startswith("3. ")
    assert without_icons(requests) == []


def test_autoplay_announces_only_its_last_step(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=3")
    page.locator("#speed").select_option("300")
    page.evaluate("""() => {
      window.announced = [];
      const region = document.querySelector('[aria-live="polite"]');
      const observer = new MutationObserver(() => window.announced.push(region.textContent));
      observer.observe(region, { childList: true });
    }""")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function("() => Number(document.querySelector('[data-now]').textContent) > 6")
    assert page.evaluate("window.announced") == []
    page.keyboard.press(" ")
    step = current_step(page)
    assert announcement(page).startswith(f"{step}. ")


def test_without_spoilers_a_part_is_fetched_when_reached(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=10&as=samurai&spoilers=no")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    assert page.locator('[data-step="13"]').count() == 0
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    assert without_icons(requests) == []
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('[data-now]').textContent === '13'")
    assert len(without_icons(requests)) == 1
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert current_step(page) == game.n_events
    assert len(without_icons(requests)) == 1


@pytest.mark.parametrize("which", [0, 1])
def test_the_timeline_links_to_each_event_with_large_enough_targets(
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


def test_nothing_is_wider_than_a_small_or_enlarged_window(open_page: Any, game: Game) -> None:
    """320 px (WCAG 1.4.10), and half of 1280 as at 200 % (1.4.4)."""
    for query in ("?step=8", "?step=5&as=samurai&belief=uniform", "?step=4&spoilers=no"):
        assert_fits(open_page(f"/games/{game.public_id}/{query}"), 320, 640)


def test_the_focus_is_never_hidden_by_the_controls(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4")
    page.set_viewport_size({"width": 390, "height": 640})
    hidden = []
    for _ in range(90):
        page.keyboard.press("Tab")
        hidden += page.evaluate("""() => {
          const [focused, bar] = [document.activeElement, document.querySelector(".controls")];
          if (bar.contains(focused) || focused === document.body) return [];
          const [a, b] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()];
          const isHidden = a.top >= b.top && a.bottom <= b.bottom && a.height > 0;
          return isHidden ? [focused.outerHTML.slice(0, 120)] : [];
        }""")
    assert hidden == []


def test_the_board_is_a_grid_of_rows_and_cells(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=4")
    rows = page.get_by_role("grid").get_by_role("row")
    assert {row.get_by_role("gridcell").count() for row in rows.all()} == {6}
    assert rows.count() == 6
    for name in ("broken", "Green Samurai"):
        assert page.get_by_role("gridcell", name=name).count() >= 1
    text = page.locator(".stage").aria_snapshot()
    assert 'gridcell "c2, ' in text
