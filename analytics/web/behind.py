"""`/stats/<kind>/games/`: the games behind one number."""

import re
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics import selectors
from analytics.asking import Asked, board_question, ways_question
from analytics.insight.answer import BoardFacts
from analytics.insight.metric import MetricQuestion
from analytics.insight.question import Filters
from analytics.words import result_words
from games.core.metrics import GroupedMetric, RateMetric

from .door import named_boards, read
from .present import filter_words, stats_address

A_PAGE = 50
OPEN_GROUP = re.compile(r"[a-z]+( [a-z]+)*")
"""How a group is called that games brought (`games.core.metrics`)."""
WAY = re.compile(r"[a-z][0-9]{1,2}( >?[a-z][0-9]{1,2}){0,9}")
METRIC_WORDS = ("metric", "group", "won", "page")


@dataclass(frozen=True, slots=True)
class _Behind:
    """A number: what it is called, what it counts, which games are behind it."""

    title: str
    note: str
    meaning: str
    games: QuerySet[Any]
    filters: Filters
    words: dict[str, str]
    back: str
    board: BoardFacts | None = None


@require_safe
def games_behind(request: HttpRequest, kind: str) -> HttpResponse:
    """`?layer=…&space=…`: the games behind one space of the board; `?metric=…&group=…`: those that
    add to a group of a metric (`won=yes`: those of them that were won; without a group: to any).
    """
    key = request.GET.get("metric", "")
    node = request.GET.get("node", "")
    if key:
        asked = read(request, kind, metric=key, also=METRIC_WORDS)
    else:
        words = ("node", "root", "end", "page") if node else ("space", "page")
        asked = read(request, kind, also=words)
    if isinstance(asked, HttpResponse):
        return asked
    question = asked.metric_question()
    if node:
        number = _way(asked, request.GET.get("root", ""), node, request.GET.get("end", ""))
    elif question is None:
        number = _space(asked, request.GET.get("space", ""))
    else:
        number = _metric(asked, question, request.GET.get("group", ""), request.GET.get("won", ""))
    page = _page(number.games, request.GET.get("page", "1"))
    rows = [
        (
            game,
            asked.kind.rules_words(game.edition, game.mode),
            result_words(asked.kind, game.winner, game.reason),
        )
        for game in page
    ]
    context = {
        "kind": asked.kind,
        "number": number,
        "page": page,
        "rows": rows,
        "n_games": page.paginator.count,
        "filters": filter_words(asked.kind, number.filters, named_boards(kind)),
    }
    return render(request, "analytics/games_behind.html", context)


def _space(asked: Asked, space: str) -> _Behind:
    question, metric = board_question(asked), asked.spaces
    board = selectors.board_facts(question.filters.board) if question else None
    if metric is None or question is None or board is None:
        raise Http404
    grid = metric.grid(board.data)
    if space not in grid.cells:
        raise Http404
    title, meaning = metric.layers[question.layer]
    filters = question.filters
    return _Behind(
        title=gettext("{what} on {space}").format(what=title, space=space),
        note=grid.about[space],
        meaning=gettext("in which it happened at least once: {meaning}").format(meaning=meaning),
        games=selectors.games_at_space(question, metric, space),
        filters=filters,
        words={**filters.words(), "layer": question.layer, "space": space},
        back=stats_address(asked, board=filters.board) + "#board",
        board=board,
    )


def _way(asked: Asked, root: str, node: str, end: str) -> _Behind:
    metric, question = selectors.ways_metric(asked.kind.slug), ways_question(asked, root, node)
    board = selectors.board_facts(question.filters.board) if question else None
    if metric is None or question is None or board is None or not WAY.fullmatch(node):
        raise Http404
    if (root and root not in metric.roots) or (end and end not in metric.ends):
        raise Http404
    ended = metric.ends[end][1] if end else ""
    meaning = gettext("behind it. {definition}").format(definition=ended or metric.definition)
    return _Behind(
        title=f"{metric.title}: {node.replace('>', '› ')}",
        note=metric.roots.get(root, ""),
        meaning=meaning.removesuffix("."),
        games=selectors.games_of_way(question, metric, end),
        filters=question.filters,
        words=question.words(end=end),
        back=f"{reverse('stats-ways', args=[question.kind])}?{urlencode(question.words())}",
        board=board,
    )


def _metric(asked: Asked, question: MetricQuestion, group: str, won: str) -> _Behind:
    metric = question.metric
    answers = {""}
    if isinstance(metric, RateMetric):
        answers |= {"yes", "no"} if metric.lost else {"yes"}
    known = group in metric.groups or (metric.is_open and bool(OPEN_GROUP.fullmatch(group)))
    if (group and not known) or won not in answers:
        raise Http404
    if won and not group and metric.is_open:
        raise Http404
    words = {"metric": metric.key, "group": group, "won": won}
    return _Behind(
        title=metric.title,
        note=metric.groups.get(group, group.capitalize()),
        meaning=_meaning(metric, won),
        games=selectors.games_of_metric(question, group, won=won),
        filters=question.filters,
        words={**question.filters.words(), **{k: v for k, v in words.items() if v}},
        back=stats_address(asked),
    )


def _meaning(metric: GroupedMetric, won: str) -> str:
    definition = metric.definition.removesuffix(".")
    if not won or not isinstance(metric, RateMetric):
        return gettext("behind it. {definition}").format(definition=definition)
    word = metric.won
    if won == "no":
        word = metric.lost or gettext("not {what}").format(what=metric.won.lower())
    return gettext("behind it, {how}. {definition}").format(how=word, definition=definition)


def _page(games: QuerySet[Any], number: str) -> Page[Any]:
    """One page of the games. Raises Http404 where there is none of this number."""
    pages = Paginator(games, A_PAGE)
    is_number = number.isascii() and number.isdecimal() and len(number) <= 9
    if not is_number or not 1 <= int(number) <= pages.num_pages:
        raise Http404
    return pages.page(int(number))
