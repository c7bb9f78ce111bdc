"""The list of games with its filters, and logs of games as files."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext
from django.views.decorators.http import require_safe

from games.registry import KINDS
from replays.reads import games as game_reads
from replays.reads import showcase
from replays.reads.game_filter import GameFilter, repeated_params, unknown_params
from replays.requests.http import game_or_404, log_file
from replays.text.numbers import page_number

from .rows import game_rows

PAGE_SIZE = 50
SPOILERS = "spoilers"
RESULT_FILTERS = ("winner", "reason")
"""Filters that reveal results, so a list without results does not have them."""
BASIC_FILTERS = {"simulated", "refused", "player", "kind", "moves", "setup", SPOILERS}
LOG_FORMS = {"json": "json", "txt": "text"}


@require_safe
def download(request: HttpRequest, public_id: str, form: str) -> HttpResponse:
    """Send the log of a finished game; explain why there is none for an unfinished one."""
    if form not in LOG_FORMS:
        raise Http404
    game = game_or_404(request, public_id)
    if not game_reads.is_log_open(game):
        return render(request, "replays/log_closed.html", {"game": game}, status=403)
    return log_file(game, LOG_FORMS[form])


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List stored games, newest first; games of humans by default."""
    game_filter = GameFilter(request.GET)
    choices = game_reads.filter_choices()
    game_filter.offer(choices)
    is_spoiler_free, params = (
        request.GET.get(SPOILERS, "yes") == "no",
        game_filter.to_query_params(),
    )
    context: dict[str, Any] = {
        "form": game_filter,
        "choices": choices,
        "is_spoiler_free": is_spoiler_free,
    }
    unknown = _unknown_params(request, game_filter, params)
    if unknown or not game_filter.is_valid():
        context |= {"unknown": unknown, "has_more_filters": True, "is_filtered": True}
        return render(request, "replays/games.html", context, status=400)
    number = page_number(request.GET.get("page", "1"))
    if not number:
        raise Http404
    params |= {SPOILERS: "no"} if is_spoiler_free else {}
    if set(request.GET) - {"page"} != set(params):  # remove empty and default parameters
        url = f"{request.path}?{urlencode(params)}" if params else request.path
        return HttpResponseRedirect(url)
    pages = Paginator(game_reads.games_list(game_filter), PAGE_SIZE)
    if number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    n_refused = 0 if params.get("refused") else game_reads.n_refused(game_filter)
    played_by = _played_by(params, game_reads.played_by_counts(game_filter))
    bots = played_by[1]
    context |= {
        "page": page,
        "games": game_rows(page.object_list, is_spoiler_free=is_spoiler_free),
        "n_games": pages.count,
        "has_more_filters": bool(set(params) - BASIC_FILTERS),
        "is_filtered": bool(set(params) - {"simulated", SPOILERS}),
        "played_by": played_by,
        "chips": _chips(played_by, _kinds(params, showcase.counts_by_kind(game_filter))),
        "alike": _alike(game_filter, params),
        "bot_games": bots if bots["n"] and not bots["is_current"] else None,
        "toggle_results_url": _url(_toggled_results(params)),
        "n_refused": n_refused,
        "refused_url": _url(params | {"refused": "yes"}) if n_refused else "",
        "newer": _url(params, number - 1) if page.has_previous() else "",
        "older": _url(params, number + 1) if page.has_next() else "",
    }
    return render(request, "replays/games.html", context)


def _url(params: dict[str, str], number: int = 1) -> str:
    query = urlencode(params | ({"page": str(number)} if number > 1 else {}))
    return f"?{query}" if query else "."


def _unknown_params(
    request: HttpRequest, game_filter: GameFilter, params: dict[str, str]
) -> list[str]:
    """Return parameters that are unknown or repeated, or that a list without results lacks."""
    unknown = unknown_params(request.GET, {*game_filter.fields, "page", SPOILERS})
    unknown += repeated_params(request.GET)
    spoilers = request.GET.get(SPOILERS, "yes")
    if spoilers not in ("yes", "no"):
        return [*unknown, SPOILERS]
    return unknown + [name for name in RESULT_FILTERS if spoilers == "no" and name in params]


def _toggled_results(params: dict[str, str]) -> dict[str, str]:
    """Return the parameters of the same list with results, or without them."""
    if SPOILERS in params:
        return {name: value for name, value in params.items() if name != SPOILERS}
    return {k: v for k, v in params.items() if k not in RESULT_FILTERS} | {SPOILERS: "no"}


def _played_by(params: dict[str, str], counts: dict[str, int]) -> list[dict[str, object]]:
    """Return the choice between human games, bot games and both, with their numbers."""
    current = params.get("simulated", "no")
    others = {name: value for name, value in params.items() if name != "simulated"}
    return [
        {
            "label": label,
            "n": counts[value],
            "is_current": value == current,
            "url": _url(others | ({} if value == "no" else {"simulated": value})),
        }
        for value, label in (
            ("no", pgettext("played by", "Humans")),
            ("yes", pgettext("played by", "Bots")),
            ("all", pgettext("played by", "Both")),
        )
    ]


def _kinds(params: dict[str, str], counts: dict[str, int]) -> list[dict[str, object]]:
    """Return the choice between the games. Filters that belong to one of them are removed."""
    current = params.get("kind", "")
    others = {k: v for k, v in params.items() if k not in showcase.PARTS_OF_KIND}
    titles = {"": pgettext("games", "All"), **{kind.slug: kind.title for kind in KINDS.values()}}
    return [
        {
            "label": label,
            "n": counts.get(slug, 0) if slug else sum(counts.values()),
            "is_current": slug == current,
            "url": _url(others | ({"kind": slug} if slug else {})),
        }
        for slug, label in titles.items()
    ]


def _alike(game_filter: GameFilter, params: dict[str, str]) -> dict[str, object] | None:
    """Return the game that the listed ones are like, and the list without this filter."""
    name = next((name for name in ("moves", "setup") if name in params), None)
    if name is None:
        return None
    others = {key: value for key, value in params.items() if key != name}
    label = game_filter.fields[name].label
    return {"label": label, "id": params[name][:4], "url": _url(others)}


def _chips(
    played_by: list[dict[str, object]], kinds: list[dict[str, object]]
) -> list[dict[str, object]]:
    """Return the filters that act at once, with the numbers of games."""
    return [
        {"name": "played-by", "label": gettext("Played by"), "choices": played_by},
        {"name": "kind", "label": gettext("Game"), "choices": kinds},
    ]
