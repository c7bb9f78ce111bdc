"""`/`: the front page, with a game that plays itself, a conclusion of each game and new games."""

from functools import partial
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
from replays.access.slices import Unfinished, is_over
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.web.featured import read_featured
from replays.web.rows import game_rows

N_LATEST = 6
MAX_ROWS = 4
"""Rows of a conclusion's chart."""

_SHARE = 0.3
"""The share of the request's slice after which no further conclusion is computed."""
_conclusions: BoundedCache[list[dict[str, Any]]] = BoundedCache(max_count=16, max_bytes=64)
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
    of the sums. If that takes long, the last games are missing until the next request.
    """
    change = last_change()
    if not change[0]:
        return []
    found = []
    for slug in KINDS:
        key = (change, slug)
        try:
            found += _conclusions.get(key, partial(_compute, slug), lambda its: 1 + len(its))
        except Unfinished:
            break
        if is_over(_SHARE):
            break
    return found


def _compute(slug: str) -> list[dict[str, Any]]:
    counts = LIVE.count_by_player(slug)
    if not counts["all"]:
        return []
    filters = first_filters(counts)
    found = []
    for card in first_cards(slug, filters):
        chart = card["chart"]
        if isinstance(chart, RowChart):
            card["chart"] = chart.first(MAX_ROWS)
        is_simulated = filters.simulated == "yes"
        found.append({**card, "kind": KINDS[slug], "is_simulated": is_simulated})
    return found
