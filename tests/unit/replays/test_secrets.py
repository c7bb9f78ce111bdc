"""What an anonymous client learns of a game that may still be in progress: two games that differ
only in hidden information are answered alike, and guesses cannot be tried.

By every route: `tests/faults/test_walk.py`.
"""

import json
import re
from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.models import AnnotationSet, Branch, Game, Upload
from tests.support.twins import TWINS
from tests.support.walk import timeless

from .branches import store_game
from .logs import as_json, json_log, submit

pytestmark = pytest.mark.django_db


POSTS = (
    ("/api/v1/games/{id}/branches/", {"step": 3, "as": "public"}),
    ("/api/v1/games/{id}/branches/", {"step": 5}),
    ("/api/v1/games/{id}/notes/", {"as": "samurai"}),
    ("/api/v1/games/{id}/notes/", {"as": "goryo"}),
    ("/games/{id}/branch/", {"step": 3, "as": "samurai"}),
)


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_twins_have_equal_answers_to_writes(path: str, body: dict[str, Any]) -> None:
    answers = []
    for log in TWINS:
        game = store_game(log)
        Game.objects.update(public_id="g" * 12)
        address = path.format(id="g" * 12)
        sent_as = {"content_type": "application/json"} if "api" in path else {}
        answer = Client().post(address, json.dumps(body) if sent_as else body, **sent_as)  # type: ignore[arg-type]
        made = AnnotationSet.objects.values_list("public_id", "edit_key").first()
        content = timeless(answer.content)
        if made:
            content = re.sub(rb'"edit_key":"[^"]*"', b"", content.replace(made[0].encode(), b""))
        answers.append((answer.status_code, content))
        replay_services.delete_games([game.pk])
    assert answers[0] == answers[1]
    assert not Branch.objects.exists()


@pytest.mark.parametrize("dry_run", ["", "?dry_run=1"])
def test_a_right_guess_is_answered_like_a_wrong_one(client: Client, dry_run: str) -> None:
    submit(as_json(TWINS[0]), uploader="the player")

    def answer(log: dict[str, Any]) -> tuple[int, set[str], Any]:
        response = sent(client, log, dry_run)
        status = statuses(response) if dry_run else None
        return response.status_code, set(response.json()), status

    assert answer(TWINS[0]) == answer(TWINS[1])
    assert "digest" not in str(answer(TWINS[0])) or not dry_run
    assert checked(client, TWINS[0]) == checked(client, TWINS[1]) == ["Valid, ready to upload"]


KEY = "HTTP_IDEMPOTENCY_KEY"
KEYS = {KEY: "my own 4711 secret"}
OTHER_KEYS = ({}, *({KEY: text} for text in ("another's 0815 secret", "My own 4711 secret")))


def sent(client: Client, log: dict[str, Any], query: str = "", **headers: str) -> Any:
    address, data = f"/api/v1/games/{query}", json.dumps(log)
    return client.post(address, data, content_type="application/json", **headers)


def uploaded(client: Client, text: str, action: str = "keep") -> Any:
    """Send the form of the page."""
    return client.post("/upload/", {"text": text, "action": action})


def checked(client: Client, log: dict[str, Any]) -> list[str]:
    """Return the results of a check on the page."""
    page = uploaded(client, json.dumps(log), "check").content.decode()
    return re.findall("Valid, [^<]*", re.sub("<textarea.*?</textarea>", "", page, flags=re.S))


def statuses(answer: Any) -> list[str]:
    return [game["status"] for game in answer.json()["games"]]


def test_the_uploader_learns_that_the_game_is_stored(client: Client) -> None:
    first = sent(client, TWINS[0], **KEYS)
    again = sent(client, TWINS[0], **KEYS, REMOTE_ADDR="192.0.2.7")
    assert (first.status_code, again.status_code) == (201, 409)
    assert again.json()["id"] == first.json()["id"]
    assert first.json()["digest"] is None
    assert statuses(sent(client, TWINS[0], "?dry_run=1", **KEYS)) == ["duplicate"]


