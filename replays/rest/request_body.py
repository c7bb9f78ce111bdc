"""The bytes of a POST: the body as it is, or the files of a form. Read with a limit, never by a
general parser.
"""

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadhandler import StopUpload
from django.http import HttpRequest, UnreadablePostError
from django.http.multipartparser import MultiPartParserError

from replays.access.limits import limits
from replays.requests.files import FORM_SLACK, Part, TooMany, check_length, read_files
from replays.services import TooLarge

from .errors import ApiError

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
    """The files of a request. Raises TooLarge, and ApiError for what is no upload."""
    kind = (request.content_type or "application/octet-stream").lower()
    if kind == FORM:
        return _files_of_form(request)
    if kind not in MEDIA_TYPES:
        message = f"{kind} is not read here."
        raise ApiError(415, "unsupported_media_type", message, accepted=[*MEDIA_TYPES, FORM])
    return [Part("", _body(request))]


def _body(request: HttpRequest) -> bytes:
    limit = limits().max_bytes
    check_length(request)
    try:
        data = bytes(request.read(limit + 1))
    except (UnreadablePostError, OSError) as error:
        raise ApiError(400, "incomplete_body", "The body broke off before its end.") from error
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
