"""The replay page as the server sends it: addresses, views, texts, belief; use without scripts."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.goryo.assessment.assess import assess
from games.registry import KINDS, judge
from replays.models import Game
from replays.web.curves import drawn_curve
from replays.web.replay_data import overlaid
from replays.web.replay_drawing import draw_replay
from tests.benchmarks.logs import bot_games
from tests.support.pages import Markup, missing, page, present, replay_data

from .gorinto_samples import game_of
from .samples import SPIRITS, first_chase, replay_of, stored

pytestmark = pytest.mark.django_db
KIND = KINDS["goryo"]
LIMIT = 120 * 1024  # bytes, gzip: page, styles, scripts and data together


def get(client: Client, game: Game, query: str = "", status: int = 200) -> str:
    return page(client, f"/games/{game.public_id}/{query}", status)


def current_steps(page: Markup) -> list[str]:
    return [a["data-step"] for a in page.with_attribute("aria-current") if "data-step" in a]


def test_a_finished_game_opens_at_its_start(client: Client, finished: Game) -> None:
    markup = Markup(get(client, finished))
    link = {"href": "?step=0&as=omniscient#board", "data-side": "omniscient"}
    assert {**link, "aria-current": "true"} in markup.with_attribute("aria-current")
    assert current_steps(markup) == ["0"]


def test_the_address_chooses_step_and_view(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=5&as=samurai")
    markup = Markup(text)
    assert current_steps(markup) == ["5"]
    assert "Green sniffs c3 from c2: yes, a green clue." in text
    cells = {a["data-cell"]: a["class"].split() for a in markup.with_attribute("data-cell")}
    assert "yes" in cells["c3"]
    assert not any("route" in classes for classes in cells.values())


BAD_STEPS = ("abc", "", "-1", "1.5", "１", "1e3", "9" * 40)
BAD_VIEWS = ("full", "", "Omniscient", "green")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        *((f"?step={step}", "must be the number of a step") for step in BAD_STEPS),
        *((f"?as={view}", "omniscient, goryo, samurai, public") for view in BAD_VIEWS),
        ("?spoilers=some", "“spoilers” must be one of: yes, no."),
    ],
)
def test_an_invalid_address_is_a_400(client: Client, finished: Game, query: str, text: str) -> None:
    refused = get(client, finished, query, 400)
    assert (text in refused, "data-cell" in refused) == (True, False)


def test_an_unknown_prior_is_ignored_with_a_notice(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=3&belief=mine")
    assert missing(text, "This link has a setting that was ignored.", "uniform, fitted") == []
    assert current_steps(Markup(text)) == ["3"]
    assert "ignored" not in get(client, finished, "?step=3&belief=uniform")
    assert "è stata ignorata" in page(client, f"/it/games/{finished.public_id}/?belief=x")


def test_a_step_beyond_the_end_is_not_found(client: Client, finished: Game) -> None:
    last = finished.n_events
    text = get(client, finished, "?step=999", 404)
    assert "This game has no step 999." in text
    assert f'href="{finished.get_absolute_url()}"' in text
    assert not re.search(rf"\b{last}\b", text[text.index("<main") : text.index("</main>")])
    assert current_steps(Markup(get(client, finished, f"?step={last}"))) == [str(last)]
    get(client, finished, f"?step={last + 1}", 404)


def test_every_step_can_be_reached_by_links_alone(client: Client, finished: Game) -> None:
    for step in range(finished.n_events + 1):
        markup = Markup(get(client, finished, f"?step={step}&as=samurai"))
        targets = {a["data-go"]: a.get("href") for a in markup.with_attribute("data-go")}
        last = finished.n_events
        assert targets["back"] == (f"?step={step - 1}&as=samurai#board" if step else None)
        assert targets["forward"] == (f"?step={step + 1}&as=samurai#board" if step < last else None)
        listed = [a["href"] for a in markup.with_attribute("data-step")]
        assert listed == [f"?step={k}&as=samurai#board" for k in range(last + 1)]


def test_an_unfinished_game_hides_its_secrets(client: Client, unfinished: Game) -> None:
    text = get(client, unfinished)
    sides = [attrs["data-side"] for attrs in Markup(text).with_attribute("data-side")]
    assert sides == ["public", "samurai"]
    assert "hidden information stays hidden" in text
    assert f"/games/{unfinished.public_id}/log" not in text
    for view in ("omniscient", "goryo"):
        refused = get(client, unfinished, f"?as={view}", 403)
        assert "The game may still be in progress" in refused
        assert "data-cell" not in refused


def test_the_cited_rule_links_to_the_page_of_rules(client: Client, finished: Game) -> None:
    text = get(client, finished, f"?step={finished.n_events}")
    address = re.search(r'class="result"[^<]*<a href="(/rules/goryo/#([0-9.]+))">rule \2</a>', text)
    rules = Markup(page(client, address[1]))
    assert address[2] in [attrs["id"] for attrs in rules.with_attribute("id")]
    before = get(client, finished)
    assert re.search(r'class="result"[^>]*></p>', before)
    assert "/rules/goryo/#" not in before[: before.index("replay-data")]


def test_title_and_header_have_no_result(client: Client, finished: Game) -> None:
    text = get(client, finished)
    assert "<title>Jane v John, Goryō 2024</title>" in text
    head = text[text.index('class="replay-head"') : text.index("<section")]
    shown = ("Jane", "John", "Goryō 2024", "20", "House palace")
    assert missing(head, *shown, "a reconstruction, not the printed board") == []
    assert "simulated" not in head
    log = f"/games/{finished.public_id}/log"
    links = (f"{log}.json", f"{log}.txt", "/rules/goryo/")
    assert missing(text, *(f'href="{address}"' for address in links)) == []


def test_simulated_games_and_wrong_claims_are_marked(client: Client, db: None) -> None:
    log = SPIRITS.replace('[Game "goryo"]', '[Game "goryo"]\n[X_simulated "true"]')
    warnings = [{"message": "The log claims that the Goryō won."}]
    game = stored(replay_of(log), "simulated001", warnings=warnings)
    marks = ("simulated: played by bots", "The log claims that the Goryō won.")
    assert missing(get(client, game), *marks) == []


def test_user_text_is_escaped(client: Client, db: None) -> None:
    nasty = "</script><script>alert(1)</script><b onclick=x>&amp;"
    log = first_chase(secret=nasty) + "resign goryo\n"
    log = log.replace('"Jane"', f'"{nasty}"').replace("a note of the chase", nasty)
    text = get(client, stored(replay_of(log), "nasty0000001"), "?step=5")
    assert present(text, "<script>alert", "onclick=x>") == []
    assert text.count("&lt;script&gt;alert(1)") >= 2


def test_no_inline_script_style_or_handler_and_few_queries(
    client: Client, finished: Game, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(7):  # game, seats, records, copies, tags, variations, notes
        markup = Markup(get(client, finished, "?step=9&as=samurai"))
    for tag, attrs in markup.tags:
        assert not [name for name in attrs if name == "style" or name.startswith("on")]
        if tag == "script":
            assert attrs.get("src") or attrs.get("type") == "application/json"


@pytest.mark.parametrize("mode", ["", "partnership", "solo-expert"])
def test_page_styles_scripts_and_data_are_small(client: Client, finished: Game, mode: str) -> None:
    text = get(client, stored(game_of(mode), "gorintosize1") if mode else finished)
    total = len(gzip.compress(text.encode()))
    names = sorted(set(re.findall(r'(?:src|href)="/static/([^"]+)"', text)))
    for name in names:  # grows
        content = Path(finders.find(name)).read_bytes()
        total += len(gzip.compress(content))
        imported = re.findall(rb'from "\./([^"]+)"', content) if name.endswith(".js") else ()
        names += sorted({f"replays/{module.decode()}" for module in imported} - set(names))
    assert len(names) > 15
    assert total <= LIMIT


def test_without_spoilers_length_and_later_moves_are_hidden(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=4&as=samurai&spoilers=no")
    moves = text[text.index('<section class="moves"') :]
    # No more than a part is sent.
    for start, steps in (("<li", range(5)), ('<li hidden="hidden"', range(5, 13))):
        links = re.findall(start + r'><a\s+href="\?step=(\d+)', moves)
        assert links == [str(step) for step in steps]
    frames = replay_data(text)["frames"]
    assert [frame["step"] for frame in frames] == list(range(13))
    assert f'max="{finished.n_events}"' not in text
    assert missing(text, "data-more", 'data-spoilers="no"', "&amp;spoilers=no") == []
    end = get(client, finished, "?step=12&as=samurai&spoilers=no")
    parts = ("data-more", f'data-step="{finished.n_events}"')
    assert present(end, *parts) == [parts[1]]
    assert "no step 999" in get(client, finished, "?step=999&spoilers=no", 404)


@pytest.mark.parametrize("slug", KINDS)
def test_scripts_get_differences_of_whole_frames(slug: str) -> None:
    (game, *_) = bot_games(slug, KINDS[slug].identity.rulesets, 1, "differences")
    (judged,) = judge(game.encode())
    drawing = draw_replay(
        slug, judged.replay, "omniscient", next(iter(KINDS[slug].display.priors), "")
    )
    text = f'<script id="replay-data">{drawing.data}</script>'
    sent = replay_data(text)["frames"]
    names = [name for name, value in drawing.frames[0].items() if isinstance(value, dict)]
    for row, frame in zip(sent, drawing.frames, strict=True):
        assert {name: row[name] for name in names} == {name: frame[name] for name in names}
    assert len(drawing.data) < len(json.dumps(drawing.frames)) / 2


def test_a_script_that_has_the_board_gets_no_second_one(client: Client, finished: Game) -> None:
    def has_board(query: str, **headers: str) -> bool:
        address = f"/games/{finished.public_id}/{query}"
        text = client.get(address, headers=headers).content.decode()
        assert replay_data(text)["frames"]
        return 'role="grid"' in text

    plain, shaded = "?as=samurai", "?as=samurai&belief=uniform"
    assert has_board(plain)
    assert not has_board(plain, x_board="")
    assert not has_board(plain, x_board="belief")
    assert has_board(shaded, x_board=""), "the one on the page has no chances"
    assert not has_board(shaded, x_board="belief")


def insight(view: str, prior: str = "uniform") -> dict[str, Any]:
    return KIND.display.insight(replay_of(SPIRITS), view, prior, None)


def page_of(client: Client, query: str) -> str:
    Game.objects.all().delete()
    return page(client, f"/games/{stored(replay_of(SPIRITS), 'known0000001').public_id}/?{query}")


@pytest.mark.parametrize("view", KIND.identity.views)
def test_each_overlay_uses_ids_of_the_scene(view: str) -> None:
    replay = replay_of(SPIRITS)
    scene, frames = KIND.display.scene(replay.record), KIND.display.frames(replay, view)
    scene, frames = overlaid(scene, frames, insight(view))
    marks = {mark["id"] for mark in scene["marks"]}
    slots = {item["id"] for panel in scene["panels"] for item in panel["items"]}
    slots |= {panel["id"] for panel in scene["panels"]} | {"round", "phase", "result", "route"}
    cells = {cell["id"] for cell in scene["cells"]}
    assert len(frames) == len(replay.steps) + 1
    for frame in frames:
        assert {mark for names in frame["cells"].values() for mark in names.split()} <= marks
        assert set(frame["texts"]) <= slots
        assert set(frame["shades"]) <= cells
        assert {mark["key"] for mark in frame["judged"]} <= set(KIND.display.judgements)


def test_shades_are_the_chances_and_only_what_is_exact_is_0_or_100() -> None:
    steps = assess(replay_of(SPIRITS), "samurai")
    overlays = insight("samurai")["overlays"]
    shaded = 0
    for step, overlay in zip(steps, overlays[1:], strict=True):
        assert bool(overlay["shades"]) == (step.known is not None and step.known.hypotheses > 0)
        if step.known is None or not step.known.hypotheses:
            continue
        belief, masses = step.known.belief, step.known.masses
        cubes = dict(zip(step.known.board.names, masses.cubes, strict=True))
        for space, percent in overlay["shades"].items():
            assert abs(percent - 100 * cubes[space] / masses.total) <= 1
            assert (percent == 100) == (space in belief.certain)
            assert (percent == 0) == (space not in belief.possible)
            shaded += 1
    assert shaded > 100


def test_the_page_shows_belief_only_on_request(client: Client) -> None:
    with_belief = page_of(client, "step=5&as=samurai&belief=uniform")
    assert re.search(r'class="shade shade-\d+" data-shade="b3"', with_belief)
    assert re.search(r'aria-label="b3\b[^"]* \d+ % chance of a route', with_belief)
    shown = ("Shading: chance of a route or target cube", "What the Samurai can know")
    assert missing(with_belief, *shown, "&amp;belief=uniform") == []
    without = page_of(client, "step=5&as=samurai")
    assert present(without, "data-shade", "What the Samurai can know") == []


def test_fitted_without_a_fit_is_uniform(client: Client) -> None:
    text = page_of(client, "step=5&as=samurai&belief=fitted")
    assert "No prior has been fitted for this ruleset and board." in text


def test_every_mark_is_defined_on_the_page_of_marks(client: Client) -> None:
    text = page(client, "/rules/goryo/marks/")
    for key, mark in KIND.display.judgements.items():
        assert missing(text, f'id="{key}"', mark.title) == []
    page(client, "/rules/gorinto/marks/", 404)


def test_a_curve_breaks_where_it_has_no_value() -> None:
    curve = drawn_curve({"id": "c", "title": "C", "most": 4, "values": [None, 4, 2, None, 0]})
    assert curve["d"] == "M1 0.0L2 50.0M4 100.0"
    assert curve["labels"] == ["–", "4", "2", "–", "0"]


def test_a_balance_is_drawn_around_the_middle() -> None:
    lead = {"id": "c", "title": "C", "form": "balance", "most": 4, "unit": " %"}
    curve = drawn_curve({**lead, "values": [0, 2, -8]})
    assert curve["d"] == "M0 50.0L1 37.5L2 100.0"
    assert curve["area"] == "M0 50.0L1 37.5L2 100.0V50H0z"
    assert curve["labels"] == ["0 %", "+2 %", "-8 %"]
