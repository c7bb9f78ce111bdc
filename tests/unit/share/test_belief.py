"""What could be known, on what is shared."""

import pytest
from django.test import Client

from replays.models import Game
from tests.unit.replay_page.gorinto_samples import MODES, game_of
from tests.unit.replay_page.samples import stored

from .test_pictures import svg, texts
from .test_player import board, embed

ASKED = "as=samurai&belief=uniform"


def test_a_picture_shows_chances_and_names_their_prior(client: Client, finished: Game) -> None:
    read = " ".join(texts(svg(client, finished, 5, ASKED)))
    assert "Shading: " in read
    assert "equally likely" in read
    assert "Possible plans and bound types" in read
    assert " 100 " in read  # where the plan began, every plan was
    plain = " ".join(texts(svg(client, finished, 5, "as=samurai")))
    assert "Shading" not in plain
    assert "Possible plans" not in plain


def test_an_embed_draws_it_as_the_page_does(client: Client, finished: Game) -> None:
    page = client.get(f"/games/{finished.public_id}/?step=5&{ASKED}").content.decode()
    framed = embed(client, finished, f"step=5&{ASKED}")
    assert board(framed) == board(page)
    assert "data-shade" in board(framed)
    assert "Shading: " in framed
    file = client.get(f"/games/{finished.public_id}/replay.html?{ASKED}").content.decode()
    assert "data-shade" in board(file)


@pytest.mark.parametrize("name", ["step-5.svg", "replay.gif", "replay.html"])
def test_an_unknown_prior_is_refused(client: Client, finished: Game, name: str) -> None:
    answer = client.get(f"/games/{finished.public_id}/{name}?belief=magic")
    assert answer.status_code == 400
    assert "“belief” must be one of: uniform, fitted." in answer.content.decode()


@pytest.mark.django_db
def test_where_nothing_is_hidden_there_is_no_belief(client: Client) -> None:
    game = stored(game_of(MODES[0]), "gorinto00001")
    answer = client.get(f"/games/{game.public_id}/step-5.svg?belief=uniform")
    assert answer.status_code == 400
    assert "“belief” is not a setting of this game." in answer.content.decode()
