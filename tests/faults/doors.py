"""Every door a log comes in by, called alike: bytes in, what became of them out."""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from games.core.findings import public_row
from games.registry import judge
from replays.models import Game, UploadItem

API = "/api/v1/games/"


@dataclass
class Answer:
    """What a door said. `accepted` are the digests of the games now known; `findings` those of
    the refused ones.
    """

    status: int
    accepted: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    body: Any = None


def pure(data: bytes) -> Answer:
    """`games.registry.judge`."""
    found = list(judge(data))
    findings = [finding.to_json() for judged in found for finding in judged.findings]
    accepted = [judged.record.digest for judged in found if not judged.findings]
    return Answer(200 if accepted and not findings else 422, accepted, findings)


def _stored(status: int, body: Any) -> Answer:
    findings = body.get("findings", []) if isinstance(body, dict) else []
    for row in body.get("games", []) if isinstance(body, dict) else []:
        findings = findings or row.get("findings", [])
    return Answer(
        status, list(Game.objects.order_by("id").values_list("digest", flat=True)), findings, body
    )


def api(content_type: str) -> Callable[[bytes], Answer]:
    """POST of the bytes as they are."""

    def send(data: bytes) -> Answer:
        client = Client(raise_request_exception=False)
        answer = client.post(API, data, content_type=content_type)
        return _stored(answer.status_code, answer.json())

    return send


def form(name: str) -> Callable[[bytes], Answer]:
    """POST of a multipart form with one file."""

    def send(data: bytes) -> Answer:
        client = Client(raise_request_exception=False)
        answer = client.post(API, {"file": SimpleUploadedFile(name, data)})
        return _stored(answer.status_code, answer.json())

    return send


def _items() -> list[dict[str, Any]]:
    rows = [finding for item in UploadItem.objects.order_by("id") for finding in item.findings]
    return [public_row(row) for row in rows]


def page(data: bytes) -> Answer:
    """The upload page's form."""
    client = Client(raise_request_exception=False)
    answer = client.post("/upload/", {"file": SimpleUploadedFile("a.txt", data)}, follow=True)
    digests = list(Game.objects.order_by("id").values_list("digest", flat=True))
    return Answer(answer.status_code, digests, _items(), answer.content.decode())


def command(name: str, *arguments: str) -> Callable[[bytes], Answer]:
    """A management command on a file."""

    def run(data: bytes) -> Answer:
        out, status = io.StringIO(), 0
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "upload.txt"
            path.write_bytes(data)
            try:
                with contextlib.redirect_stdout(out):
                    call_command(name, str(path), *arguments, stdout=out, stderr=io.StringIO())
            except SystemExit as end:
                status = int(end.code or 0)
        return Answer(status, [], [], out.getvalue())

    return run


def replay_command(data: bytes) -> Answer:
    """`manage.py replay`: the errors among its lines."""
    answer = command("replay")(data)
    lines = [json.loads(line) for line in answer.body.splitlines()]
    answer.findings = [line["error"] for line in lines if "error" in line]
    return answer


STORING: dict[str, Callable[[bytes], Answer]] = {
    "JSON body": api("application/json"),
    "text body": api("text/plain"),
    "bytes body": api("application/octet-stream"),
    "form": form("log.json"),
    "form, another name": form("hepp"),
}
