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
from tests.e2e.conftest import assert_fits, current_step, press, step_in, wait_until
from tests.unit.replay_page.gorinto_samples import game_of
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = pytest.mark.in_turn(2)

sync_api = pytest.importorskip("playwright.sync_api")

MARKS = {"broken": "broken", "sealed": "sealed", "green": "green clue", "red": "red clue"}
"""The text for a mark on a space, by its key in the engine's state."""


@pytest.fixture(params=["goryo", "gorinto"])
def whole_game(request: pytest.FixtureRequest, transactional_db: None) -> tuple[Replay, Game]:
    """A whole game of Goryō, and one of Gorinto."""
    replay = replay_of(SPIRITS) if request.param == "goryo" else game_of("2p-burrow")
    return replay, stored(replay, "wholegame001")


@pytest.fixture
def page(open_page: Any, game: Game) -> Any:
    """The replay page of the game, at its start."""
    return open_page(f"/games/{game.public_id}/")


def without_icons(requests: list[str]) -> list[str]:
    """Return the requests without the site's icon, which browsers request at any time."""
    return [address for address in requests if not address.endswith((".svg", ".ico"))]


def assert_announced(page: Any, start: str) -> None:
    """Fail unless the text of the live region soon begins so."""
    text = re.compile(rf"^{re.escape(start)}")
    sync_api.expect(page.locator("#announcement")).to_have_text(text)


def test_a_whole_game_is_stepped_through_by_key_from_the_list_to_its_result(
    browser: Any, live_server: Any, whole_game: tuple[Replay, Game]
) -> None:
    replay, game = whole_game
    page = browser.new_page()
    page.goto(f"{live_server.url}/games/?simulated=all")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.locator(f'a[href^="/games/{game.public_id}/"]:focus').count():
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".replay[data-ready]", state="attached")
    frames = get_kind(game.kind).display.frames(replay, "omniscient")
    for frame in frames[1:]:
        page.keyboard.press("ArrowRight")
        if frame["step"] % 10 == 1 or frame["step"] == game.n_events:
            assert_announced(page, f"{frame['step']}. {frame['sentence']}")
    assert current_step(page) == game.n_events
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
            space = re.split(r"[ ,]", name.removeprefix("Path "))[0]
            labels[space] = set(filter(None, re.split(r", |: ", description)))
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


def test_a_whole_game_is_read_from_the_accessibility_tree(open_page: Any, whole_game: Any) -> None:
    replay, game = whole_game
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


def test_the_labels_of_spaces_contain_their_chances(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=5&as=samurai&belief=uniform")
    chances = page.locator("[data-chance]").all()
    shown = {el.get_attribute("data-chance"): el.text_content() for el in chances}
    labels = spaces(page)
    assert any(shown.values())
    for space, chance in shown.items():
        percents = {label for label in labels[space] if "%" in label}
        assert percents == ({f"{chance} % chance of a route or target cube"} if chance else set())


def test_digits_go_to_a_step_on_enter_or_after_a_pause(page: Any, game: Game) -> None:
    page.keyboard.type("12")
    assert page.locator("[data-typed]").inner_text() == "Step 12"
    page.keyboard.press("Enter")
    assert current_step(page) == 12
    assert page.locator("[data-typed]").is_hidden()
    page.keyboard.type("14")
    press(page, "Backspace", "5", "Escape")
    assert current_step(page) == 12
    page.keyboard.press("4")
    page.locator('.moves [aria-current][data-step="4"]').wait_for()
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
        assert step_in(page, view) == 3


def test_m_goes_to_the_next_mistake_and_requests_belief_first(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?as=samurai")
    page.keyboard.press("m")
    page.wait_for_selector('.replay[data-belief="uniform"][data-ready]', state="attached")
    first = current_step(page)
    assert page.locator(f'.moves li:has([data-step="{first}"]) .judged').count() == 1
    assert_announced(page, f"{first}. ")
    press(page, *"mmmmmmmmm")
    assert current_step(page) >= first
    assert_announced(page, "No more mistakes after this step.")


def test_c_hides_notes_and_shows_them_again(page: Any) -> None:
    note = page.locator(".moves .move-note").first
    for is_shown in (False, True):
        page.keyboard.press("c")
        assert note.is_visible() is is_shown
        assert_announced(page, f"Notes and marks are {'shown' if is_shown else 'hidden'}.")


def test_single_character_keys_can_be_switched_off(page: Any) -> None:
    page.keyboard.press("?")
    page.locator("[data-signs]").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".replay[data-ready]", state="attached")
    press(page, "]", "5", "f", "?")
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
    assert_announced(page, "3. ")
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
    wait_until(page, "Number(document.querySelector('[data-now]').textContent) > 6")
    assert page.evaluate("window.announced") == []
    page.keyboard.press(" ")
    step = current_step(page)
    assert_announced(page, f"{step}. ")


def test_without_spoilers_a_part_is_fetched_when_reached(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=10&as=samurai&spoilers=no")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    assert page.locator('[data-step="13"]').count() == 0
    press(page, "ArrowRight", "ArrowRight")
    assert without_icons(requests) == []
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('[data-now]').textContent === '13'")
    assert len(without_icons(requests)) == 1
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    assert current_step(page) == game.n_events
    assert len(without_icons(requests)) == 1


def test_the_curve_leads_to_each_step(open_page: Any, whole_game: Any) -> None:
    _, game = whole_game
    page = open_page(f"/games/{game.public_id}/")
    page.set_viewport_size({"width": 390, "height": 800})
    curve = page.locator(".curve-svg").bounding_box()
    for step in (game.n_events, 1, 5):
        x = curve["x"] + curve["width"] * step / game.n_events
        page.mouse.click(min(x, curve["x"] + curve["width"] - 1), curve["y"] + 3)
        assert current_step(page) == step
    dot = page.locator(".curve a").first
    dot.focus()
    page.keyboard.press("Enter")
    assert current_step(page) == int(dot.get_attribute("data-step-link"))
    rows = page.locator(".curve-about tbody tr")
    assert rows.count() == game.n_events + 1
    shown = page.locator("[data-curve-value='course']").inner_text()
    page.locator(".curve-about summary").click()
    assert rows.nth(current_step(page)).locator("td").first.inner_text() == shown


def test_without_spoilers_the_curve_ends_at_the_step(open_page: Any, game: Game) -> None:
    page = open_page(f"/games/{game.public_id}/?step=6&spoilers=no")
    state = """() => [
      document.querySelector("[data-curve-later]").getAttribute("x"),
      [...document.querySelectorAll(".curve a:not([hidden])")].map((a) => +a.dataset.stepLink),
      document.querySelectorAll(".curve-about tbody tr:not([hidden])").length,
    ]"""
    assert page.evaluate(state) == ["6", [], 7]
    page.keyboard.press("ArrowRight")
    assert page.evaluate(state) == ["7", [7], 8]
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    wait_until(page, "document.querySelector('[data-now]').textContent === '13'")
    assert page.evaluate(state)[::2] == ["13", 14]


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
    assert 'gridcell "c2, ' in page.locator(".stage").aria_snapshot()
