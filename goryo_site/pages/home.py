"""`/`: the front page, with a game that plays itself, a conclusion of each game and new games."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from analytics.forms.rows import RowChart
from analytics.reads.counting import last_change
from analytics.reads.questions import first_filters
from analytics.reads.sums import LIVE
from analytics.web.questions import first_cards
from games.core.language import join_and
from games.registry import KINDS
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.web.featured import read_featured
from replays.web.rows import game_rows

N_LATEST = 6
MAX_ROWS = 4
"""Rows of a conclusion's chart."""

_conclusions: BoundedCache[list[dict[str, Any]]] = BoundedCache(max_count=8, max_bytes=64)
"""Weights are numbers of conclusions."""


@require_safe
@gzip_page
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page."""
    featured = read_featured()
    rows = game_rows(game_reads.latest_games(N_LATEST), is_spoiler_free=True)
    context = {
        "titles": [kind.title for kind in KINDS.values()],
        "games_text": join_and(kind.title for kind in KINDS.values()),
        "counts": game_reads.site_counts(),
        "games": rows,
        "conclusions": conclusions(),
        **(featured.context() if featured else {}),
        "featured": featured,
    }
    return render(request, "site/home.html", context)


def conclusions() -> list[dict[str, Any]]:
    """Return the answer to the first question of each game with games, computed once for each state
    of the sums.
    """
    change = last_change()
    if not change[0]:
        return []
    return _conclusions.get(change, _compute_conclusions, lambda found: 1 + len(found))


def _compute_conclusions() -> list[dict[str, Any]]:
    found = []
    for slug, kind in KINDS.items():
        counts = LIVE.count_by_player(slug)
        if not counts["all"]:
            continue
        filters = first_filters(counts)
        for card in first_cards(slug, filters):
            chart = card["chart"]
            if isinstance(chart, RowChart):
                card["chart"] = chart.first(MAX_ROWS)
            found.append({**card, "kind": kind, "is_simulated": filters.simulated == "yes"})
    return found
