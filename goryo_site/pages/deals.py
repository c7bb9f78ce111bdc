"""`/deals/<digest>/`: the public games with the same set-up, compared; two of them side by side."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight.rounding import decimal
from analytics.requests.stats_filter import problems
from analytics.web.responses import bad_question
from replays.access.costs import TooOften, count
from replays.access.throttles import ListThrottle
from replays.models import Game
from replays.models.identity import is_public_id
from replays.reads import deals as deal_reads
from replays.web import replay
from replays.web.rows import game_row

from .deal import Deal
from .events import points

MAX_STEP = 100_000


class DealFilter(forms.Form):
    """Which games are compared, which two are next to each other, and at which step."""

    simulated = forms.ChoiceField(
        required=False,
        choices=[("", ""), ("no", gettext_lazy("Humans")), ("yes", gettext_lazy("Bots"))],
    )
    a = forms.CharField(required=False)
    b = forms.CharField(required=False)
    step = forms.IntegerField(required=False, min_value=0, max_value=MAX_STEP)


def find_deal(
    digest: str, simulated: str = "", also: tuple[str, ...] = ()
) -> tuple[Deal, dict[bool, int]]:
    """Return the games of a set-up, human games by default, and the numbers of human and bot games.
    Raises Http404 without public games.
    """
    counts = deal_reads.count_of_setup(digest) if deal_reads.is_setup_digest(digest) else {}
    if not counts:
        raise Http404
    is_simulated = simulated == "yes" or (not simulated and False not in counts)
    games = deal_reads.games_of_setup(digest, simulated=is_simulated, also=also)
    if not games:
        raise Http404
    return Deal(games), counts


@require_safe
def deal_page(request: HttpRequest, name: str) -> HttpResponse:
    """Compare the games with the same set-up, which has this digest."""
    form = DealFilter(request.GET)
    if wrong := problems(request.GET, form, {*form.fields}):
        return bad_question(request, wrong)
    try:
        count(request, ListThrottle())
    except TooOften as error:
        response = HttpResponse(str(error), status=429, content_type="text/plain; charset=utf-8")
        response["Retry-After"] = str(error.wait)
        return response
    chosen = tuple(i for i in (form.cleaned_data["a"], form.cleaned_data["b"]) if is_public_id(i))
    deal, counts = find_deal(name, form.cleaned_data["simulated"], chosen)
    by_id = {game.public_id: game for game in deal.games}
    if any(form.cleaned_data[side] and form.cleaned_data[side] not in by_id for side in "ab"):
        raise Http404
    first = by_id.get(form.cleaned_data["a"], deal.games[0])
    rest = [game for game in deal.games if game.pk != first.pk]
    second = by_id.get(form.cleaned_data["b"]) or (rest[0] if rest else None)
    is_simulated = first.is_simulated
    n_games = counts[is_simulated]
    context = {
        "kind": deal.kind,
        "rules": deal.kind.identity.rules_text(first.edition, first.mode),
        "is_simulated": is_simulated,
        "chips": _chips(counts, is_simulated=is_simulated),
        "n_games": n_games,
        "n_shown": len(deal.games),
        "first": first,
        "first_label": _label(first),
        "measures": [title for title, _ in deal.measures],
        "rows": _rows(deal, first, second, is_simulated=is_simulated),
        "sides": _sides(deal),
        "n_pending": deal.n_pending,
        **_pair(form, deal, first, second),
    }
    return render(request, "site/deal.html", context)


def _label(game: Game) -> str:
    return replay.versus(game) or game.public_id[:4]


def _chips(counts: dict[bool, int], *, is_simulated: bool) -> list[dict[str, Any]]:
    labels = {False: pgettext("played by", "Humans"), True: pgettext("played by", "Bots")}
    if len(counts) < 2:
        return []
    return [
        {
            "label": labels[each],
            "n": counts[each],
            "url": with_params(".", {"simulated": "yes" if each else "no"}),
            "is_current": each == is_simulated,
        }
        for each in (False, True)
    ]


def _rows(
    deal: Deal, first: Game, second: Game | None, *, is_simulated: bool
) -> list[dict[str, Any]]:
    """Return a row for each game: result, length, first difference, measures."""
    differences = deal.differences(first)
    simulated = {"simulated": "yes"} if is_simulated else {}
    rows = []
    for game in deal.games:
        step = differences.get(game.pk)
        pair = {"a": first.public_id, "b": game.public_id, "step": str(max(0, (step or 1) - 1))}
        rows.append(
            {
                **{"row": game_row(game), "label": _label(game), "step": step},
                "is_first": game.pk == first.pk,
                "is_second": second is not None and game.pk == second.pk,
                "as_first_url": with_params(".", {**simulated, "a": game.public_id}),
                "compare_url": with_params(".", {**simulated, **pair}) + "#pair",
                "measures": [
                    decimal(values[game.pk]) if game.pk in values else ""
                    for _, values in deal.measures
                ],
            }
        )
    return rows


def _sides(deal: Deal) -> list[dict[str, Any]]:
    """Return the ranking of each side."""
    return [
        {
            "title": deal.kind.identity.roles[role],
            "rows": [
                {
                    "result": result,
                    "points": points(result.halves),
                    "most": points(result.most),
                    "row": game_row(result.game),
                }
                for result in results
            ],
        }
        for role, results in deal.sides.items()
    ]


def _pair(form: DealFilter, deal: Deal, first: Game, second: Game | None) -> dict[str, Any]:
    """Return the boards of two games at one step, with links to the steps around it."""
    if second is None:
        return {"pair": None}
    differs_at = deal.differences(first)[second.pk]
    last = max(first.n_events, second.n_events)
    step = form.cleaned_data["step"]
    if step is None:
        step = max(0, (differs_at or 1) - 1)
    step = min(step, last)
    ids = {"a": first.public_id, "b": second.public_id}
    simulated = {"simulated": "yes"} if first.is_simulated else {}

    def address(number: int) -> str:
        return with_params(".", {**simulated, **ids, "step": str(number)}) + "#pair"

    boards = []
    for game in (first, second):
        own = min(step, game.n_events)
        boards.append(
            {
                "game": game,
                "label": _label(game),
                "step": own,
                "has_ended": step > game.n_events,
                "picture": reverse("step-svg", args=[game.public_id, own]),
                "url": f"{game.get_absolute_url()}?step={own}",
            }
        )
    steps = {"start": 0, "previous": step - 1, "next": step + 1, "end": last}
    if differs_at is not None:
        steps["difference"] = min(differs_at, last)
    labels = {
        "start": gettext("Start"),
        "previous": gettext("Previous step"),
        "next": gettext("Next step"),
        "end": gettext("End"),
        "difference": gettext("First difference"),
    }
    return {
        "pair": boards,
        "step": step,
        "last": last,
        "differs_at": differs_at,
        "links": [
            (key, labels[key], address(number) if 0 <= number <= last and number != step else "")
            for key, number in steps.items()
        ],
    }
