"""Gorinto's replay page as the server sends it."""

import re

import pytest
from django.test import Client

from games.registry import get_kind

from .gorinto_samples import MODES, changed, game_of
from .samples import stored


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.django_db
def test_every_tenth_step_of_every_mode_has_its_symbols(client: Client, mode: str) -> None:
    game = stored(game_of(mode), "gorintopage1")
    for step in (*range(0, game.n_events, 10), game.n_events):
        answer = client.get(f"/games/{game.public_id}/?step={step}")
        assert answer.status_code == 200
        text = answer.content.decode()
        drawn = set(re.findall(r'id="(sym-[^"]+)"', text))
        assert set(re.findall(r'href="#(sym-[^"]+)"', text)) <= drawn
        assert text.count('data-form="stack"') == 25
        assert text.count('data-form="space"') == 10


@pytest.mark.django_db
def test_open_games_do_not_offer_roles_as_views(client: Client) -> None:
    game = stored(game_of("3p-clockwise"), "gorintoview1")
    text = client.get(f"/games/{game.public_id}/").content.decode()
    assert re.findall(r'data-side="(\w+)"', text) == ["omniscient", "public"]
    text = client.get(f"/games/{game.public_id}/?as=p2").content.decode()
    assert re.findall(r'data-side="(\w+)"', text) == ["omniscient", "p2", "public"]
    assert client.get(f"/games/{game.public_id}/?as=p4").status_code == 400


@pytest.mark.django_db
def test_an_unfinished_game_is_shown_up_to_its_last_event(client: Client) -> None:
    game = stored(changed("2p-burrow", 9), "gorintopart1")
    text = client.get(f"/games/{game.public_id}/?step=9").content.decode()
    assert "stays hidden" not in text
    assert get_kind("gorinto").display.frames(changed("2p-burrow", 9), "public")[-1]["said"] in text
