"""Uploads: reading, checking and storing posted logs, and `/api/v1/uploads/<id>/`."""

from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import StopUpload
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.limits import limits
from replays.access.senders import BadKey, program_key
from replays.models import ItemStatus, Upload, UploadItem, UploadSource, UploadState
from replays.reads import games as game_reads
from replays.requests.files import FORM_SLACK, Part, TooMany, check_length, read_files
from replays.requests.http import row_or_404
from replays.services import TooLarge

from . import describe, schemas
from .base import PublicView, number, plain
from .body import Error
from .errors import ApiError
from .game import ID
from .openapi import endpoint, query

MAX_ITEMS = 100
"""Results in one answer. The endpoint of an upload has pages of them."""
FORM = "multipart/form-data"
MEDIA_TYPES = (
    "application/json",
    "application/x-ndjson",
    "application/ndjson",
    "text/plain",
    "application/gzip",
    "application/x-gzip",
    "application/zip",
    "application/x-zip-compressed",
    "application/octet-stream",
)


def parts_of(request: HttpRequest) -> list[Part]:
    """Return the files of a POST: the body, or the files of a form, read with a limit. Raises
    TooLarge, TooMany and ApiError.
    """
    kind = (request.content_type or "application/octet-stream").lower()
    if kind == FORM:
        return _files_of_form(request)
    if kind not in MEDIA_TYPES:
        message = f"Unsupported media type: {kind}."
        raise ApiError(415, "unsupported_media_type", message, accepted=[*MEDIA_TYPES, FORM])
    return [Part("", _body(request))]


def _body(request: HttpRequest) -> bytes:
    limit = limits().max_bytes
    check_length(request)
    try:
        data = bytes(request.read(limit + 1))
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body is incomplete.") from error
    if len(data) > limit:
        raise TooLarge(limit)
    return data


def _files_of_form(request: HttpRequest) -> list[Part]:
    check_length(request, FORM_SLACK)
    try:
        fields, files = request.POST, request.FILES
    except TooManyFilesSent as error:
        raise TooMany(limits().max_files) from error
    except RequestDataTooBig as error:
        raise TooLarge(limits().max_bytes) from error
    except (MultiPartParserError, StopUpload, UnreadablePostError, ValueError) as error:
        raise ApiError(400, "unreadable_form", "This multipart form can't be read.") from error
    unknown = sorted((set(fields) | set(files)) - {"file"})
    if unknown or "file" in fields:
        message = "Send logs as files in the field `file`."
        raise ApiError(400, "unknown_field", message, fields=unknown or ["file"])
    parts = read_files(files.getlist("file"))
    if not parts:
        raise ApiError(400, "no_file", "There is no file in the field `file`.")
    return parts


def sender_of(request: HttpRequest) -> str:
    """Return the key of the sending program, from the header `Idempotency-Key`. Raises ApiError."""
    try:
        return program_key(request.headers.get("Idempotency-Key"))
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header="Idempotency-Key") from error


def check_parts(parts: list[Part], request: HttpRequest) -> Response:
    """Answer a dry run: 200, or 422 where every game is rejected."""
    sender = sender_of(request)
    body = describe.check_body(services.check_all([part.data for part in parts], sender), request)
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
        accepted = schemas.Accepted([describe.upload_body(upload, request) for upload in uploads])
        headers = {"Location": accepted.uploads[0].api, "Retry-After": "1"}
        return Response(accepted, status=202, headers=headers)
    if len(uploads) == 1 and uploads[0].n_games == 1:
        return _one_game(uploads[0], items[0], request)
    return _many_games(uploads, items, request)


def _one_game(upload: Upload, item: UploadItem, request: HttpRequest) -> Response:
    about, warnings = describe.upload_body(upload, request), describe.findings(item.warnings)
    if item.status == ItemStatus.REFUSED or item.game is None:
        rejected = describe.findings(item.findings)
        body = schemas.Refused(_log_refused(rejected), rejected, about, warnings)
        return Response(body, status=422)
    stored: dict[str, Any] = {
        **describe.links_of(item.game, "api-game", request),
        "digest": describe.open_digest(item.game),
        "upload": about,
        "warnings": warnings,
    }
    if item.status == ItemStatus.DUPLICATE:
        error = Error("already_stored", "This game is already stored.")
        return Response(schemas.Duplicate(error=error, **stored), status=409)
    return Response(schemas.Stored(**stored), status=201, headers={"Location": stored["api"]})


def _many_games(uploads: list[Upload], items: list[UploadItem], request: HttpRequest) -> Response:
    body = schemas.Many(
        uploads=[describe.upload_body(upload, request) for upload in uploads],
        games=[describe.item_body(item, request) for item in items],
        n_stored=sum(upload.n_stored for upload in uploads),
        n_duplicate=sum(upload.n_duplicate for upload in uploads),
        n_refused=sum(upload.n_refused for upload in uploads),
    )
    if all(upload.state == UploadState.REFUSED for upload in uploads):
        body.findings = describe.findings(row for item in items for row in item.findings)
        body.error = _log_refused(body.findings)
        return Response(body, status=422)
    return Response(body, status=207 if body.n_refused else 200)


def _log_refused(rejected: list[Any]) -> Error:
    return Error("log_refused", str(rejected[0]["message"]))


class UploadView(PublicView):
    """The state of an upload, with results for its games so far."""

    @endpoint(
        "upload", schemas.UploadStatus, ID, query("after", "Return results after this position.")
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the state, counts, and a page of results for each game."""
        upload = row_or_404(game_reads.upload_by_public_id, public_id)
        is_start = request.query_params.get("after") == "-1"
        after = -1 if is_start else number(request, "after", -1)
        items = game_reads.upload_items(upload, after=after, limit=MAX_ITEMS)
        game = game_reads.only_game(upload)
        links = describe.links_of(game, "api-game", plain(request)) if game else None
        body = schemas.UploadStatus.make(
            upload,
            **describe.upload_fields(upload, plain(request)),
            game=schemas.GameLink(**links) if links else None,
            games=[describe.item_body(item, plain(request)) for item in items],
            next_after=items[-1].position if len(items) == MAX_ITEMS else None,
        )
        headers = {"Cache-Control": "no-store"}
        if body.poll_seconds:
            headers["Retry-After"] = str(body.poll_seconds)
        return Response(body, headers=headers)
