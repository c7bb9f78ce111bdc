"""`/stats/<kind>/spaces/`: counts by space of a board as a map and a table."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import drilldown_address, games_address, with_params
from analytics.forms.spaces.conclusion import space_conclusion
from analytics.forms.spaces.picture import board_picture, board_table
from analytics.forms.spaces.views import DIFFERENCE, LIFT, BoardAnswer, BoardView, shows_of
from analytics.insight.answer import Tally
from analytics.insight.comparing import comparison_text
from analytics.insight.conclusions import Conclusion, Sentences
from analytics.insight.differences import DIFFERENCE_INTERVAL, LIFT_INTERVAL
from analytics.insight.verdicts import VERDICTS
from analytics.insight.wilson import FEW
from analytics.reads.facets import count_players
from analytics.requests.stats import StatsRequest, ask_board
from analytics.web.citing import cite_context
from analytics.web.filters import filter_context
from analytics.web.responses import page_context, read
from analytics.web.sharing import embed_address, sharing_context
from games.core import questions as asked
from games.core.contract import GameKind

from .present import rebuild_question


def spaces_address(stats: StatsRequest, **changes: str) -> str:
    """Return the address of the board with some parameters changed."""
    return with_params(reverse("stats-spaces", args=[stats.kind.slug]), stats.params(**changes))


@require_safe
def spaces_page(request: HttpRequest, kind: str) -> HttpResponse:
    """`?layer=route&winner=goryo`: where something happened, in the games that match."""
    stats = read(request, kind)
    if isinstance(stats, HttpResponse):
        return stats
    if stats.spaces is None:
        raise Http404
    if stats.by or request.GET.keys() != stats.params().keys():
        return HttpResponseRedirect(spaces_address(stats, by=""))
    return render(request, "analytics/question.html", spaces_context(request, stats))


def spaces_context(request: HttpRequest, stats: StatsRequest) -> dict[str, Any]:
    """Return the context of the page and of its embed."""
    boards = stats.sums.counted_board_labels(stats.kind.slug)
    board, kind = ask_board(stats), stats.kind
    tally = board.answer.tally if board else Tally()
    basis = board.answer.basis if board else stats.sums.basis(kind.slug, stats.filters.simulated)
    context = page_context(stats, tally, basis, boards)
    path = reverse("stats-spaces", args=[kind.slug])
    question = spaces_question(kind, stats)
    context |= {
        "page": "spaces",
        "title": question.title if question else _title(stats),
        "games_address": games_address(stats.filters.games_params(kind.slug)),
        "filter": filter_context(stats, boards=boards, address=path),
        "meaning": question.meaning if question else "",
        "kind_address": _kind_address(stats),
        "live_address": spaces_address(stats, snapshot=""),
        "plain_address": path,
        "simulated_address": spaces_address(stats, simulated="yes"),
        "is_few": False,
    }
    if board is None:
        return context
    embed = embed_address(kind.slug, "spaces", stats.params())
    conclusion = board_conclusion(board, question)
    filters = board.answer.question.filters
    return context | {
        "conclusion": conclusion,
        "n_players": count_players(stats.sums, kind.slug, stats.filters),
        "board": board_context(stats, board, boards),
        "methods": _texts(board),
        "definition_address": f"{reverse('stats-catalogue')}#{kind.slug}-{board.answer.metric.key}",
        "citing": cite_context(request, stats, context, _title(stats), filters),
        "sharing": sharing_context(request, kind, _title(stats), embed),
    }


def _kind_address(stats: StatsRequest) -> str:
    return with_params(reverse("stats-kind", args=[stats.kind.slug]), stats.filters.params())


def _title(stats: StatsRequest) -> str:
    title = stats.spaces.layers[stats.layer][0] if stats.spaces else ""
    return gettext("{what} by space").format(what=title)


def spaces_question(kind: GameKind, stats: StatsRequest) -> asked.SpacesQuestion | None:
    """Return the question that the layer and the winner of a request answer, if any."""
    for question in kind.counting.questions.questions:
        if (
            isinstance(question, asked.SpacesQuestion)
            and question.layer == stats.layer
            and question.winner == stats.filters.winner
        ):
            return question
    return None


def board_conclusion(board: BoardAnswer, question: asked.SpacesQuestion | None) -> Conclusion:
    """Return on which space it happened in most games."""
    sentences = Sentences(
        gettext("Most often on {space}, in {value} of games."),
        gettext("No space stands out. Most often on {space}, in {value} of games."),
    )
    if question:
        sentences = Sentences(question.most, question.unclear)
    return space_conclusion(board.answer, sentences)


def picture_context(view: BoardView) -> dict[str, Any]:
    """Return the map of a view for a card, without links."""
    picture = board_picture(view)
    return {"picture": picture, "cells": [(cell, "") for cell in picture["cells"]], "view": view}


def board_context(
    stats: StatsRequest, board: BoardAnswer, boards: Mapping[str, str]
) -> dict[str, Any]:
    """Return the board with its maps and tables."""
    answer, question = board.answer, board.answer.question
    selected = {name: stats.params().get(name, "") for name in ("layer", "show")}
    params = {**question.filters.params(), "layer": question.layer, "show": question.show}
    layers = {key: title for key, (title, _) in answer.metric.layers.items()}
    return {
        "answer": answer,
        "question": rebuild_question(question.kind, "spaces", params),
        "name": boards.get(answer.board.digest, answer.board.name),
        "is_house": answer.board.provenance == "house",
        "is_chosen": bool(stats.filters.board),
        "layer": answer.metric.layers[question.layer],
        "title": answer.metric.title,
        "observation": answer.metric.observation,
        "layers": _tabs(stats, "layer", layers, question.layer),
        "shows": _tabs(stats, "show", shows_of(stats.kind), stats.show),
        "is_few": answer.played < FEW,
        "panels": [_panel(board, number, view) for number, view in enumerate(board.views)],
        "missing": None if board.views else {"rulesets": _rulesets(stats, board)},
        "baseline": board.baseline,
        "games_address": games_address(question.filters.games_params(stats.kind.slug)),
        "downloads": _downloads(stats, question.filters.params() | selected),
    }


def _downloads(stats: StatsRequest, params: Mapping[str, str]) -> dict[str, str]:
    slug = stats.kind.slug
    paths = {
        "CSV": reverse("api-stats-spaces-csv", args=[slug]),
        "JSON": reverse("api-stats-spaces", args=[slug]),
        "SVG": reverse("stats-image", args=[slug, "spaces", "svg"]),
        "PNG": reverse("stats-image", args=[slug, "spaces", "png"]),
    }
    return {name: with_params(path, params) for name, path in paths.items()}


def _tabs(
    stats: StatsRequest, param: str, titles: Mapping[str, str], current: str
) -> list[dict[str, Any]]:
    """Return the tabs of a parameter. Its first value is the default, which links omit."""
    default = next(iter(titles))
    return [
        {
            "title": title,
            "address": spaces_address(stats, **{param: "" if value == default else value}),
            "is_now": value == current,
        }
        for value, title in titles.items()
    ]


def _panel(board: BoardAnswer, number: int, view: BoardView) -> dict[str, Any]:
    """Return a board with its table; each of two side by side has its own games."""
    question, addresses = view.answer.question, {}
    params = {**question.filters.params(), "layer": question.layer}
    for count in view.answer.spaces:
        has_games = count.share.k or view.show in (LIFT, DIFFERENCE)
        address = drilldown_address(question.kind, {**params, "space": count.space})
        addresses[count.space] = address if has_games else ""
    picture = board_picture(view)
    return {
        "view": view,
        "title": board.titles[number] if len(board.views) > 1 else "",
        "played": view.answer.played,
        "picture": picture,
        "cells": [(cell, addresses[cell["value"].count.space]) for cell in picture["cells"]],
        "table": board_table(view, addresses, board.titles),
    }


def _texts(board: BoardAnswer) -> list[str]:
    """Return how the numbers are calculated."""
    shows = {view.show for view in board.views}
    methods = {DIFFERENCE: DIFFERENCE_INTERVAL, LIFT: LIFT_INTERVAL}
    used = [gettext(text) for show, text in methods.items() if show in shows]
    reference = gettext(
        "The verdict compares the space's share of games with the mean of all spaces."
    )
    many = comparison_text(sum(len(view.values) for view in board.views))
    texts = [board.answer.metric.definition, *used, reference, gettext(VERDICTS), many]
    return [text for text in texts if text]


def _rulesets(stats: StatsRequest, board: BoardAnswer) -> list[dict[str, str]]:
    """Return links to the rulesets that have a lift."""
    return [
        {
            "title": stats.kind.identity.rules_text(rules.edition, rules.mode),
            "address": spaces_address(stats, edition=rules.edition, mode=rules.mode),
        }
        for rules in board.rulesets
    ]
