"""Circles and arrows in the text of notes, and those that are drawn before there is a note."""

import json

import pytest
from django.test import Client

from replays import services
from replays.models import AnnotationSet, Game
from replays.text.drawings import has_drawings, read_drawings, without_drawings
from replays.web import note_shapes
from replays.web.replay_drawing import drawing_of
from replays.web.share_drawing import shown
from tests.support.pages import page

from .branches import CHASE, store_game

SPACES = {"a", "1", "a1", "d4", "e5", "c3", "a10"}
CIRCLE = {"form": "circle", "cell": "d4", "colour": "green"}
ARROW = {"form": "arrow", "from": "d4", "to": "e5", "colour": "red"}


def test_commands_of_pgn_are_read() -> None:
    text = "why [%csl Gd4] not [%cal Rd4e5,Ba10c3]?"
    blue = {"form": "arrow", "from": "a10", "to": "c3", "colour": "blue"}
    assert read_drawings(text, SPACES) == [CIRCLE, ARROW, blue]
    assert without_drawings(text) == "why not ?"
    assert read_drawings("[%csl Ya1 Ga][%cal Ga1]", SPACES) == [
        {"form": "circle", "cell": "a1", "colour": "yellow"},
        {"form": "circle", "cell": "a", "colour": "green"},
        {"form": "arrow", "from": "a", "to": "1", "colour": "green"},
    ]


OFF_THE_BOARD = ["[%csl Xd4]", "[%csl Gz9]", "[%cal Gd4z9]", "[%csl ]", "[%cal G]"]


@pytest.mark.parametrize("text", OFF_THE_BOARD)
def test_what_is_not_on_the_board_is_not_drawn(text: str) -> None:
    assert read_drawings(text, SPACES) == []
    assert without_drawings(text) == ""


@pytest.mark.parametrize("text", ["", "[%clk 1:00]", "[csl Gd4]", "a [% b", "two  spaces"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert not has_drawings(text)
    assert read_drawings(text, SPACES) == []
    if "[%" not in text:
        assert without_drawings(text) == text


def noted(text: str) -> Game:
    events = [dict(event) for event in CHASE["events"]]
    events[3]["note"] = text
    return store_game({**CHASE, "events": events})


@pytest.mark.django_db
def test_the_notes_of_a_log_are_drawn_at_their_step() -> None:
    game = noted("under watch [%csl Rb3][%cal Gb3c3]")
    text = page(Client(), f"/games/{game.public_id}/?step=4")
    drawn = text[text.index("data-log-shapes") : text.index("data-shapes=")]
    assert [drawn.count(f"shape-{colour}") for colour in ("red", "green")] == [1, 1]
    assert "[%" not in text
    assert "under watch" in text
    later = page(Client(), f"/games/{game.public_id}/?step=5")
    assert "shape shape" not in later[later.index("data-log-shapes") : later.index("data-shapes=")]
    hidden = page(Client(), f"/games/{game.public_id}/?step=4&as=samurai")
    assert "shape shape" not in hidden
    assert '"shapes"' not in hidden
    board = shown(drawing_of(game, "omniscient"), 4).board
    assert "shape-red" in board


@pytest.mark.django_db
def test_the_text_of_a_note_becomes_shapes(game: Game) -> None:
    notes, _ = services.begin_notes(game, "public")
    services.put_note(notes, 3, text="look [%csl Gd4]", shapes=[ARROW])
    (note,) = notes.notes.all()
    assert (note.text, note.shapes) == ("look", [ARROW, CIRCLE])


@pytest.mark.django_db
def test_stored_text_is_shown_without_its_commands(game: Game) -> None:
    """Notes that came with another log of the game are stored as written."""
    notes, _ = services.begin_notes(game, "public")
    notes.notes.create(step=3, text="look [%csl Gd4]")
    (row,) = note_shapes.rows(drawing_of(game, "public").scene, notes)
    assert (row["text"], row["shapes"]) == ("look", "d4:green")
    assert len(row["paths"]) == 1


@pytest.mark.django_db
def test_what_was_drawn_is_kept_in_a_new_note(game: Game) -> None:
    path = f"/games/{game.public_id}/notes/"
    form = page(Client(), f"{path}?step=3&as=samurai&shapes=d4%3Agreen+d4%3Ee5%3Ared")
    assert 'name="shapes" value="d4:green d4&gt;e5:red"' in form
    sent = {"step": "3", "as": "samurai", "shapes": "d4:green d4>e5:red"}
    answer = Client().post(path, sent)
    notes = AnnotationSet.objects.get()
    assert answer["Location"] == f"/notes/{notes.public_id}/?step=3&as=samurai#board"
    assert [(note.step, note.shapes) for note in notes.notes.all()] == [(3, [CIRCLE, ARROW])]
    assert Client().post(path, {**sent, "shapes": "z9:green"}).status_code == 422
    assert AnnotationSet.objects.count() == 1
    data = json.loads(page(Client(), answer["Location"]).split('id="notes-data">')[1].split("<")[0])
    assert data["notes"][0]["shapes"] == "d4:green d4>e5:red"
