"""Answers as text and numbers for the templates, which compute nothing."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from analytics.forms.addresses import games_address, with_params
from analytics.forms.tables import rate_context
from analytics.insight.answer import Cluster, RoleAnswer
from analytics.insight.definitions import DIMENSION_TITLES
from analytics.insight.question import Filters
from analytics.insight.terms import SIMULATED, label, month_label
from analytics.insight.wilson import FEW, Rate
from analytics.reads.players import names_of_reader
from analytics.reads.selected import fit_of
from analytics.reads.sums import SumsReader
from analytics.requests.stats import StatsRequest


def overall_row(answer: RoleAnswer) -> dict[str, Any]:
    """Return the row of all games."""
    return _row(answer.overall, answer.roles, {})


def split_of(answer: RoleAnswer, reasons: Mapping[str, str]) -> dict[str, Any]:
    """Return the groups of an answer as a table; those by ending with a short explanation."""
    by = answer.question.by
    notes = reasons if by == "reason" else {}
    rows = [_row(cluster, answer.roles, notes) for cluster in answer.clusters]
    return {"by": by, "title": gettext(DIMENSION_TITLES[by]), "rows": rows}


def _row(cluster: Cluster, roles: dict[str, str], notes: Mapping[str, str]) -> dict[str, Any]:
    tally = cluster.tally

    def role_context(role: str, rate: Rate) -> dict[str, Any]:
        address = games_address({**cluster.params, "winner": role}) if rate.k else ""
        return {"role": role, "title": roles[role], **rate_context(rate, address)}

    return {
        "label": cluster.label,
        "note": notes.get(cluster.key, ""),
        "address": games_address(cluster.params),
        "games": tally.games,
        "n": cluster.denominator,
        "is_few": cluster.denominator < FEW,
        "undecided": undecided_text(tally.abandoned, tally.unfinished),
        "roles": [role_context(role, cluster.shown(role)) for role in cluster.rates],
    }


def undecided_text(abandoned: int, unfinished: int, shared: int = 0) -> str:
    """Return how many games have no winner, and how many wins are shared, without zeros."""
    counts = (
        (shared, gettext("of them shared")),
        (abandoned, pgettext("result", "abandoned")),
        (unfinished, pgettext("result", "unfinished")),
    )
    return ", ".join(f"{n} {label}" for n, label in counts if n)


def stats_address(stats: StatsRequest, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    return with_params(page_address(stats), stats.params(**changes))


def tabs(
    stats: StatsRequest, param: str, titles: Mapping[str, str], current: str, anchor: str = ""
) -> list[dict[str, Any]]:
    """Return a tab for each value of a parameter."""
    return [
        {
            "title": title,
            "address": stats_address(stats, **{param: value}) + anchor,
            "is_now": value == current,
        }
        for value, title in titles.items()
    ]


def page_address(stats: StatsRequest) -> str:
    """Return the address of the page without parameters."""
    if stats.metric:
        return reverse("stats-metric", args=[stats.kind.slug, stats.metric.key])
    return reverse("stats-kind", args=[stats.kind.slug])


def rebuild_question(kind: str, part: str, params: Mapping[str, str]) -> str:
    """Return a chart's question as `manage.py rebuild_figure` takes it."""
    params = {name: value for name, value in params.items() if name != "snapshot"}
    return with_params(f"{kind}/{part}/", params)


def filter_labels(kind: Any, filters: Filters, boards: dict[str, str]) -> list[tuple[str, str]]:
    """Return the active filters as labels and values; human or bot games are always listed."""
    sides, modes = kind.identity.sides, kind.identity.modes
    labels = [
        (gettext("Set of games"), filters.games.title if filters.games else ""),
        (gettext("Played by"), gettext(SIMULATED[filters.simulated])),
        (gettext("Edition"), filters.edition),
        (gettext("Mode"), filters.mode and label("mode", filters.mode, modes)),
        (gettext("Board"), boards.get(filters.board, filters.board[:8])),
        (gettext("Winner"), filters.winner and sides.get(filters.winner, gettext("none"))),
        (gettext("How it ended"), filters.reason and label("reason", filters.reason, {})),
        (gettext("Month"), filters.month and month_label(filters.month)),
        (pgettext("month", "From"), filters.first and month_label(filters.first)),
        (pgettext("month", "To"), filters.last and month_label(filters.last)),
        (gettext("Player"), filters.player and player_name(filters)),
        (gettext("Rating"), filters.rating and rating_text(kind.slug, filters)),
    ]
    return [(title, text) for title, text in labels if text]


def player_name(filters: Filters) -> str:
    """Return the shown name of the player of a filter."""
    names = names_of_reader([filters.player], SumsReader(None, filters.games))
    return names.get(filters.player, filters.player)


def rating_text(kind: str, filters: Filters) -> str:
    """Return which ratings a filter selects, and of which fit."""
    fit = fit_of(kind, filters)
    text = gettext("all players at least {rating}, by the fit of {day}")
    if filters.rated:
        text = gettext("any player at least {rating}, by the fit of {day}")
    return text.format(rating=filters.rating, day=f"{fit.fitted_at:%Y-%m-%d}" if fit else "–")
