"""What a key and an address may upload on a day, and the files of refused uploads."""

import io
import json
import random
import zipfile
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, RequestFactory
from django.utils import timezone

from replays import services, tasks
from replays.access.quotas import quotas_of
from replays.models import Game, RawFile, Record, Upload, UploadItem, Usage
from replays.services import OverQuota
from replays.services.quotas import charge
from tests.support.threads import at_once
from tests.unit.visibility.owners import header

from .logs import REFUSED, as_json, many, numbered, read, submit, text_log

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
KIB = 1024


def send(data: bytes, name: str = "", address: str = "127.0.0.1") -> Any:
    """Upload a log by the API from an address."""
    return Client(REMOTE_ADDR=address).post(
        "/api/v1/games/", data, "text/plain", headers=header(name)
    )


def stored_bytes() -> int:
    """Return how many bytes the database has of uploads: files and errors."""
    content = sum(len(data) for data in RawFile.objects.values_list("content", flat=True))
    found = UploadItem.objects.values_list("findings", flat=True)
    return content + sum(len(json.dumps(findings)) for findings in found if findings)


def age(hours: float) -> None:
    """Let all uploads have been read some hours ago."""
    Upload.objects.update(finished_at=timezone.now() - timedelta(hours=hours))


# ------------------------------------------------------------------------------------- quotas


def test_bytes_of_an_address_are_limited_with_any_keys(settings: Any) -> None:
    settings.QUOTA_ADDRESS_BYTES = 5 * KIB
    sent = [
        send(text_log(Jane=f"A{n}"), name).status_code for n, name in enumerate(["ann", "ben", ""])
    ]
    assert sent == [201, 201, 201]
    answer = send(text_log(Jane="B"), "eve")
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["what"]) == (429, "quota_exceeded", "bytes")
    assert error["limit"] == 5 * KIB
    assert 0 < int(answer["Retry-After"]) <= 86_401
    assert "midnight" in error["message"]
    assert Upload.objects.count() == RawFile.objects.count() == 3
    assert send(text_log(Jane="B"), "eve", "127.0.0.2").status_code == 201


def test_games_of_a_key_are_limited_from_any_address(settings: Any) -> None:
    settings.QUOTA_KEY_GAMES = 3
    assert send(many(2), "ann").status_code == 201
    assert send(many(4, start=2), "ann", "10.0.0.1").status_code == 201  # read to its end
    answer = send(as_json(numbered(9)), "ann", "10.0.0.2")
    assert (answer.status_code, answer.json()["error"]["what"]) == (429, "games")
    assert send(as_json(numbered(9)), "ben").status_code == 201
    assert send(as_json(numbered(10))).status_code == 201
    assert sum(Usage.objects.values_list("n_games", flat=True)) == 7


def test_counts_survive_the_cache_and_end_at_midnight(settings: Any) -> None:
    settings.QUOTA_KEY_GAMES = 1
    assert send(text_log(), "ann").status_code == 201
    cache.clear()
    assert send(text_log(Jane="B"), "ann").status_code == 429
    Usage.objects.update(day=timezone.now().date() - timedelta(days=1))
    assert send(text_log(Jane="B"), "ann").status_code == 201
    assert services.delete_old_usage() == 0
    for days, row in enumerate(Usage.objects.all(), 3):
        Usage.objects.filter(pk=row.pk).update(day=timezone.now().date() - timedelta(days=days))
    assert services.delete_old_usage() == 2


def used() -> int:
    """Return the bytes that were counted."""
    return sum(Usage.objects.values_list("n_bytes", flat=True))


def test_only_what_is_received_and_stored_counts(settings: Any) -> None:
    """A length that is declared and not sent, and a refused request, cost an address nothing."""
    settings.QUOTA_ADDRESS_BYTES = 5 * KIB
    path, kind = "/api/v1/collections/", "application/json"
    for length in (str(1024**3), "9" * 5000):
        answer = Client().post(path, b"", kind, headers=header("ann"), CONTENT_LENGTH=length)
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert Client().post(path, b"no", kind, headers=header("ann")).status_code == 400
    assert used() == 0
    body = as_json({"title": "Finals"})
    sent = [Client().post(path, body, kind, headers=header("ann")).status_code for _ in range(3)]
    assert (sent, used()) == ([201, 201, 429], 4 * KIB)


def test_an_address_without_quota_can_sign_in(settings: Any) -> None:
    settings.QUOTA_ADDRESS_BYTES = KIB
    assert Client().post("/account/sign-up/", {"email": "a@example.org"}).status_code == 429
    for path in ("/account/sign-in/", "/admin/login/"):
        answer = Client().post(path, {"email": "a@example.org", "username": "a", "password": "b"})
        assert answer.status_code in (200, 302), path
    assert used() == 0


