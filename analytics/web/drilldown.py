"""`/stats/<kind>/games/`: the games that one number counts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics.insight.terms import result_text
from analytics.reads.drilldown import games_of
from analytics.reads.paging import page_of
from analytics.reads.sums import LIVE
from analytics.requests.drilldown import params_of, read_drilldown
from analytics.requests.stats import NoSuchPage
from analytics.web.present import filter_labels
from analytics.web.responses import read


@require_safe
def drilldown(request: HttpRequest, kind: str) -> HttpResponse:
    """List games. `?layer=…&space=…`: those that were counted on a space of the board.
    `?metric=…&group=…`: those that are counted in a group of a metric, without a group in any;
    `won=yes`: only those that were won. `?root=…&node=…`: those in which a route was taken.
    """
    given = request.GET.dict()
    stats = read(request, kind, metric=given.get("metric", ""), also=(*params_of(given), "page"))
    if isinstance(stats, HttpResponse):
        return stats
    try:
        number = read_drilldown(stats, given)
    except NoSuchPage as error:
        raise Http404 from error
    games = games_of(kind, number.filters, number.counted)
    page = page_of(games.page, games.total, given.get("page", "1"))
    rows = [
        (
            game,
            stats.kind.identity.rules_text(game.edition, game.mode),
            result_text(stats.kind, game.winner, game.reason),
        )
        for game in page.rows
    ]
    context = {
        "kind": stats.kind,
        "number": number,
        "page": page,
        "rows": rows,
        "filters": filter_labels(stats.kind, number.filters, LIVE.counted_board_labels(kind)),
    }
    return render(request, "analytics/drilldown.html", context)
