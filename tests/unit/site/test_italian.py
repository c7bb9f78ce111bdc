"""Italian pages hold no English words, and differ from English ones in nothing but words."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from games.registry import KINDS
from replays.models import Game
from tests.support.marked import marked, unmarked
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = pytest.mark.django_db

ID = "finished0001"
NAMES = {
    *(kind.title for kind in KINDS.values()),
    *("Samurai", "House palace", "house-1", "Jane", "John", "fini"),
    *("CC0 1.0 Universal", "games.parquet", "facts.parquet"),
    *("boards.ndjson", "baselines.ndjson"),
    *("the first plan", "a note of the chase"),  # notes of the log
}
PAGES = (
    "",
    "games/",
    "games/?winner=nobody&x=1",
    "upload/",
    "stats/",
    "stats/goryo/",
    "stats/goryo/?edition=1999",
    "stats/goryo/ratings/",
    "stats/goryo/balance/",
    "stats/catalogue/",
    "stats/changes/",
    "data/",
    "names/",
    "players/",
    "rules/",
    "rules/goryo/",
    "rules/gorinto/",
    "rules/goryo/marks/",
    "log-format/",
    f"games/{ID}/?step=9&as=samurai&belief=uniform",
    f"games/{ID}/?step=900",
    f"games/{ID}/?as=nobody",
    f"games/{ID}/share/?step=3",
    f"games/{ID}/branch/?step=4",
    f"games/{ID}/notes/",
    f"games/{ID}/replay.html",
    f"embed/{ID}/",
    "nowhere/",
)


@pytest.fixture(scope="module")
def game(module_db: None) -> Game:
    game = stored(replay_of(SPIRITS), ID)
    call_command("sweep_games", verbosity=0)
    return game


@pytest.mark.parametrize("path", PAGES)
def test_an_italian_page_shows_nothing_that_was_not_marked(
    client: Client, game: Game, path: str
) -> None:
    with marked("it"):
        page = client.get(f"/it/{path}").content.decode()
    assert unmarked(page, NAMES) == []


def test_the_marks_find_what_was_forgotten() -> None:
    page = '<html lang="it"><h1 title="An act">⟦One⟧ two</h1><p>⟦a ⟦b⟧ c⟧ <code>x y</code></p>'
    assert unmarked(page, set()) == ["An act", "two"]


NUMBERS = re.compile(
    r" (?:d|x|y|x1|x2|y1|y2|cx|cy|r|dx|dy|width|height|points|transform|viewBox|fill-opacity|min"
    r'|max|datetime|data-(?:step|go|cell|max-mib))="([^"]*[0-9][^"]*)"'
)


@pytest.mark.parametrize("path", PAGES)
def test_coordinates_do_not_know_the_language(client: Client, game: Game, path: str) -> None:
    english, italian = (
        NUMBERS.findall(client.get(f"/{prefix}{path}").content.decode()) for prefix in ("", "it/")
    )
    assert italian == english


def test_figures_and_frames_have_numbers_that_programs_read(client: Client, game: Game) -> None:
    pages = [client.get(f"/{prefix}stats/goryo/").content.decode() for prefix in ("", "it/")]
    number_lists = re.compile(r'"(?:x|y|z|array|arrayminus)": (\[[^"]*?\])[,}]')
    figures = [number_lists.findall(page) for page in pages]
    assert figures[0] == figures[1] != []


def test_text_has_the_readers_decimal_mark(client: Client, game: Game) -> None:
    assert re.search(r"\b\d+\.\d %", client.get("/stats/goryo/").content.decode())
    page = client.get("/it/stats/goryo/").content.decode()
    shown = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)
    assert re.search(r"\b\d+,\d %", shown)
    assert not re.search(r"\b\d+\.\d %", shown)