@pytest.mark.parametrize("keys", OTHER_KEYS)
def test_a_neighbour_at_the_same_address_learns_nothing(client: Client, keys: Any) -> None:
    mine = sent(client, TWINS[0], **KEYS).json()["id"]
    for log in TWINS:
        assert statuses(sent(client, log, "?dry_run=1", **keys)) == ["stored"]
        theirs = sent(client, log, **keys)
        assert (theirs.status_code, theirs.json()["upload"]["n_duplicate"]) == (201, 0)
        assert theirs.json()["id"] != mine
        status = client.get(theirs.json()["upload"]["api"]).json()
        assert statuses(client.get(status["api"])) == ["stored"]
        assert "Already stored" not in client.get(status["url"]).content.decode()


def test_without_a_key_nothing_is_a_duplicate(client: Client) -> None:
    assert len({sent(client, TWINS[0]).json()["id"] for _ in range(3)}) == 3
    assert statuses(sent(client, TWINS[0], "?dry_run=1")) == ["stored"]


def test_a_finished_game_is_the_same_for_all_uploaders(client: Client) -> None:
    assert sent(client, json_log(), **KEYS).status_code == 201
    assert [sent(client, json_log(), **keys).status_code for keys in OTHER_KEYS] == [409] * 3


@pytest.mark.parametrize("key", ["", "short", "x" * 15, "x" * 201, "x" * 16 + "\x7f", "é" * 16])
@pytest.mark.parametrize("query", ["", "?dry_run=1"])
def test_a_short_or_invalid_key_is_refused(client: Client, key: str, query: str) -> None:
    answer = sent(client, TWINS[0], query, HTTP_IDEMPOTENCY_KEY=key)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_key")
    assert not Upload.objects.exists()


def test_the_shortest_and_longest_keys(client: Client) -> None:
    for key in ("x" * 16, "~" * 200):
        assert [sent(client, TWINS[0], **{KEY: key}).status_code for _ in range(2)] == [201, 409]


def test_only_the_sending_browser_learns_of_a_duplicate(client: Client) -> None:
    assert uploaded(client, json.dumps(TWINS[0])).status_code == 302
    neighbour = Client()
    assert checked(client, TWINS[0]) == ["Valid, already stored"]
    assert checked(client, TWINS[1]) == ["Valid, ready to upload"]
    for log in TWINS:
        assert checked(neighbour, log) == ["Valid, ready to upload"]
        uploaded(neighbour, json.dumps(log))
        upload = Upload.objects.latest("id")
        assert (upload.n_stored, upload.n_duplicate) == (1, 0)
        assert "Already stored" not in neighbour.get(upload.get_absolute_url()).content.decode()
    uploaded(client, json.dumps(TWINS[0]))
    assert Upload.objects.latest("id").n_duplicate == 1


def test_a_check_stores_no_session(client: Client) -> None:
    checked(client, TWINS[0])
    assert "sessionid" not in client.cookies
    assert sent(client, TWINS[0]).status_code == 201
    assert "sessionid" not in client.cookies


def test_the_stored_key_does_not_reveal_the_secret(client: Client, settings: Any) -> None:
    sent(client, TWINS[0], **KEYS)
    first = Upload.objects.latest("id").uploader
    settings.SECRET_KEY = "another site's " * 5
    sent(client, TWINS[0], **KEYS)
    assert first != Upload.objects.latest("id").uploader
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_details_of_an_upload_are_for_the_browser_that_sent_it(client: Client) -> None:
    broken = json_log()
    broken["events"][2]["route"] = ["b4", "b3", "b2", "z9"]
    uploaded(client, as_json(broken, TWINS[0]).decode())
    path = Upload.objects.get().get_absolute_url()
    others = Client().get(path).content.decode()
    assert b"z9" in client.get(path).content
    assert not re.search("z9|route", others)
    assert "Only the browser that uploaded the file" in others
