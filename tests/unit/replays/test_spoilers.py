"""A list of games for who wants to know no result, and what its links lead to."""

import re

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import Game, UploadSource

from .logs import text_log

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def game() -> Game:
    """A game that the Samurai resigned."""
    replay_services.submit(text_log(), source=UploadSource.API)
    return Game.objects.get()


def listed(client: Client, query: str) -> str:
    """The list, without the form above it."""
    text = client.get(f"/games/{query}").content.decode()
    return text[text.index("</form>") :]


def test_the_list_tells_results_and_lengths_only_to_who_wants_them(
    client: Client, game: Game
) -> None:
    told = listed(client, "")
    assert "Resignation" in told
    assert f"<div>{game.n_events}</div>" in told
    untold = listed(client, "?spoilers=no")
    assert "Jane" in untold
    assert not re.search(r"[Rr]esign|Result|Events|win", untold)
    assert f"<div>{game.n_events}</div>" not in untold


def test_who_wants_no_results_is_not_offered_to_choose_by_them(client: Client) -> None:
    page = client.get("/games/?spoilers=no").content.decode()
    assert 'name="winner"' not in page
    assert 'name="reason"' not in page
    assert '<input type="hidden" name="spoilers" value="no">' in page


def test_links_keep_it(client: Client, game: Game) -> None:
    page = client.get("/games/?spoilers=no&player=Jane").content.decode()
    assert f'href="/games/{game.public_id}/?spoilers=no"' in page
    assert 'href="?player=Jane&amp;spoilers=no&amp;simulated=yes"' in page
    assert '<a href="/games/?spoilers=no">Clear</a>' in page
    assert re.search(r'<a href="\?player=Jane">Show results</a>', page)
    with_results = client.get("/games/?player=Jane&winner=goryo").content.decode()
    assert '<a href="?player=Jane&amp;spoilers=no">Hide results</a>' in with_results


@pytest.mark.parametrize("query", ["spoilers=maybe", "spoilers=", "spoilers=no&winner=goryo"])
def test_what_says_nothing_is_a_400(client: Client, query: str) -> None:
    assert client.get(f"/games/?{query}").status_code == 400


def test_the_default_is_no_part_of_an_address(client: Client) -> None:
    answer = client.get("/games/?spoilers=yes")
    assert (answer.status_code, answer["Location"]) == (302, "/games/")
