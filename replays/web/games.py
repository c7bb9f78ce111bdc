"""`/games/`: the list, with search."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from replays.reads import games as game_reads
from replays.reads.game_filter import GameFilter, repeated_params, unknown_params

from .rows import game_rows

A_PAGE = 50
SPOILERS = "spoilers"
RESULTS = ("winner", "reason")
"""What tells a result: not asked of a list without results."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Stored games, newest first; of people unless the address says otherwise."""
    chosen = GameFilter(request.GET)
    choices = game_reads.filter_choices()
    chosen.offer(choices)
    without, words = _without_results(request), chosen.to_query_params()
    unknown = _unknown(request, chosen, without)
    if unknown or not chosen.is_valid():
        context = {
            "is_spoiler_free": bool(without),
            "form": chosen,
            "unknown": unknown,
            "choices": choices,
            "more_is_asked": True,
            "is_filtered": True,
        }
        return render(request, "replays/games.html", context, status=400)
    number = _page_number(request)
    words |= {SPOILERS: "no"} if without else {}
    if set(request.GET) - {"page"} != set(words):  # an address without what is empty or default
        return HttpResponseRedirect(f"{request.path}?{urlencode(words)}" if words else request.path)
    pages = Paginator(game_reads.games_list(chosen), A_PAGE)
    if number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    more = set(words) - {"simulated", "refused", "player", "kind", "winner", SPOILERS}
    counts = game_reads.played_by_counts(chosen)
    n_refused = 0 if words.get("refused") else game_reads.n_refused(chosen)
    context = {
        "form": chosen,
        "choices": choices,
        "page": page,
        "games": game_rows(page.object_list, is_spoiler_free=bool(without)),
        "n_games": pages.count,
        "more_is_asked": bool(more),
        "is_filtered": bool(set(words) - {"simulated", SPOILERS}),
        "played_by": _played_by(words, counts),
        "is_spoiler_free": without,
        "other_address": _address(_other(words)),
        "n_refused": n_refused,
        "refused_address": _address(words | {"refused": "yes"}) if n_refused else "",
        "newer": _address(words, number - 1) if page.has_previous() else "",
        "older": _address(words, number + 1) if page.has_next() else "",
    }
    return render(request, "replays/games.html", context)


def _page_number(request: HttpRequest) -> int:
    written = request.GET.get("page", "1")
    if not (written.isascii() and written.isdecimal() and len(written) <= 9) or int(written) < 1:
        raise Http404
    return int(written)


def _address(words: dict[str, str], number: int = 1) -> str:
    query = urlencode(words | ({"page": str(number)} if number > 1 else {}))
    return f"?{query}" if query else "."


def _without_results(request: HttpRequest) -> bool | None:
    """Whether the list is for who wants to know no result; None where the address does not say
    it right.
    """
    return {"yes": False, "no": True}.get(request.GET.get(SPOILERS, "yes"))


def _unknown(request: HttpRequest, chosen: GameFilter, without: bool | None) -> list[str]:
    """The words of an address that say nothing here, or not twice; a list without results knows
    none of those that ask for one.
    """
    unknown = unknown_params(request.GET, {*chosen.fields, "page", SPOILERS})
    unknown += repeated_params(request.GET)
    if without is None:
        return [*unknown, SPOILERS]
    return unknown + [name for name in RESULTS if without and name in chosen.to_query_params()]


def _other(words: dict[str, str]) -> dict[str, str]:
    """The same list with results, or without: that one cannot be asked for a result."""
    if SPOILERS in words:
        return {name: value for name, value in words.items() if name != SPOILERS}
    return {k: v for k, v in words.items() if k not in RESULTS} | {SPOILERS: "no"}


def _played_by(words: dict[str, str], counts: dict[str, int]) -> list[dict[str, object]]:
    """The choice between people, programs and both, with how many games each would show."""
    now = words.get("simulated", "no")
    others = {name: value for name, value in words.items() if name != "simulated"}
    return [
        {
            "label": label,
            "n": counts[value],
            "is_now": value == now,
            "address": _address(others | ({} if value == "no" else {"simulated": value})),
        }
        for value, label in (
            ("no", pgettext("played by", "Human")),
            ("yes", pgettext("played by", "Bot games")),
            ("all", pgettext("played by", "Both")),
        )
    ]
