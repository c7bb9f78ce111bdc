"""`/api/v1/uploads/<id>/`: the progress of an upload."""

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from replays.models import Upload
from replays.reads import games as game_reads

from . import schemas
from .base import PublicView, number, plain
from .describe import item_body, links_of, upload_fields
from .game import ID
from .openapi import endpoint, query

PAGE_SIZE = 100


class UploadView(PublicView):
    """The state of an upload, with results for its games so far."""

    @endpoint(
        "upload", schemas.UploadStatus, ID, query("after", "Return results after this position.")
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the state, counts, and a page of results for each game."""
        try:
            upload = game_reads.upload_by_public_id(public_id)
        except Upload.DoesNotExist as error:
            raise Http404 from error
        is_start = request.query_params.get("after") == "-1"
        after = -1 if is_start else number(request, "after", -1)
        items = game_reads.upload_items(upload, after=after, limit=PAGE_SIZE)
        game = game_reads.only_game(upload)
        links = links_of(game, "api-game", plain(request)) if game else None
        body = schemas.UploadStatus.make(
            upload,
            **upload_fields(upload, plain(request)),
            game=schemas.GameLink(**links) if links else None,
            games=[item_body(item, plain(request)) for item in items],
            next_after=items[-1].position if len(items) == PAGE_SIZE else None,
        )
        headers = {"Cache-Control": "no-store"}
        if body.poll_seconds:
            headers["Retry-After"] = str(body.poll_seconds)
        return Response(body, headers=headers)
