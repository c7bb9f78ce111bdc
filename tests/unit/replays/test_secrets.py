"""What a stranger can get of a game that may still be going on: two games that differ only in
what is hidden give every byte alike, by every route of the site, and nobody can try guesses.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import LocalePrefixPattern

from analytics.models import Ledger
from goryo_site.i18n.catalogue_files import LANGUAGES
from replays import services as replay_services
from replays.models import AnnotationSet, Branch, Game, Upload, UploadSource
from replays.pictures import film as films
from replays.pictures import raster
from replays.text.names import handle_of, name_key
from replays.web import share_films, share_pictures, share_urls

from .logs import as_json, json_log

pytestmark = pytest.mark.django_db

VIEWS = ("omniscient", "goryo", "samurai", "public", "nobody")
WHEN = datetime(2026, 11, 20, 12, tzinfo=UTC)
# Health tells the time. An upload's API answer is for whoever holds its id, which its sender alone
# is told (docs/api.md).
NOT_OF_GAMES = {"healthz", "healthz-web", "api-upload"}
ARGUMENTS = {"slug": "goryo", "kind": "goryo", "metric": "spaces", "step": "3"}
ARGUMENTS |= {"name": "2026-11-28", "file": "manifest.json", "number": "1", "pk": "1"}
ARGUMENTS["handle"] = handle_of(name_key("Jane"))
SHARED = (
    "from=3&to=5&theme=dark&pace=fast&belief=uniform",
    "step=4&controls=no&theme=light",
    "step=5&spoilers=yes&theme=dark",
)
"""What only pictures, films, embeds and files are asked."""
BELIEF = "belief=uniform&step=4"
IN_ITALIAN = (f"as=goryo&{BELIEF}", f"as=samurai&{BELIEF}", "as=", "step=99")
PRIORS = ("fitted", "none")
LINKS = ("games/{id}/?step=4&as=samurai", "it/games/{id}/?step=3", "embed/{id}/?as=omniscient")
SEARCHES = ("player=Jane", "player=john&winner=samurai", "kind=goryo&board=house-1", "page=2")
SEARCHES += ("winner=none", "finished=no&simulated=all")
WRONG = ("step=99", "step=x", "as=", "belief=?", "theme=pink", "from=5&to=1", "no=thing")
SHARE_NAMES = {pattern.name for pattern in share_urls.urlpatterns}
WITH_BELIEF = {"replay", "notes", "branch", "api-game-steps", *SHARE_NAMES}
TELLING = ("ETag", "Location", "Content-Length", "Allow", "Content-Type", "Content-Disposition")


def unfinished(bound: str, route: list[str], target: str, note: str = "") -> dict[str, Any]:
    """A game broken off in its first chase, with a claim and a question that both answer alike."""
    return json_log(
        outcome={"winner": "samurai", "reason": "bound"},
        events=[
            {"type": "bind", "object": bound},
            {"type": "haunt", "object": "vase", "space": "b4", "note": note},
            {"type": "plan", "route": route, "target": target, "false_trail": "f3"},
            {"type": "move", "samurai": "green", "to": "b3"},
            {"type": "search", "samurai": "green", "answer": True},
        ],
    )


TWINS = (
    unfinished("mask", ["b4", "b3", "b2", "c2"], "c3"),
    unfinished("lantern", ["b4", "b3", "a3", "a2"], "b2", note="a long word about the plan"),
)


def routes(patterns: Any = None, before: str = "") -> Iterator[tuple[str, str]]:
    """Every route of the URL map: (name, path with its arguments still in brackets)."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and isinstance(pattern.pattern, LocalePrefixPattern):
            for prefix in ("", *(f"{language}/" for language in LANGUAGES)):
                yield from routes(pattern.url_patterns, before + prefix)
        elif isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and pattern.name not in NOT_OF_GAMES:
            yield str(pattern.name), path


def addresses(game: Game, upload: Upload) -> Iterator[str]:
    """All addresses a stranger could try for a game: each route, for each view, form and filter."""
    for name, path in routes():
        if path.startswith("admin/"):
            continue
        public_id = upload.public_id if "upload" in name else game.public_id
        if name in ("api-notes", "api-note", "notes"):
            public_id = "n" * 12
        for form in ("json", "text", "txt") if "form" in path else ("json",):
            filled = fill(path, {**ARGUMENTS, "public_id": public_id, "form": form})
            yield filled
            if path.startswith("it/"):  # the same doors; most is asked of the others
                yield from (f"{filled}?{query}" for query in IN_ITALIAN if "public_id" in path)
            elif "public_id" in path or name == "oembed":
                yield from (f"{filled}?{query}" for query in queries(name, game, upload))
            else:
                yield from (f"{filled}?{query}" for query in (*SEARCHES, "as=goryo", "form=json"))
                yield f"{filled}?id={upload.public_id}&go=1&upload={upload.public_id}"


