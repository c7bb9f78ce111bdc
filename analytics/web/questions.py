"""`/stats/<kind>/`: the questions of a game, each with its answer."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import games_address, with_params
from analytics.forms.skill import least_text
from analytics.insight.answer import Basis
from analytics.insight.options import has_fixed_sides
from analytics.insight.question import SET, Filters, RoleQuestion
from analytics.models import BalanceFit
from analytics.reads import answers as answer_reads
from analytics.reads import balance as balance_reads
from analytics.reads.cards import cards_metric
from analytics.reads.facets import facets_of
from analytics.reads.learning import has_stored_curves, learning_measures, unstored_filters
from analytics.reads.questions import QuestionAnswer, answer_questions
from analytics.requests.stats import StatsRequest
from analytics.web.boards import picture_context
from analytics.web.citing import cite_context
from analytics.web.compare import compare_address, compare_panel
from analytics.web.filters import filter_context
from analytics.web.responses import page_context, read
from games.core import questions as asked
from games.registry import KINDS

from .balance import fit_key
from .metrics import metric_links
from .movers import movers_address
from .present import stats_address


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/goryo/`: the questions, of bot games as long as there are no human games. Parameters
    of the pages of win rates and of the board, which this page had before, lead there.
    """
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    given, counts = request.GET, stats.sums.count_by_player(kind)
    if not counts["no"] and counts["yes"]:  # bot games until there are human games
        if "simulated" not in given:
            return HttpResponseRedirect(stats_address(stats, simulated="yes"))
        if given["simulated"] == "no":
            return _page(request, stats)
    if given.get("layer") or given.get("show"):
        return HttpResponseRedirect(_moved("stats-spaces", stats))
    if given.get("by"):
        return HttpResponseRedirect(_moved("stats-roles", stats))
    if given.keys() != stats.params().keys():  # some are empty or default
        return HttpResponseRedirect(stats_address(stats))
    return _page(request, stats)


def _page(request: HttpRequest, stats: StatsRequest) -> HttpResponse:
    return render(request, "analytics/kind.html", _context(request, stats))


def _moved(route: str, stats: StatsRequest) -> str:
    return with_params(reverse(route, args=[stats.kind.slug]), stats.params())


def _context(request: HttpRequest, stats: StatsRequest) -> dict[str, Any]:
    kind, filters = stats.kind, stats.filters
    boards = stats.sums.counted_board_labels(kind.slug)
    answer = answer_reads.ask_roles(RoleQuestion(kind.slug, filters))
    tally, params = answer.overall.tally, filters.params()
    context = page_context(stats, tally, answer.basis, boards)
    cards, n_players = [], None
    if tally.games:
        answers = answer_questions(kind.slug, filters, basis=answer.basis)
        n_players = answers.n_players
        cards = [card(kind.slug, each, params, n_players) for each in answers.answers]
    title = kind.counting.questions.title
    return context | {
        "title": title or gettext("{game} statistics").format(game=kind.title),
        "citing": cite_context(request, stats, context, title or gettext("Statistics")),
        "games": _games(filters),
        "filter": filter_context(stats, boards=boards, is_about_wins=True),
        "games_address": games_address(answer.overall.params),
        "sample": sample_text(tally.games, n_players),
        "cards": cards,
        "compare": _compare(stats, answer.basis) if tally.games else None,
        "compare_address": compare_address(kind.slug, filters, filters),
        "measures_address": with_params(reverse("stats-measures", args=[kind.slug]), params),
        "metrics": metric_links(kind, params),
        "more": more_links(stats),
    }


def _games(filters: Filters) -> list[dict[str, str]]:
    """Return links to the games, with who played."""
    params = {name: v for name, v in filters.params().items() if name in ("simulated", SET)}
    return [
        {
            "slug": slug,
            "title": kind.title,
            "address": with_params(reverse("stats-kind", args=[slug]), params),
        }
        for slug, kind in KINDS.items()
    ]


