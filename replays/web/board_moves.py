"""`/games/<id>/moves/`: what can be played on the board at a step, as JSON for the script."""

from django.http import Http404, HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.recorder.labels import event_label
from games.registry import get_kind
from replays.access.throttles import OfferThrottle
from replays.models import Game
from replays.reads import branches as branch_reads
from replays.requests.http import game_or_404

from .address import YES, check_rate, check_step, flag, one_of, refused_as_text, step_of
from .branches import branch_of


@never_cache
@require_safe
@ensure_csrf_cookie
@gzip_page
@refused_as_text
def board_moves(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """`?step=12&as=samurai`, for a step of the game or of the variation `of`. Each move has its
    spaces, its label and its event. A move that the line has there has the number of its step,
    unless the user wants no spoilers.
    """
    game = game_or_404(request, public_id)
    parent = branch_of(request, game, request.GET.get("of", ""))
    views = branch_reads.views_to_play(game)
    if not views:
        raise Http404
    view = one_of(request, "as", views, parent.view if parent else views[0])
    step = step_of(request.GET.get("step", "0"))
    check_step(step, parent.last_step if parent else game.n_events)
    shows_next = flag(request, "spoilers", YES)
    check_rate(request, OfferThrottle())
    moves = branch_reads.board_moves(branch_reads.draft(game, step, view, parent))
    return JsonResponse({"moves": [_row(game, move, step, shows_next) for move in moves]})


def _row(
    game: Game, move: branch_reads.BoardMove, step: int, shows_next: bool
) -> dict[str, object]:
    row: dict[str, object] = {
        "first": move.taps.first,
        "rest": sorted(move.taps.rest),
        "label": event_label(get_kind(game.kind), move.event),
        "event": move.event,
    }
    if move.is_next and shows_next:
        row["step"] = step + 1
    return row
