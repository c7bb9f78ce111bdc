"""`/stats/`, `/stats/<kind>/`, `/stats/<kind>/games/`: statistics for people."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analytics import selectors
from analytics.asking import Asked, BadQuestion, NoSuchKind, board_question, read_question
from analytics.charts import DARK, LIGHT, figure
from analytics.insight import definitions
from analytics.insight.answer import RoleAnswer
from analytics.insight.definitions import LAYERS
from analytics.insight.question import Filters, RoleQuestion
from analytics.words import result_words
from games.registry import KINDS

from .board import board_context
from .present import filter_words, overall_row, split_of, stats_address

SPLITS = ("edition", "mode", "reason")
"""The tables that are always there; boards and months are many, and come when asked for."""
CHART_BY = "edition"
A_PAGE = 50


@require_safe
def overview(request: HttpRequest) -> HttpResponse:
    """`/stats/`: every game, with how much is counted and what counts."""
    kinds = [_kind_card(slug) for slug in KINDS]
    context = {
        "kinds": kinds,
        "basis": selectors.basis_for(next(iter(KINDS))),
        "n_waiting": selectors.n_waiting(),
        "definitions": definitions,
        "layers": definitions.LAYERS.values(),
    }
    return render(request, "analytics/overview.html", context)


def _kind_card(slug: str) -> dict[str, Any]:
    """A game's counts, and the win rates of people's games."""
    answer = selectors.ask_roles(RoleQuestion(slug, Filters()))
    counts = selectors.counts_by_player(slug)
    return {"kind": KINDS[slug], "counts": counts, "overall": overall_row(answer)}


@require_safe
def kind_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/goryo/`: win rates and the board, for the games the address chooses."""
    asked = _read(request, kind)
    if isinstance(asked, HttpResponse):
        return asked
    address = stats_address(asked)
    if request.GET.keys() != asked.words().keys():  # an address without what is empty or default
        return HttpResponseRedirect(address)
    return render(request, "analytics/kind.html", _context(asked))


def _context(asked: Asked) -> dict[str, Any]:
    by = asked.by or CHART_BY
    splits = tuple(dict.fromkeys((by, *SPLITS)))
    answers = selectors.ask_roles_by(asked.kind.slug, asked.filters, splits)
    answer = answers[0]
    boards = {
        digest: name for digest, (_, name) in selectors.counted_boards(asked.kind.slug).items()
    }
    counts = selectors.counts_by_player(asked.kind.slug)
    return {
        "kind": asked.kind,
        "form": asked.form,
        "months": selectors.months_known(asked.kind.slug),
        "filters": filter_words(asked.kind, asked.filters, boards),
        "is_filtered": bool(asked.filters.but(simulated="no").words()),
        "is_simulated": asked.filters.simulated != "no",
        "fixed_winner": asked.filters.winner or asked.filters.reason,
        "plain_address": stats_address(asked, **dict.fromkeys(asked.filters.words(), "")),
        "simulated_address": stats_address(asked, simulated="yes"),
        "counts": counts,
        "basis": answer.basis,
        "overall": overall_row(answer),
        "tally": answer.overall.tally,
        "splits": [split_of(one, asked.kind.reasons) for one in answers],
        "chart": _chart(asked, answer) if answer.overall.tally.decided else None,
        "board": board_context(asked, boards) if answer.overall.tally.games else None,
        "definitions": definitions,
    }


def _chart(asked: Asked, answer: RoleAnswer) -> dict[str, Any]:
    by = answer.question.by
    return {
        "title": definitions.DIMENSION_WORDS[by],
        "tabs": [
            {
                "title": title,
                "address": stats_address(asked, by=key) + "#rates",
                "is_now": key == by,
            }
            for key, title in definitions.DIMENSION_TITLES.items()
        ],
        "light": figure(answer, LIGHT),
        "dark": figure(answer, DARK),
    }


@require_safe
def space_games(request: HttpRequest, kind: str) -> HttpResponse:
    """`/stats/goryo/games/?layer=…&space=…`: the games behind one space of the board."""
    asked = _read(request, kind, also=("space", "page"))
    if isinstance(asked, HttpResponse):
        return asked
    question, space = board_question(asked), request.GET.get("space", "")
    board = selectors.board_facts(question.filters.board) if question else None
    if question is None or board is None or space not in board.data["spaces"]:
        raise Http404
    pages = Paginator(selectors.games_at_space(question, space), A_PAGE)
    number = request.GET.get("page", "1")
    if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= pages.num_pages):
        raise Http404
    boards = {digest: name for digest, (_, name) in selectors.counted_boards(kind).items()}
    page = pages.page(int(number))
    context = {
        "kind": asked.kind,
        "page": page,
        "rows": [
            (
                game,
                asked.kind.rules_words(game.edition, game.mode),
                result_words(asked.kind, game.winner, game.reason),
            )
            for game in page
        ],
        "n_games": pages.count,
        "space": space,
        "object": board.data["spaces"][space]["object"],
        "layer": LAYERS[question.layer],
        "board": board,
        "filters": filter_words(asked.kind, question.filters, boards),
        "words": {**question.filters.words(), "layer": question.layer, "space": space},
        "back": stats_address(asked, board=question.filters.board) + "#board",
    }
    return render(request, "analytics/space_games.html", context)


def _read(request: HttpRequest, kind: str, *, also: tuple[str, ...] = ()) -> Asked | HttpResponse:
    """The question of an address, or the page that says what is wrong with it."""
    try:
        return read_question(kind, request.GET, also=also)
    except NoSuchKind as error:
        raise Http404 from error
    except BadQuestion as error:
        context = {"problems": error.problems, "kind": KINDS[kind]}
        return render(request, "analytics/bad_question.html", context, status=400)