def more_links(stats: StatsRequest) -> list[dict[str, str]]:
    """Return links to the pages of skill and players, which keep the filters that they know."""
    kind, filters = stats.kind.slug, stats.filters
    params = filters.params()
    common = {name: params.get(name, "") for name in ("simulated", "snapshot", SET)}
    common["simulated"] = common["simulated"].replace("all", "")
    fit = _chosen_fit(stats)
    known = ("edition", "mode", "board", "simulated")
    chosen = {name: params.get(name, "") for name in known}
    addresses = {
        gettext("Trend by month"): with_params(reverse("stats-trends", args=[kind]), params),
        gettext("By edition, mode and board"): with_params(
            reverse("stats-cross", args=[kind]), params
        ),
        gettext("Biggest changes"): movers_address(stats),
        gettext("Order of play"): with_params(reverse("stats-order", args=[kind]), params),
        gettext("Learning curves"): with_params(
            reverse("stats-learning", args=[kind]),
            params if _has_curves(stats) else {**params, "snapshot": ""},
        ),
        gettext("Balance"): with_params(
            reverse("stats-balance", args=[kind]), common | {"of": fit_key(fit) if fit else ""}
        ),
        gettext("Ratings"): with_params(reverse("stats-ratings", args=[kind]), common),
        gettext("Players"): with_params(reverse("players"), {"kind": kind, **chosen}),
    }
    if filters.games is not None:  # these pages are about all games
        for title in ("Biggest changes", "Players"):
            del addresses[gettext(title)]
    if metric := cards_metric(kind):
        addresses[metric.title] = with_params(reverse("stats-cards", args=[kind]), params)
    return [{"title": title, "address": address} for title, address in addresses.items()]


def _has_curves(stats: StatsRequest) -> bool:
    """Return whether the snapshot of a request has learning curves of the selected games."""
    snapshot, (first, *_) = stats.sums.snapshot, learning_measures(stats.kind).values()
    is_stored = snapshot is not None and has_stored_curves(snapshot, stats.kind.slug, first)
    return is_stored and not unstored_filters(stats.filters)


def _chosen_fit(stats: StatsRequest) -> BalanceFit | None:
    """Return the fit of the selected rules; None if none are selected, or there is none."""
    filters, kind = stats.filters, stats.kind.slug
    if not (filters.edition or filters.mode or filters.board) or filters.simulated == "all":
        return None
    fits = balance_reads.fits(stats.sums, kind, simulated=filters.simulated == "yes")
    return next((fit for fit in fits if balance_reads.is_chosen(fit, filters)), None)


def _compare(stats: StatsRequest, basis: Basis) -> dict[str, Any] | None:
    """Return the panel that compares two rulesets: the first and the last with games."""
    kind, filters = stats.kind, stats.filters
    if not has_fixed_sides(kind) or filters.winner or filters.reason:
        return None
    loose = filters.but(edition="", mode="")
    rulesets = [pair for pair, n in facets_of(stats.sums, kind.slug, loose).rulesets.items() if n]
    if len(rulesets) < 2:
        return None
    first, last = (loose.but(edition=pair[0], mode=pair[1]) for pair in (rulesets[0], rulesets[-1]))
    return compare_panel(kind, first, last, [basis, basis])


def first_cards(kind: str, filters: Filters) -> list[dict[str, Any]]:
    """Return the first question of a game as a card; empty where it has none."""
    answers = answer_questions(kind, filters, limit=1)
    params = filters.params()
    return [card(kind, each, params, answers.n_players) for each in answers.answers]


def card(
    kind: str, answer: QuestionAnswer, params: Mapping[str, str], n_players: int | None
) -> dict[str, Any]:
    """Return a question as a card."""
    question, conclusion = answer.question, answer.conclusion
    return {
        "key": question.key,
        "title": question.title,
        "address": question_address(kind, question, params),
        "is_tall": question.is_tall and answer.board is not None,
        "sentence": conclusion.sentence,
        "verdict": conclusion.verdict,
        "chart": answer.chart,
        "board": picture_context(answer.board) if answer.board else None,
        "sample": sample_text(conclusion.n, n_players) if conclusion.n else "",
        "empty": least_text() if isinstance(question, asked.SkillQuestion) else "",
        "is_closed": answer.is_closed,
    }


def sample_text(n: int, n_players: int | None) -> str:
    """Return how many games, and how many players where it is known."""
    games = ngettext("{n} game", "{n} games", n).format(n=n)
    if n_players is None:
        return games
    players = ngettext("{n} player", "{n} players", n_players).format(n=n_players)
    return f"{games}, {players}"


def question_address(kind: str, question: asked.Question, params: Mapping[str, str]) -> str:
    """Return the address of the page that answers a question."""
    if isinstance(question, asked.RolesQuestion):
        path = reverse("stats-roles", args=[kind])
        return with_params(path, {**params, "by": question.by})
    if isinstance(question, asked.SkillQuestion):
        names = ("simulated", "snapshot")
        known = {name: params.get(name, "") for name in names}
        known = {name: value for name, value in known.items() if value != "all"}
        return with_params(reverse("stats-balance", args=[kind]), known)
    if isinstance(question, asked.SpacesQuestion):
        own = {"layer": question.layer, "show": "share", "winner": question.winner}
        return with_params(reverse("stats-spaces", args=[kind]), {**params, **own})
    if isinstance(question, asked.MetricQuestion):
        return with_params(reverse("stats-metric", args=[kind, question.metric]), params)
    raise TypeError(f"{question.key}: no page")
