"""`/stats/<kind>/<metric>/`: one metric, its figure, its table and its definition."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.charts import DARK, LIGHT, figure
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.insight.metric import MetricAnswer, MetricQuestion
from analytics.insight.odds import ODDS_INTERVAL
from analytics.insight.options import splits_of
from analytics.reads import answers as answer_reads
from analytics.requests.stats import Asked
from analytics.web.responses import read, surroundings
from games.core.contract import GameKind
from games.core.metrics import (
    DistributionMetric,
    OddsMetric,
    RateMetric,
    SeriesMetric,
    SpacesMetric,
    WaysMetric,
)

from .metric_table import table_of
from .present import games_address, rebuild_question, stats_address

RATE_INTERVAL = gettext_noop(
    "The interval is the 95 % Wilson score interval; it takes games as independent, and knows "
    "nothing of who played them."
)
EVEN = gettext_noop("The even share is what a group would have if all were alike and none shared.")


@require_safe
def metric_page(request: HttpRequest, kind: str, metric: str) -> HttpResponse:
    """`/stats/gorinto/wisdom/`: a metric of the games the address chooses."""
    asked = read(request, kind, metric=metric)
    if isinstance(asked, HttpResponse):
        return asked
    question = asked.metric_question()
    if question is None or request.GET.keys() != asked.words().keys():
        return HttpResponseRedirect(stats_address(asked))
    answer, boards = answer_reads.ask_metric(question), asked.sums.counted_board_labels(kind)
    context = surroundings(asked, answer.tally, answer.basis, boards)
    words = asked.filters.words()
    context |= {
        "games_address": games_address(asked.filters.games_words(kind)),
        "metric": section(answer, splits_of(asked.kind, question.metric)),
        "tabs": _tabs(asked),
        "metrics": metric_links(asked.kind, words),
        "kind_address": _with_words(reverse("stats-kind", args=[kind]), words),
    }
    return render(request, "analytics/metric.html", context)


def _tabs(asked: Asked) -> list[dict[str, Any]]:
    if asked.metric is None:
        return []
    splits = splits_of(asked.kind, asked.metric)
    titles = {"": asked.metric.group_title, **splits} if splits else {}
    return [
        {"title": title, "address": stats_address(asked, by=by), "is_now": by == asked.by}
        for by, title in titles.items()
    ]


def lead_section(asked: Asked) -> dict[str, Any] | None:
    """The first rate of a game that has games, for the page about all of it."""
    kind, filters = asked.kind.slug, asked.filters
    for metric in answer_reads.grouped_metrics(kind).values():
        if not isinstance(metric, RateMetric):
            continue
        answer = answer_reads.ask_metric(MetricQuestion(kind, metric, filters))
        if answer.groups:
            address = reverse("stats-metric", args=[kind, metric.key])
            return section(answer, {}) | {"address": _with_words(address, filters.words())}
    return None


def section(answer: MetricAnswer, splits: Mapping[str, str]) -> dict[str, Any]:
    """A metric for the template: figure, table, definition, and where programs find it."""
    question, metric = answer.question, answer.question.metric
    words = question.filters.words() | ({"by": question.by} if question.by else {})
    api = reverse("api-stats-metric", args=[question.kind, metric.key])
    csv = reverse("api-stats-metric-csv", args=[question.kind, metric.key])
    return {
        "key": metric.key,
        "question": rebuild_question(question.kind, f"metrics/{metric.key}", words),
        "title": metric.title,
        "group_title": splits.get(question.by, metric.group_title),
        "table": table_of(answer, splits.get(question.by, metric.group_title)),
        "definition": " ".join((metric.definition, *map(gettext, _methods(metric)))),
        "reading": _reading(answer),
        "many": answer.words,
        "api": _with_words(api, words),
        "csv": _with_words(csv, words),
        "images": {
            form: _with_words(reverse("stats-image", args=[question.kind, metric.key, form]), words)
            for form in ("svg", "png")
        },
        "light_id": f"metric-{metric.key}-light",
        "light": figure(answer, LIGHT),
        "dark_id": f"metric-{metric.key}-dark",
        "dark": figure(answer, DARK),
    }


def _methods(metric: Any) -> tuple[str, ...]:
    if isinstance(metric, RateMetric):
        return (RATE_INTERVAL, EVEN) if metric.even else (RATE_INTERVAL,)
    if isinstance(metric, DistributionMetric):
        return (MEAN_INTERVAL, QUARTILES)
    if isinstance(metric, OddsMetric):
        return (ODDS_INTERVAL,)
    return (MEAN_INTERVAL,)


def _reading(answer: MetricAnswer) -> str:
    """How to read the figure."""
    match answer.question.metric:
        case RateMetric(even=even):
            if even and not answer.question.by:
                return gettext(
                    "Dots are rates, lines 95 % intervals; an upright mark is the even share. "
                    "Open dots: few games."
                )
            return gettext("Dots are rates, lines 95 % intervals. Open dots: few games.")
        case OddsMetric():
            return gettext(
                "Dots are what was seen, lines what chance alone would give 95 times out of 100 "
                "around the expected number, as shares of the trials. Open dots: few games."
            )
        case DistributionMetric():
            return gettext(
                "Boxes go from quartile to quartile with the median inside, lines to the smallest "
                "and largest value. Dots are means with 95 % intervals. Open dots: few games."
            )
        case SeriesMetric(is_timeline=True):
            return gettext("Dots are means with 95 % intervals. Open dots: few games.")
        case _:
            return gettext("The stronger the colour, the more. In brackets: few games.")


def metric_links(kind: GameKind, words: Mapping[str, str]) -> list[dict[str, str]]:
    """A game's metrics with their pages, the filters kept."""
    ways = answer_reads.ways_metric(kind.slug)
    address = reverse("stats-ways", args=[kind.slug])
    first = []
    if ways is not None:
        first = [{"key": ways.key, "title": ways.title, "address": _with_words(address, words)}]
    return first + [
        {
            "key": metric.key,
            "title": metric.title,
            "address": _with_words(reverse("stats-metric", args=[kind.slug, metric.key]), words),
        }
        for metric in kind.counting.metrics
        if not isinstance(metric, SpacesMetric | WaysMetric)
    ]


def _with_words(address: str, words: Mapping[str, str]) -> str:
    return f"{address}?{urlencode(words)}" if words else address
