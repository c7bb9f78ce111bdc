"""The front page: what this is, a place to drop a log, the newest games."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.core.language import join_and
from games.registry import KINDS
from replays.access.limits import limits
from replays.reads import games as game_reads

from .rows import game_rows

SHOWN = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The page at `/`."""
    context = {
        "titles": join_and(kind.title for kind in KINDS.values()),
        "counts": game_reads.site_counts(),
        "games": game_rows(game_reads.latest_games(SHOWN)),
        "max_mib": limits().max_bytes // (1024 * 1024),
    }
    return render(request, "replays/home.html", context)