def test_an_address_is_stored_as_a_digest_and_ipv6_by_network(settings: Any) -> None:
    settings.QUOTA_ADDRESS_GAMES = 5

    def subject(address: str) -> str:
        request = RequestFactory().get("/", REMOTE_ADDR=address)
        [quota] = quotas_of(request, "")
        return quota.subject

    assert len(subject("10.0.0.1")) == 64
    assert subject("10.0.0.1") == subject("::ffff:10.0.0.1") != subject("10.0.0.2")
    assert subject("2001:db8:0:1::5") == subject("2001:db8:0:1:9::6") != subject("2001:db8:0:2::5")
    send(text_log())
    assert "127.0.0.1" not in str(list(Usage.objects.values()))


def test_a_check_and_an_import_count_nothing(settings: Any) -> None:
    settings.QUOTA_ADDRESS_GAMES = 1
    Client().post("/api/v1/games/?dry_run=1", text_log(), "text/plain")
    submit(text_log())
    assert not Usage.objects.exists()


def test_the_page_shows_the_limit_and_the_text(settings: Any) -> None:
    settings.QUOTA_KEY_GAMES = 1
    client = Client()
    assert client.post("/upload/", {"text": text_log().decode()}).status_code == 302
    answer = client.post("/upload/", {"text": text_log(Jane="Zoe").decode()})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "daily limit of 1 game." in answer.content.decode()
    assert "Zoe" in answer.content.decode()
    game = Game.objects.get()
    answer = client.post(f"/games/{game.public_id}/correct/", {"text": text_log().decode() + " "})
    assert answer.status_code == 429
    assert "daily limit" in answer.content.decode()


def test_corrections_count(settings: Any) -> None:
    settings.QUOTA_KEY_GAMES = 2
    game = send(text_log(), "ann").json()["id"]
    for name, status in (("Ann", 200), ("Zoe", 429)):
        answer = Client().put(
            f"/api/v1/games/{game}/", text_log(Jane=name), "text/plain", headers=header("ann")
        )
        assert answer.status_code == status, answer.content
    assert Record.objects.get(is_current=True).game.seats.filter(name="Ann").exists()


def test_changed_tags_and_saved_rooms_count_once(settings: Any) -> None:
    settings.QUOTA_KEY_BYTES = 1000 * KIB
    game = send(text_log(), "ann").json()["id"]
    before = dict(Usage.objects.values_list("subject", "n_bytes"))
    client = Client(headers=header("ann"))
    tags = {"name-samurai": "Zoe", "event": "Cup", "reason": "x"}
    answer = client.post(f"/games/{game}/tags/", tags)
    assert answer.status_code == 302, answer.content
    assert len(set(grown(before).values())) == 1, "the address as the key"
    log = {"game": "goryo", "ruleset": {"edition": "2024"}, "players": []}
    room = client.post("/api/v1/rooms/", log, "application/json").json()
    client = Client(headers=header("ann") | {"Room-Key": room["recorder_key"]})
    for path, body in (
        ("events/", {"version": 0, "event": {"type": "resign", "role": "samurai"}}),
        ("save/", {"version": 1}),
    ):
        before = dict(Usage.objects.values_list("subject", "n_bytes"))
        answer = client.post(f"{room['api']}{path}", body, "application/json")
        assert answer.status_code in (200, 201), answer.content
    assert len(set(grown(before).values())) == 1, "the address as the key"


def grown(before: dict[str, int]) -> dict[str, int]:
    """Return how many bytes were counted since then, for each key and address."""
    now = Usage.objects.values_list("subject", "n_bytes")
    return {subject: n - before.get(subject, 0) for subject, n in now if n != before.get(subject)}


@pytest.mark.django_db(transaction=True)
def test_parallel_uploads_do_not_exceed_a_quota_together(settings: Any) -> None:
    settings.QUOTA_ADDRESS_BYTES = 5 * KIB
    request = RequestFactory().get("/")
    quotas = quotas_of(request, "")

    def one() -> str:
        try:
            charge(quotas, [10])
        except OverQuota:
            return "refused"
        return "counted"

    assert sorted(at_once(*[one] * 12)) == ["counted"] * 5 + ["refused"] * 7
    assert Usage.objects.get().n_bytes == 5 * KIB


def hostile(number: int) -> bytes:
    """Return bytes that no one wants to store."""
    chance = random.Random(number)
    match number % 4:
        case 0:
            return chance.randbytes(4 * KIB)
        case 1:
            return (REFUSED + f"; {number}\n").encode() * 6
        case 2:
            return b'{"format": "goryo-log/1", "x": "' + b"y" * (3 * KIB + number) + b'"}'
        case _:
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr(f"{number}.txt", f"{REFUSED}; {number}\n" * 20)
            return out.getvalue()


