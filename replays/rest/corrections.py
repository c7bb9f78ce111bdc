"""`PUT /api/v1/games/<id>/`: a corrected log of the owner."""

from django.http import HttpRequest
from rest_framework.response import Response

from replays import services
from replays.models import Game, UploadSource

from . import describe, schemas
from .errors import ApiError
from .owners import MEDIA_TYPES, uploader_of
from .uploads import body_of, log_refused


def correct(game: Game, request: HttpRequest) -> Response:
    """Answer a correction: 200, or 422 with the errors of the log. Raises ApiError, TooLarge and
    Refusal.
    """
    kind = (request.content_type or "application/octet-stream").lower()
    if kind not in MEDIA_TYPES:
        message = f"Unsupported media type: {kind}."
        raise ApiError(415, "unsupported_media_type", message, accepted=list(MEDIA_TYPES))
    owner = uploader_of(request)
    result = services.correct_game(game, body_of(request), owner=owner, source=UploadSource.API)
    warnings = describe.findings(result.draft.warnings)
    if result.game is None:
        rejected = describe.findings(result.draft.findings)
        body = schemas.Refused(log_refused(rejected), rejected, warnings=warnings)
        return Response(body, status=422)
    return Response(
        schemas.Corrected(
            **describe.links_of(result.game, "api-game", request),
            digest=describe.open_digest(result.game),
            revision=result.game.revision,
            changed=result.is_changed,
            warnings=warnings,
        )
    )
