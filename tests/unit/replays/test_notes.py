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

from .branches import CHASE, Api, outcome, store_game
from .logs import json_log

pytestmark = pytest.mark.django_db

CIRCLE = {"form": "circle", "cell": "c3", "colour": "red"}
ARROW = {"form": "arrow", "from": "b4", "to": "c3", "colour": "green"}
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
    assert api.send("GET", f"notes/{notes['id']}/4/").status_code == 404
    assert api.send("DELETE", f"notes/{notes['id']}/4/").status_code == 404
    assert api.send("DELETE", f"notes/{notes['id']}/0/").status_code == 204
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
    answer = api.send("PUT", f"notes/{notes['id']}/{step}/", note)
    assert outcome(answer) == (status, code)
    assert not Annotation.objects.exists()


def test_only_the_edit_key_changes_notes(api: Api) -> None:
    game = store_game()
    notes, other = begun(api, game), begun(api, game)
    api.send("PUT", f"notes/{notes['id']}/3/", {"text": "mine"})
    path = f"notes/{notes['id']}/"
    for key in ("", "x", other["edit_key"]):
        for part, method in (("", "PATCH"), ("", "DELETE"), ("3/", "PUT"), ("3/", "DELETE")):
            body = {"PATCH": {"title": "x"}, "PUT": {"text": "x"}}.get(method)
            answer = api.send(method, path + part, body, key=key)
            assert outcome(answer) == (403, "edit_key_needed")
    assert Annotation.objects.get().text == "mine"


def test_notes_on_an_unfinished_game_are_for_its_public_view(api: Api) -> None:
    game = store_game(UNFINISHED)
    for view in ("omniscient", "goryo"):
        answer = api.send("POST", f"games/{game.public_id}/notes/", {"as": view})
        assert answer.status_code == 403
    notes = begun(api, game)
    assert notes["view"] == "public"
    # were it of another view, whoever has the link would learn what its author saw
    AnnotationSet.objects.update(view="omniscient")
    for path in (f"/api/v1/notes/{notes['id']}/", f"/api/v1/notes/{notes['id']}/3/"):
        assert Client().get(path).status_code == 403
    assert Client().get(f"/notes/{notes['id']}/").status_code == 404


def test_notes_are_shown_in_their_view(api: Api) -> None:
    game = store_game()
    secret, open_ = begun(api, game, **{"as": "goryo"}), begun(api, game, **{"as": "public"})
    for notes in (secret, open_):
        api.send("PUT", f"notes/{notes['id']}/3/", {"text": "target is c-three"})
    told = {
        (notes["view"], view): b"target is c-three"
        in Client().get(f"/notes/{notes['id']}/?step=3&as={view}").content
        for notes in (secret, open_)
        for view in ("omniscient", "goryo", "samurai", "public")
    }
    assert {key for key, is_told in told.items() if not is_told} == {
        ("goryo", "omniscient"), ("goryo", "samurai"), ("goryo", "public"),
    }  # fmt: skip


def test_limits_and_sweeping(api: Api, rates: Any) -> None:
    game = store_game()
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


def test_notes_of_a_withdrawn_game_are_not_found(api: Api) -> None:
    game = store_game()
    notes = begun(api, game)
    replay_services.withdraw_games([game.pk])
    assert api.send("GET", f"notes/{notes['id']}/").status_code == 404
    assert Client().get(f"/notes/{notes['id']}/").status_code == 404
    replay_services.delete_games([game.pk])
    assert not AnnotationSet.objects.exists()


# ----------------------------------------------------------------------------------- the page


def on_page(client: Client, game: Game, **more: str) -> AnnotationSet:
    form = {"as": "samurai", "step": "4", **more}
    answer = client.post(f"/games/{game.public_id}/notes/", form)
    notes = AnnotationSet.objects.latest("id")
    assert answer["Location"] == f"/notes/{notes.public_id}/?step=4&as=samurai#board"
    return notes


def test_the_author_writes_on_the_page_and_others_read(client: Client) -> None:
    game = store_game()
    notes = on_page(client, game, title="A title", author="Ann")
    form = {"step": "4", "text": "look", "glyph": "!?", "shapes": "c3:red b4>c3"}
    assert client.post(notes.get_absolute_url(), form).status_code == 302
    reader = Client()
    page = reader.get(f"{notes.get_absolute_url()}?step=4").content.decode()
    for words in ("A title", "by Ann", "look", "!? interesting", "circle on c3, red"):
        assert words in page
    assert 'class="shape shape-red"' in page
    assert "<textarea" not in page
    assert reader.post(notes.get_absolute_url(), form).status_code == 403
    again = client.get(f"{notes.get_absolute_url()}?step=4").content.decode()
    assert 'value="c3:red b4&gt;c3:green"' in again
    gone = client.post(notes.get_absolute_url(), {"step": "4", "action": "remove"})
    assert gone.status_code == 302
    assert not Annotation.objects.exists()
    assert client.post(notes.get_absolute_url(), {"action": "delete"}).status_code == 302
    assert reader.get(notes.get_absolute_url()).status_code == 404


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
def test_an_invalid_form_has_an_error_and_stays_filled(
    client: Client, form: dict[str, str], status: int
) -> None:
    notes = on_page(client, store_game())
    answer = client.post(notes.get_absolute_url(), form)
    assert answer.status_code == status
    page = answer.content.decode()
    assert 'class="notice notice-error" role="alert"' in page
    if form.get("shapes"):
        assert 'value="z9"' in page
        assert ">x</textarea>" in page


def test_a_refused_title_leaves_notes_and_their_form_unchanged(client: Client) -> None:
    notes = on_page(client, store_game(), title="A title")
    client.post(notes.get_absolute_url(), {"step": "4", "text": "look"})
    form = {"action": "name", "step": "4", "title": "Another", "author": "x" * 500}
    answer = client.post(notes.get_absolute_url(), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert ">look</textarea>" in page
    assert "Another" not in page.split("<h1", 1)[1].split("</h1>", 1)[0]


def test_refused_notes_keep_their_view(client: Client) -> None:
    address = f"/games/{store_game().public_id}/notes/"
    answer = client.post(address, {"step": "4", "as": "samurai", "title": "x" * 500})
    assert answer.status_code == 422
    assert '<option value="samurai" selected>' in answer.content.decode()


def test_a_form_without_a_token_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    game = store_game()
    answer = strict.post(f"/games/{game.public_id}/notes/", {"as": "public", "step": "1"})
    assert answer.status_code == 403
    assert not AnnotationSet.objects.exists()


def test_the_address_of_a_game_with_notes_redirects_to_them(client: Client) -> None:
    game, other = store_game(), store_game(json_log(event="another"))
    notes, _ = replay_services.begin_notes(game, "public")
    answer = client.get(f"/games/{game.public_id}/?notes={notes.public_id}&step=3&as=public")
    assert answer.status_code == 302
    assert answer["Location"] == f"/notes/{notes.public_id}/?step=3&as=public"
    for query in (f"notes={notes.public_id}", "notes=x"):
        assert client.get(f"/games/{other.public_id}/?{query}").status_code == 200


EVIL = ("</script><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<!--<script>")


@pytest.mark.parametrize("evil", EVIL)
def test_text_of_notes_is_escaped(client: Client, evil: str) -> None:
    notes = on_page(client, store_game(), title=evil, author=evil)
    client.post(notes.get_absolute_url(), {"step": "4", "text": evil})
    for reader in (client, Client()):
        page = reader.get(f"{notes.get_absolute_url()}?step=4").content.decode()
        assert evil not in page
        assert "<img src=x" not in page
        assert "<script>alert" not in page


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
