"""`/stats/<kind>/games/`: the games behind one number."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from analytics.insight.terms import result_words
from analytics.reads.paging import page_of
from analytics.reads.sums import LIVE
from analytics.requests.drilldown import Number, number_of, words_of
from analytics.requests.stats import Asked, NoSuchPage
from analytics.web.present import filter_words, stats_address
from analytics.web.responses import read


@require_safe
def games_behind(request: HttpRequest, kind: str) -> HttpResponse:
    """`?layer=…&space=…`: the games behind one space of the board; `?metric=…&group=…`: those that
    add to a group of a metric (`won=yes`: those of them that were won; without a group: to any);
    `?root=…&node=…`: those in which a way was taken.
    """
    given = request.GET.dict()
    key = given.get("metric", "")
    asked = read(request, kind, metric=key, also=(*words_of(given), "page"))
    if isinstance(asked, HttpResponse):
        return asked
    try:
        number = number_of(asked, given)
    except NoSuchPage as error:
        raise Http404 from error
    page = page_of(number.games.page, number.games.total, given.get("page", "1"))
    rows = [
        (
            game,
            asked.kind.identity.rules_text(game.edition, game.mode),
            result_words(asked.kind, game.winner, game.reason),
        )
        for game in page.rows
    ]
    context = {
        "kind": asked.kind,
        "number": number,
        "back": _back(asked, number),
        "page": page,
        "rows": rows,
        "filters": filter_words(asked.kind, number.filters, LIVE.counted_board_labels(kind)),
    }
    return render(request, "analytics/games_behind.html", context)


def _back(asked: Asked, number: Number) -> str:
    """The page that the number stands on."""
    if "node" in number.words:
        words = {word: said for word, said in number.words.items() if word != "end"}
        return f"{reverse('stats-ways', args=[asked.kind.slug])}?{urlencode(words)}"
    if number.board is not None:
        return stats_address(asked, board=number.filters.board) + "#board"
    return stats_address(asked)
