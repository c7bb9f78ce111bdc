"""`/stats/<kind>/<metric>/`: what one metric says, its chart, its table and its definition;
`/stats/<kind>/games/`: the games that one number counts.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.forms.base import MetricAnswer
from analytics.forms.registry import form_of, grouped_form
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.terms import result_text
from analytics.insight.verdicts import VERDICTS
from analytics.reads import answers as answer_reads
from analytics.reads.drilldown import games_of
from analytics.reads.facets import count_players
from analytics.reads.paging import page_of
from analytics.reads.questions import metric_conclusion, question_of
from analytics.reads.splits import Measure
from analytics.requests.stats import NoSuchPage, StatsRequest, params_of, read_drilldown
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, metric_people
from analytics.web.present import filter_labels
from analytics.web.responses import page_context, read
from analytics.web.sharing import embed_address, sharing_context
from analytics.web.splits import trend_context
from games.core.contract import GameKind
from games.core.metrics import DistributionMetric, GroupedMetric, RateMetric

from .present import rebuild_question, stats_address, tabs


@require_safe
def metric_page(request: HttpRequest, kind: str, metric: str) -> HttpResponse:
    """`/stats/gorinto/wisdom/`: what a metric says of the games that match."""
    stats = read(request, kind, metric=metric)
    if isinstance(stats, HttpResponse):
        return stats
    if request.GET.keys() != stats.params().keys():
        return HttpResponseRedirect(stats_address(stats))
    return render(request, "analytics/question.html", metric_context(request, stats))


def metric_context(request: HttpRequest, stats: StatsRequest) -> dict[str, Any]:
    """Return the context of the page and of its embed."""
    question = stats.metric_question()
    if question is None:
        raise Http404
    kind, metric, params = stats.kind, question.metric, stats.filters.params()
    answer = answer_reads.ask_metric(question)
    boards, splits = stats.sums.counted_board_labels(kind.slug), splits_of(kind, metric)
    is_about_wins = isinstance(metric, RateMetric) and metric.counts_wins
    is_closed = answer.is_closed
    asked = question_of(kind, metric.key)
    context = page_context(stats, answer.tally, answer.basis, boards)
    titles = {"": metric.group_title, **splits}
    context |= {
        "page": metric.key,
        "title": asked.title if asked else metric.title,
        "meaning": asked.meaning if asked else "",
        "games_address": games_address(stats.filters.games_params(kind.slug)),
        "filter": filter_context(stats, boards=boards, is_about_wins=is_about_wins),
        "tabs": tabs(stats, "by", titles, stats.by) if splits else [],
        "kind_address": with_params(reverse("stats-kind", args=[kind.slug]), params),
        "is_closed": is_closed,
        "chart_title": metric.title,
        "definition_address": f"{reverse('stats-catalogue')}#{kind.slug}-{metric.key}",
    }
    if is_closed or not answer.groups:
        return context
    embed = embed_address(kind.slug, metric.key, stats.params())
    form = grouped_form(metric)
    in_words = None if question.by else asked
    people = metric_people(kind.slug, stats.filters, answer)
    return context | {
        "conclusion": metric_conclusion(in_words, answer.groups, metric, answer.tally.games),
        "n_players": count_players(stats.sums, kind.slug, stats.filters),
        "chart": form.chart(answer.groups, metric),
        "reading": form.reading(metric, question.by),
        "table": form.table(answer, titles[question.by]),
        "people": people,
        "trend": _trend(stats, answer),
        "methods": _methods(answer, has_people=people is not None),
        "question": rebuild_question(kind.slug, f"metrics/{metric.key}", stats.params()),
        "downloads": _downloads(stats, metric),
        "citing": cite_context(request, stats, context, metric.title),
        "sharing": sharing_context(request, kind, metric.title, embed),
    }


def _trend(stats: StatsRequest, answer: MetricAnswer) -> dict[str, Any] | None:
    """Return the trend of the group with the most observations, if it is a rate or mean."""
    metric = answer.question.metric
    items = grouped_form(metric).items(answer.groups)
    if answer.question.by or not items or not isinstance(metric, RateMetric | DistributionMetric):
        return None
    item = max(items, key=lambda item: item.estimate.n)
    return trend_context(stats, Measure(metric, item.key, item.label), answer.basis)


def _methods(answer: MetricAnswer, *, has_people: bool) -> list[str]:
    """Return how the numbers are calculated."""
    metric = answer.question.metric
    form = grouped_form(metric)
    texts = [metric.definition, *map(gettext, form.methods(metric)), gettext(VERDICTS)]
    if has_people:
        texts.append(gettext(PEOPLE))
    many = form.comparison_note(answer)
    return [*texts, *([many] if many else [])]


def _downloads(stats: StatsRequest, metric: GroupedMetric) -> dict[str, str]:
    addresses = grouped_form(metric).addresses(stats.kind.slug, metric)
    names = {"csv": "CSV", "json": "JSON", "svg": "SVG", "png": "PNG"}
    return {title: with_params(addresses[name], stats.params()) for name, title in names.items()}


def metric_links(kind: GameKind, params: Mapping[str, str]) -> list[dict[str, str]]:
    """Return links to the statistics of a game: win rates, then its metrics."""
    links = [
        {
            "key": metric.key,
            "title": metric.title,
            "address": with_params(form_of(metric).addresses(kind.slug, metric)["page"], params),
            "about": form_of(metric).about(metric),
        }
        for metric in kind.counting.metrics
    ]
    if has_fixed_sides(kind):
        address = with_params(reverse("stats-roles", args=[kind.slug]), params)
        about = ngettext("{n} split", "{n} splits", len(splits_of(kind))).format(
            n=len(splits_of(kind))
        )
        title = gettext("Win rate by role")
        links.insert(0, {"key": "roles", "title": title, "address": address, "about": about})
    return links


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
    games, sums = games_of(kind, number.filters, number.counted), stats.sums.live()
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
        "scope": number.filters.games,
        "n_pending": sums.count_pending([kind], number.filters.simulated),
        "filters": filter_labels(stats.kind, number.filters, sums.counted_board_labels(kind)),
    }
    return render(request, "analytics/drilldown.html", context)
