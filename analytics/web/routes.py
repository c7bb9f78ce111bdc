"""`/stats/<kind>/ways/`: which ways were taken from a start, down the tree."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.insight.comparing import many_words
from analytics.insight.rounding import percent_of
from analytics.insight.routes import Way, WaysAnswer, WaysQuestion
from analytics.insight.wilson import FEW, Rate
from analytics.reads import answers as answer_reads
from analytics.requests.drilldown import WAY
from analytics.requests.stats import Asked, ways_question
from analytics.web.present import bar, interval
from analytics.web.responses import read, surroundings

WORDS = ("root", "node")


@require_safe
def ways(request: HttpRequest, kind: str) -> HttpResponse:
    """`?root=r1&node=b4 b3`: where they went on from there; without a node: from which starts."""
    asked = read(request, kind, also=WORDS)
    if isinstance(asked, HttpResponse):
        return asked
    root, node = (request.GET.get(word, "") for word in WORDS)
    metric = answer_reads.ways_metric(kind)
    if metric is None or (root and root not in metric.roots) or (node and not WAY.fullmatch(node)):
        raise Http404
    question = ways_question(asked, root, node)
    answer = answer_reads.ask_ways(question) if question else None
    boards = asked.sums.counted_board_labels(kind)
    tally = answer.tally if answer else answer_reads.no_tally()
    basis = answer.basis if answer else asked.sums.basis(kind)
    context = surroundings(asked, tally, basis, boards)
    context |= {
        "page_address": reverse("stats-ways", args=[kind]),
        "live_address": _live(asked, root, node),
        "metric_title": metric.title,
        "ways": _context(asked, answer, boards) if answer else None,
    }
    return render(request, "analytics/ways.html", context)


def _live(asked: Asked, root: str, node: str) -> str:
    """The same of the numbers as they are now."""
    words = WaysQuestion(asked.kind.slug, asked.filters.but(snapshot=""), root, node).words()
    return f"{reverse('stats-ways', args=[asked.kind.slug])}?{urlencode(words)}"


def _context(asked: Asked, answer: WaysAnswer, boards: dict[str, str]) -> dict[str, Any]:
    question, metric = answer.question, answer.metric
    steps, so_far = [], ""
    for space in answer.path:
        so_far = f"{so_far} {space}".strip()
        steps.append({"space": space.lstrip(">"), "address": _address(answer, node=so_far)})
    about = metric.grid(answer.board.data).about
    words = urlencode(question.words())
    return {
        "answer": answer,
        "board": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "definition": metric.definition,
        "many": many_words(len(answer.ways)),
        "roots": [
            {
                "title": title,
                "address": _address(answer, root=root),
                "is_now": root == question.root,
            }
            for root, title in {"": gettext("All rounds"), **metric.roots}.items()
        ],
        "starts_address": _address(answer, node=""),
        "steps": steps,
        "is_end": bool(answer.path) and answer.path[-1].startswith(">"),
        "ends": [
            {"title": metric.ends[end][0], "meaning": metric.ends[end][1]}
            | _rate(answer, question.node, rate, end)
            for end, rate in answer.ends.items()
        ],
        "end_titles": [title for title, _ in metric.ends.values()] if question.node else [],
        "rows": [_row(answer, way, about.get(way.space, "")) for way in answer.ways],
        "games_address": _games(answer, question.node) if question.node else "",
        "json": f"{reverse('api-stats-ways', args=[asked.kind.slug])}?{words}",
        "csv": f"{reverse('api-stats-ways-csv', args=[asked.kind.slug])}?{words}",
    }


def _row(answer: WaysAnswer, way: Way, about: str) -> dict[str, Any]:
    return {
        "space": way.space,
        "about": about,
        "is_end": way.is_end,
        "address": _address(answer, node=way.node),
        "is_few": way.share.k < FEW,
        "share": _rate(answer, way.node, way.share, ""),
        "ends": [_rate(answer, way.node, rate, end) for end, rate in way.ends.items()],
    }


def _rate(answer: WaysAnswer, node: str, rate: Rate, end: str) -> dict[str, Any]:
    return {
        "k": rate.k,
        "n": rate.n,
        "percent": percent_of(rate.k, rate.n),
        "interval": interval(rate),
        "bar": bar(rate),
        "address": _games(answer, node, end) if rate.k else "",
    }


def _address(answer: WaysAnswer, **changes: str) -> str:
    words = answer.question.words(**changes)
    return f"{reverse('stats-ways', args=[answer.question.kind])}?{urlencode(words)}"


def _games(answer: WaysAnswer, node: str, end: str = "") -> str:
    """The games in which this way was taken, and perhaps came to an end."""
    words = answer.question.words(node=node, end=end)
    return f"{reverse('stats-games', args=[answer.question.kind])}?{urlencode(words)}"
