"""`/api/v1/uploads/<id>/`: how far an upload is."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from replays.models import Upload
from replays.reads import games as game_reads

from . import schema
from .base import PublicView, plain
from .describe import addresses, item_row, upload_row
from .errors import ApiError

ITEMS_A_PAGE = 100


class UploadView(PublicView):
    """The state of an upload, with what became of its games so far."""

    parameters = {"GET": ("after",)}

    @extend_schema(**schema.UPLOAD)
    def get(self, request: Request, public_id: str) -> Response:
        """State, counts, and a page of per-game results from after position `after` on."""
        try:
            upload = game_reads.upload_by_public_id(public_id)
        except Upload.DoesNotExist as error:
            raise Http404 from error
        after = request.query_params.get("after", "-1")
        if after != "-1" and not (after.isascii() and after.isdecimal() and len(after) <= 9):
            raise ApiError(400, "bad_parameter", "after is a game's position.", parameter="after")
        items = game_reads.upload_items(upload, after=int(after), limit=ITEMS_A_PAGE)
        game = game_reads.only_game(upload)
        body = upload_row(upload, plain(request)) | {
            "game": addresses(game, plain(request)) if game else None,
            "games": [item_row(item, plain(request)) for item in items],
            "next_after": items[-1].position if len(items) == ITEMS_A_PAGE else None,
        }
        headers = {"Cache-Control": "no-store"}
        if body["poll_seconds"]:
            headers["Retry-After"] = str(body["poll_seconds"])
        return Response(body, headers=headers)
