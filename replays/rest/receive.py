"""POST of logs: what came is kept and read, and the answer says what became of every game."""

from typing import Any

from django.http import HttpRequest
from rest_framework.response import Response

from games.core.findings import public_row
from replays import services
from replays.access.senders import BadKey, program_key
from replays.models import ItemStatus, Upload, UploadItem, UploadSource, UploadState
from replays.reads import games as game_reads
from replays.requests.files import Part

from .describe import addresses, checked_whole, item_row, open_digest, upload_row
from .errors import ApiError, error_body

ITEMS_TOLD = (
    100  # per-game results in one answer; the upload's own address pages through all of them
)


def sender_of(request: HttpRequest) -> str:
    """The key of the program that sends, by its header `Idempotency-Key`. Raises a 400 for a key
    that is none.
    """
    try:
        return program_key(request.headers.get("Idempotency-Key"))
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header="Idempotency-Key") from error


def check_parts(parts: list[Part], request: HttpRequest) -> Response:
    """A dry run: 200, or 422 where nothing would be kept."""
    sender = sender_of(request)
    body = checked_whole(services.check_all([part.data for part in parts], sender), request)
    findings = [finding for row in body["games"] for finding in row["findings"]]
    if all(row["status"] == ItemStatus.REFUSED for row in body["games"]):
        return Response(body | _refusal(findings), status=422)
    return Response(body)


def receive_parts(parts: list[Part], request: HttpRequest) -> Response:
    """Keep and read: 201, 409 or 422 for one game, 200 or 207 for many, 202 where a worker reads
    on.
    """
    uploads = services.submit_all(
        [(part.name, part.data) for part in parts],
        source=UploadSource.API,
        sender=sender_of(request),
    )
    items = [
        item for upload in uploads for item in game_reads.upload_items(upload, limit=ITEMS_TOLD)
    ]
    if not all(upload.is_settled for upload in uploads):
        return _accepted(uploads, request)
    if len(uploads) == 1 and uploads[0].n_games == 1:
        return _one_game(uploads[0], items[0], request)
    return _many_games(uploads, items, request)


def _accepted(uploads: list[Upload], request: HttpRequest) -> Response:
    rows = [upload_row(upload, request) for upload in uploads]
    headers = {"Location": rows[0]["api"], "Retry-After": "1"}
    return Response({"uploads": rows}, status=202, headers=headers)


def _one_game(upload: Upload, item: UploadItem, request: HttpRequest) -> Response:
    told = {
        "upload": upload_row(upload, request),
        "warnings": [*map(public_row, item.warnings)],
    }
    if item.status == ItemStatus.REFUSED or item.game is None:
        return Response(_refusal(item.findings) | told, status=422)
    place: dict[str, Any] = addresses(item.game, request) | {"digest": open_digest(item.game)}
    if item.status == ItemStatus.DUPLICATE:
        return Response(
            error_body("already_stored", "This game is here already.") | place | told, status=409
        )
    return Response(place | told, status=201, headers={"Location": place["api"]})


def _many_games(uploads: list[Upload], items: list[UploadItem], request: HttpRequest) -> Response:
    body: dict[str, Any] = {
        "uploads": [upload_row(upload, request) for upload in uploads],
        "games": [item_row(item, request) for item in items],
        "n_stored": sum(upload.n_stored for upload in uploads),
        "n_duplicate": sum(upload.n_duplicate for upload in uploads),
        "n_refused": sum(upload.n_refused for upload in uploads),
    }
    findings = [finding for item in items for finding in item.findings]
    if all(upload.state == UploadState.REFUSED for upload in uploads):
        return Response(body | _refusal(findings), status=422)
    return Response(body, status=207 if body["n_refused"] else 200)


def _refusal(findings: list[dict[str, Any]]) -> dict[str, Any]:
    return error_body("log_refused", str(findings[0]["message"])) | {
        "findings": [*map(public_row, findings)]
    }