def queries(name: str, game: Game, upload: Upload) -> Iterator[str]:
    """What a route of a game is asked; nonsense too."""
    for view in VIEWS:
        yield from (f"as={view}&step=3", f"as={view}&belief=1", f"as={view}&{BELIEF}")
        if name in WITH_BELIEF:
            yield from (f"as={view}&belief={prior}&step=4" for prior in PRIORS)
        if name in SHARE_NAMES:
            yield from (f"as={view}&{more}" for more in SHARED)
    yield from WRONG
    yield from ("form=json", "form=text", f"notes={'n' * 12}&step=3")
    yield f"id={upload.public_id}&go=1&upload={upload.public_id}"
    if name == "oembed":
        for link in LINKS:
            yield urlencode({"url": f"http://testserver/{link.format(id=game.public_id)}"})


def fill(path: str, values: dict[str, str]) -> str:
    """A route as an address. A route with an argument of another name says so here, on the day it
    comes: give the argument a value that belongs to the game of the walk.
    """
    unknown = set(re.findall(r"<(?:\w+:)?(\w+)>", path)) - set(values)
    assert not unknown, f"{path}: the walk of all routes has no value for {', '.join(unknown)}"
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda m: values[m[1]], path)


def asked(method: str, address: str) -> tuple[int, bytes, dict[str, str]]:
    """What a stranger is answered: status, content and the headers that say something of it."""
    answer = Client().generic(method, address)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kept = {k: v for k, v in answer.headers.items() if k in TELLING}
    return answer.status_code, _timeless(content), kept


def seen_by_a_stranger(
    log: dict[str, Any], under: str = "/"
) -> dict[str, tuple[int, bytes, dict[str, str]]]:
    """Every answer to a stranger while this game alone is kept, under the same ids and times, and
    the first whose numbers ever changed.
    """
    Ledger.objects.all().delete()
    upload = replay_services.submit(as_json(log), source=UploadSource.PAGE, sender="somebody")
    Upload.objects.update(public_id="u" * 12, received_at=WHEN, finished_at=WHEN, queued_at=WHEN)
    Game.objects.update(public_id="g" * 12, created_at=WHEN)
    upload.refresh_from_db()
    call_command("sweep_games", verbosity=0)
    game = Game.objects.get()
    notes, _ = replay_services.begin_notes(game, "public", title="seen by all")
    replay_services.put_note(notes, 3, text="a plan was made", glyph="!?")
    AnnotationSet.objects.update(public_id="n" * 12)
    answers = {}
    tried = dict.fromkeys(each for each in addresses(game, upload) if each.startswith(under))
    for address in tried:
        answers[address] = asked("GET", address)
        if "?" not in address or address.endswith(BELIEF):
            for method in ("HEAD", "OPTIONS"):
                answers[f"{method} {address}"] = asked(method, address)
    replay_services.delete_games([game.pk])
    Upload.objects.all().delete()
    return answers


def _timeless(content: bytes) -> bytes:
    """Without what every answer makes anew: tokens, request ids, and when numbers changed."""
    content = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]*"', b"", content)
    content = re.sub(rb"20[0-9]{2}-[0-9]{2}-[0-9]{2}[T ][0-9:.]+(\+00:00|Z| UTC)?", b"", content)
    return re.sub(rb"\b[0-9a-f]{16}\b", b"", content)


def draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn as text is made a picture of once: of the same text the renderer makes the same
    bytes (tests of pictures and films), and a walk asks for thousands. Films are small.
    """
    png, film = lru_cache(None)(raster.png), lru_cache(None)(films.film)
    monkeypatch.setattr(share_films, "WIDE", 160)
    monkeypatch.setattr(share_films, "png", png)
    monkeypatch.setattr(share_pictures, "png", png)
    monkeypatch.setattr(share_films, "film", lambda drawn, *how: film(tuple(drawn), *how))


@pytest.mark.slow
def test_twin_games_give_a_stranger_the_same_bytes_by_every_route(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw_once(monkeypatch)
    first, second = (seen_by_a_stranger(log) for log in TWINS)
    assert first.keys() == second.keys()
    assert len(first) > 100
    assert sum(address.startswith("/it/") for address in first) > 50
    different = [
        address
        for address in first
        if first[address][:2] != second[address][:2]
        or ("stats" not in address and first[address][2] != second[address][2])
    ]
    assert different == []


POSTS = (
    ("/api/v1/games/{id}/branches/", {"step": 3, "as": "public"}),
    ("/api/v1/games/{id}/branches/", {"step": 5}),
    ("/api/v1/games/{id}/notes/", {"as": "samurai"}),
    ("/api/v1/games/{id}/notes/", {"as": "goryo"}),
    ("/games/{id}/branch/", {"step": 3, "as": "samurai"}),
)


@pytest.mark.parametrize(("path", "body"), POSTS)
def test_twins_answer_a_stranger_who_writes_alike(path: str, body: dict[str, Any]) -> None:
    found = []
    for log in TWINS:
        replay_services.submit(as_json(log), source=UploadSource.PAGE, sender="somebody")
        game = Game.objects.get()
        Game.objects.update(public_id="g" * 12)
        address = path.format(id="g" * 12)
        sent_as = {"content_type": "application/json"} if "api" in path else {}
        answer = Client().post(address, json.dumps(body) if sent_as else body, **sent_as)  # type: ignore[arg-type]
        made = AnnotationSet.objects.values_list("public_id", "edit_key").first()
        content = _timeless(answer.content)
        if made:
            content = re.sub(rb'"edit_key":"[^"]*"', b"", content.replace(made[0].encode(), b""))
        found.append((answer.status_code, content))
        replay_services.delete_games([game.pk])
    assert found[0] == found[1]
    assert not Branch.objects.exists()


def test_the_comparison_can_fail() -> None:
    """The same games, finished: their full views are open, and differ."""
    first, second = (
        seen_by_a_stranger(
            {**log, "events": [*log["events"], {"type": "resign", "role": "goryo"}]}, "/api/"
        )
        for log in TWINS
    )
    assert (
        first[f"/api/v1/games/{'g' * 12}/steps/"][1]
        != second[f"/api/v1/games/{'g' * 12}/steps/"][1]
    )


@pytest.mark.parametrize("dry_run", ["", "?dry_run=1"])
def test_a_guess_that_is_right_is_answered_like_any_other(client: Client, dry_run: str) -> None:
    replay_services.submit(as_json(TWINS[0]), source=UploadSource.API, sender="the one who plays")

    def answer(log: dict[str, Any]) -> tuple[int, set[str], Any]:
        sent = client.post(
            f"/api/v1/games/{dry_run}", data=json.dumps(log), content_type="application/json"
        )
        body = sent.json()
        told = body["games"][0]["status"] if dry_run else None
        return sent.status_code, set(body), told

    assert answer(TWINS[0]) == answer(TWINS[1])
    assert "digest" not in str(answer(TWINS[0])) or not dry_run


def test_a_guess_that_is_right_is_answered_like_any_other_on_the_page(client: Client) -> None:
    replay_services.submit(as_json(TWINS[0]), source=UploadSource.PAGE, sender="the one who plays")

    def answer(log: dict[str, Any]) -> tuple[int, list[str]]:
        sent = client.post("/upload/", {"text": json.dumps(log), "action": "check"})
        page = re.sub("<textarea.*?</textarea>", "", sent.content.decode(), flags=re.S)
        return sent.status_code, re.findall("Right[^<]*", page)

    assert answer(TWINS[0]) == answer(TWINS[1]) == (200, ["Right: this would be kept"])


KEYS = {"HTTP_IDEMPOTENCY_KEY": "my own 4711 secret"}
OTHER_KEYS: tuple[dict[str, str], ...] = (
    {},
    {"HTTP_IDEMPOTENCY_KEY": "another's 0815 secret"},
    {"HTTP_IDEMPOTENCY_KEY": "My own 4711 secret"},
)


def sent(client: Client, log: dict[str, Any], query: str = "", **headers: str) -> Any:
    return client.post(
        f"/api/v1/games/{query}", json.dumps(log), content_type="application/json", **headers
    )


def statuses(answer: Any) -> list[str]:
    return [game["status"] for game in answer.json()["games"]]


def test_the_sender_is_told_of_the_game_that_is_here(client: Client) -> None:
    first = sent(client, TWINS[0], **KEYS)
    again = sent(client, TWINS[0], **KEYS, REMOTE_ADDR="192.0.2.7")
    assert (first.status_code, again.status_code) == (201, 409)
    assert again.json()["id"] == first.json()["id"]
    assert first.json()["digest"] is None
    assert statuses(sent(client, TWINS[0], "?dry_run=1", **KEYS)) == ["duplicate"]


@pytest.mark.parametrize("keys", OTHER_KEYS)
def test_a_neighbour_at_the_same_address_is_told_nothing(
    client: Client, keys: dict[str, str]
) -> None:
    mine = sent(client, TWINS[0], **KEYS).json()["id"]
    for log in TWINS:
        assert statuses(sent(client, log, "?dry_run=1", **keys)) == ["acceptable"]
        theirs = sent(client, log, **keys)
        assert (theirs.status_code, theirs.json()["upload"]["n_duplicate"]) == (201, 0)
        assert theirs.json()["id"] != mine
        status = client.get(theirs.json()["upload"]["api"]).json()
        assert statuses(client.get(status["api"])) == ["stored"]
        assert "Already here" not in client.get(status["url"]).content.decode()


def test_without_a_key_nothing_is_ever_here_already(client: Client) -> None:
    ids = {sent(client, TWINS[0]).json()["id"] for _ in range(3)}
    assert len(ids) == 3
    assert statuses(sent(client, TWINS[0], "?dry_run=1")) == ["acceptable"]


def test_a_finished_game_is_one_whoever_sends_it(client: Client) -> None:
    assert sent(client, json_log(), **KEYS).status_code == 201
    assert [sent(client, json_log(), **keys).status_code for keys in OTHER_KEYS] == [409] * 3


@pytest.mark.parametrize("key", ["", "short", "x" * 15, "x" * 201, "x" * 16 + "\x7f", "é" * 16])
@pytest.mark.parametrize("query", ["", "?dry_run=1"])
def test_a_key_that_could_be_tried_is_refused(client: Client, key: str, query: str) -> None:
    answer = sent(client, TWINS[0], query, HTTP_IDEMPOTENCY_KEY=key)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_key")
    assert not Upload.objects.exists()


def test_keys_of_both_ends_of_what_is_allowed(client: Client) -> None:
    for key in ("x" * 16, "~" * 200):
        assert sent(client, TWINS[0], HTTP_IDEMPOTENCY_KEY=key).status_code == 201
        assert sent(client, TWINS[0], HTTP_IDEMPOTENCY_KEY=key).status_code == 409


def checked_words(client: Client, log: dict[str, Any]) -> list[str]:
    page = client.post("/upload/", {"text": json.dumps(log), "action": "check"})
    return re.findall("Right[^<]*", re.sub("<textarea.*?</textarea>", "", page.content.decode()))


def test_the_browser_that_sent_it_is_told_and_its_neighbour_is_not(client: Client) -> None:
    kept = client.post("/upload/", {"text": json.dumps(TWINS[0]), "action": "keep"})
    assert kept.status_code == 302
    neighbour = Client()
    assert checked_words(client, TWINS[0]) == ["Right, and here already"]
    assert checked_words(client, TWINS[1]) == ["Right: this would be kept"]
    for log in TWINS:
        assert checked_words(neighbour, log) == ["Right: this would be kept"]
        neighbour.post("/upload/", {"text": json.dumps(log), "action": "keep"})
        upload = Upload.objects.latest("id")
        assert (upload.n_stored, upload.n_duplicate) == (1, 0)
        assert "Already here" not in neighbour.get(upload.get_absolute_url()).content.decode()
    client.post("/upload/", {"text": json.dumps(TWINS[0]), "action": "keep"})
    assert Upload.objects.latest("id").n_duplicate == 1


def test_a_check_leaves_nothing_in_the_browser(client: Client) -> None:
    checked_words(client, TWINS[0])
    assert "sessionid" not in client.cookies
    assert sent(client, TWINS[0]).status_code == 201
    assert "sessionid" not in client.cookies


def test_the_stored_key_tells_nothing_of_the_secret(client: Client, settings: Any) -> None:
    sent(client, TWINS[0], **KEYS)
    first = Upload.objects.latest("id").sender
    settings.SECRET_KEY = "another site's " * 5
    sent(client, TWINS[0], **KEYS)
    assert first != Upload.objects.latest("id").sender
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_details_of_an_upload_are_for_the_browser_that_sent_it(client: Client) -> None:
    broken = json_log()
    broken["events"][2]["route"] = ["b4", "b3", "b2", "z9"]
    client.post("/upload/", {"text": json.dumps(broken) + "\n" + json.dumps(TWINS[0])})
    upload = Upload.objects.get()
    mine = client.get(upload.get_absolute_url()).content.decode()
    theirs = Client().get(upload.get_absolute_url()).content.decode()
    assert "z9" in mine
    assert "z9" not in theirs
    assert "route" not in theirs
    assert "only the browser that sent it" in theirs
