"""`/stats/<kind>/roles/`: win rates by side, or how games ended."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.forms.roles import REASON, role_chart, role_conclusion, role_items
from analytics.insight import definitions
from analytics.insight.answer import RoleAnswer
from analytics.insight.comparing import comparison_text
from analytics.insight.conclusions import Pair, pairs_of
from analytics.insight.differences import DIFFERENCE_INTERVAL
from analytics.insight.options import has_fixed_sides, splits_of
from analytics.insight.verdicts import BALANCE_VERDICTS, VERDICTS
from analytics.reads import answers as answer_reads
from analytics.reads.facets import count_players
from analytics.reads.questions import roles_question
from analytics.reads.splits import Measure
from analytics.requests.stats import StatsRequest
from analytics.web.citing import cite_context
from analytics.web.compare import compare_address
from analytics.web.filters import filter_context
from analytics.web.people import PEOPLE, role_people
from analytics.web.responses import page_context, read
from analytics.web.sharing import embed_address, sharing_context
from analytics.web.splits import trend_context
from games.core.contract import GameKind

from .present import rebuild_question, split_of

MAX_PAIRS = 10
"""More groups have no list of pairs."""


def roles_address(stats: StatsRequest, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    return with_params(reverse("stats-roles", args=[stats.kind.slug]), stats.params(**changes))


@require_safe
def roles_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?by=edition`: the win rates of the games that match, by edition."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if not has_fixed_sides(stats.kind):
        raise Http404
    if stats.params(layer="", show="").keys() != request.GET.keys():
        return HttpResponseRedirect(roles_address(stats, layer="", show=""))
    return render(request, "analytics/question.html", roles_context(request, stats))


def roles_context(request: HttpRequest, stats: StatsRequest) -> dict[str, Any]:
    """Return the context of the page and of its embed."""
    kind, by, filters = stats.kind, stats.by, stats.filters
    possible = splits_of(kind)
    default = next(iter(possible))
    shown = by or ("mode" if len(kind.identity.modes) > 1 else default)
    (answer,) = answer_reads.ask_roles_by(kind.slug, filters, (shown,))
    boards, tally = stats.sums.counted_board_labels(kind.slug), answer.overall.tally
    path, question = reverse("stats-roles", args=[kind.slug]), roles_question(kind, by)
    context = page_context(stats, tally, answer.basis, boards)
    context |= {
        "page": "roles",
        "title": question.title if question else gettext(definitions.RATE_TITLES[shown]),
        "meaning": question.meaning if question else "",
        "games_address": games_address(answer.overall.params),
        "filter": filter_context(stats, boards=boards, address=path, is_about_wins=True),
        "kind_address": with_params(reverse("stats-kind", args=[kind.slug]), filters.params()),
        "live_address": roles_address(stats, snapshot=""),
        "plain_address": roles_address(stats, **dict.fromkeys(filters.params(), "")),
        "simulated_address": roles_address(stats, simulated="yes"),
        "tabs": _tabs(stats, possible),
        "is_closed": filters.is_by_result,
    }
    if not tally.decided or context["is_closed"]:
        return context
    params = stats.params(layer="", show="")
    embed = embed_address(kind.slug, "roles", params)
    title = gettext(definitions.RATE_TITLES[shown])
    return context | {
        "conclusion": role_conclusion(answer, is_split=bool(by)),
        "n_players": count_players(stats.sums, kind.slug, filters),
        "chart": role_chart(answer, is_split=bool(by)),
        "chart_title": title,
        "reading": gettext("Dots are rates, lines 95 % intervals. Open dots: few games."),
        "pairs": _pairs(answer, stats) if by and by != REASON else [],
        "people": role_people(kind.slug, filters, answer, is_split=bool(by)),
        "trend": trend_context(stats, _first_side(kind), answer.basis) if not by else None,
        "split": split_of(answer, kind.identity.reasons),
        "methods": _methods(answer, has_pairs=bool(by)),
        "downloads": _downloads(kind.slug, params),
        "definition_address": f"{reverse('stats-catalogue')}#{kind.slug}-roles",
        "question": rebuild_question(kind.slug, "roles", params),
        "citing": cite_context(request, stats, context, title),
        "sharing": sharing_context(request, kind, title, embed),
    }


def _first_side(kind: GameKind) -> Measure:
    side, title = next(iter(kind.identity.sides.items()))
    return Measure(None, side, title)


def _tabs(stats: StatsRequest, possible: dict[str, str]) -> list[dict[str, Any]]:
    titles = {"": gettext("All games"), **possible}
    return [
        {"title": title, "address": roles_address(stats, by=by), "is_now": by == stats.by}
        for by, title in titles.items()
    ]


def _pairs(answer: RoleAnswer, stats: StatsRequest) -> list[dict[str, Any]]:
    """Return each two groups with their difference, and the address that compares them."""
    items = role_items(answer)
    if len(items) > MAX_PAIRS // 2:
        return []
    by = answer.question.by
    can_compare = by in ("edition", "mode")

    def row(pair: Pair) -> dict[str, Any]:
        one, other = (stats.filters.but(**{by: item.key}) for item in (pair.one, pair.other))
        address = compare_address(stats.kind.slug, one, other) if can_compare else ""
        return {"pair": pair, "address": address}

    return [row(pair) for pair in pairs_of(items)]


def _methods(answer: RoleAnswer, *, has_pairs: bool) -> list[str]:
    by = answer.question.by
    texts = [definitions.WAY_OF_WINNING if by == REASON else definitions.WIN_RATE]
    if has_pairs and by != REASON:
        texts.append(DIFFERENCE_INTERVAL)
    texts.append(VERDICTS if has_pairs else BALANCE_VERDICTS)
    if answer.overall.people:
        texts.append(PEOPLE)
    many = comparison_text(len(answer.clusters))
    return [*map(gettext, texts), *([many] if many else [])]


def _downloads(kind: str, params: dict[str, str]) -> dict[str, str]:
    paths = {
        "CSV": reverse("api-stats-roles-csv", args=[kind]),
        "JSON": reverse("api-stats-roles", args=[kind]),
        "SVG": reverse("stats-image", args=[kind, "roles", "svg"]),
        "PNG": reverse("stats-image", args=[kind, "roles", "png"]),
    }
    return {name: with_params(path, params) for name, path in paths.items()}
