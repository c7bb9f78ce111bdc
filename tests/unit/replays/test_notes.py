"""Notes on games: permissions, limits, and escaped text."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from replays import services as replay_services
from replays.models import Annotation, AnnotationSet, Game
from replays.models.notes import SHAPES_MAX, TEXT_MAX
from replays.web import note_shapes
from replays.web.replay_data import json_in_html
from tests.support.pages import get, missing, page, present

from .branches import CHASE, Api, outcome, store_game
from .logs import json_log

pytestmark = pytest.mark.django_db

CIRCLE = {"form": "circle", "cell": "c3", "colour": "red"}
ARROW = {"form": "arrow", "from": "b4", "to": "c3", "colour": "green"}
VIEWS = ("omniscient", "goryo", "samurai", "public")
UNFINISHED = json_log(events=CHASE["events"][:5])


def begun(api: Api, game: Game, **body: Any) -> dict[str, Any]:
    return api.create(f"games/{game.public_id}/notes/", body)


def test_notes_are_created_read_changed_and_deleted(api: Api) -> None:
    notes = begun(api, store_game(), title=" My\u200b  notes ", author="Ann")
    assert (notes["title"], notes["author"], notes["view"]) == ("My notes", "Ann", "omniscient")
    note = {"text": "Why here?\r\nOdd.", "glyph": "?!", "shapes": [CIRCLE, ARROW]}
    put = api.send("PUT", f"notes/{notes['id']}/4/", note)
    assert put.json() == {**note, "step": 4, "text": "Why here?\nOdd."}
    api.send("PUT", f"notes/{notes['id']}/0/", {"glyph": "!"})
    whole = Client().get(f"/api/v1/notes/{notes['id']}/").json()
    assert "edit_key" not in whole
    assert [(n["step"], n["glyph"]) for n in whole["notes"]] == [(0, "!"), (4, "?!")]
    assert api.send("PUT", f"notes/{notes['id']}/4/", {"text": "  "}).status_code == 204
    for method, step, status in (("GET", 4, 404), ("DELETE", 4, 404), ("DELETE", 0, 204)):
        assert api.send(method, f"notes/{notes['id']}/{step}/").status_code == status
    renamed = api.send("PATCH", f"notes/{notes['id']}/", {"title": "Other"}).json()
    assert (renamed["title"], renamed["author"]) == ("Other", "Ann")
    assert api.send("DELETE", f"notes/{notes['id']}/").status_code == 204
    assert not AnnotationSet.objects.exists()


@pytest.mark.parametrize(
    ("step", "note", "status", "code"),
    [
        (8, {"text": "x"}, 422, "no_such_step"),
        (3, {"text": "x" * (TEXT_MAX + 1)}, 422, "too_long"),
        (3, {"glyph": "!!!"}, 422, "no_glyph"),
        (3, {"shapes": [CIRCLE] * (SHAPES_MAX + 1)}, 422, "too_many"),
        (3, {"shapes": [{**CIRCLE, "cell": "z9"}]}, 422, "no_cell"),
        (3, {"shapes": [{**CIRCLE, "cell": ["c3"]}]}, 422, "no_cell"),
        (3, {"shapes": [{**CIRCLE, "colour": "#fff"}]}, 422, "no_colour"),
        (3, {"shapes": [{**CIRCLE, "d": "M0"}]}, 422, "no_shape"),
        (3, {"shapes": [{**CIRCLE, "form": "script"}]}, 422, "no_shape"),
        (3, {"shapes": [{**CIRCLE, "form": []}]}, 422, "no_shape"),
        (3, {"shapes": ["c3"]}, 422, "no_shape"),
        (3, {"shapes": {}}, 400, "wrong_type"),
        (3, {"text": 1}, 400, "wrong_type"),
        (3, {"html": "x"}, 400, "unknown_field"),
    ],
)
def test_invalid_notes_are_refused(api: Api, step: int, note: Any, status: int, code: str) -> None:
    notes = begun(api, store_game())
    assert outcome(api.send("PUT", f"notes/{notes['id']}/{step}/", note)) == (status, code)
    assert not Annotation.objects.exists()


def test_only_the_edit_key_changes_notes(api: Api, game: Game) -> None:
    notes, other = begun(api, game), begun(api, game)
    api.send("PUT", f"notes/{notes['id']}/3/", {"text": "mine"})
    path = f"notes/{notes['id']}/"
    for key in ("", "x", other["edit_key"]):
        for part, method in (("", "PATCH"), ("", "DELETE"), ("3/", "PUT"), ("3/", "DELETE")):
            body = {"PATCH": {"title": "x"}, "PUT": {"text": "x"}}.get(method)
            assert outcome(api.send(method, path + part, body, key=key)) == (403, "edit_key_needed")
    assert Annotation.objects.get().text == "mine"


def test_notes_on_an_unfinished_game_are_for_its_public_view(api: Api) -> None:
    game = store_game(UNFINISHED)
    for view in ("omniscient", "goryo"):
        assert api.send("POST", f"games/{game.public_id}/notes/", {"as": view}).status_code == 403
    notes = begun(api, game)
    assert notes["view"] == "public"
    # were it of another view, whoever has the link would learn what its author saw
    AnnotationSet.objects.update(view="omniscient")
    for path in (f"/api/v1/notes/{notes['id']}/", f"/api/v1/notes/{notes['id']}/3/"):
        get(Client(), path, 403)
    get(Client(), f"/notes/{notes['id']}/", 404)


def test_notes_are_shown_in_their_view(api: Api, game: Game) -> None:
    for own, shown in (("goryo", ["goryo"]), ("public", list(VIEWS))):
        notes = begun(api, game, **{"as": own})
        api.send("PUT", f"notes/{notes['id']}/3/", {"text": "target is c-three"})
        pages = {v: Client().get(f"/notes/{notes['id']}/?step=3&as={v}").content for v in VIEWS}
        assert [v for v, content in pages.items() if b"target is c-three" in content] == shown


def test_limits_and_sweeping(api: Api, rates: Any, game: Game) -> None:
    rates(new="2/day")
    empty, written = begun(api, game), begun(api, game)
    assert api.send("POST", f"games/{game.public_id}/notes/", {}).status_code == 429
    api.send("PUT", f"notes/{written['id']}/3/", {"glyph": "!"})
    AnnotationSet.objects.update(touched_at=timezone.now() - timedelta(days=2))
    assert replay_services.sweep_notes() == 1
    assert AnnotationSet.objects.get().public_id == written["id"] != empty["id"]
    for body in ({"title": "t" * 101}, {"author": "a" * 81}):
        answer = api.send("PATCH", f"notes/{written['id']}/", body)
        assert answer.json()["error"]["code"] == "too_long"


def test_notes_of_a_withdrawn_game_are_not_found(api: Api, game: Game) -> None:
    notes = begun(api, game)
    replay_services.withdraw_games([game.pk])
    for path in (f"/api/v1/notes/{notes['id']}/", f"/notes/{notes['id']}/"):
        get(Client(), path, 404)
    replay_services.delete_games([game.pk])
    assert not AnnotationSet.objects.exists()


# ----------------------------------------------------------------------------------- the page


def on_page(client: Client, game: Game, **more: str) -> AnnotationSet:
    answer = client.post(f"/games/{game.public_id}/notes/", {"as": "samurai", "step": "4", **more})
    notes = AnnotationSet.objects.latest("id")
    assert answer["Location"] == f"/notes/{notes.public_id}/?step=4&as=samurai#board"
    return notes


def test_the_author_writes_on_the_page_and_others_read(client: Client, game: Game) -> None:
    notes = on_page(client, game, title="A title", author="Ann")
    form = {"step": "4", "text": "look", "glyph": "!?", "shapes": "c3:red b4>c3"}
    path, reader = notes.get_absolute_url(), Client()
    assert client.post(path, form).status_code == 302
    text = page(reader, f"{path}?step=4")
    shown = ("A title", "by Ann", "look", "!? interesting", "circle on c3, red")
    assert missing(text, *shown, 'class="shape shape-red"') == []
    assert "<textarea" not in text
    assert reader.post(path, form).status_code == 403
    assert 'value="c3:red b4&gt;c3:green"' in page(client, f"{path}?step=4")
    assert client.post(path, {"step": "4", "action": "remove"}).status_code == 302
    assert not Annotation.objects.exists()
    assert client.post(path, {"action": "delete"}).status_code == 302
    get(reader, path, 404)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"step": "4", "text": "x", "shapes": "z9"}, 422),
        ({"step": "4", "text": "x" * 2001}, 422),
        ({"step": "99", "text": "x"}, 422),
        ({"step": "x", "text": "x"}, 400),
        ({"action": "what"}, 400),
    ],
)
def test_an_invalid_form_stays_filled(client: Client, form: dict[str, str], status: int) -> None:
    answer = client.post(on_page(client, store_game()).get_absolute_url(), form)
    assert answer.status_code == status
    filled = ('value="z9"', ">x</textarea>") if form.get("shapes") else ()
    shown = ('class="note note-bad" role="alert"', *filled)
    assert missing(answer.content.decode(), *shown) == []


def test_a_refused_title_leaves_notes_and_their_form_unchanged(client: Client) -> None:
    notes = on_page(client, store_game(), title="A title")
    client.post(notes.get_absolute_url(), {"step": "4", "text": "look"})
    form = {"action": "name", "step": "4", "title": "Another", "author": "x" * 500}
    answer = client.post(notes.get_absolute_url(), form)
    assert (answer.status_code, ">look</textarea>" in answer.content.decode()) == (422, True)
    assert b"Another" not in answer.content.split(b"<h1", 1)[1].split(b"</h1>", 1)[0]


def test_a_form_without_a_token_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    path = f"/games/{store_game().public_id}/notes/"
    assert strict.post(path, {"as": "public", "step": "1"}).status_code == 403
    assert not AnnotationSet.objects.exists()


def test_the_address_of_a_game_with_notes_redirects_to_them(client: Client) -> None:
    game, other = store_game(), store_game(json_log(event="another"))
    notes, _ = replay_services.begin_notes(game, "public")
    query = f"notes={notes.public_id}&step=3&as=public"
    answer = get(client, f"/games/{game.public_id}/?{query}", 302)
    assert answer["Location"] == f"/notes/{notes.public_id}/?step=3&as=public"
    for query in (f"notes={notes.public_id}", "notes=x"):
        get(client, f"/games/{other.public_id}/?{query}")


EVIL = ("</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<!--<script>")


@pytest.mark.parametrize("evil", EVIL)
def test_text_of_notes_is_escaped(client: Client, evil: str) -> None:
    notes = on_page(client, store_game(), title=evil, author=evil)
    client.post(notes.get_absolute_url(), {"step": "4", "text": evil})
    for reader in (client, Client()):
        text = page(reader, f"{notes.get_absolute_url()}?step=4")
        assert present(text, evil, "<img src=x", "<script>alert") == []


def test_typed_shapes_are_parsed() -> None:
    typed = "c3:red b4>c3:green"
    shapes = note_shapes.parse_shapes(typed)
    assert shapes == [CIRCLE, ARROW]
    assert note_shapes.parse_shapes("c3") == [{**CIRCLE, "colour": "green"}]
    notes, _ = replay_services.begin_notes(store_game(), "public")
    replay_services.put_note(notes, 3, shapes=shapes)
    cells = [{"id": "c3", "x": 200, "y": 300}, {"id": "b4", "x": 100, "y": 200}]
    row = note_shapes.rows({"cells": cells}, notes)[0]
    assert row["shapes"] == typed
    assert [colour for colour, _ in row["paths"]] == ["red", "green"]
    assert json.loads(json_in_html([row])) == [row]


def test_the_page_of_a_game_offers_only_listed_notes_of_open_views(client: Client) -> None:
    game = store_game(UNFINISHED)
    for view, title, is_listed in (
        ("public", "Seen by all", True), ("public", "Unlisted", False), ("goryo", "Secret", True),
    ):  # fmt: skip
        notes = AnnotationSet.objects.create(game=game, view=view, title=title, is_listed=is_listed)
        replay_services.put_note(notes, 1, text="Look.", glyph="", shapes=[])
    text = page(client, game.get_absolute_url())
    assert missing(text, 'id="notes-choice"', "Seen by all") == []
    assert present(text, "Unlisted", "Secret") == []
