"""Only the address chooses the language; numbers on Italian pages."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from goryo_site.i18n.catalogue_files import CatalogueFile, catalogue_files, compile_stale
from replays.models import Game
from tests.support.marked import unmarked
from tests.support.pages import get, missing, page
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = pytest.mark.django_db

ITALIAN = {"Accept-Language": "it"}
BEFORE_NUMBER = re.compile(
    r"\b(?:il|un|al|del|dal|nel|sul) (?:\{|%\()(?!when|day|date|made|removed|each)\w+",
    re.IGNORECASE,
)
"""An article that is wrong before 8, 11 or 80. Dates have four digits first; `each` is over 90."""


def test_pages_have_an_italian_address(client: Client) -> None:
    answer = get(client, "/it/games/?simulated=yes")
    assert answer["Content-Language"] == "it"
    parts = (
        '<html lang="it">',
        'href="/it/upload/"',
        '<a class="lang" href="/games/?simulated=yes" lang="en" hreflang="en"',
        '<link rel="alternate" hreflang="it" href="http://testserver/it/games/?simul',
    )
    assert missing(answer.content.decode(), *parts) == []


def test_cookies_and_headers_do_not_choose_the_language(client: Client) -> None:
    client.cookies["django_language"] = "it"
    answer = get(client, "/games/", headers=ITALIAN)
    assert answer["Content-Language"] == "en"
    assert "Accept-Language" not in answer.get("Vary", "")
    parts = ('<html lang="en">', 'href="/it/games/" lang="it" hreflang="it"')
    assert missing(answer.content.decode(), *parts) == []


def test_english_has_one_address(client: Client) -> None:
    for path in ("/en/games/", "/it/api/v1/games/"):
        get(client, path, 404)
    for path in ("/api/v1/games/", "/healthz/web"):
        assert client.get(path, headers=ITALIAN)["Content-Language"] == "en"


def test_errors_have_the_language_of_the_address(client: Client) -> None:
    assert missing(page(client, "/it/nowhere/", 404), '<html lang="it">', 'href="/it/games/"') == []
    assert '<html lang="en">' in page(client, "/games/")


def test_italian_articles_fit_every_number() -> None:
    texts = [book.path.read_text() for book in catalogue_files(settings.BASE_DIR)]
    assert BEFORE_NUMBER.search("vince il {value}")
    assert [wrong for text in texts for wrong in BEFORE_NUMBER.findall(text)] == []


def copied(to: Path) -> list[CatalogueFile]:
    for book in catalogue_files(settings.BASE_DIR):
        copy = to / book.path.relative_to(settings.BASE_DIR)
        copy.parent.mkdir(parents=True)
        copy.write_bytes(book.path.read_bytes())
    return catalogue_files(to)


def test_catalogues_are_compiled_once_and_again_when_they_change(tmp_path: Path) -> None:
    made = copied(tmp_path)
    assert compile_stale(tmp_path) == [book.compiled for book in made]
    assert compile_stale(tmp_path) == []
    path = made[0].path
    path.write_text(path.read_text("utf-8") + '\nmsgid "a"\nmsgstr "b"\n', "utf-8")
    assert compile_stale(tmp_path) == [made[0].compiled]
    assert [each.name for each in path.parent.iterdir() if each.suffix == ".tmp"] == []


# -- Italian text and numbers (that all text is translated: `tests/faults/test_walk.py`)


@pytest.fixture(scope="module")
def game(module_db: None) -> Game:
    game = stored(replay_of(SPIRITS), "finished0001")
    call_command("sweep_games", verbosity=0)
    return game


def test_unmarked_texts_are_found() -> None:
    text = '<html lang="it"><h1 title="An act">⟦One⟧ two</h1><p>⟦a ⟦b⟧ c⟧ <code>x y</code></p>'
    assert unmarked(text, set()) == ["An act", "two"]


def test_figures_and_frames_have_numbers_that_programs_read(client: Client, game: Game) -> None:
    pages = [page(client, f"/{prefix}stats/goryo/wins-gong/") for prefix in ("", "it/")]
    positions = re.compile(r' (?:x|x1|x2|cx|y|y1|y2|cy)="([^"]+)"')
    figures = [positions.findall(text) for text in pages]
    assert all(re.fullmatch(r"-?\d+(\.\d+)?%?", number) for number in figures[0])
    assert figures[0] == figures[1] != []


def test_text_has_the_readers_decimal_mark(client: Client, game: Game) -> None:
    assert re.search(r"\b\d+\.\d %", page(client, "/stats/goryo/"))
    text = page(client, "/it/stats/goryo/")
    shown = re.sub(r"<script.*?</script>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert re.search(r"\b\d+,\d %", shown)
    assert not re.search(r"\b\d+\.\d %", shown)
