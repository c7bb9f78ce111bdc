"""Uploads: reading, checking and storing posted logs, and `/api/v1/uploads/<id>/`."""

from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import StopUpload
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.limits import limits
from replays.access.quotas import quotas_of
from replays.access.viewer import Viewer, viewer_of
from replays.models import REJECTED, ItemStatus, Upload, UploadItem, UploadSource
from replays.models.audience import Audience
from replays.reads import games as game_reads
from replays.requests.files import FORM_SLACK, Part, TooMany, check_length, read_files
from replays.requests.forms import keep_all_parts
from replays.requests.http import row_or_404
from replays.services import TooLarge

from . import describe, schemas
from .base import PublicView, number, plain
from .body import Error
from .errors import ApiError
from .openapi import endpoint, query
from .owners import ID, MEDIA_TYPES, owner_of_upload, uploader_of

MAX_ITEMS = 100
"""Results in one answer. The endpoint of an upload has pages of them."""
FORM = "multipart/form-data"


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
    return [Part("", body_of(request))]


def log_of(request: HttpRequest) -> bytes:
    """Return the body of a request that sends logs without a form. Raises TooLarge and ApiError."""
    kind = (request.content_type or "application/octet-stream").lower()
    if kind not in MEDIA_TYPES:
        message = f"Unsupported media type: {kind}."
        raise ApiError(415, "unsupported_media_type", message, accepted=list(MEDIA_TYPES))
    return body_of(request)


def body_of(request: HttpRequest) -> bytes:
    """Return the body, read with a limit. Raises TooLarge and ApiError."""
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
    keep_all_parts(request)
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


def check_parts(parts: list[Part], request: HttpRequest, audience: Audience) -> Response:
    """Answer a dry run: 200, or 422 where every game is rejected."""
    uploader = uploader_of(request)
    checked = services.check_all([part.data for part in parts], uploader, audience)
    body = describe.check_body(checked, request)
    if any(item.status not in REJECTED for item in body.games):
        return Response(body)
    body.findings = [finding for item in body.games for finding in item.findings]
    body.error = log_refused(body.findings)
    return Response(body, status=422)


def receive_parts(parts: list[Part], request: HttpRequest, audience: Audience) -> Response:
    """Store and read: the status code of the games if all have the same status, else 207; 202 where
    a worker continues.
    """
    owner, secret = owner_of_upload(request)
    uploads = services.submit_all(
        [(part.name, part.data) for part in parts],
        source=UploadSource.API,
        uploader=owner,
        audience=audience,
        quotas=quotas_of(request, "" if secret else owner),
    )
    viewer = Viewer(frozenset({owner}))
    items = [
        item
        for upload in uploads
        for item in game_reads.upload_items(upload, viewer, limit=MAX_ITEMS)
    ]
    owner_key = secret or UNSET
    if not all(upload.is_settled for upload in uploads):
        accepted = schemas.Accepted(
            uploads=[describe.upload_body(upload, request) for upload in uploads],
            owner_key=owner_key,
        )
        headers = {"Location": accepted.uploads[0].api, "Retry-After": "1"}
        return Response(accepted, status=202, headers=headers)
    if len(uploads) == 1 and uploads[0].n_games == 1:
        return _one_game(uploads[0], items[0], request, owner_key)
    return _many_games(uploads, items, request, owner_key)


CODES = {
    ItemStatus.STORED: 201,
    ItemStatus.MERGED: 200,
    ItemStatus.CONTINUED: 200,
    ItemStatus.DUPLICATE: 409,
    ItemStatus.REFUSED: 422,
    ItemStatus.UNREADABLE: 422,
}
"""HTTP status codes of an upload whose games all have one status (docs/adr/0015)."""


def _one_game(
    upload: Upload, item: UploadItem, request: HttpRequest, owner_key: str | UnsetType
) -> Response:
    about, warnings = describe.upload_body(upload, request), describe.findings(item.warnings)
    status = ItemStatus(item.status)
    if status in REJECTED or item.game is None:
        rejected = describe.findings(item.findings)
        body = schemas.Refused(
            log_refused(rejected), rejected, status=status.value, upload=about, warnings=warnings
        )
        return Response(body, status=422)
    fields: dict[str, Any] = {
        **describe.links_of(item.game, "api-game", request),
        **describe.identity_fields(item.game, item.added),
        **describe.audience_fields(item.game),
        "owner_key": owner_key,
        "status": status.value,
        "digest": describe.open_digest(item.game),
        "upload": about,
        "warnings": warnings,
    }
    if status == ItemStatus.DUPLICATE:
        error = Error("already_stored", "This game is already stored.")
        return Response(schemas.Duplicate(error=error, **fields), status=CODES[status])
    headers = {"Location": fields["api"]} if status == ItemStatus.STORED else {}
    return Response(schemas.Stored(**fields), status=CODES[status], headers=headers)


def _many_games(
    uploads: list[Upload],
    items: list[UploadItem],
    request: HttpRequest,
    owner_key: str | UnsetType,
) -> Response:
    counts = {
        status: sum(getattr(upload, f"n_{status}") for upload in uploads) for status in ItemStatus
    }
    body = schemas.Many(
        uploads=[describe.upload_body(upload, request) for upload in uploads],
        games=[describe.item_body(item, request) for item in items],
        owner_key=owner_key,
        n_read=sum(counts.values()) - counts[ItemStatus.UNREADABLE],
        **{f"n_{status}": n for status, n in counts.items()},
    )
    present = [status for status, n in counts.items() if n]
    if all(status in REJECTED for status in present):
        body.findings = describe.findings(row for item in items for row in item.findings)
        body.error = log_refused(body.findings)
    codes = {CODES[status] for status in present}
    return Response(body, status=codes.pop() if len(codes) == 1 else 207)


def log_refused(rejected: list[Any]) -> Error:
    """Return the error of a refused log: its first finding."""
    return Error("log_refused", str(rejected[0]["message"]))


class UploadView(PublicView):
    """The state of an upload, with results for its games so far."""

    @endpoint(
        "upload", schemas.UploadStatus, ID, query("after", "Return results after this position.")
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the state, counts, and a page of results for each game."""
        viewer = viewer_of(plain(request))
        upload = row_or_404(lambda name: game_reads.upload_by_public_id(name, viewer), public_id)
        is_start = request.query_params.get("after") == "-1"
        after = -1 if is_start else number(request, "after", -1)
        items = game_reads.upload_items(upload, viewer, after=after, limit=MAX_ITEMS)
        game = game_reads.only_game(upload, viewer)
        links = describe.links_of(game, "api-game", plain(request)) if game else None
        body = schemas.UploadStatus.make(
            upload,
            **describe.upload_fields(upload, plain(request)),
            file_removed=game_reads.is_file_removed(upload),
            game=schemas.GameLink(**links) if links else None,
            games=[describe.item_body(item, plain(request)) for item in items],
            next_after=items[-1].position if len(items) == MAX_ITEMS else None,
        )
        headers = {"Cache-Control": "no-store"}
        if body.poll_seconds:
            headers["Retry-After"] = str(body.poll_seconds)
        return Response(body, headers=headers)
