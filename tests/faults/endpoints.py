"""Every endpoint and command that reads a log, called alike: bytes in, a `Result` out."""

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.core.findings import public_row
from games.registry import judge
from replays.models import Game, UploadItem
from tests.support.commands import run

API = "/api/v1/games/"


@dataclass
class Result:
    """An answer: digests of the accepted games, and findings of the refused ones."""

    status: int
    accepted: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    body: Any = None


Endpoint = Callable[[bytes], Result]


def pure(data: bytes) -> Result:
    """Judge the bytes without a request."""
    games = list(judge(data))
    findings = [finding.to_json() for judged in games for finding in judged.findings]
    accepted = [judged.record.digest for judged in games if not judged.findings]
    return Result(200 if accepted and not findings else 422, accepted, findings)


def first_finding(data: bytes, endpoint: Endpoint = pure) -> dict[str, Any]:
    """Return the first finding of a refused log; fail if a game of it is accepted."""
    result = endpoint(data)
    assert result.status == 422
    assert result.accepted == []
    assert all(finding["message"] for finding in result.findings)
    return result.findings[0]


def _stored() -> list[str]:
    return list(Game.objects.order_by("id").values_list("digest", flat=True))


def _post(data: Any, **more: Any) -> Result:
    answer = Client(raise_request_exception=False).post(API, data, **more)
    body = answer.json()
    findings = body.get("findings", []) if isinstance(body, dict) else []
    for row in body.get("games", []) if isinstance(body, dict) else []:
        findings = findings or row.get("findings", [])
    return Result(answer.status_code, _stored(), findings, body)


def uploaded(client: Client, log: Any) -> Any:
    """Upload a log that must be accepted, as text or as JSON; return the answer."""
    data = log.encode() if isinstance(log, str) else json.dumps(log).encode()
    media_type = "application/json" if data.startswith(b"{") else "text/plain"
    answer = client.post(API, data, content_type=media_type)
    assert answer.status_code == 201, answer.content
    return answer.json()


def page(data: bytes) -> Result:
    """Send the form of the upload page."""
    client = Client(raise_request_exception=False)
    answer = client.post("/upload/", {"file": SimpleUploadedFile("a.txt", data)}, follow=True)
    items = UploadItem.objects.order_by("id").values_list("findings", flat=True)
    findings = [public_row(row) for rows in items for row in rows]
    return Result(answer.status_code, _stored(), findings, answer.content.decode())


def command(name: str, data: bytes, *arguments: str) -> Result:
    """Run a management command on a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "upload.txt"
        path.write_bytes(data)
        status, out, _ = run(name, path, *arguments)
    return Result(status, body=out)


def replay_command(data: bytes) -> Result:
    """Run `manage.py replay` and collect the errors among its lines."""
    result = command("replay", data)
    lines = [json.loads(line) for line in result.body.splitlines()]
    result.findings = [line["error"] for line in lines if "error" in line]
    return result


ENDPOINTS: dict[str, Endpoint] = {
    "JSON body": lambda data: _post(data, content_type="application/json"),
    "text body": lambda data: _post(data, content_type="text/plain"),
    "bytes body": lambda data: _post(data, content_type="application/octet-stream"),
    "form": lambda data: _post({"file": SimpleUploadedFile("log.json", data)}),
    "form, another name": lambda data: _post({"file": SimpleUploadedFile("hepp", data)}),
}
"""The endpoints of the API that store games."""
