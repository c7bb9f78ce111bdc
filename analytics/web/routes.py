"""`/stats/<kind>/routes/`: the route explorer."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.addresses import drilldown_address, games_address, with_params
from analytics.forms.routes.answer import TIMES, Route, RoutesAnswer, is_valid
from analytics.forms.tables import rate_context
from analytics.insight.answer import Tally
from analytics.insight.comparing import comparison_text
from analytics.insight.means import Mean
from analytics.insight.rounding import percent, span
from analytics.insight.shrinkage import SHRUNK
from analytics.insight.wilson import FEW, Rate
from analytics.reads import answers as answer_reads
from analytics.requests.stats import ask_routes
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, Counted, PeopleText, people_text
from analytics.web.responses import page_context, read

ORDER = gettext_noop(
    "A rate is shrunk like a mean, with the variance that its interval amounts to. Routes are "
    "ordered by the lower end of the shrunk rate's 95 % interval, so that a route with few games "
    "is not first by chance."
)
PARAMS = ("root", "node", "sort")


@require_safe
def redirect_earlier(request: HttpRequest, kind: str) -> HttpResponse:
    """Redirect the earlier address of the route explorer."""
    address = reverse("stats-routes", args=[kind])
    query = request.META["QUERY_STRING"]
    return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)


@require_safe
def routes(request: HttpRequest, kind: str) -> HttpResponse:
    """`?root=r1&node=b4 b3`: where routes went on from there; without a node: the starts.
    `sort=times`: the most common first.
    """
    stats = read(request, kind, also=PARAMS)
    if isinstance(stats, HttpResponse):
        return stats
    own = {name: request.GET.get(name, "") for name in PARAMS}
    metric = answer_reads.routes_metric(kind)
    if metric is None or not is_valid(metric, **own):
        raise Http404
    answer = ask_routes(stats, **own)
    boards = stats.sums.counted_board_labels(kind)
    tally = answer.tally if answer else Tally()
    basis = answer.basis if answer else stats.sums.basis(kind, stats.filters.simulated)
    address = reverse("stats-routes", args=[kind])
    context = page_context(stats, tally, basis, boards)
    context |= {
        "filter": filter_context(
            stats,
            boards=boards,
            address=address,
            extra=own,
            is_about_wins=bool(metric.ranked),
        ),
        "games_address": games_address(stats.filters.games_params(kind)),
        "live_address": with_params(address, {**stats.filters.but(snapshot="").params(), **own}),
        "plain_address": address,
        "simulated_address": with_params(
            address, {**stats.filters.but(simulated="yes").params(), **own}
        ),
        "kind_address": with_params(reverse("stats-kind", args=[kind]), stats.filters.params()),
        "metric_title": metric.title,
        "routes": _context(answer, boards) if answer else None,
    }
    context["citing"] = cite_context(request, stats, context, metric.title)
    return render(request, "analytics/routes.html", context)


def _context(answer: RoutesAnswer, boards: dict[str, str]) -> dict[str, Any]:
    question, board, metric = answer.question, answer.board, answer.metric
    routes = {"json": "api-stats-routes", "csv": "api-stats-routes-csv"}
    texts = [metric.definition]
    if metric.ranked:
        texts += [gettext(SHRUNK), gettext(ORDER)]
    many = comparison_text(len(answer.routes))
    params = {**question.params(), **({"sort": question.sort} if question.sort else {})}
    return {
        "answer": answer,
        "board": boards.get(board.digest, board.name),
        "is_house": board.provenance == "house",
        "terms": metric.terms,
        "is_closed": bool(metric.wins) and question.filters.is_by_result,
        "methods": [*texts, *([many] if many else []), gettext(PEOPLE)],
        "people": _people(answer),
        **routes_context(answer),
        **{
            name: with_params(reverse(route, args=[question.kind]), params)
            for name, route in routes.items()
        },
    }


def _people(answer: RoutesAnswer) -> PeopleText | None:
    """Return the people of the results of the routes, of the first result only."""
    question, label = answer.question, answer.metric.step_label
    end = answer.metric.ranked or next(iter(answer.metric.ends))
    counted = [
        Counted(label(route.space), route.ends[end], route.people[end])
        for route in answer.routes
        if end in route.ends and end in route.people
    ]
    return people_text(question.kind, question.filters, answer.basis, counted)


def page_address(answer: RoutesAnswer, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    path = reverse("stats-routes", args=[answer.question.kind])
    sort = {"sort": answer.question.sort, **changes}
    return with_params(path, answer.question.params(**sort))


def route_games_address(answer: RoutesAnswer, node: str, end: str = "") -> str:
    """Return the address of the games that took a route, or reached an end by it."""
    return drilldown_address(answer.question.kind, answer.question.params(node=node, end=end))


def routes_context(answer: RoutesAnswer) -> dict[str, Any]:
    """Return the routes for the template: tabs of roots, the path so far, the shares of ends, and
    a row for each route.
    """
    metric, path, node = answer.metric, answer.path, answer.question.node
    label = metric.step_label

    def end_context(end: str, rate: Rate) -> dict[str, Any]:
        title, meaning = metric.ends[end]
        address = route_games_address(answer, node, end) if rate.k else ""
        return {"title": title, "meaning": meaning, "rate": rate_context(rate, address)}

    shown = [end for end in metric.ends if answer.routes and end in answer.routes[0].ends]
    return {
        "tabs": _tabs(answer),
        "starts_address": page_address(answer, node=""),
        "steps": [
            {
                "space": label(step.lstrip(">")),
                "address": page_address(answer, node=" ".join(path[:n])),
            }
            for n, step in enumerate(path, 1)
        ],
        "is_end": bool(path) and path[-1].startswith(">"),
        "ends": [end_context(end, rate) for end, rate in answer.ends.items()],
        "end_titles": [metric.ends[end][0] for end in shown],
        "is_ranked": metric.ranked in shown,
        "orders": _orders(answer) if metric.ranked in shown else [],
        "rows": [_row(answer, route) for route in answer.routes],
        "games_address": route_games_address(answer, node) if node else "",
    }


def _row(answer: RoutesAnswer, route: Route) -> dict[str, Any]:
    metric = answer.metric
    about = metric.grid(answer.board.data).about

    def rate(end: str) -> dict[str, Any]:
        drawn = route.drawn(end)
        address = route_games_address(answer, route.node, end) if drawn.k else ""
        return rate_context(drawn, address)

    shrunk = route.shrunk.get(metric.ranked)
    return {
        "space": metric.step_label(route.space),
        "about": about.get(route.space, ""),
        "is_end": route.is_end,
        "address": page_address(answer, node=route.node),
        "is_few": route.share.k < FEW,
        "share": rate_context(route.share, route_games_address(answer, route.node)),
        "ends": [rate(end) for end in route.ends],
        "shrunk": _shrunk_context(shrunk),
    }


def _shrunk_context(shrunk: Mean | None) -> dict[str, str]:
    if shrunk is None or shrunk.low is None or shrunk.high is None:
        return {"percent": "–", "interval": ""}
    low, high = percent(max(0.0, shrunk.low)), percent(min(1.0, shrunk.high))
    return {"percent": percent(shrunk.value), "interval": span(low, high)}


def _tabs(answer: RoutesAnswer) -> list[dict[str, Any]]:
    """Return the rows of tabs of roots: the families (if any), and the roots of the family. Roots
    without routes are omitted where they are not added up.
    """
    metric, root = answer.metric, answer.question.root
    if not metric.is_one_root:
        every = {"": gettext("All rounds"), **metric.roots}
        return [_tab_row(answer, metric.terms.root, every, root)]
    if len(answer.roots) < 2:
        return []
    family, _, name = root.partition(".")
    rows, titles = [], metric.marks or metric.roots
    if metric.families:
        of_family: dict[str, str] = {}
        for each in answer.roots:
            same = f"{each.partition('.')[0]}.{name}"
            of_family[each.partition(".")[0]] = same if same in answer.roots else each
        keys = {key: metric.families[its] for its, key in of_family.items()}
        rows = [_tab_row(answer, gettext("Players"), keys, root)] if len(keys) > 1 else []
    roots = {key: titles[key] for key in answer.roots if key.partition(".")[0] == family}
    return [*rows, _tab_row(answer, metric.terms.root, roots, root)]


def _tab_row(
    answer: RoutesAnswer, title: str, roots: Mapping[str, str], now: str
) -> dict[str, Any]:
    tabs = [
        {"title": text, "address": page_address(answer, root=root, node=""), "is_now": root == now}
        for root, text in roots.items()
    ]
    return {"title": title, "tabs": tabs}


def _orders(answer: RoutesAnswer) -> list[dict[str, Any]]:
    titles = {"": gettext("best lower bound first"), TIMES: gettext("most common first")}
    return [
        {
            "title": title,
            "address": page_address(answer, sort=sort),
            "is_now": sort == answer.question.sort,
        }
        for sort, title in titles.items()
    ]
