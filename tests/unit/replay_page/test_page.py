"""The replay page as the server sends it: addresses, views, texts, and use without scripts."""

import gzip
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from replays.models import Game

from .gorinto_samples import game_of
from .samples import SPIRITS, first_chase, replay_of, stored

LIMIT = 120 * 1024  # bytes, gzip: page, styles, scripts and data together


class Page(HTMLParser):
    """A page's tags with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def with_attribute(self, name: str) -> list[dict[str, Any]]:
        return [attrs for _, attrs in self.tags if name in attrs]


def get(client: Client, game: Game, query: str = "", status: int = 200) -> str:
    answer = client.get(f"/games/{game.public_id}/{query}")
    assert answer.status_code == status
    return answer.content.decode()


def current_steps(page: Page) -> list[str]:
    return [a["data-step"] for a in page.with_attribute("aria-current") if "data-step" in a]


def test_a_finished_game_opens_at_its_start(client: Client, finished: Game) -> None:
    page = Page(get(client, finished))
    link = {"href": "?step=0&as=omniscient#board", "data-side": "omniscient"}
    assert {**link, "aria-current": "true"} in page.with_attribute("aria-current")
    assert current_steps(page) == ["0"]


def test_the_address_chooses_step_and_view(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=5&as=samurai")
    page = Page(text)
    assert current_steps(page) == ["5"]
    assert "Green sniffs c3 from c2: yes, a green clue." in text
    cells = {a["data-cell"]: a["class"].split() for a in page.with_attribute("data-cell")}
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
        ("?belief=mine", "uniform, fitted"),
    ],
)
def test_an_invalid_address_is_a_400(client: Client, finished: Game, query: str, text: str) -> None:
    page = get(client, finished, query, 400)
    assert text in page
    assert "data-cell" not in page


def test_a_step_beyond_the_end_shows_the_last_one(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=999")
    last = finished.n_events
    assert f"Step 999 does not exist: the log has {last} events." in text
    assert current_steps(Page(text)) == [str(last)]


def test_unknown_and_withdrawn_games_are_404(client: Client, finished: Game) -> None:
    assert client.post(f"/games/{finished.public_id}/").status_code == 405
    assert client.head(f"/games/{finished.public_id}/").status_code == 200
    Game.objects.update(withdrawn_at="2026-11-28T00:00Z")
    withdrawn = client.get(f"/games/{finished.public_id}/")
    unknown = client.get("/games/finished0002/")
    assert withdrawn.status_code == unknown.status_code == 404
    assert withdrawn.content == unknown.content


def test_every_step_can_be_reached_by_links_alone(client: Client, finished: Game) -> None:
    for step in range(finished.n_events + 1):
        page = Page(get(client, finished, f"?step={step}&as=samurai"))
        targets = {a["data-go"]: a.get("href") for a in page.with_attribute("data-go")}
        last = finished.n_events
        assert targets["back"] == (f"?step={step - 1}&as=samurai#board" if step else None)
        assert targets["forward"] == (f"?step={step + 1}&as=samurai#board" if step < last else None)
        listed = [a["href"] for a in page.with_attribute("data-step")]
        assert listed == [f"?step={k}&as=samurai#board" for k in range(last + 1)]


def test_an_unfinished_game_hides_its_secrets(client: Client, unfinished: Game) -> None:
    text = get(client, unfinished)
    page = Page(text)
    assert [a["data-side"] for a in page.with_attribute("data-side")] == ["public", "samurai"]
    assert "hidden information stays hidden" in text
    assert f"/games/{unfinished.public_id}/log" not in text
    for view in ("omniscient", "goryo"):
        refused = get(client, unfinished, f"?as={view}", 403)
        assert "The game may still be in progress" in refused
        assert "data-cell" not in refused


def test_the_cited_rule_links_to_the_page_of_rules(client: Client, finished: Game) -> None:
    text = get(client, finished, "?step=99")
    address = re.search(r'class="result"[^<]*<a href="(/rules/goryo/#([0-9.]+))">rule \2</a>', text)
    assert address is not None
    page = Page(client.get(address[1]).content.decode())
    assert address[2] in [attrs["id"] for attrs in page.with_attribute("id")]
    before = get(client, finished)
    assert re.search(r'class="result"[^>]*></p>', before)
    assert "/rules/goryo/#" not in before[: before.index("replay-data")]


def test_title_and_header_have_no_result(client: Client, finished: Game) -> None:
    text = get(client, finished)
    assert "<title>Jane v John, Goryō 2024</title>" in text
    head = text[text.index('class="replay-head"') : text.index('id="board"')]
    for part in ("Jane", "John", "Goryō 2024", "20", "House palace"):
        assert part in head
    assert "a reconstruction, not the printed board" in head
    assert "simulated" not in head
    log = f"/games/{finished.public_id}/log"
    for address in (f"{log}.json", f"{log}.txt", "/rules/goryo/"):
        assert f'href="{address}"' in text


def test_simulated_games_and_wrong_claims_are_marked(client: Client, db: None) -> None:
    log = SPIRITS.replace('[Game "goryo"]', '[Game "goryo"]\n[X_simulated "true"]')
    warnings = [{"message": "The log claims that the Goryō won."}]
    game = stored(replay_of(log), "simulated001", warnings=warnings)
    text = get(client, game)
    assert "simulated: played by bots" in text
    assert "The log claims that the Goryō won." in text


def test_user_text_is_escaped(client: Client, db: None) -> None:
    nasty = "</script><script>alert(1)</script><b onclick=x>&amp;"
    log = first_chase(secret=nasty) + "resign goryo\n"
    log = log.replace('"Jane"', f'"{nasty}"').replace("a note of the chase", nasty)
    text = get(client, stored(replay_of(log), "nasty0000001"), "?step=5")
    assert "<script>alert" not in text
    assert "onclick=x>" not in text
    assert text.count("&lt;script&gt;alert(1)") >= 2


def test_no_inline_script_style_or_handler_and_few_queries(
    client: Client, finished: Game, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(3):
        page = Page(get(client, finished, "?step=9&as=samurai"))
    for tag, attrs in page.tags:
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        if tag == "script":
            assert attrs.get("src") or attrs.get("type") == "application/json"


@pytest.mark.parametrize("mode", ["", "partnership", "solo-expert"])
def test_page_styles_scripts_and_data_are_small(client: Client, finished: Game, mode: str) -> None:
    text = get(client, stored(game_of(mode), "gorintosize1") if mode else finished)
    total = len(gzip.compress(text.encode()))
    names = set(re.findall(r'(?:src|href)="/static/([^"]+)"', text))
    names = sorted(names)
    for name in names:  # grows
        found = finders.find(name)
        assert found, name
        content = Path(found).read_bytes()
        total += len(gzip.compress(content))
        imported = re.findall(rb'from "\./([^"]+)"', content) if name.endswith(".js") else ()
        names += sorted({f"replays/{module.decode()}" for module in imported} - set(names))
    assert len(names) > 15
    assert total <= LIMIT


def test_without_spoilers_length_and_later_moves_are_hidden(client: Client, finished: Game) -> None:
    game = finished
    page = get(client, game, "?step=4&as=samurai&spoilers=no")
    moves = page[page.index('<section class="moves"') :]
    shown = re.findall(r'<li><a\s+href="\?step=(\d+)', moves)
    hidden = re.findall(r'<li hidden="hidden"><a\s+href="\?step=(\d+)', moves)
    assert shown == [str(step) for step in range(5)]
    assert hidden == [str(step) for step in range(5, 13)]  # no more than a part is sent
    frames = json.loads(page.split('id="replay-data">')[1].split("</script>")[0])["frames"]
    assert [frame["step"] for frame in frames] == list(range(13))
    assert f'max="{game.n_events}"' not in page
    assert "data-more" in page
    end = get(client, game, "?step=12&as=samurai&spoilers=no")
    assert "data-more" not in end
    assert f'data-step="{game.n_events}"' in end
    assert 'data-spoilers="no"' in page
    assert "&amp;spoilers=no" in page
    far = get(client, game, "?step=999&spoilers=no")
    assert "Step 999 does not exist. Showing the last step." in far
