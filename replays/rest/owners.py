"""The key that makes a program the owner of what it sends, and what may be sent."""

from django.http import HttpRequest
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from replays.access.scopes import credential_of
from replays.access.uploaders import (
    EARLIER_KEY,
    MAX_LENGTH,
    MIN_LENGTH,
    BadKey,
    anonymous,
    key_of_program,
    new_secret,
    program_key,
)
from replays.access.uploaders import OWNER_KEY as HEADER

from .errors import ApiError
from .openapi import in_path

ID = in_path("public_id", "The id, 12 characters.")
_SECRET = {
    "type": "string",
    "minLength": MIN_LENGTH,
    "maxLength": MAX_LENGTH,
    "pattern": "^[ -~]*$",
}
OWNER_KEY = OpenApiParameter(
    HEADER,
    _SECRET,
    OpenApiParameter.HEADER,
    description="A random secret that makes you the owner of what you upload. Only with the same "
    "key can you see your private games, and continue, correct, change or delete a game.",
)
EARLIER = OpenApiParameter(
    EARLIER_KEY,
    _SECRET,
    OpenApiParameter.HEADER,
    description="The earlier name of `Owner-Key`.",
    deprecated=True,
)
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
LOG_BODY = dict.fromkeys(MEDIA_TYPES, OpenApiTypes.BINARY)
"""The body of a request that sends logs, in the OpenAPI document."""


def owner_of_upload(request: HttpRequest) -> tuple[str, str]:
    """Return the key of the owner of an upload, and the secret of a new one, which the answer sends
    once; empty if the request has one. Raises ApiError.
    """
    if (credential := credential_of(request)) is not None:
        return credential.uploader_key, ""
    try:
        if key := program_key(request):
            return key, ""
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header=error.header) from error
    secret = new_secret()
    return key_of_program(secret), secret


def uploader_of(request: HttpRequest) -> str:
    """Return the key of the sending program: that of the account with a token, else from the header
    `Owner-Key`; a new one that no other request has, if there is none. Raises ApiError.
    """
    if (credential := credential_of(request)) is not None:
        return credential.uploader_key
    try:
        return program_key(request) or anonymous()
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header=error.header) from error
