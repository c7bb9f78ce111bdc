"""Pictures, clips and embeds of Gorinto have its stacks, heights, tables and lines."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from replays.models import Game
from tests.unit.replay_page.gorinto_samples import MODES, game_of
from tests.unit.replay_page.samples import stored

from .pages import board, embed, game_page, get, image, svg, texts


def played(mode: str) -> Game:
    """A stored game in a mode."""
    return stored(game_of(mode), f"g{MODES.index(mode):011}")


@pytest.mark.django_db
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_has_pictures_and_embeds(client: Client, mode: str) -> None:
    game = played(mode)
    for step in (game.n_events // 2, game.n_events):
        picture = svg(client, game, step)
        assert "var(" not in picture
        read = texts(picture)
        assert any(text.startswith(f"Step {step} ·") for text in read)
        page = game_page(client, game, f"step={step}")
        assert board(embed(client, game, f"step={step}")) == board(page)


@pytest.mark.django_db
def test_a_picture_shows_tiles_heights_and_the_table(client: Client) -> None:
    game = played(MODES[0])
    picture = svg(client, game, game.n_events // 2)
    for colour in ("#3b2f52", "#d5e8dc", "#b83a1b", "#1f5fa3", "#e6bb58"):
        assert colour in picture
    read = texts(picture)
    assert {"ELEMENTS", "void", "wind", "fire", "water", "earth", "Turn order"} <= set(read)
    rects = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}rect")
    assert sum(rect.attrib.get("height") == "66" for rect in rects) > 10  # slabs of stacks


@pytest.mark.django_db
def test_clip_and_file_are_created(client: Client) -> None:
    game = played(MODES[0])
    assert image(get(client, game, "replay.gif?from=3&to=5").content).n_frames == 3
    assert 'modules["spaces.js"]' in get(client, game, "replay.html").content.decode()
