"""Cursors of pages say nothing about uploads that are in no list."""

import re
from base64 import b64encode
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from rest_framework.pagination import Cursor

from replays.models import Game
from replays.rest import cursors

from .owners import header, play, send, stored
from .test_collections import collect

pytestmark = pytest.mark.django_db
LISTS = ("games/", "collections/", "my-games/")


def get(path: str, status: int = 200) -> Any:
    """Request an answer of the API as Ann."""
    answer = Client().get(f"/api/v1/{path}", headers=header("ann"))
    assert answer.status_code == status, answer.content
    return answer.json()


def cursor_in(url: str | None) -> str:
    """Return the cursor in a link."""
    return parse_qs(urlsplit(url or "").query)["cursor"][0]


def pages(path: str) -> tuple[list[str], list[str]]:
    """Return the ids on all pages of a list, and the cursors of the links."""
    ids, found, url = [], [], f"{path}?limit=1"
    while url:
        body = get(url)
        ids += [row["id"] for row in body.get("games", body.get("collections"))]
        found += [cursor_in(body[name]) for name in ("next", "previous") if body[name]]
        url = (body["next"] or "").partition("/api/v1/")[2]
    return ids, found


def fill() -> None:
    """Store three public games and collections."""
    for seed in range(1, 4):
        stored(play(seed), "ann")
        collect("ann", title=f"Games {seed}", visibility="public")


@pytest.mark.parametrize("path", LISTS)
def test_lists_are_read_forwards_and_backwards(path: str) -> None:
    fill()
    ids, _ = pages(path)
    assert len(set(ids)) == len(ids) == 3
    rows = "collections" if path == "collections/" else "games"
    second = get(get(f"{path}?limit=1")["next"].partition("/api/v1/")[2])
    back = get(second["previous"].partition("/api/v1/")[2])
    assert [row["id"] for row in back[rows]] == ids[:1]


def test_twins_with_hidden_uploads_have_the_same_pages() -> None:
    """Uploads between the public games, private or refused, change no id and no length."""
    fill()
    before, cursors_before = pages("games/")
    Game.objects.all().delete()
    for seed in range(1, 4):
        for other in range(seed):
            send(play(10 + 3 * seed + other), "ben", "?visibility=private")
            send({**play(1), "events": "x"}, "ben", status=422)
        stored(play(seed), "ann")
    after, cursors_after = pages("games/")
    assert len(before) == len(after) == 3
    assert {len(text) for text in cursors_before + cursors_after} == {cursors.LENGTH}
    keys = [str(pk).encode() for pk in Game.objects.values_list("pk", flat=True)]
    for text in cursors_after:
        for key in keys:
            assert b64encode(key).rstrip(b"=").decode() not in text
            assert key.decode() not in text


def test_cursors_of_neighbours_have_nothing_in_common() -> None:
    texts = [cursors.encode(Cursor(0, False, str(key)), "api-games") for key in range(200)]
    assert len({text[:8] for text in texts}) == len({text[-6:] for text in texts}) == 200
    assert all(re.fullmatch("[A-Za-z0-9_-]+", text) for text in texts)
    assert texts != sorted(texts)


@pytest.mark.parametrize(
    "cursor", [Cursor(0, False, "5"), Cursor(7, True, None), Cursor(1, True, "9")]
)
def test_a_cursor_is_read_as_it_was_written(cursor: Cursor, settings: Any) -> None:
    text = cursors.encode(cursor, "api-games")
    assert cursors.decode(text, "api-games") == cursor
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret key"
    assert cursors.decode(text, "api-games") == cursor, "after a change of the secret key"
    assert cursors.encode(cursor, "api-games") != text
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(cursors.InvalidCursor):
        cursors.decode(text, "api-games")


def test_other_cursors_are_refused() -> None:
    fill()
    own = cursor_in(get("games/?limit=1")["next"])
    old = b64encode(f"p={Game.objects.latest('pk').pk}".encode()).decode()
    changed = [own[:n] + ("A" if own[n] != "A" else "B") + own[n + 1 :] for n in (0, 10, 25, 37)]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    changed += [own[:-1] + last for last in alphabet if last != own[-1]]
    for text in (old, "cj0xJnA9MQ==", own[:-1], f"{own}A", own.swapcase(), *changed):
        body = get(f"games/?cursor={text}", 400)
        assert body["error"]["parameter"] == "cursor"
        assert "start with the first page" in body["detail"]
    for path in ("collections/", "my-games/"):
        assert get(f"{path}?cursor={own}", 400)["code"] == "bad_parameter", "it is of another list"
