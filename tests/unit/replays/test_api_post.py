"""POST /api/v1/games/: the answers to all kinds of bodies."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays import services as replay_services
from replays.models import Game, RawFile, Upload

from .failures import fail_reading
from .logs import REFUSED, as_json, gzipped, json_log, many, numbered, text_log, zipped

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"


POSITION = {"game", "event", "line", "column"}


def file(name: str, data: bytes | None = None) -> SimpleUploadedFile:
    """Return a file of a form; by default with one game."""
    return SimpleUploadedFile(name, many(1) if data is None else data)


def test_one_game_is_created(post: Any, client: Client) -> None:
    answer = post(as_json(json_log()))
    body = answer.json()
    game = Game.objects.get()
    assert answer.status_code == 201
    assert (body["id"], body["digest"], body["warnings"]) == (game.public_id, game.digest, [])
    assert body["url"].endswith(f"/games/{game.public_id}/")
    assert answer["Location"] == body["api"]
    assert client.get(body["api"]).json()["digest"] == game.digest
    assert client.get(body["url"]).status_code == 200


LOG = as_json(json_log())
MEDIA_TYPES = (
    "application/json", "application/x-ndjson", "text/plain", "application/octet-stream",
    "application/json; charset=utf-8",
)  # fmt: skip


@pytest.mark.parametrize("content_type", MEDIA_TYPES)
@pytest.mark.parametrize("data", [LOG, gzipped(LOG), zipped({"a": LOG}), b"\xef\xbb\xbf" + LOG])
def test_the_content_decides_and_not_its_label(post: Any, data: bytes, content_type: str) -> None:
    assert post(data, content_type=content_type).status_code == 201


def test_a_known_game_is_a_conflict_with_its_address(post: Any) -> None:
    first = post(text_log(), content_type="text/plain").json()
    again = post(text_log() + b"# the same\n", content_type="text/plain")
    assert again.status_code == 409
    body = again.json()
    assert body["error"]["code"] == "already_stored"
    assert (body["id"], body["url"], body["digest"]) == (first["id"], first["url"], first["digest"])


def test_a_refused_log_has_findings(post: Any) -> None:
    answer = post(REFUSED.encode(), content_type="text/plain")
    assert answer.status_code == 422
    body = answer.json()
    assert body["error"]["code"] == "log_refused"
    finding = body["findings"][0]
    assert any(event.startswith("haunt") for event in finding.pop("legal"))
    fix = finding.pop("fix")
    assert (fix["op"], fix["line"], fix["length"]) == ("replace", 8, 2)
    assert set(finding) == POSITION | {"rule", "citation", "code", "message"}
    assert (finding["game"], finding["event"], finding["line"], finding["rule"]) == (0, 1, 8, "2.1")
    assert Game.objects.count() == 0


def test_several_games_have_a_status_each(post: Any) -> None:
    for data in (many(3), json.dumps([numbered(n) for n in range(10, 13)]).encode()):
        answer = post(data)
        assert answer.status_code == 201
        assert [row["status"] for row in answer.json()["games"]] == ["stored"] * 3
    answer = post(as_json(numbered(1), numbered(7), {"game": "go"}))
    assert answer.status_code == 207
    body = answer.json()
    assert [row["status"] for row in body["games"]] == ["duplicate", "stored", "refused"]
    assert (body["n_stored"], body["n_duplicate"], body["n_refused"]) == (1, 1, 1)
    assert body["games"][2]["findings"]
    assert post(as_json({"game": "go"}, {})).status_code == 422


def test_a_dry_run_stores_nothing(post: Any, settings: Any) -> None:
    answer = post(as_json(json_log()), "?dry_run=1")
    assert (answer.status_code, answer.json()["games"][0]["status"]) == (200, "stored")
    assert post(REFUSED.encode(), "?dry_run=1", "text/plain").status_code == 422
    assert Game.objects.count() == Upload.objects.count() == RawFile.objects.count() == 0
    post(as_json(json_log()))
    answer = post(as_json(json_log()), "?dry_run=true")
    assert answer.json()["games"][0]["status"] == "duplicate"
    assert Upload.objects.count() == 1
    settings.UPLOAD_CHECK_GAMES = 2
    body = post(many(5), "?dry_run=1").json()
    assert (body["complete"], len(body["games"])) == (False, 2)


def test_files_checked_together_share_the_time(client: Client, settings: Any) -> None:
    """At least one game is checked; the time is for all files together."""
    settings.UPLOAD_CHECK_SECONDS = 0.0

    def files() -> list[SimpleUploadedFile]:
        return [file(f"{n}.json", many(2, start=n * 2)) for n in range(3)]

    answer = client.post(f"{GAMES}?dry_run=1", {"file": files()})
    body = answer.json()
    assert (answer.status_code, body["complete"]) == (200, False)
    assert [game["status"] for game in body["games"]] == ["stored"]
    page = client.post("/upload/", {"file": files(), "action": "check"}).content.decode()
    assert page.count("Valid, ready to upload") == 1
    assert "A check reads only the first part of a large file." in page


@pytest.mark.django_db(transaction=True)
def test_a_large_file_is_accepted_with_a_status_address(
    post: Any, client: Client, settings: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_INLINE_BYTES = 10
    answer = post(many(3))
    assert answer.status_code == 202
    row = answer.json()["uploads"][0]
    assert answer["Location"] == row["api"]
    status = client.get(row["api"]).json()
    assert (status["state"], status["poll_seconds"]) == ("received", 1)
    replay_services.read_waiting(enqueued[0])
    body = client.get(row["api"]).json()
    assert (body["state"], body["n_games"], body["poll_seconds"]) == ("done", 3, None)
    assert [game["status"] for game in body["games"]] == ["stored"] * 3


def test_files_of_a_form(client: Client) -> None:
    answer = client.post(GAMES, {"file": [file("a.json"), file("b.json", many(1, start=1))]})
    body = answer.json()
    assert (answer.status_code, body["n_stored"], len(body["uploads"])) == (201, 2, 2)
    answer = client.post(GAMES, {"file": file("c.json", many(1, start=2))})
    assert (answer.status_code, answer.json()["upload"]["filename"]) == (201, "c.json")


def test_forms_without_a_file_and_broken_forms_are_client_errors(client: Client) -> None:
    for fields in ({}, {"file": "text, no file"}, {"log": "x"}):
        answer = client.post(GAMES, fields)
        assert (answer.status_code, bool(answer.json()["error"]["message"])) == (400, True)
    for data, boundary in ((b"--x\r\nrubbish", "; boundary=x"), (b"rubbish", "")):
        answer = client.generic("POST", GAMES, data, f"multipart/form-data{boundary}")
        assert answer.status_code == 400


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "application/xml", "image/png", "application/pickle"],
)
def test_other_media_types_are_refused(post: Any, kind: str) -> None:
    answer = post(b"a=b", content_type=kind)
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_the_size_limit_is_exact(
    client: Client, post: Any, settings: Any, enqueued: list[int]
) -> None:
    """A047, A048: JSON errors with the limit, for bodies and forms; the limit is accepted."""
    assert post(many(1, start=7).ljust(4 * 1024 * 1024)).status_code in {201, 202}
    settings.UPLOAD_MAX_BYTES = 2000
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    exact = as_json(json_log()).ljust(2000)
    assert post(exact).status_code == 201
    answers = [post(exact + b" ", query) for query in ("", "?dry_run=1")]
    files = (file("a.json", data) for data in (exact + b" ", b"x" * 100_000))
    answers += [client.post(GAMES, {"file": file}) for file in files]
    for answer in answers:
        assert (answer.status_code, answer.json()["error"]["limit"]) == (413, 2000)


@pytest.mark.parametrize(
    "body",
    [
        b"", b" ", b"null", b"[]", b"{}", b"[[[[", b"[" * 100_000, b'{"a":' * 50_000, b"NaN",
        b'{"game": NaN}', b'{"a":1,"a":2}', b"\xff\xfe\x00", b"\x00" * 50, b"\x1f\x8b",
        b"\x1f\x8b\x08" + b"\0" * 20, b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b'"',
        b"\xed\xa0\x80", b'[Game "goryo"', b"{ note", b"1e999",
        b'{"game":"goryo","players":[{"role":"goryo","name":"\\ud800"}]}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("query", ["", "?dry_run=1"])
def test_garbage_is_a_client_error_with_a_finding(post: Any, body: bytes, query: str) -> None:
    answer = post(body, query)
    assert answer.status_code == 422
    assert answer.json()["findings"]
    assert answer.json()["error"]["message"]
    assert Game.objects.count() == 0


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "\udfff\ud800"])
def test_lone_surrogates_and_nul_in_free_text_never_break_the_store(post: Any, text: str) -> None:
    assert post(as_json(json_log(site=text, tags=[text]))).status_code in {201, 409, 422}


@pytest.mark.parametrize(
    "data",
    [
        text_log(Jane="Ja\x00ne"), text_log(discover="discover { a\x00b }"),
        b'[Event "\x00"]\n' + text_log(), text_log(Jane="Ja\\\x00ne"),
    ],
)  # fmt: skip
def test_text_that_json_cannot_contain_is_refused(post: Any, data: bytes) -> None:
    assert post(data, content_type="text/plain").status_code == 422
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    "name", ["../../x.json", "/abs.json", "C:\\x", "a/../../b", "<b>.json", 'q".json', "x" * 300]
)
def test_member_names_are_labels(post: Any, client: Client, name: str) -> None:
    """A172: read in memory, shown escaped, never a path."""
    members = {name: as_json({"game": "go"}), "b.json": many(1)}
    answer = post(zipped(members), content_type="application/zip")
    assert answer.status_code == 207
    assert len(answer.json()["games"][0]["label"]) <= 200
    assert "<b>.json" not in client.get(answer.json()["uploads"][0]["url"]).content.decode()


def test_unknown_parameters_are_refused(post: Any) -> None:
    queries = ("?dryrun=1", "?dry_run=perhaps", "?dry_run=1&dry_run=0")
    answers = [post(many(1), query) for query in queries]
    assert [answer.status_code for answer in answers] == [400] * 3
    assert answers[0].json()["error"]["parameters"] == ["dryrun"]
    assert Game.objects.count() == 0


def test_the_api_ignores_cookies(db: None) -> None:
    """A183: the API knows no session, so that no other site can use one."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["sessionid"] = "x"
    assert client.post(GAMES, many(1), content_type="application/json").status_code == 201


def test_the_throttle_ignores_claimed_addresses(post: Any, rates: Any) -> None:
    """A182: a new X-Forwarded-For each time changes nothing."""
    rates(uploads="5/min")
    mine = {"REMOTE_ADDR": "10.9.9.9"}
    answers = [post(many(1, start=n), HTTP_X_FORWARDED_FOR=f"10.0.0.{n}", **mine) for n in range(8)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429] * 3
    assert int(answers[-1]["Retry-After"]) > 0
    assert answers[-1].json()["error"]["message"]
    other = post(many(1, start=98), REMOTE_ADDR="10.0.0.3")
    assert other.status_code == 201, "other clients are not affected"


def test_an_internal_error_has_an_id(
    post: Any, client: Client, monkeypatch: Any, caplog: Any
) -> None:
    client.raise_request_exception = False
    fail_reading(monkeypatch, AssertionError("tiles are not conserved"))
    answer = post(many(1))
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "fault"
    assert error["fault_id"] in caplog.text
    assert "conserved" not in answer.content.decode()
    assert client.get(f"/api/v1/uploads/{error['upload']}/").json()["state"] == "reading"
    assert client.get(f"/uploads/{error['upload']}/").status_code == 200
