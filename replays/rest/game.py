"""`/api/v1/games/<id>/`: a game, its steps, frames and log."""

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.registry import get_kind
from replays.access.throttles import BeliefThrottle
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS
from replays.requests.http import conditional, game_or_404, log_file

from . import schemas
from .base import PublicView, choice, flag, plain
from .describe import whole_game
from .errors import ApiError
from .openapi import endpoint, in_path, query

ID = in_path("public_id", "The id, 12 characters.")
AS = query("as", "A view. Default: the first available view.")
BELIEF = query("belief", "1: include belief, the positions a view can deduce.", ["1", "0"])
FORM = query("form", "Format of the log. Default: json.", list(FORMS))
LOG = {(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/plain"): OpenApiTypes.STR}
NOT_OPEN = (
    "This game is unfinished and may be in progress, so only public information is available. "
    "A finished game is open in every view."
)


def chosen_view(request: Request, game: Game) -> str:
    """Return the view named by `as`. Raises a 400 for an unknown view, a 403 for one that is not
    open.
    """
    is_open = game_reads.open_views(game)
    view = choice(request, "as", get_kind(game.kind).identity.views_in(game.mode), is_open[0])
    if view not in is_open:
        raise ApiError(403, "game_unfinished", NOT_OPEN, open=list(is_open))
    return view


class GameView(PublicView):
    """One game."""

    @endpoint("game", schemas.WholeGame, ID)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return a game without its steps."""
        game = game_or_404(public_id)
        tag = f"{game.public_tag}.{game.engine_version}.{game.refused_by}"
        return conditional(plain(request), tag, lambda: Response(whole_game(game, plain(request))))


class BeliefView(PublicView):
    """A view that is limited for requests with belief, which cost much more."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the limit."""
        return [BeliefThrottle()] if self.request.GET.get("belief", "0") not in ("", "0") else []


class StepsView(BeliefView):
    """A game's steps."""

    @endpoint("game_steps", schemas.Steps, ID, AS, BELIEF, errors=(400, 403, 404, 429))
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return every event and the state after it, with what the view may know."""
        game = game_or_404(public_id)
        view, belief = chosen_view(request, game), flag(request, "belief")
        version = get_kind(game.kind).rules.version

        def answer() -> Response:
            steps = [{"game": 0, **s} for s in game_reads.steps_of(game, view, belief=belief)]
            return Response(schemas.Steps(game.public_id, view, belief, steps))

        tag = f"{game.public_tag}.{version}.{view}.{int(belief)}"
        return conditional(plain(request), tag, answer)


class FramesView(PublicView):
    """A game's scene and frames."""

    @endpoint("game_frames", schemas.Frames, ID, AS, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the drawing of the board and one frame for each step, start included, with what
        the view may know.
        """
        game = game_or_404(public_id)
        view, kind = chosen_view(request, game), get_kind(game.kind)

        def answer() -> Response:
            replay = game_reads.replay_of(game)
            scene, frames = kind.display.scene(replay.record), kind.display.frames(replay, view)
            return Response(schemas.Frames(game.public_id, view, scene, frames))

        tag = f"{game.public_tag}.{kind.rules.version}.{view}.frames"
        return conditional(plain(request), tag, answer)


class LogView(PublicView):
    """A game's log."""

    @endpoint("game_log", LOG, ID, FORM, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the log as a file, as canonical JSON or as text."""
        game = game_or_404(public_id)
        form = choice(request, "form", FORMS, "json")
        if not game_reads.is_log_open(game):
            raise ApiError(403, "game_unfinished", NOT_OPEN)

        tag = f"{game.public_tag}.{form}"
        return conditional(plain(request), tag, lambda: log_file(game, form))
