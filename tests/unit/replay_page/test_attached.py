"""Variations and notes on the page of their game and in embeds: listed ones, of open views."""

import random

import pytest
from django.test import Client

from games.registry import simulate
from replays import services
from replays.models import AnnotationSet, Branch, Game
from tests.support.pages import page

from .samples import first_chase, replay_of, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    """A finished game."""
    replay = replay_of(simulate("goryo", "2024", "1", random.Random(1)).canonical())
    return stored(replay, "attached0001")


def variation(game: Game, name: str, *, is_listed: bool) -> Branch:
    """A variation with two moves after step 3."""
    branch, _ = services.begin_branch(game, 3, "samurai", name=name)
    for _ in range(2):
        branch = services.append_event(branch, "chance")
    services.set_listed(branch, is_listed=is_listed)
    return branch


def notes_on(game: Game, view: str, title: str, *, is_listed: bool = True) -> AnnotationSet:
    """A set with one note."""
    notes, _ = services.begin_notes(game, view, title=title)
    services.put_note(notes, 2, text=f"Text of {title}")
    notes.refresh_from_db()
    services.set_listed(notes, is_listed=is_listed)
    return notes


def test_a_listed_variation_stands_after_the_move_it_replaces(client: Client, game: Game) -> None:
    branch = variation(game, "Another way", is_listed=True)
    variation(game, "HIDDENNAME", is_listed=False)
    text = page(client, f"/games/{game.public_id}/?as=public")
    assert "HIDDENNAME" not in text
    fourth = text[text.index('data-step="4"') : text.index('data-step="5"')]
    assert f'<a href="{branch.get_absolute_url()}?as=public">Variation: Another way</a>' in fourth
    assert f"{branch.get_absolute_url()}?as=public&amp;step=5#board" in fourth
    assert "Another way" in text[text.index('id="this-game"') :]
    assert "Another way" not in page(client, f"/games/{game.public_id}/?as=public&spoilers=no")


def test_the_page_lists_notes_of_open_views_if_they_are_listed(client: Client, game: Game) -> None:
    notes_on(game, "samurai", "Seen")
    notes_on(game, "public", "HIDDENTITLE", is_listed=False)
    text = page(client, f"/games/{game.public_id}/")
    assert "Seen" in text
    assert "HIDDENTITLE" not in text
    assert "Text of" not in text
    unfinished = stored(replay_of(first_chase()), "attached0002")
    AnnotationSet.objects.update(game=unfinished, view="goryo", is_listed=True)
    assert "HIDDENTITLE" not in page(client, f"/games/{unfinished.public_id}/")


@pytest.mark.parametrize("kind", ["branch", "notes"])
def test_forms_choose_what_is_listed(client: Client, game: Game, kind: str) -> None:
    model = Branch if kind == "branch" else AnnotationSet
    for listed in ("", "yes"):
        form = {"step": 3, "as": "samurai", **({"listed": listed} if listed else {})}
        url = client.post(f"/games/{game.public_id}/{kind}/", form)["Location"].split("?")[0]
        row = model.objects.first()
        assert row is not None
        assert row.is_listed is bool(listed)
        client.post(url.split("#")[0], {"action": "name", "step": 3, "name": "x", "title": "x"})
        row.refresh_from_db()
        assert row.is_listed is False


def test_a_variation_is_played_in_an_embed(client: Client, game: Game) -> None:
    branch = variation(game, "Another way", is_listed=False)
    text = page(
        client, f"/embed/{game.public_id}/?branch={branch.public_id}&as=public&spoilers=yes"
    )
    assert "Step <span data-now>3</span> / 5" in text
    assert f"{branch.get_absolute_url()}?step=3&amp;as=public" in text
    other = stored(replay_of(first_chase() + "abandon\n"), "attached0002")
    for url in (f"{other.public_id}/?branch={branch.public_id}", f"{game.public_id}/?branch=x"):
        page(client, f"/embed/{url}", 404)


def test_notes_are_read_in_an_embed(client: Client, game: Game) -> None:
    notes = notes_on(game, "public", "Mine")
    query = f"/embed/{game.public_id}/?as=public&notes={notes.public_id}"
    assert "Text of Mine" in page(client, f"{query}&step=2")
    shown = page(client, f"{query}&step=1")
    assert '<p class="note-text" data-note-text></p>' in shown


def after_step(text: str, step: int) -> str:
    """Return the part of the list of moves that begins with a step."""
    return text[text.index(f'data-step="{step}"') :].partition("</li>")[0]


def test_the_moves_of_a_variation_contain_the_main_line(client: Client, game: Game) -> None:
    branch = variation(game, "First", is_listed=True)
    text = page(client, f"{branch.get_absolute_url()}?as=samurai")
    fourth = after_step(text, 4)
    assert f'<a href="{game.get_absolute_url()}?as=samurai">Main line</a>' in fourth
    assert f"{game.get_absolute_url()}?as=samurai&amp;step=4#board" in fourth
    assert "not counted" not in fourth
    own = services.begin_branch(game, 5, "samurai", parent=branch)[0]
    own = services.append_event(own, "chance")
    services.set_listed(own, is_listed=True)
    text = page(client, f"{own.get_absolute_url()}?as=samurai")
    assert "Main line" in after_step(text, 4)
    assert "Variation: First" not in text  # it has no moves after step 5
    text = page(client, f"{branch.get_absolute_url()}?as=samurai")
    assert f"{own.get_absolute_url()}?as=samurai&amp;step=6#board" in after_step(text, 5)


def test_the_main_line_shows_no_answers(client: Client, game: Game) -> None:
    """Who tries moves as the Samurai must ask to learn the answers."""
    answers = [
        step.entry.plain["type"]
        for step in replay_of(game.canonical).steps
        if "answer" in step.entry.plain
    ]
    assert answers
    branch = variation(game, "", is_listed=False)
    fourth = after_step(page(client, f"{branch.get_absolute_url()}?as=samurai"), 4)
    line = fourth[fourth.index("Main line") :]
    assert "sniff e4" in line
    assert "yes" not in line
    assert "no" not in line.replace("not counted", "")
