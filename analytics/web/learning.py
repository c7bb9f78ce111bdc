"""`/stats/<kind>/learning/`: how players do in their first, second, … game."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from analytics.forms.lines import LineChart, item_chart
from analytics.forms.tables import Cell, Table, TableRow
from analytics.insight.rounding import percent
from analytics.reads.learning import (
    EVERYONE,
    MAX_GAMES,
    REGULARS,
    Learning,
    LearningMeasure,
    Point,
    ask_learning,
    has_stored_curves,
    learning_measures,
    unstored_filters,
)
from analytics.requests.learning import read_learning
from analytics.requests.splits import MEASURE
from analytics.requests.stats import BadQuestion, StatsRequest
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.responses import (
    address_context,
    bad_question,
    page_context,
    read,
    source_context,
)

SURVIVORS = gettext_noop(
    "Players who lose may stop, so the players with a 20th game are not those with a first game. "
    "A rising curve of all players can come from that alone. The second curve follows the same "
    "players through all groups up to the tenth game: those with at least ten games. Later groups "
    "still have fewer players. A point of the chart is at the first game of its group."
)
NUMBERED = gettext_noop(
    "Games of this board game are numbered in the order in which the player played them, including "
    "games that the filters exclude. Games without a date and unnamed seats do not count, and a "
    "name with several seats in a game counts once. Opponents differ too: this is not the effect "
    "of practice alone."
)
CLUSTERED = gettext_noop(
    "The interval has players as clusters: a cluster-robust estimate, or with fewer than 30 "
    "players a bootstrap over players. With fewer than 5 players there is no interval."
)
CAPPED = gettext_noop("Games of one uploader have at most a fixed share of the weight.")
NOT_CAPPED = gettext_noop(
    "Snapshots have no uploaders, so the weight of an uploader is not capped."
)


@require_safe
def learning_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?measure=wins`: the value by the number of the game among those of its player."""
    stats = read(request, kind, also=(MEASURE,))
    if isinstance(stats, HttpResponse):
        return stats
    try:
        measure = read_learning(stats, request.GET)
    except BadQuestion as error:
        return bad_question(request, error.problems, kind=stats.kind)
    answer = ask_learning(kind, stats.filters, measure)
    context = _context(stats, answer)
    context["citing"] = cite_context(request, stats, context) if context["can_cite"] else None
    return render(request, "analytics/learning.html", context)


def _context(stats: StatsRequest, answer: Learning) -> dict[str, Any]:
    kind, measure, params = stats.kind, answer.measure, stats.filters.params()
    path = reverse("stats-learning", args=[kind.slug])
    boards = stats.sums.counted_board_labels(kind.slug)
    extra = {MEASURE: measure.key}
    context = page_context(stats, answer.tally, answer.basis, boards)
    context |= address_context(stats, "stats-learning", extra)
    context |= _source(stats, context["open_data"], measure)
    bots = stats.sums.count_by(kind.slug, stats.filters.but(simulated="yes"), "month")
    if not any(month for (month,) in bots):
        context["simulated_address"] = ""  # a learning curve needs dates
    return context | {
        "title": gettext("Learning curves"),
        "measure": measure,
        "choices": _choices(stats, measure),
        "choose": {"action": path, "hidden": params},
        "filter": _filter(stats, boards, measure),
        "is_closed": answer.is_closed,
        "too_many": MAX_GAMES if answer.is_too_large else 0,
        "chart": _chart(answer),
        "survivors": gettext(SURVIVORS),
        "tables": [
            _table(title, answer.curves[key], measure)
            for key, title in _titles().items()
            if answer.curves.get(key)
        ],
        "methods": [measure.definition, gettext(NUMBERED), _interval_text(stats)],
    }


def _source(
    stats: StatsRequest, open_data: Mapping[str, Any] | None, measure: LearningMeasure
) -> dict[str, Any]:
    """Return the context of `parts/source.html`, and whether the curves can be cited: a dump has
    them without filters, and one of an earlier release has none.
    """
    kind, can_cite = stats.kind.slug, not unstored_filters(stats.filters)
    is_stored = open_data and can_cite and has_stored_curves(open_data["dump"], kind, measure)
    path = reverse("stats-learning", args=[kind])
    params = {**stats.filters.params(), MEASURE: measure.key}
    source = source_context(open_data if is_stored else None, path, params, has_figure=False)
    return {**source, "can_cite": can_cite, "is_uncapped": True}


def _filter(
    stats: StatsRequest, boards: Mapping[str, str], measure: LearningMeasure
) -> dict[str, Any]:
    """Return the filters; of a snapshot only human and bot games."""
    context = filter_context(
        stats,
        boards=boards,
        address=reverse("stats-learning", args=[stats.kind.slug]),
        extra={MEASURE: measure.key},
        is_about_wins=measure.counts_wins,
    )
    if stats.sums.snapshot:
        context |= {"groups": context["groups"][:1], "fields": []}
    return context


def _interval_text(stats: StatsRequest) -> str:
    return f"{gettext(CLUSTERED)} {gettext(NOT_CAPPED if stats.sums.snapshot else CAPPED)}"


def _titles() -> dict[str, str]:
    return {
        EVERYONE: gettext("All players"),
        REGULARS: gettext("Players with at least ten games"),
    }


def _choices(stats: StatsRequest, chosen: LearningMeasure) -> list[dict[str, Any]]:
    measures = learning_measures(stats.kind).values()
    return [{"key": m.key, "label": m.label, "is_now": m.key == chosen.key} for m in measures]


def _chart(answer: Learning) -> LineChart | None:
    """Return both curves, a point at the first game of each group; None with fewer than two."""
    curves = [
        (title, [point.item for point in answer.curves.get(key, ())])
        for key, title in _titles().items()
    ]
    if len({item.key for _, items in curves for item in items}) < 2:
        return None
    return item_chart(curves, gettext("The player's game"), answer.measure.label)


def _table(title: str, points: tuple[Point, ...], measure: LearningMeasure) -> Table:
    columns = (
        gettext("The player's game"),
        measure.label,
        gettext("95 % interval"),
        measure.unit.capitalize(),
        gettext("Players"),
        gettext("Most active player"),
    )
    rows = []
    for point in points:
        item, people = point.item, point.people
        players = Cell(str(people.clusters) if people else "–")
        largest = Cell(percent(people.largest) if people else "–")
        n = Cell(str(item.estimate.n))
        cells = (Cell(item.text), Cell(item.interval or "–"), n, players, largest)
        rows.append(TableRow(point.label, item.estimate.is_few, cells))
    return Table(title, columns, tuple(rows))
