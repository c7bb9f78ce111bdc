"""POST /api/v1/games/: what each kind of body is answered with."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Game, RawFile, Upload

from .logs import REFUSED, as_json, gzipped, json_log, many, numbered, text_log, zip_of

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    "content_type",
    [
        "application/json",
        "application/x-ndjson",
        "text/plain",
        "application/octet-stream",
        "application/json; charset=utf-8",
    ],
)
@pytest.mark.parametrize(
    "wrap",
    [
        lambda data: data,
        gzipped,
        lambda data: zip_of({"a.json": data}),
        lambda data: b"\xef\xbb\xbf" + data,
    ],
)
def test_the_content_decides_and_not_its_label(post: Any, wrap: Any, content_type: str) -> None:
    assert post(wrap(as_json(json_log())), content_type=content_type).status_code == 201


def test_the_same_game_is_a_conflict_that_leads_to_it(post: Any) -> None:
    first = post(text_log(), content_type="text/plain").json()
    again = post(text_log() + b"# the same\n", content_type="text/plain")
    assert again.status_code == 409
    body = again.json()
    assert body["error"]["code"] == "already_stored"
    assert (body["id"], body["url"], body["digest"]) == (first["id"], first["url"], first["digest"])


def test_a_refused_log_is_told_place_rule_and_what_was_legal(post: Any) -> None:
    answer = post(REFUSED.encode(), content_type="text/plain")
    assert answer.status_code == 422
    body = answer.json()
    assert body["error"]["code"] == "log_refused"
    finding = body["findings"][0]
    assert set(finding) == {
        "game",
        "event",
        "line",
        "column",
        "rule",
        "citation",
        "code",
        "message",
        "legal",
    }
    assert (finding["game"], finding["event"], finding["line"], finding["rule"]) == (0, 1, 8, "2.1")
    assert any(words.startswith("haunt") for words in finding["legal"])
    assert Game.objects.count() == 0


def test_many_games_are_told_one_by_one(post: Any) -> None:
    answer = post(many(3))
    assert answer.status_code == 200
    assert [row["status"] for row in answer.json()["games"]] == ["stored"] * 3
    answer = post(as_json(numbered(1), numbered(7), {"game": "go"}))
    assert answer.status_code == 207
    body = answer.json()
    assert [row["status"] for row in body["games"]] == ["duplicate", "stored", "refused"]
    assert (body["n_stored"], body["n_duplicate"], body["n_refused"]) == (1, 1, 1)
    assert body["games"][2]["findings"]
    assert post(as_json({"game": "go"}, {})).status_code == 422


def test_an_array_is_many_games(post: Any) -> None:
    answer = post(json.dumps([numbered(1), numbered(2)]).encode())
    assert (answer.status_code, answer.json()["n_stored"]) == (200, 2)


def test_a_dry_run_keeps_nothing_at_all(post: Any) -> None:
    answer = post(as_json(json_log()), "?dry_run=1")
    assert (answer.status_code, answer.json()["games"][0]["status"]) == (200, "acceptable")
    assert post(REFUSED.encode(), "?dry_run=1", "text/plain").status_code == 422
    assert Game.objects.count() == Upload.objects.count() == RawFile.objects.count() == 0
    post(as_json(json_log()))
    answer = post(as_json(json_log()), "?dry_run=true")
    assert answer.json()["games"][0]["status"] == "duplicate"
    assert Upload.objects.count() == 1


def test_a_dry_run_of_much_says_that_it_stopped(post: Any, settings: Any) -> None:
    settings.UPLOAD_CHECK_GAMES = 2
    body = post(many(5), "?dry_run=1").json()
    assert (body["complete"], len(body["games"])) == (False, 2)


def test_files_checked_together_share_one_time(client: Client, settings: Any) -> None:
    """However slow it is, one game is looked at; the time is for all files and not for each."""
    settings.UPLOAD_CHECK_SECONDS = 0.0
    files = [SimpleUploadedFile(f"{n}.json", many(2, start=n * 2)) for n in range(3)]
    answer = client.post("/api/v1/games/?dry_run=1", {"file": files})
    body = answer.json()
    assert (answer.status_code, body["complete"]) == (200, False)
    assert [game["status"] for game in body["games"]] == ["acceptable"]
    files = [SimpleUploadedFile(f"{n}.json", many(2, start=n * 2)) for n in range(3)]
    page = client.post("/upload/", {"file": files, "action": "check"}).content.decode()
    assert page.count("Valid, ready to upload") == 1
    assert "The file has more games than a check reads" in page


@pytest.mark.django_db(transaction=True)
def test_a_big_file_is_accepted_and_its_address_told(
    post: Any, client: Client, settings: Any, enqueued: list[int]
) -> None:
    settings.UPLOAD_INLINE_BYTES = 10
    answer = post(many(3))
    assert answer.status_code == 202
    row = answer.json()["uploads"][0]
    assert answer["Location"] == row["api"]
    status = client.get(row["api"])
    assert (status.status_code, status.json()["state"], status.json()["poll_seconds"]) == (
        200,
        "received",
        1,
    )
    from replays import services as replay_services

    replay_services.read_waiting(enqueued[0])
    body = client.get(row["api"]).json()
    assert (body["state"], body["n_games"], body["poll_seconds"]) == ("done", 3, None)
    assert [game["status"] for game in body["games"]] == ["stored"] * 3


def test_files_of_a_form(client: Client) -> None:
    files = [SimpleUploadedFile("a.json", many(1)), SimpleUploadedFile("b.json", many(1, start=1))]
    answer = client.post("/api/v1/games/", {"file": files})
    assert (answer.status_code, answer.json()["n_stored"], len(answer.json()["uploads"])) == (
        200,
        2,
        2,
    )
    answer = client.post("/api/v1/games/", {"file": SimpleUploadedFile("c.json", many(1, start=2))})
    assert answer.status_code == 201
    assert answer.json()["upload"]["filename"] == "c.json"


@pytest.mark.parametrize("fields", [{}, {"file": "text, no file"}, {"log": "x"}])
def test_a_form_without_the_file_is_told_so(client: Client, fields: dict[str, str]) -> None:
    answer = client.post("/api/v1/games/", fields)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_a_broken_form_is_theirs(client: Client) -> None:
    answer = client.generic(
        "POST", "/api/v1/games/", b"--x\r\nrubbish", content_type="multipart/form-data; boundary=x"
    )
    assert answer.status_code == 400
    answer = client.generic(
        "POST", "/api/v1/games/", b"rubbish", content_type="multipart/form-data"
    )
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "application/xml", "image/png", "application/pickle"],
)
def test_other_media_are_not_read(post: Any, kind: str) -> None:
    answer = post(b"a=b", content_type=kind)
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")


def test_the_limit_is_told_and_holds_to_the_byte(client: Client, post: Any, settings: Any) -> None:
    """A047, A048: JSON errors with the limit, for bodies and forms; the limit itself is taken."""
    settings.UPLOAD_MAX_BYTES = 2000
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    exact = as_json(json_log()).ljust(2000)
    assert post(exact).status_code == 201
    for query in ("", "?dry_run=1"):
        answer = post(exact + b" ", query)
        assert (answer.status_code, answer.json()["error"]["limit"]) == (413, 2000)
    answer = client.post("/api/v1/games/", {"file": SimpleUploadedFile("a.json", exact + b" ")})
    assert (answer.status_code, answer.json()["error"]["limit"]) == (413, 2000)
    answer = client.post("/api/v1/games/", {"file": SimpleUploadedFile("a.json", b"x" * 100_000)})
    assert (answer.status_code, answer.json()["error"]["limit"]) == (413, 2000)


def test_a_legal_body_of_four_megabytes_is_taken(post: Any, enqueued: list[int]) -> None:
    assert post(as_json(json_log()).ljust(4 * 1024 * 1024)).status_code in {201, 202}


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
def test_rubbish_is_theirs_and_has_a_finding(post: Any, body: bytes, query: str) -> None:
    answer = post(body, query)
    assert answer.status_code == 422
    assert answer.json()["findings"]
    assert answer.json()["error"]["message"]
    assert Game.objects.count() == 0


def test_lone_surrogates_and_nul_in_free_text_never_break_the_store(post: Any) -> None:
    for name in ("a\x00b", "\ud800", "\udfff\ud800"):
        answer = post(json.dumps(json_log(site=name, tags=[name])).encode())
        assert answer.status_code in {201, 409, 422}


@pytest.mark.parametrize("place", ["name", "note", "event", "escaped"])
def test_what_is_stored_can_be_read_again(post: Any, client: Client, place: str) -> None:
    """Text that no JSON holds never gets past the door: a stored log always opens."""
    data = {
        "name": text_log(Jane="Ja\x00ne"),
        "note": text_log(discover="discover { a\x00b }"),
        "event": b'[Event "\x00"]\n' + text_log(),
        "escaped": text_log(Jane="Ja\\\x00ne"),
    }[place]
    assert post(data, content_type="text/plain").status_code == 422
    for game in Game.objects.all():
        assert client.get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    "name", ["../../x.json", "/abs.json", "C:\\x", "a/../../b", "<b>.json", 'q".json', "x" * 300]
)
def test_member_names_are_labels(post: Any, client: Client, name: str) -> None:
    """A172: read in memory, shown escaped, never a path."""
    answer = post(
        zip_of({name: as_json({"game": "go"}), "b.json": many(1)}), content_type="application/zip"
    )
    assert answer.status_code == 207
    assert len(answer.json()["games"][0]["label"]) <= 200
    page = client.get(answer.json()["uploads"][0]["url"]).content.decode()
    assert "<b>.json" not in page


def test_unknown_parameters_are_refused(post: Any) -> None:
    answer = post(many(1), "?dryrun=1")
    assert (answer.status_code, answer.json()["error"]["parameters"]) == (400, ["dryrun"])
    assert post(many(1), "?dry_run=perhaps").status_code == 400
    assert post(many(1), "?dry_run=1&dry_run=0").status_code == 400
    assert Game.objects.count() == 0


def test_a_cookie_gives_no_power_here(db: None) -> None:
    """A183: the API knows no session, so that no other site can use one."""
    client = Client(enforce_csrf_checks=True)
    client.cookies["sessionid"] = "x"
    assert (
        client.post("/api/v1/games/", many(1), content_type="application/json").status_code == 201
    )


def test_too_often_is_429_whatever_the_caller_claims_to_be(post: Any, rates: Any) -> None:
    """A182: a new X-Forwarded-For each time changes nothing."""
    rates(uploads="5/min")
    codes = [
        post(
            many(1, start=n), REMOTE_ADDR="10.9.9.9", HTTP_X_FORWARDED_FOR=f"10.0.0.{n}"
        ).status_code
        for n in range(8)
    ]
    assert codes == [201] * 5 + [429] * 3
    late = post(many(1, start=99), REMOTE_ADDR="10.9.9.9")
    assert int(late["Retry-After"]) > 0
    assert late.json()["error"]["message"]
    assert post(many(1, start=98), REMOTE_ADDR="10.0.0.3").status_code == 201, (
        "nobody else is shut out"
    )


def test_a_fault_is_ours_and_has_an_id(
    post: Any, client: Client, monkeypatch: Any, caplog: Any
) -> None:
    from replays.services import reading

    def broken(data: bytes, sender: str) -> Any:
        raise AssertionError("tiles are not conserved")

    client.raise_request_exception = False
    monkeypatch.setattr(reading, "drafts_of", broken)
    answer = post(many(1))
    assert answer.status_code == 500
    error = answer.json()["error"]
    assert error["code"] == "fault"
    assert error["fault_id"] in caplog.text
    assert "conserved" not in answer.content.decode()
    upload = client.get(f"/api/v1/uploads/{error['upload']}/").json()
    assert upload["state"] == "reading"
    assert client.get(f"/uploads/{error['upload']}/").status_code == 200
