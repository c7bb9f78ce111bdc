"""`/api/v1/games/<id>/frames/`: what the replay page draws, as data."""

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import get_kind
from replays.reads import games as game_reads

from .base import PublicView, unless_known
from .game import AS, ID, chosen_view, game_or_404
from .openapi import endpoint
from .schemas import Frames


class FramesView(PublicView):
    """A game's scene and frames."""

    @endpoint("game_frames", Frames, ID, AS, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the drawing of the board and one frame for each step, start included, with what
        the view may know.
        """
        game = game_or_404(public_id)
        view, kind = chosen_view(request, game), get_kind(game.kind)

        def answer() -> Response:
            replay = game_reads.replay_of(game)
            scene, frames = kind.display.scene(replay.record), kind.display.frames(replay, view)
            return Response(Frames(game.public_id, view, scene, frames))

        return unless_known(
            request, f"{game.public_tag}.{kind.rules.version}.{view}.frames", answer
        )
