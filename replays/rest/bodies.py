"""The bytes of a POST: the body as it is, or the files of a form. Read with a limit, never by a
general parser.
"""

from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import StopUpload
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from replays.limits import limits
from replays.parts import Part
from replays.services import TooLarge

from .errors import ApiError

FORM = "multipart/form-data"
BODIES = (
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
FORM_SLACK = 64 * 1024  # bytes a form may add around its files


def parts_of(request: HttpRequest) -> list[Part]:
    """The files of a request. Raises TooLarge, and ApiError for what is no upload."""
    kind = (request.content_type or "application/octet-stream").lower()
    if kind == FORM:
        return _files_of_form(request)
    if kind not in BODIES:
        message = f"{kind} is not read here."
        raise ApiError(415, "unsupported_media_type", message, accepted=[*BODIES, FORM])
    return [Part("", _body(request))]


def _body(request: HttpRequest) -> bytes:
    limit = limits().max_bytes
    check_length(request, limit)
    try:
        data = bytes(request.read(limit + 1))
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body broke off before its end.") from error
    if len(data) > limit:
        raise TooLarge(limit)
    return data


def check_length(request: HttpRequest, limit: int) -> None:
    """Refuse by the announced length, before a byte is read. Raises TooLarge."""
    announced = str(request.META.get("CONTENT_LENGTH") or "0")
    if announced.isdecimal() and int(announced) > limit:
        raise TooLarge(limits().max_bytes)


def _files_of_form(request: HttpRequest) -> list[Part]:
    pace = limits()
    check_length(request, pace.max_bytes + FORM_SLACK)
    try:
        fields, files = request.POST, request.FILES
    except TooManyFilesSent as error:
        raise too_many_files() from error
    except RequestDataTooBig as error:
        raise TooLarge(pace.max_bytes) from error
    except (MultiPartParserError, StopUpload, UnreadablePostError, ValueError) as error:
        raise ApiError(400, "unreadable_form", "This multipart form can't be read.") from error
    unknown = sorted((set(fields) | set(files)) - {"file"})
    if unknown or "file" in fields:
        message = "Send logs as files in the field `file`."
        raise ApiError(400, "unknown_field", message, fields=unknown or ["file"])
    return read_files(files.getlist("file"))


def too_many_files() -> ApiError:
    """A 413 that tells the limit."""
    most = limits().max_files
    return ApiError(413, "too_many_files", f"At most {most} files at once.", limit=most)


def read_files(files: list[Any]) -> list[Part]:
    """Uploaded files as parts. Raises TooLarge where they are too large together, ApiError where
    there are none or too many.
    """
    pace = limits()
    if not files:
        raise ApiError(400, "no_file", "There is no file in the field `file`.")
    if len(files) > pace.max_files:
        raise too_many_files()
    if sum(file.size for file in files) > pace.max_bytes:
        raise TooLarge(pace.max_bytes)
    return [Part(file.name or "", file.read()) for file in files]
