"""`/stats/<kind>/<metric>/`: one metric, its figure, its table and its definition;
`/stats/<kind>/games/`: the games that one number counts.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.forms.base import MetricAnswer, MetricQuestion
from analytics.forms.registry import form_of, grouped_form
from analytics.insight.options import splits_of
from analytics.insight.terms import result_text
from analytics.reads import answers as answer_reads
from analytics.reads.drilldown import games_of
from analytics.reads.paging import page_of
from analytics.reads.sums import LIVE
from analytics.requests.stats import NoSuchPage, StatsRequest, params_of, read_drilldown
from analytics.web.present import filter_labels
from analytics.web.responses import page_context, read
from games.core.contract import GameKind
from games.core.metrics import RateMetric

from .present import charts, rebuild_question, stats_address, tabs


@require_safe
def metric_page(request: HttpRequest, kind: str, metric: str) -> HttpResponse:
    """`/stats/gorinto/wisdom/`: a metric of the selected games."""
    stats = read(request, kind, metric=metric)
    if isinstance(stats, HttpResponse):
        return stats
    question = stats.metric_question()
    if question is None or request.GET.keys() != stats.params().keys():
        return HttpResponseRedirect(stats_address(stats))
    answer, boards = answer_reads.ask_metric(question), stats.sums.counted_board_labels(kind)
    context = page_context(stats, answer.tally, answer.basis, boards)
    params, splits = stats.filters.params(), splits_of(stats.kind, question.metric)
    titles = {"": question.metric.group_title, **splits}
    context |= {
        "games_address": games_address(stats.filters.games_params(kind)),
        "metric": section(answer, splits),
        "tabs": tabs(stats, "by", titles, stats.by) if splits else [],
        "metrics": metric_links(stats.kind, params),
        "kind_address": with_params(reverse("stats-kind", args=[kind]), params),
    }
    return render(request, "analytics/metric.html", context)


def lead_section(stats: StatsRequest) -> dict[str, Any] | None:
    """Return the first rate of a kind that has games, for the page of the kind."""
    kind, filters = stats.kind.slug, stats.filters
    for metric in answer_reads.metrics_of_type(kind, RateMetric).values():
        answer = answer_reads.ask_metric(MetricQuestion(kind, metric, filters))
        if answer.groups:
            address = reverse("stats-metric", args=[kind, metric.key])
            return section(answer, {}) | {"address": with_params(address, filters.params())}
    return None


def section(answer: MetricAnswer, splits: Mapping[str, str]) -> dict[str, Any]:
    """Return a metric for the template: figure, table, definition, and its addresses."""
    question, metric = answer.question, answer.question.metric
    form, title = grouped_form(metric), splits.get(question.by, metric.group_title)
    params = question.filters.params() | ({"by": question.by} if question.by else {})
    addresses = {
        name: with_params(address, params)
        for name, address in form.addresses(question.kind, metric).items()
    }
    return {
        "key": metric.key,
        "question": rebuild_question(question.kind, f"metrics/{metric.key}", params),
        "title": metric.title,
        "group_title": title,
        "table": form.table(answer, title),
        "definition": " ".join((metric.definition, *map(gettext, form.methods(metric)))),
        "reading": form.reading(metric, question.by),
        "many": form.comparison_note(answer),
        "api": addresses["json"],
        "csv": addresses["csv"],
        "images": {name: addresses[name] for name in ("svg", "png")},
        **charts(f"metric-{metric.key}", partial(form.figure, answer)),
    }


def metric_links(kind: GameKind, params: Mapping[str, str]) -> list[dict[str, str]]:
    """Return links to the metrics of a game that have a page, those on a board first."""
    metrics = sorted(kind.counting.metrics, key=lambda metric: not form_of(metric).is_on_board)
    return [
        {
            "key": metric.key,
            "title": metric.title,
            "address": with_params(form_of(metric).addresses(kind.slug, metric)["page"], params),
        }
        for metric in metrics
        if form_of(metric).has_page
    ]


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
