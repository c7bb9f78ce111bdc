"""`/games/`: the list, with search."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from replays import selectors
from replays.filters import GameFilter, repeated_words, unknown_words

from .rows import game_rows

A_PAGE = 50


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Stored games, newest first; of people unless the address says otherwise."""
    chosen = GameFilter(request.GET)
    choices = selectors.filter_choices()
    chosen.offer(choices)
    unknown = unknown_words(request.GET, {*chosen.fields, "page"}) + repeated_words(request.GET)
    if unknown or not chosen.is_valid():
        context = {
            "form": chosen,
            "unknown": unknown,
            "choices": choices,
            "more_is_asked": True,
            "is_filtered": True,
        }
        return render(request, "replays/games.html", context, status=400)
    number = _page_number(request)
    words = chosen.words()
    if set(request.GET) - {"page"} != set(words):  # an address without what is empty or default
        return HttpResponseRedirect(f"{request.path}?{urlencode(words)}" if words else request.path)
    pages = Paginator(selectors.games_list(chosen), A_PAGE)
    if number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    more = set(words) - {"simulated", "refused", "player", "kind", "winner"}
    counts = selectors.played_by_counts(chosen)
    n_refused = 0 if words.get("refused") else selectors.n_refused(chosen)
    context = {
        "form": chosen,
        "choices": choices,
        "page": page,
        "games": game_rows(page.object_list),
        "n_games": pages.count,
        "more_is_asked": bool(more),
        "is_filtered": bool(set(words) - {"simulated"}),
        "played_by": _played_by(chosen, counts),
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


def _played_by(chosen: GameFilter, counts: dict[str, int]) -> list[dict[str, object]]:
    """The choice between people, programs and both, with how many games each would show."""
    words = chosen.words()
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
            ("no", pgettext("played by", "People")),
            ("yes", pgettext("played by", "Simulated")),
            ("all", pgettext("played by", "Both")),
        )
    ]
