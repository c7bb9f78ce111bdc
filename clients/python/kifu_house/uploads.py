"""Logs as the body of a request, and the responses to uploads."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx

from .bodies import GameResult, Json, Upload, UploadResult
from .connection import error_of, json_of, parsed

Log = str | bytes | Path | Mapping[str, Any]
"""A log: its text, its bytes (also gzip or zip), a file, or a JSON log as a dict."""
ANSWERED = frozenset({409, 422})
"""Error statuses of uploads whose games all have such a status: their response has results."""


def bytes_of(log: Log) -> bytes:
    """Return a log as it is sent. Raises OSError if a file can't be read."""
    if isinstance(log, Path):
        return log.read_bytes()
    if isinstance(log, Mapping):
        return json.dumps(log, ensure_ascii=False).encode()
    return log.encode() if isinstance(log, str) else log


def body_of(logs: tuple[Log, ...]) -> dict[str, Any]:
    """Return the body of a request: one log as it is, several as files of a form."""
    if len(logs) == 1:
        headers = {"Content-Type": "application/octet-stream"}
        return {"content": bytes_of(logs[0]), "headers": headers}
    names = [log.name if isinstance(log, Path) else f"log-{n}" for n, log in enumerate(logs, 1)]
    files = [("file", (name, bytes_of(log))) for name, log in zip(names, logs, strict=True)]
    return {"files": files}


def result_of(response: httpx.Response) -> UploadResult:
    """Return the results of an upload or a check. Raises KifuError if the response has none."""
    body = json_of(response)
    is_one = "status" in body
    if not is_one and "games" not in body and "uploads" not in body:
        raise error_of(response)
    uploads = [body["upload"]] if is_one else body.get("uploads", [])
    games = [_only_game(body)] if is_one else body.get("games", [])
    results = [parsed(GameResult, game) for game in games]
    about = [parsed(Upload, upload) for upload in uploads]
    return UploadResult(
        games=results,
        uploads=about,
        is_complete=body.get("complete", _are_all(results, about)),
        owner_key=body.get("owner_key"),
        skipped_files=body.get("skipped_files", [])
        or [name for upload in about for name in upload.skipped_files],
    )


def _only_game(body: Json) -> Json:
    return {"position": 0, "label": "", "findings": [], **body}


def _are_all(results: list[GameResult], uploads: list[Upload]) -> bool:
    is_read = all(upload.poll_seconds is None for upload in uploads)
    return is_read and len(results) == sum(upload.n_games or 0 for upload in uploads)
