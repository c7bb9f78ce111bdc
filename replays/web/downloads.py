"""`/games/<id>/log.json` and `log.txt`: a game's log as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import content_type, download_name, log_text

SUFFIXES = {"json": "json", "txt": "text"}


@require_safe
def download(request: HttpRequest, public_id: str, form: str) -> HttpResponse:
    """The log of a finished game; a page that says why not where the game is unfinished."""
    if form not in SUFFIXES:
        raise Http404
    try:
        game = game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not game_reads.is_log_open(game):
        return render(request, "replays/log_closed.html", {"game": game}, status=403)
    spelling = SUFFIXES[form]
    response = HttpResponse(log_text(game, spelling), content_type=content_type(spelling))
    response["Content-Disposition"] = content_disposition_header(
        True, download_name(game, spelling)
    )
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "no-cache"
    return response
