"""Games of one match know each other: on their pages and in the list, and only they."""

import re
from typing import Any

import pytest
from django.test import Client

from games.registry import read_replay
from replays import services as replay_services
from replays.models import Game
from replays.text.masks import without_names
from tests.support.pages import page

from .branches import store_game
from .kyoto_twins import TWINS, ended

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def game_of(number: int, name: str = "Jane's final", *, swap: bool = False, **more: Any) -> Game:
    """A finished game of a match; `swap`: the players have changed sides."""
    roles = ("government", "oniwaban") if swap else ("oniwaban", "government")
    people = more.pop("people", ("Jane", "John"))
    players = [{"role": r, "name": n} for r, n in zip(roles, people, strict=True)]
    setup = {"match": {"id": name, "game": number}}
    return store_game({**ended(TWINS[0]), "players": players, "setup": setup, **more})


def text_of(client: Client, address: str) -> str:
    """All that a page says of matches. It leads to games of the same play elsewhere too."""
    notes = re.findall('<span class="muted" data-match.*?</span>', page(client, address), re.DOTALL)
    return "".join(notes)


def links(client: Client, address: str, game: Game) -> bool:
    """Whether a page leads to a game of the same match."""
    return f'href="/games/{game.public_id}/' in text_of(client, address)


def test_games_of_a_match_link_to_each_other(client: Client) -> None:
    first, second = game_of(1), game_of(2, swap=True)
    others = [game_of(1, "another"), game_of(1, people=("Jane", "Ann"))]
    others += [game_of(3, x_simulated=True), store_game(ended(TWINS[1]))]
    path = f"/games/{first.public_id}/"
    assert links(client, path, second)
    assert not any(links(client, path, other) for other in others)
    assert "game 1 of a match" in text_of(client, path)
    assert "partita 2 di un incontro" in text_of(client, f"/it/games/{second.public_id}/")
    assert all(links(client, "/games/?kind=kyoto", game) for game in (first, second))


JANE, NO_NAME = {"role": "oniwaban", "name": "Jane"}, {"role": "government", "name": None}


@pytest.mark.parametrize("players", [[], [JANE], [JANE, NO_NAME]])
def test_without_all_names_there_is_no_match(players: list[dict[str, Any]]) -> None:
    match = {"match": {"id": "a final", "game": 1}}
    game = store_game({**ended(TWINS[0]), "players": players, "setup": match})
    assert (game.match_key, game.match_game) == ("", None)


def test_without_spoilers_later_games_are_not_shown(client: Client) -> None:
    first, third = game_of(1), game_of(3)
    for one, other, seen in ((first, third, False), (third, first, True)):
        assert links(client, f"/games/{one.public_id}/?spoilers=no", other) == seen
        assert links(client, f"/games/{one.public_id}/", other)
    assert links(client, "/games/?kind=kyoto&spoilers=no", first)
    assert not links(client, "/games/?kind=kyoto&spoilers=no", third)


def test_a_withdrawn_game_is_not_linked(client: Client) -> None:
    first, second = game_of(1), game_of(2)
    replay_services.withdraw_games([second.pk])
    assert not links(client, f"/games/{first.public_id}/", second)


def test_a_hidden_name_is_not_in_the_name_of_the_match() -> None:
    log = without_names(game_of(1).canonical, [0])
    assert "Jane" not in log
    assert read_replay(log).record.header["setup"]["match"] == {"id": "a player's final", "game": 1}
