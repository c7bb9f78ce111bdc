"""The key that makes a program the owner of what it sends, and what may be sent."""

from django.http import HttpRequest
from drf_spectacular.utils import OpenApiParameter

from replays.access.uploaders import MAX_LENGTH, MIN_LENGTH, BadKey, program_key

from .errors import ApiError
from .openapi import in_path

ID = in_path("public_id", "The id, 12 characters.")
OWNER_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": MIN_LENGTH, "maxLength": MAX_LENGTH, "pattern": "^[ -~]*$"},
    OpenApiParameter.HEADER,
    description="A random secret that makes you the owner of what you upload: only with the same "
    "key can you continue or correct a game.",
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


def uploader_of(request: HttpRequest) -> str:
    """Return the key of the sending program, from the header `Idempotency-Key`. Raises ApiError."""
    try:
        return program_key(request.headers.get("Idempotency-Key"))
    except BadKey as error:
        raise ApiError(400, "bad_key", str(error), header="Idempotency-Key") from error
