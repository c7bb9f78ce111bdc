"""`/stats/<kind>/routes/`: the route explorer."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.routes import table
from analytics.forms.routes.answer import RoutesAnswer, RoutesQuestion, is_valid
from analytics.insight.answer import Tally
from analytics.insight.comparing import comparison_text
from analytics.reads import answers as answer_reads
from analytics.requests.stats import routes_question
from analytics.web.responses import page_context, read

PARAMS = ("root", "node")


@require_safe
def moved(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect the address that the route explorer had before."""
    address = reverse("stats-routes", args=[kind])
    query = request.META["QUERY_STRING"]
    return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)


@require_safe
def routes(request: HttpRequest, kind: str) -> HttpResponse:
    """`?root=r1&node=b4 b3`: where routes went on from there; without a node: the starts."""
    stats = read(request, kind, also=PARAMS)
    if isinstance(stats, HttpResponse):
        return stats
    root, node = (request.GET.get(name, "") for name in PARAMS)
    metric = answer_reads.routes_metric(kind)
    if metric is None or not is_valid(metric, root, node):
        raise Http404
    question = routes_question(stats, root, node)
    answer = answer_reads.ask_routes(question) if question else None
    boards = stats.sums.counted_board_labels(kind)
    tally = answer.tally if answer else Tally()
    basis = answer.basis if answer else stats.sums.basis(kind)
    address = reverse("stats-routes", args=[kind])
    live = RoutesQuestion(kind, stats.filters.but(snapshot=""), root, node)
    context = page_context(stats, tally, basis, boards)
    context |= {
        "page_address": address,
        "live_address": with_params(address, live.params()),
        "metric_title": metric.title,
        "routes": _context(answer, boards) if answer else None,
    }
    return render(request, "analytics/routes.html", context)


def _context(answer: RoutesAnswer, boards: dict[str, str]) -> dict[str, Any]:
    question, metric, board = answer.question, answer.metric, answer.board
    query = urlencode(question.params())
    return {
        "answer": answer,
        "board": boards.get(board.digest, board.name),
        "is_house": board.provenance == "house",
        "definition": metric.definition,
        "many": comparison_text(len(answer.routes)),
        "roots": table.root_tabs(answer),
        "starts_address": table.page_address(answer, node=""),
        "steps": table.steps(answer),
        "is_end": bool(answer.path) and answer.path[-1].startswith(">"),
        "ends": table.end_cards(answer),
        "end_titles": [title for title, _ in metric.ends.values()] if question.node else [],
        "rows": table.rows(answer),
        "games_address": table.games_address(answer, question.node) if question.node else "",
        "json": f"{reverse('api-stats-ways', args=[question.kind])}?{query}",
        "csv": f"{reverse('api-stats-ways-csv', args=[question.kind])}?{query}",
    }
