"""`/stats/<kind>/ratings/`: leaderboards; and a player's ratings."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight import definitions
from analytics.insight.question import EVERY
from analytics.insight.rounding import percent, span, two_digits
from analytics.models import Standing
from analytics.reads import balance as balance_reads
from analytics.reads import players as player_reads
from analytics.reads import ratings as rating_reads
from analytics.reads.ratings import MAIN, Rating
from analytics.reads.sums import SumsReader
from analytics.requests.human_or_bot import SumsChoice
from analytics.results_model.scale import CENTRE, win_chance
from games.core.contract import GameKind
from games.registry import KINDS

from .citing import cite_fit
from .pools import has_bot_games, pool_context, read_sums, sums_params
from .responses import bad_question, snapshot_context
from .rulesets import ruleset_key

SHOWN, FEW_SHOWN = 100, 50
MAX_TABS, MAX_LISTS = 6, 200
"""Lists with a tab, and lists to choose from; the pages of players link to theirs."""


@require_safe
def ratings(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the leaderboards of a board game: overall, and by role where roles are not alike."""
    if kind not in KINDS:
        raise Http404
    about, names = KINDS[kind], rating_reads.snapshot_names(kind)
    # `rules` selected one of the rulesets, which had separate ratings; old links keep working
    choice = read_sums(request, kind, names, "rules", "component")
    sums, simulated = choice.sums, choice.is_simulated
    components = rating_reads.components(sums, kind, simulated=simulated)
    wrong = choice.problems
    if not balance_reads.set_state(sums, kind, simulated=simulated):
        wrong += _wrong_choices(request, choice, kind, components)
    if wrong:
        return bad_question(request, wrong, kind=about)
    component = int(request.GET.get("component") or MAIN)
    params = {"simulated": "yes" if simulated else "", **sums_params(sums)}
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
        "tabs": _tabs(request.path, params, components, component),
        "lists": [
            {"number": number, "title": _component_title(number), "is_now": number == component}
            for number in dict.fromkeys((*components[:MAX_LISTS], component))
        ]
        if len(components) > MAX_TABS
        else [],
        "n_more_lists": max(0, len(components) - MAX_LISTS),
        "hidden": {name: value for name, value in params.items() if value},
        **pool_context("stats-ratings", kind, sums, simulated=simulated),
        "has_simulated": has_bot_games(
            sums, kind, has_fit=rating_reads.has_standings(sums, kind, simulated=True)
        ),
        "is_waiting": not (sums.name or sums.games) and rating_reads.is_waiting(kind),
        "minimum": rating_reads.MINIMUM,
        "texts": list(map(gettext, texts)),
        **snapshot_context([kind], sums, names, request.path, given, _has_component),
    }
    if context["fit"]:
        title = gettext("{game}: ratings").format(game=about.title)
        selection = gettext("bot games") if simulated else gettext("human games")
        fitted = {"basis": context["basis"], "results_fit": context["fit"]}
        context["citing"] = cite_fit(request, about, title, selection, fitted, sums.games)
    return render(request, "analytics/ratings.html", context)


def _tabs(
    path: str, params: Mapping[str, str], components: list[int], current: int
) -> list[dict[str, Any]]:
    """Return a tab for each of the first lists and the current one."""
    return [
        {
            "title": _component_title(number),
            "address": with_params(
                path, {**params, "component": "" if number == MAIN else str(number)}
            ),
            "is_now": number == current,
        }
        for number in components
        if number in (*components[:MAX_TABS], current)
    ]


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
        listed = [*map(str, components[:MAX_TABS]), *(["…"] if len(components) > MAX_TABS else [])]
        text = message.format(known=", ".join(listed) or gettext("none yet"))
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
    ranked = rating_reads.ladder(sums, about.slug, role, **given, most=SHOWN)
    few, n_few = rating_reads.below_minimum(sums, about.slug, role, **given, most=FEW_SHOWN)
    shown = {row.handle for row in (*ranked, *few)}
    links = _Links(sums, player_reads.names_by_handle(shown, sums.snapshot))
    names = player_reads.names_of_reader(shown, sums)
    return {
        "role": role,
        "title": balance_reads.seat_label(about, role) or gettext("Overall"),
        "rows": [
            {"rank": rank, **_ladder_row(row, names.get(row.handle, ""), links)}
            for rank, row in enumerate(ranked, 1)
        ],
        "few": [_ladder_row(row, names.get(row.handle, ""), links) for row in few],
        "n_more": max(0, n_few - FEW_SHOWN),
    }


class _Links(NamedTuple):
    """What the links of a leaderboard depend on: the sums, and the players with a page."""

    sums: SumsReader
    players: Collection[str]

    def player(self, row: Standing) -> str:
        """Return the address of a player; empty if the player has games in a set only."""
        if row.handle not in self.players:
            return ""
        simulated = "yes" if row.is_simulated else ""
        return with_params(reverse("player", args=[row.handle]), {"simulated": simulated})

    def games(self, row: Standing) -> str:
        """Return the address of the list of the games of a rating; empty for a role in a set, whose
        lists have no filter by role.
        """
        params = {"simulated": "yes" if row.is_simulated else ""}
        if self.sums.games is not None and row.role:
            return ""
        if self.sums.games is not None:
            own = {**params, **sums_params(self.sums), "player": row.handle, EVERY: "yes"}
            return with_params(reverse("stats-games", args=[row.kind]), own)
        if row.role in KINDS[row.kind].identity.roles:
            params["role"] = row.role
        return with_params(reverse("player-games", args=[row.handle]), {"kind": row.kind, **params})


def _ladder_row(row: Standing, name: str, links: _Links) -> dict[str, Any]:
    return {
        "name": name,
        "address": links.player(row),
        "games_address": links.games(row),
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
