"""`/api/v1/games/<id>/`: one game, its steps, its log."""

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.registry import get_kind
from replays.access.throttles import BeliefThrottle
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS, content_type, download_name, log_text

from . import schema
from .base import PublicView, flag, plain, unless_known
from .describe import game_whole
from .errors import ApiError

NOT_OPEN = (
    "This game is unfinished and may still be going on, so that only what everybody at the table "
    "saw is shown. A log with its end is open in every view."
)


def game_or_404(public_id: str) -> Game:
    """The game, or the same 404 for an unknown and for a withdrawn one."""
    try:
        return game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error


def chosen_view(request: Request, game: Game) -> str:
    """The view asked for with `as`. Raises a 400 for a view there is not, a 403 for one that is not
    open.
    """
    views, is_open = get_kind(game.kind).views_in(game.mode), game_reads.open_views(game)
    view = request.query_params.get("as", is_open[0])
    if view not in views:
        raise ApiError(400, "bad_parameter", f"as is one of {', '.join(views)}.", parameter="as")
    if view not in is_open:
        raise ApiError(403, "game_unfinished", NOT_OPEN, open=list(is_open))
    return view


class GameView(PublicView):
    """One game."""

    @extend_schema(**schema.GAME)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """What is known of a game without playing it through."""
        game = game_or_404(public_id)
        body: Callable[[], Response] = lambda: Response(game_whole(game, plain(request)))  # noqa: E731
        return unless_known(
            request, f"{game.public_tag}.{game.engine_version}.{game.refused_by}", body
        )


class StepsView(PublicView):
    """A game's steps."""

    parameters = {"GET": ("as", "belief")}

    def get_throttles(self) -> list[BaseThrottle]:
        """What is worked out with belief costs much more than what is not."""
        is_costly = bool(self.request.GET.get("belief")) and self.request.GET["belief"] != "0"
        return [BeliefThrottle()] if is_costly else []

    @extend_schema(**schema.STEPS)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Every event with the state after it, as a view may know it."""
        game = game_or_404(public_id)
        view, belief = chosen_view(request, game), flag(request, "belief")
        kind = get_kind(game.kind)

        def answer() -> Response:
            found = game_reads.steps_of(game, view, belief=belief)
            steps = [{"game": 0, **step} for step in found]
            return Response({"id": game.public_id, "view": view, "belief": belief, "steps": steps})

        tag = f"{game.public_tag}.{kind.engine_version}.{view}.{int(belief)}"
        return unless_known(request, tag, answer)


class LogView(PublicView):
    """A game's log."""

    parameters = {"GET": ("form",)}

    @extend_schema(**schema.LOG)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """The log as a file, in its canonical JSON or in text."""
        game = game_or_404(public_id)
        form = request.query_params.get("form", "json")
        if form not in FORMS:
            raise ApiError(400, "bad_parameter", "form is json or text.", parameter="form")
        if not game_reads.is_log_open(game):
            raise ApiError(403, "game_unfinished", NOT_OPEN)

        def answer() -> HttpResponse:
            response = HttpResponse(log_text(game, form), content_type=content_type(form))
            response["Content-Disposition"] = content_disposition_header(
                True, download_name(game, form)
            )
            response["X-Content-Type-Options"] = "nosniff"
            return response

        return unless_known(request, f"{game.public_tag}.{form}", answer)
