"""`/api/v1/games/<id>/frames/`: what the replay page draws, as data."""

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import get_kind
from replays.reads import games as game_reads

from .base import PublicView, unless_known
from .game import chosen_view, game_or_404


class FramesView(PublicView):
    """A game's scene and frames."""

    parameters = {"GET": ("as",)}

    @extend_schema(
        operation_id="game_frames",
        parameters=[
            OpenApiParameter("public_id", OpenApiTypes.STR, OpenApiParameter.PATH),
            OpenApiParameter("as", OpenApiTypes.STR, description="a view"),
        ],
        responses=dict.fromkeys((200, 400, 403, 404), OpenApiTypes.OBJECT),
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """The board's drawing and one frame a step, the start included, as a view may know them."""
        game = game_or_404(public_id)
        view, kind = chosen_view(request, game), get_kind(game.kind)

        def answer() -> Response:
            replay = game_reads.replay_of(game)
            scene, frames = kind.scene(replay.record), kind.frames(replay, view)
            return Response({"id": game.public_id, "view": view, "scene": scene, "frames": frames})

        return unless_known(
            request, f"{game.public_tag}.{kind.engine_version}.{view}.frames", answer
        )
