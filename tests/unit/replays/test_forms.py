"""Files of multipart forms: each is read, whatever its name."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays.models import Upload

from .logs import as_json, numbered, zipped

pytestmark = pytest.mark.django_db
FORM = "multipart/form-data; boundary=sep"


def part(name: bytes, number: int, header: bytes = b"filename") -> bytes:
    """Return a file of a form with one game."""
    return (
        b'--sep\r\nContent-Disposition: form-data; name="file"; ' + header + b"=" + name + b"\r\n"
        b"Content-Type: text/plain\r\n\r\n" + as_json(numbered(number)) + b"\r\n"
    )


def send(client: Client, *parts: bytes, path: str = "/api/v1/games/") -> Any:
    return client.generic("POST", path, b"".join(parts) + b"--sep--\r\n", FORM)


NAMES = [
    pytest.param(b'"zo\xeb.txt"', "zoë.txt", id="Latin-1"),
    pytest.param(b'"\x83\x8d\x83O.txt"', "\u0083\u008d\u0083O.txt", id="Shift JIS"),
    pytest.param('"zoë.txt"'.encode(), "zoë.txt", id="UTF-8"),
    pytest.param(b'".."', "unnamed", id="dots"),
    pytest.param(b'"a/"', "unnamed", id="a folder"),
    pytest.param(b'"\x01"', "unnamed", id="a control character"),
]


@pytest.mark.parametrize(("name", "shown"), NAMES)
@pytest.mark.parametrize("path", ["/api/v1/games/", "/upload/"])
def test_a_file_is_read_whatever_its_name(
    client: Client, path: str, name: bytes, shown: str
) -> None:
    alone = send(client, part(name, 1), path=path)
    both = send(client, part(b'"ann.txt"', 2), part(name, 3), path=path)
    assert (alone.status_code, both.status_code) in ((201, 201), (302, 302))
    printable = "".join(filter(str.isprintable, shown))
    names = [upload.filename for upload in Upload.objects.order_by("pk")]
    assert names == [printable, "ann.txt", printable]
    assert [upload.n_stored for upload in Upload.objects.order_by("pk")] == [1, 1, 1]


UNREADABLE = [
    pytest.param(part(b"no-such-encoding''a.txt", 2, b"filename*"), id="unknown encoding"),
    pytest.param(b"--sep\r\nContent-Type: text/plain\r\n\r\n{}\r\n", id="no name"),
    pytest.param(b"--sep\r\nContent-Disposition form-data\r\n\r\n{}\r\n", id="no colon"),
]


@pytest.mark.parametrize("bad", UNREADABLE)
@pytest.mark.parametrize("path", ["/api/v1/games/", "/upload/"])
def test_no_part_is_dropped_silently(client: Client, path: str, bad: bytes) -> None:
    assert send(client, part(b'"a.txt"', 1), bad, path=path).status_code == 400
    assert not Upload.objects.exists()


ZIP = {
    "logs/ann.txt": as_json(numbered(1)),
    "logs/._ann.txt": b"\0\5\x16\7\0\2",
    "__MACOSX/logs/._ben.txt": b"\0\5\x16\7\0\2",
    ".DS_Store": b"\0\0\0\1Bud1",
    "logs/Thumbs.db": b"\xd0\xcf",
    "logs/": b"",
    "logs/empty.txt": b"",
    "logs/ben.txt": as_json(numbered(2)),
}
SKIPPED = [
    "logs/._ann.txt",
    "__MACOSX/logs/._ben.txt",
    ".DS_Store",
    "logs/Thumbs.db",
    "logs/empty.txt",
]


def test_skipped_files_of_a_zip_are_listed(client: Client, post: Any) -> None:
    checked = post(zipped(ZIP), "?dry_run=1", content_type="application/zip").json()
    assert (checked["skipped_files"], len(checked["games"])) == (SKIPPED, 2)
    body = post(zipped(ZIP), content_type="application/zip").json()
    assert (body["uploads"][0]["skipped_files"], body["n_stored"]) == (SKIPPED, 2)
    status = client.get(body["uploads"][0]["api"]).json()
    page = client.get(body["uploads"][0]["url"]).content.decode()
    assert status["skipped_files"] == SKIPPED
    assert all(f"<bdi>{name}</bdi>" in page for name in SKIPPED)
    check = SimpleUploadedFile("logs.zip", zipped(ZIP))
    page = client.post("/upload/", {"file": check, "action": "check"}).content.decode()
    assert "Skipped 5 files of the zip" in page
    assert post(as_json(numbered(3))).json()["upload"]["skipped_files"] == []


def test_the_list_of_skipped_files_is_limited(post: Any) -> None:
    many = {f"__MACOSX/{number}": b"" for number in range(300)}
    body = post(zipped({"a.txt": as_json(numbered(1)), **many})).json()
    assert len(body["upload"]["skipped_files"]) == 100
