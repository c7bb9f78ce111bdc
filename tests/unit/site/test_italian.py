"""Numbers on Italian pages. That all text is translated: `tests/faults/test_walk.py`."""

import re

import pytest
from django.core.management import call_command
from django.test import Client

from replays.models import Game
from tests.support.marked import unmarked
from tests.unit.replay_page.samples import SPIRITS, replay_of, stored

pytestmark = pytest.mark.django_db

ID = "finished0001"


@pytest.fixture(scope="module")
def game(module_db: None) -> Game:
    game = stored(replay_of(SPIRITS), ID)
    call_command("sweep_games", verbosity=0)
    return game


def test_unmarked_texts_are_found() -> None:
    page = '<html lang="it"><h1 title="An act">⟦One⟧ two</h1><p>⟦a ⟦b⟧ c⟧ <code>x y</code></p>'
    assert unmarked(page, set()) == ["An act", "two"]


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
