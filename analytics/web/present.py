"""Answers as text and numbers for the templates, which compute nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext

from analytics.forms.addresses import with_params
from analytics.forms.tables import Bar, bar, interval
from analytics.insight.answer import Cluster, RoleAnswer
from analytics.insight.definitions import DIMENSION_TITLES
from analytics.insight.question import Filters
from analytics.insight.rounding import percent_of
from analytics.insight.terms import SIMULATED, label, month_label
from analytics.insight.wilson import FEW
from analytics.requests.stats import StatsRequest


@dataclass(frozen=True, slots=True)
class RoleCell:
    """A role's part of a row; `k` games at `address`, which is empty where there are none."""

    role: str
    title: str
    k: int
    n: int
    address: str
    percent: str
    interval: str
    bar: Bar | None


@dataclass(frozen=True, slots=True)
class Row:
    """A group of games in a table."""

    label: str
    note: str
    address: str
    games: int
    n: int
    is_few: bool
    beside: str
    roles: tuple[RoleCell, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A table of rows: win rates by one dimension."""

    by: str
    title: str
    rows: tuple[Row, ...]


def overall_row(answer: RoleAnswer) -> Row:
    """Return the row of all games."""
    return _row(answer.overall, answer.roles, {})


def split_of(answer: RoleAnswer, reasons: Mapping[str, str]) -> Split:
    """Return the groups of an answer, in its order; those by ending with a short explanation."""
    notes = reasons if answer.question.by == "reason" else {}
    rows = tuple(_row(cluster, answer.roles, notes) for cluster in answer.clusters)
    return Split(answer.question.by, gettext(DIMENSION_TITLES[answer.question.by]), rows)


def _row(cluster: Cluster, roles: dict[str, str], notes: Mapping[str, str]) -> Row:
    tally = cluster.tally
    beside = [
        f"{n} {word}"
        for n, word in (
            (tally.abandoned, pgettext("result", "abandoned")),
            (tally.unfinished, pgettext("result", "unfinished")),
        )
        if n
    ]
    return Row(
        label=cluster.label,
        note=notes.get(cluster.key, ""),
        address=games_address(cluster.params),
        games=tally.games,
        n=cluster.denominator,
        is_few=cluster.denominator < FEW,
        beside=", ".join(beside),
        roles=tuple(
            RoleCell(
                role=role,
                title=roles[role],
                k=rate.k,
                n=rate.n,
                address=games_address({**cluster.params, "winner": role}) if rate.k else "",
                percent=percent_of(rate.k, rate.n),
                interval=interval(rate),
                bar=bar(rate),
            )
            for role, rate in cluster.rates.items()
        ),
    )


def games_address(params: dict[str, str]) -> str:
    """Return the address of the games list."""
    return f"{reverse('games')}?{urlencode(params)}"


def stats_address(stats: StatsRequest, **changes: str) -> str:
    """Return the address of the page with some parameters changed."""
    return with_params(page_address(stats), stats.params(**changes))


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
    labels = [(gettext("Played by"), gettext(SIMULATED[filters.simulated]))]
    if filters.edition:
        labels.append((gettext("Edition"), filters.edition))
    if filters.mode:
        labels.append((gettext("Mode"), label("mode", filters.mode, kind.identity.modes)))
    if filters.board:
        labels.append((gettext("Board"), boards.get(filters.board, filters.board[:8])))
    if filters.winner:
        labels.append((gettext("Winner"), kind.identity.sides.get(filters.winner, gettext("none"))))
    if filters.reason:
        labels.append((gettext("How it ended"), label("reason", filters.reason, {})))
    if filters.month:
        labels.append((gettext("Month"), month_label(filters.month)))
    if filters.first:
        labels.append((pgettext("month", "From"), month_label(filters.first)))
    if filters.last:
        labels.append((pgettext("month", "To"), month_label(filters.last)))
    return labels
