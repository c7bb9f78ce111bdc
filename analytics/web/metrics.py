"""`/stats/<kind>/<metric>/`: one metric, its figure, its table and its definition."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.charts import DARK, LIGHT
from analytics.forms.addresses import games_address, with_params
from analytics.forms.base import MetricAnswer, MetricQuestion
from analytics.forms.registry import form_of, grouped_form
from analytics.insight.options import splits_of
from analytics.reads import answers as answer_reads
from analytics.requests.stats import StatsRequest
from analytics.web.responses import page_context, read
from games.core.contract import GameKind
from games.core.metrics import RateMetric

from .present import rebuild_question, stats_address, tabs


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
        "light_id": f"metric-{metric.key}-light",
        "light": form.figure(answer, LIGHT),
        "dark_id": f"metric-{metric.key}-dark",
        "dark": form.figure(answer, DARK),
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
