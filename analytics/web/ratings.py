"""`/stats/<kind>/ratings/`: leaderboards; and a player's ratings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight import definitions
from analytics.insight.rounding import percent, span, two_digits
from analytics.models import Standing
from analytics.reads import balance as balance_reads
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import MAIN, Rating
from analytics.reads.sums import SumsReader
from analytics.requests.human_or_bot import SumsChoice, read_choice
from analytics.results_model.scale import CENTRE, win_chance
from games.core.contract import GameKind
from games.registry import KINDS

from .citing import cite_fit
from .responses import bad_question, snapshot_context
from .rulesets import ruleset_key

SHOWN, FEW_SHOWN = 100, 50


@require_safe
def ratings(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the leaderboards of a board game: overall, and by role where roles are not alike."""
    if kind not in KINDS:
        raise Http404
    about, names = KINDS[kind], rating_reads.snapshot_names(kind)
    # `rules` selected one of the rulesets, which had separate ratings; old links keep working
    choice = read_choice(request.GET, names, "rules", "component")
    sums, simulated = choice.sums, choice.is_simulated
    components = rating_reads.components(sums, kind, simulated=simulated)
    wrong = [*choice.problems, *_wrong_choices(request, choice, kind, components)]
    if wrong:
        return bad_question(request, wrong, kind=about)
    component = int(request.GET.get("component") or MAIN)
    params = {"simulated": "yes" if simulated else "", "snapshot": sums.name}
    texts = (rating_reads.LADDER, rating_reads.RATINGS, definitions.ROUNDING)
    given = {name: value for name, value in request.GET.dict().items() if name != "rules"}
    context = {
        "kind": about,
        "sums": sums,
        "fit": balance_reads.results_fit(sums, kind, simulated=simulated),
        "boards": [
            _board(sums, about, role, component, simulated=simulated)
            for role in rating_reads.shown_roles(about)
        ],
        "tabs": [
            {
                "title": _component_title(number),
                "address": with_params(
                    request.path, {**params, "component": "" if number == MAIN else str(number)}
                ),
                "is_now": number == component,
            }
            for number in components
        ],
        "is_simulated": simulated,
        "has_simulated": rating_reads.standings(sums, kind, simulated=True).exists(),
        "is_waiting": not sums.name and rating_reads.is_waiting(kind),
        "minimum": rating_reads.MINIMUM,
        "texts": list(map(gettext, texts)),
        **snapshot_context([kind], sums, names, request.path, given, _has_component),
    }
    if context["fit"]:
        title = gettext("{game}: ratings").format(game=about.title)
        selection = gettext("bot games") if simulated else gettext("human games")
        fitted = {"basis": context["basis"], "results_fit": context["fit"]}
        context["citing"] = cite_fit(request, about, title, selection, fitted)
    return render(request, "analytics/ratings.html", context)


def _wrong_choices(
    request: HttpRequest, choice: SumsChoice, kind: str, components: list[int]
) -> Iterable[dict[str, str]]:
    """Yield what is wrong with the parameters of this page alone."""
    rules = request.GET.get("rules", "")
    fits = balance_reads.fits(choice.sums, kind, simulated=choice.is_simulated)
    known = dict.fromkeys(map(ruleset_key, fits))
    if rules and rules not in known:
        message = gettext("There are no ratings for these rules. Use one of: {known}.")
        text = message.format(known=", ".join(known) or gettext("none yet"))
        yield {"parameter": "rules", "message": text}
    selected = request.GET.get("component", "")
    if selected and selected not in map(str, components):
        message = gettext("There is no such list. Use one of: {known}.")
        text = message.format(known=", ".join(map(str, components)) or gettext("none yet"))
        yield {"parameter": "component", "message": text}


def _has_component(sums: SumsReader, kind: str, params: Mapping[str, str]) -> bool:
    simulated = params.get("simulated") == "yes"
    there = map(str, rating_reads.components(sums, kind, simulated=simulated))
    return params.get("component", "") in ("", *there)


def _component_title(number: int) -> str:
    if number == MAIN:
        return gettext("Main list")
    return gettext("List {number}").format(number=number)


def _board(
    sums: SumsReader, about: GameKind, role: str, component: int, *, simulated: bool
) -> dict[str, Any]:
    given: dict[str, Any] = {"simulated": simulated, "component": component}
    ranked = list(rating_reads.ladder(sums, about.slug, role, **given)[:SHOWN])
    below = rating_reads.below_minimum(sums, about.slug, role, **given)
    few = list(below[:FEW_SHOWN])
    names = player_reads.names_by_handle((row.handle for row in (*ranked, *few)), sums.snapshot)
    filters = {"simulated": "yes" if simulated else ""}
    params = {"kind": about.slug, **filters}
    if role in about.identity.roles:
        params["role"] = role
    return {
        "role": role,
        "title": balance_reads.seat_label(about, role) or gettext("Overall"),
        "rows": [
            {"rank": rank, **_ladder_row(row, names.get(row.handle, ""), filters, params)}
            for rank, row in enumerate(ranked, 1)
        ],
        "few": [_ladder_row(row, names.get(row.handle, ""), filters, params) for row in few],
        "n_more": max(0, below.count() - FEW_SHOWN),
    }


def _ladder_row(
    row: Standing, name: str, filters: dict[str, str], params: dict[str, str]
) -> dict[str, Any]:
    return {
        "name": name,
        "address": with_params(reverse("player", args=[row.handle]), filters),
        "games_address": with_params(reverse("player-games", args=[row.handle]), params),
        **_numbers(row),
    }


def _numbers(row: Standing) -> dict[str, Any]:
    return {
        "games": row.games,
        "rating": two_digits(row.rating),
        "low": two_digits(row.low),
        "span": span(two_digits(row.low), two_digits(row.high)),
    }


def rating_rows(ratings: list[Rating]) -> list[dict[str, Any]]:
    """Return a player's ratings for the template: of each board game, overall and by role."""
    rows = []
    for kind, standing in ratings:
        params = {
            "simulated": "yes" if standing.is_simulated else "",
            "component": "" if standing.component == MAIN else str(standing.component),
        }
        role = balance_reads.seat_label(kind, standing.role)
        row = {
            "title": ", ".join(part for part in (kind.title, role) if part),
            "is_overall": not standing.role,
            "is_few": standing.games < rating_reads.MINIMUM,
            "is_simulated": standing.is_simulated,
            "is_linked": standing.component == MAIN,
            "address": with_params(reverse("stats-ratings", args=[kind.slug]), params),
            "chance": percent(win_chance(standing.rating - CENTRE)),
            **_numbers(standing),
        }
        rows.append(row)
    return rows
