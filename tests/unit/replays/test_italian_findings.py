"""Italian pages show findings in Italian; the API, the database and old rows stay English."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Game, UploadItem
from tests.support.marked import marked

from .logs import as_json, json_log, text_log

pytestmark = pytest.mark.django_db

BROKEN = b'{"game": "goryo", "game": 1}'
ENGLISH = "This is not valid JSON: the key &#x27;game&#x27; is used twice in one object (at game)."
ITALIAN = f"⟦{ENGLISH}⟧".replace("the key", "⟦the key").replace(" (at", "⟧ (at")


def italian(client: Client, path: str, form: dict[str, str] | None = None) -> str:
    """An Italian page on which all translated text is marked."""
    with marked("it"):
        answer = client.get(path) if form is None else client.post(path, form)
        return str(answer.content.decode())


def test_a_check_shows_findings_in_the_language_of_the_page(client: Client, post: Any) -> None:
    form = {"text": BROKEN.decode(), "action": "check"}
    assert ITALIAN in italian(client, "/it/upload/", form)
    assert ENGLISH in client.post("/upload/", form).content.decode()
    (finding,) = post(BROKEN, "?dry_run=1").json()["games"][0]["findings"]
    assert "text" not in finding


def test_findings_are_stored_in_english_and_translatable(client: Client) -> None:
    file = SimpleUploadedFile("two.ndjson", BROKEN + b"\n" + as_json(json_log()))
    page = client.post("/upload/", {"file": file})["Location"]
    row = UploadItem.objects.get(status="unreadable")
    assert row.findings[0]["message"].startswith("This is not valid JSON: the key")
    template = row.findings[0]["text"]["message"]["template"]
    assert template == "This is not valid JSON: {reason} (at {path})."
    assert ITALIAN in italian(client, f"/it{page}")
    assert "text" not in client.get(f"/api/v1{page}").json()["games"][0]["findings"][0]
    del row.findings[0]["text"]
    row.save()
    assert f'<span lang="en">{ENGLISH}</span>' in italian(client, f"/it{page}")


def test_warnings_of_a_game_are_translated(client: Client, post: Any) -> None:
    log = text_log().replace(b"[Date", b'[Outcome "{\\"winner\\": \\"goryo\\"}"]\n[Date')
    body = post(log.replace(b"resign samurai", b"resign goryo"), content_type="text/plain").json()
    game = Game.objects.get()
    (warning,) = client.get(body["api"]).json()["warnings"]
    assert "text" not in warning
    assert game.warnings[0]["message"] == warning["message"]
    text = {"template": "A {word}.", "values": {"word": "claim"}}
    game.warnings = [{**warning, "text": {"message": text}}]
    game.save()
    assert "⟦A claim.⟧" in italian(client, f"/it/games/{game.public_id}/")
    assert "text" not in client.get(body["api"]).json()["warnings"][0]


def test_refusals_and_events_of_a_variation_are_translated(client: Client, post: Any) -> None:
    game = post(as_json(json_log())).json()["id"]
    form = {"step": "2", "as": "omniscient"}
    path = client.post(f"/games/{game}/branch/", form)["Location"].partition("#")[0]
    event = {"event": json.dumps({"type": "nonsense"}), "after": "0"}
    message = "&quot;nonsense&quot; is not an event type."
    assert f"⟦{message}⟧" in italian(client, f"/it{path}", event)
    assert message in client.post(path, event).content.decode()
    for prefix, heading in (("", "route 2"), ("/it", "⟦route⟧ 2")):
        assert f"<h3>{heading}</h3>" in italian(client, f'{prefix}{path}?chosen=[["type","plan"]]')
    assert all(f"⟦{word}⟧" in italian(client, f"/it{path}") for word in ("plan", "resign"))
