"""A player's page: form, favourite role, rating over time, best games, card; few games."""

import re

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.web.player_profile import rating_chart
from replays.models import Game
from tests.support.pages import get, missing, page, present
from tests.unit.share.pages import image

from .conftest import count_logs
from .logs import game
from .test_players import address

WINS = "ggsgsggsgsgg"
"""Who wins each game: the Goryō, always Ann, or the Samurai, always Ben."""


@pytest.fixture
def played() -> None:
    sides = {"g": "goryo", "s": "samurai"}
    count_logs(
        game(n, "Ann", "Ben", sides[won], f"2026-{1 + n // 2:02}-01") for n, won in enumerate(WINS)
    )
    stats_services.fit_results()


def test_the_form_is_that_of_the_last_ten_games(played: None, client: Client) -> None:
    """By date; of one day, those come last that lists of games begin with: the first of an
    upload.
    """
    context = get(client, address("Ann")).context
    by_date = [WINS[number] for month in range(6) for number in (2 * month + 1, 2 * month)]
    last = by_date[-10:]
    right = [{"g": "won", "s": "lost"}[won] for won in last]
    assert context["results"] == right
    api = client.get(f"/api/v1{address('Ann')}").json()
    assert api["form"] == right
    text = page(client, address("Ben"))
    assert text.count('<i class="w"') == last.count("s")


def test_the_page_shows_what_is_known(played: None, client: Client) -> None:
    answer = get(client, address("Ann"))
    context, text = answer.context, answer.content.decode()
    assert context["favourite"]["text"] == "Goryō, in all 12 games"
    assert [bar["n"] for bar in context["favourite"]["bars"]] == [12]
    assert context["chart"]["n"] == 12
    assert context["chart"]["conclusion"].startswith("Not clearly different")
    assert missing(text, "Rating over time", "Favourite role", "Best games", "/card.png") == []
    assert "Tables with few games" not in text
    assert len({best["row"].game.pk for best in context["best"]}) == len(context["best"])
    assert all(best["row"].result == "won" for best in context["best"])


def test_few_games_have_no_rates_and_hide_their_tables(client: Client) -> None:
    count_logs(game(n, "Ann", "Ben", "goryo") for n in range(9))
    answer = get(client, address("Ann"))
    assert answer.context["chart"] is None
    text = answer.content.decode()
    assert present(text, "Win rate</dt>", "Favourite role") == []
    tables = text[text.index('<details class="thin">') : text.index("</footer>")]
    assert missing(tables, 'id="against"', 'id="ratings"', 'id="record-goryo"') == []
    assert answer.context["card"].big == "9 games"


def test_link_previews_have_the_card(played: None, client: Client) -> None:
    text = page(client, address("Ann"))
    (url,) = re.findall(r'property="og:image" content="([^"]+)"', text)
    answer = get(client, url.removeprefix("http://testserver"))
    assert answer["Content-Type"] == "image/png"
    assert image(answer.content).size == (1200, 630)
    again = client.get(address("Ann", "card.png"), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert client.get("/players/aaaaaaaaaaaaaaaa/card.png").status_code == 404


def test_cards_are_limited(played: None, client: Client, rates) -> None:
    rates(pictures="1/min")
    answers = [client.get(address(name, "card.png")) for name in ("Ann", "Ben")]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert int(answers[1]["Retry-After"]) > 0


def test_the_card_states_rate_and_interval(played: None, client: Client) -> None:
    card = get(client, address("Ann")).context["card"]
    assert (card.line, card.big) == ("Goryō · 8 of 12 games won", "66.7 %")
    assert card.small == "39.1–86.2 %"
    assert not card.is_bot


def test_a_bot_is_labelled_on_its_card(client: Client) -> None:
    count_logs({**game(n, "Bot Kuro", "Bot Shiro", "goryo"), "x_simulated": True} for n in range(3))
    context = get(client, address("Bot Kuro", "?simulated=yes")).context
    assert context["card"].is_bot
    assert Game.objects.filter(is_simulated=True).count() == 3


def test_a_player_without_ratings_has_no_chart() -> None:
    assert rating_chart([]) is None
