"""A day of hostile requests from one address: what the site stores grows by no more than the quota,
whatever is sent, and what is temporary is removed.
"""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts import tasks as account_tasks
from replays import tasks
from replays.models import RawFile, Usage
from tests.unit.visibility.owners import header

from .branches import CHASE, store_game
from .logs import as_json, json_log, numbered

pytestmark = pytest.mark.django_db
KIB = 1024
QUOTA = 400 * KIB
EACH = QUOTA // 8
"""About what each way of storing may use before the next one is tried."""
SLACK = 64 * KIB
"""The last request of a day may exceed the quota by what it stores."""
Send = Callable[[int], Any]


def stored() -> int:
    """Return about how many bytes all rows of all tables have: the lengths of their values."""
    total = 0
    for model in apps.get_models():
        if model is not Usage:  # one row a day
            for row in model._default_manager.values_list():
                total += sum(len(v) if isinstance(v, bytes) else len(str(v)) for v in row)
    return total


def garbage(number: int) -> Any:
    """A refused upload with as many errors as possible."""
    text = f'[Game "goryo"]\n[Edition "2024"]\n[Goryo "{number}"]\n\n' + "what is this\n" * 50
    return Client().post("/api/v1/games/", text.encode(), "text/plain")


def tiny(number: int) -> Any:
    """A refused upload of a few bytes by the form, each from a new browser."""
    return Client().post("/upload/", {"text": f"x{number}", "action": "upload"})


def noted(number: int) -> Any:
    """An accepted game with long notes, each with a new owner key."""
    log = numbered(number)
    log["events"][0]["note"] = f"{number} " * 800
    return Client().post("/api/v1/games/", as_json(log), "application/json")


def corrections(game_id: str) -> Send:
    """Corrections of a game, all of which are revisions."""

    def send(number: int) -> Any:
        log = json_log(x_number=number, x_text="long " * 400)
        path = f"/api/v1/games/{game_id}/"
        return Client().put(path, as_json(log), "application/json", headers=header("eve"))

    return send


def variations(game_id: str) -> Send:
    """Variations, and variations of them, with events."""
    last = [""]

    def send(number: int) -> Any:
        of = f"branches/{last[0]}" if last[0] and number % 2 else f"games/{game_id}"
        body = json.dumps({"step": 3, "name": "n" * 80})
        answer = Client().post(f"/api/v1/{of}/branches/", body, "application/json")
        if answer.status_code == 201:
            last[0] = answer.json()["id"]
        return answer

    return send


def notes(game_id: str) -> Send:
    """Sets of notes with the longest texts."""
    keys: list[tuple[str, str]] = []

    def send(number: int) -> Any:
        if not number % 10:
            body = json.dumps({"as": "public", "title": "t" * 100})
            path = f"/api/v1/games/{game_id}/notes/"
            answer = Client().post(path, body, "application/json")
            if answer.status_code == 201:
                keys.append((answer.json()["id"], answer.json()["edit_key"]))
            return answer
        name, key = keys[-1]
        body = json.dumps({"text": f"{number} " + "w" * 1990})
        headers = {"X-Edit-Key": key}
        path = f"/api/v1/notes/{name}/{number % 8}/"
        return Client().put(path, body, "application/json", headers=headers)

    return send


def names(number: int) -> Any:
    """Requests about names, each from a new browser."""
    form = {"wish": "hide", "name": f"Jane {number}", "message": "m" * 900, "contact": "c" * 90}
    return Client().post("/names/", form)


def collections(number: int) -> Any:
    """Collections with long descriptions."""
    body = json.dumps({"title": f"Mine {number}", "description": "d" * 3900})
    return Client().post("/api/v1/collections/", body, "application/json", headers=header("eve"))


def sign_ups(number: int) -> Any:
    """Accounts that are never confirmed."""
    return Client().post("/account/sign-up/", {"email": f"{'a' * 40}{number}@example.org"})


@pytest.fixture
def hostile(settings: Any) -> Iterator[list[Send]]:
    """All ways in which a stranger can store something, without limits of requests."""
    settings.ACCOUNT_RATE_LIMITS = {}
    log = {**CHASE, "players": [{"role": "goryo", "name": "A"}, {"role": "samurai", "name": "B"}]}
    game = store_game(log)
    answer = Client().post(
        "/api/v1/games/", as_json(json_log()), "application/json", headers=header("eve")
    )
    own, public = answer.json()["id"], game.public_id
    return [
        garbage, tiny, noted, corrections(own), variations(public), notes(public), names,
        collections, sign_ups,
    ]  # fmt: skip


def test_a_day_stores_no_more_than_the_quota(hostile: list[Send], settings: Any) -> None:
    before = stored()
    settings.QUOTA_ADDRESS_BYTES = QUOTA
    for send in hostile:
        start, number = stored(), 0
        while stored() - start < EACH and number < 60:
            answer = send(number)
            number += 1
            if answer.status_code == 429:
                break
            assert answer.status_code < 500
            if number == 1 and send not in (garbage, tiny):
                assert answer.status_code in (200, 201, 302), (send.__name__, answer.content)
        used = sum(Usage.objects.values_list("n_bytes", flat=True))
        assert stored() - before <= used + SLACK, f"{send.__name__} stores more than it counts"
    while (answer := garbage(number)).status_code != 429:
        number += 1
    assert answer.json()["code"] == "quota_exceeded"
    refused = [send.__name__ for send in hostile if send(10 * number).status_code != 429]
    assert refused == [], "refused in every way once the quota is used up"
    assert stored() - before <= QUOTA + SLACK


def test_reading_stores_nothing(hostile: list[Send]) -> None:
    before = stored()
    for path in ("/", "/games/", "/upload/", "/account/sign-in/", "/account/sign-up/", "/names/"):
        assert Client().get(path).status_code == 200
    body = as_json(json_log())
    for path in ("/api/v1/games/?dry_run=1", "/api/v1/legal/"):
        assert Client().post(path, body, "application/json").status_code in (200, 422)
    assert stored() == before


def test_what_is_temporary_is_removed(
    hostile: list[Send], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.QUOTA_ADDRESS_BYTES = QUOTA
    for send in (garbage, tiny, sign_ups):
        for number in range(3):
            send(number)
    later = timezone.now() + timedelta(days=400)
    monkeypatch.setattr(timezone, "now", lambda: later)
    for task in (tasks.drop_refused, tasks.sweep_made, account_tasks.sweep_accounts):
        task()
    refused = RawFile.objects.filter(uploads__state="refused")
    assert {bytes(content) for content in refused.values_list("content", flat=True)} == {b""}
    for model in (Session, Usage, User):
        assert not model.objects.exists(), model
