"""`PUT /api/v1/games/<id>/`: a corrected log of the owner."""

from django.http import HttpRequest
from rest_framework.response import Response

from replays import services
from replays.access.quotas import quotas_of
from replays.access.viewer import viewer_of
from replays.models import Game, UploadSource
from replays.reads.records import own_record

from . import describe, schemas
from .owners import uploader_of
from .uploads import log_of, log_refused


def correct(game: Game, request: HttpRequest) -> Response:
    """Answer a correction: 200, or 422 with the errors of the log. Raises ApiError, TooLarge and
    Refusal.
    """
    owner, data = uploader_of(request), log_of(request)
    if (record := own_record(game, viewer_of(request).keys)) is not None:
        owner = record.owner
    result = services.correct_game(
        game, data, owner=owner, source=UploadSource.API, quotas=quotas_of(request, owner)
    )
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
