"""`/stats/<kind>/routes/`: the route explorer."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import drilldown_address, games_address, with_params
from analytics.forms.routes.answer import RoutesAnswer, RoutesQuestion, is_valid
from analytics.forms.tables import rate_context
from analytics.insight.answer import Tally
from analytics.insight.comparing import comparison_text
from analytics.insight.wilson import FEW, Rate
from analytics.reads import answers as answer_reads
from analytics.requests.stats import ask_routes
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.responses import page_context, read

PARAMS = ("root", "node")


@require_safe
def redirect_earlier(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect the earlier address of the route explorer."""
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
    answer = ask_routes(stats, root, node)
    boards = stats.sums.counted_board_labels(kind)
    tally = answer.tally if answer else Tally()
    basis = answer.basis if answer else stats.sums.basis(kind, stats.filters.simulated)
    address = reverse("stats-routes", args=[kind])
    live = RoutesQuestion(kind, stats.filters.but(snapshot=""), root, node)
    bots = RoutesQuestion(kind, stats.filters.but(simulated="yes"), root, node)
    context = page_context(stats, tally, basis, boards)
    context |= {
        "filter": filter_context(
            stats, boards=boards, address=address, extra={"root": root, "node": node}
        ),
        "games_address": games_address(stats.filters.games_params(kind)),
        "live_address": with_params(address, live.params()),
        "plain_address": address,
        "simulated_address": with_params(address, bots.params()),
        "kind_address": with_params(reverse("stats-kind", args=[kind]), stats.filters.params()),
        "metric_title": metric.title,
        "routes": _context(answer, boards) if answer else None,
    }
    context["citing"] = cite_context(request, stats, context, metric.title)
    return render(request, "analytics/routes.html", context)


def _context(answer: RoutesAnswer, boards: dict[str, str]) -> dict[str, Any]:
    question, board = answer.question, answer.board
    routes = {"json": "api-stats-routes", "csv": "api-stats-routes-csv"}
    return {
        "answer": answer,
        "board": boards.get(board.digest, board.name),
        "is_house": board.provenance == "house",
        "definition": answer.metric.definition,
        "many": comparison_text(len(answer.routes)),
        **routes_context(answer),
        **{
            name: with_params(reverse(route, args=[question.kind]), question.params())
            for name, route in routes.items()
        },
    }


def page_address(answer: RoutesAnswer, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    path = reverse("stats-routes", args=[answer.question.kind])
    return with_params(path, answer.question.params(**changes))


def route_games_address(answer: RoutesAnswer, node: str, end: str = "") -> str:
    """Return the address of the games that took a route, or reached an end by it."""
    return drilldown_address(answer.question.kind, answer.question.params(node=node, end=end))


def routes_context(answer: RoutesAnswer) -> dict[str, Any]:
    """Return the routes for the template: tabs of roots, the path so far, the shares of ends, and
    a row for each route.
    """
    question, metric, path = answer.question, answer.metric, answer.path
    node, about = question.node, metric.grid(answer.board.data).about

    def rate(node: str, rate: Rate, end: str = "") -> dict[str, Any]:
        return rate_context(rate, route_games_address(answer, node, end) if rate.k else "")

    return {
        "roots": [
            {
                "title": title,
                "address": page_address(answer, root=root),
                "is_now": root == question.root,
            }
            for root, title in {"": gettext("All rounds"), **metric.roots}.items()
        ],
        "starts_address": page_address(answer, node=""),
        "steps": [
            {"space": step.lstrip(">"), "address": page_address(answer, node=" ".join(path[:n]))}
            for n, step in enumerate(path, 1)
        ],
        "is_end": bool(path) and path[-1].startswith(">"),
        "ends": [
            {
                "title": metric.ends[end][0],
                "meaning": metric.ends[end][1],
                "rate": rate(node, k, end),
            }
            for end, k in answer.ends.items()
        ],
        "end_titles": [title for title, _ in metric.ends.values()] if node else [],
        "rows": [
            {
                "space": route.space,
                "about": about.get(route.space, ""),
                "is_end": route.is_end,
                "address": page_address(answer, node=route.node),
                "is_few": route.share.k < FEW,
                "share": rate(route.node, route.share),
                "ends": [rate(route.node, k, end) for end, k in route.ends.items()],
            }
            for route in answer.routes
        ],
        "games_address": route_games_address(answer, node) if node else "",
    }