def test_a_day_of_hostile_uploads_grows_storage_by_at_most_the_quota(settings: Any) -> None:
    """Also with a new key for each upload. An hour later no bytes of files are left."""
    settings.QUOTA_ADDRESS_BYTES = quota = 256 * KIB
    settings.UPLOAD_INLINE_SECONDS = 3600.0  # also on a busy machine, each answer is final
    statuses = set()
    for number in range(200):
        statuses.add(send(hostile(number), "ann" if number % 2 else "").status_code)
    assert statuses == {422, 429}
    assert stored_bytes() <= quota
    assert not Game.objects.exists()
    assert sum(Usage.objects.values_list("n_bytes", flat=True)) <= quota + 64 * KIB
    age(1.1)
    tasks.drop_refused()
    assert sum(len(c) for c in RawFile.objects.values_list("content", flat=True)) == 0


# ------------------------------------------------------------------------------ refused files


def test_a_refused_file_is_removed_after_an_hour() -> None:
    body = send(REFUSED.encode()).json()
    age(0.9)
    assert services.drop_refused() == 0
    age(1.1)
    assert services.drop_refused() == 1
    assert services.drop_refused() == 0
    raw = RawFile.objects.get()
    assert (bytes(raw.content), raw.size) == (b"", len(REFUSED))
    status = Client().get(f"/api/v1/uploads/{body['upload']['id']}/").json()
    assert (status["state"], status["file_removed"]) == ("refused", True)
    assert status["games"][0]["findings"]


def test_an_accepted_file_is_never_removed(enqueued: list[int]) -> None:
    kept = [
        text_log(),
        text_log() + REFUSED.encode(),  # one of two games
        text_log() + b" ",  # a duplicate
    ]
    for data in kept:
        submit(data)
    submit(REFUSED.encode() + b"\n\n")
    waiting = submit(REFUSED.encode(), reading=services.Reading.QUEUED)
    age(1000)
    Upload.objects.filter(pk=waiting.pk).update(finished_at=None)
    assert services.drop_refused() == 1
    assert set(map(bytes, RawFile.objects.values_list("content", flat=True))) == {
        *kept,
        REFUSED.encode(),
        b"",
    }
    assert read(waiting)[0] == "refused"
    fault = Upload.objects.filter(pk=waiting.pk)
    fault.update(state="fault", finished_at=timezone.now() - timedelta(hours=9))
    assert services.drop_refused() == 0


def test_bytes_that_another_upload_needs_stay() -> None:
    """The same file is refused today, and a later engine may accept it for another uploader."""
    first, second = submit(REFUSED.encode()), submit(REFUSED.encode())
    age(2)
    Upload.objects.filter(pk=second.pk).update(finished_at=timezone.now())
    assert services.drop_refused() == 0
    Upload.objects.filter(pk=second.pk).update(state="done")
    age(2)
    assert services.drop_refused() == 0
    assert first.raw_id == second.raw_id


def test_a_removed_file_is_stored_again(enqueued: list[int]) -> None:
    submit(REFUSED.encode())
    age(2)
    services.drop_refused()
    again = submit(REFUSED.encode(), reading=services.Reading.QUEUED)
    raw = RawFile.objects.get()
    assert (bytes(raw.content), raw.removed_at) == (REFUSED.encode(), None)
    assert read(again)[0] == "refused"
    assert again.items.get().findings


@pytest.mark.django_db(transaction=True)
def test_files_that_arrive_while_they_are_removed_are_read() -> None:
    for n in range(12):
        submit(REFUSED.encode() + b"\n" * n)
    age(2)
    jobs = [partial(submit, REFUSED.encode() + b"\n" * n) for n in range(12)]
    results = at_once(*jobs, services.drop_refused, services.drop_refused)
    assert not [each for each in results if isinstance(each, Exception)]
    for upload in Upload.objects.all():
        assert (upload.state, upload.n_unreadable) == ("refused", 0)
    assert UploadItem.objects.filter(status="refused").count() == 24


def test_the_page_of_an_upload_tells_that_its_file_was_removed() -> None:
    client = Client()
    file = SimpleUploadedFile("game.txt", REFUSED.encode())
    path = client.post("/upload/", {"file": file})["Location"]
    assert "removed the original file" not in client.get(path).content.decode()
    age(2)
    services.drop_refused()
    text = client.get(path).content.decode()
    assert "We removed the original file" in text
    assert "game.txt" in text
