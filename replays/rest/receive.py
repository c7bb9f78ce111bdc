"""POST of logs: store and read them, and answer with the result for each game."""

from typing import Any

from django.http import HttpRequest
from rest_framework.response import Response

from replays import services
from replays.access.senders import BadKey, program_key
from replays.models import ItemStatus, Upload, UploadItem, UploadSource, UploadState
from replays.reads import games as game_reads
from replays.requests.files import Part

from . import schemas
from .body import Error
from .describe import check_body, findings, item_body, links_of, open_digest, upload_body
from .errors import ApiError

MAX_ITEMS = 100
"""Results in one answer; the upload's endpoint pages through all of them."""


def sender_of(request: HttpRequest) -> str:
    """Return the key of the sending program, from the header `Idempotency-Key`. Raises ApiError."""
    try:
        return program_key(request.headers.get("Idempotency-Key"))
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header="Idempotency-Key") from error


def check_parts(parts: list[Part], request: HttpRequest) -> Response:
    """Answer a dry run: 200, or 422 where every game is rejected."""
    sender = sender_of(request)
    body = check_body(services.check_all([part.data for part in parts], sender), request)
    if any(item.status != ItemStatus.REFUSED for item in body.games):
        return Response(body)
    body.findings = [finding for item in body.games for finding in item.findings]
    body.error = _log_refused(body.findings)
    return Response(body, status=422)


def receive_parts(parts: list[Part], request: HttpRequest) -> Response:
    """Store and read: 201, 409 or 422 for one game, 200, 207 or 422 for many, 202 where a worker
    continues.
    """
    uploads = services.submit_all(
        [(part.name, part.data) for part in parts],
        source=UploadSource.API,
        sender=sender_of(request),
    )
    items = [
        item for upload in uploads for item in game_reads.upload_items(upload, limit=MAX_ITEMS)
    ]
    if not all(upload.is_settled for upload in uploads):
        accepted = schemas.Accepted([upload_body(upload, request) for upload in uploads])
        headers = {"Location": accepted.uploads[0].api, "Retry-After": "1"}
        return Response(accepted, status=202, headers=headers)
    if len(uploads) == 1 and uploads[0].n_games == 1:
        return _one_game(uploads[0], items[0], request)
    return _many_games(uploads, items, request)


def _one_game(upload: Upload, item: UploadItem, request: HttpRequest) -> Response:
    about, warnings = upload_body(upload, request), findings(item.warnings)
    if item.status == ItemStatus.REFUSED or item.game is None:
        rejected = findings(item.findings)
        body = schemas.Refused(_log_refused(rejected), rejected, about, warnings)
        return Response(body, status=422)
    stored: dict[str, Any] = {
        **links_of(item.game, "api-game", request),
        "digest": open_digest(item.game),
        "upload": about,
        "warnings": warnings,
    }
    if item.status == ItemStatus.DUPLICATE:
        error = Error("already_stored", "This game is already stored.")
        return Response(schemas.Duplicate(error=error, **stored), status=409)
    return Response(schemas.Stored(**stored), status=201, headers={"Location": stored["api"]})


def _many_games(uploads: list[Upload], items: list[UploadItem], request: HttpRequest) -> Response:
    body = schemas.Many(
        uploads=[upload_body(upload, request) for upload in uploads],
        games=[item_body(item, request) for item in items],
        n_stored=sum(upload.n_stored for upload in uploads),
        n_duplicate=sum(upload.n_duplicate for upload in uploads),
        n_refused=sum(upload.n_refused for upload in uploads),
    )
    if all(upload.state == UploadState.REFUSED for upload in uploads):
        body.findings = findings(row for item in items for row in item.findings)
        body.error = _log_refused(body.findings)
        return Response(body, status=422)
    return Response(body, status=207 if body.n_refused else 200)


def _log_refused(rejected: list[Any]) -> Error:
    return Error("log_refused", str(rejected[0]["message"]))
