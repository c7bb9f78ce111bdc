"""A player's numbers as rows of texts, ready for the templates."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse

from analytics.forms.addresses import with_params
from analytics.forms.habits import HabitTable, Value
from analytics.forms.tables import interval, rate_context
from analytics.insight.means import Mean
from analytics.insight.player import Counts, Record, opponents_of
from analytics.insight.rounding import decimal, mean_interval, percent_of
from analytics.insight.wilson import Rate
from analytics.reads import players as player_reads
from analytics.reads.players import Habits, KindRecord
from analytics.rollups.players import handle as handle_of
from analytics.web.present import undecided_text


def games_address(handle: str, params: Mapping[str, str]) -> str:
    """Return the address of the list of a player's games."""
    return with_params(reverse("player-games", args=[handle]), params)


def listed_rows(
    page: Iterable[Mapping[str, Any]], params: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the names of a list; each links to its page with the same filters."""
    rows = list(page)
    names = player_reads.names_by_handle(row["player"] for row in rows)
    filters = {name: value for name, value in params.items() if name not in {"q", "sort"}}
    return [
        {
            "name": names[row["player"]],
            "address": with_params(reverse("player", args=[row["player"]]), filters),
            "games_address": games_address(row["player"], {**filters, "snapshot": ""}),
            **_counts(Counts(*(row[f"n_{name}"] for name in Counts._fields))),
        }
        for row in rows
    ]


def record_rows(handle: str, record: KindRecord, params: Mapping[str, str]) -> dict[str, Any]:
    """Return a player's record in one game."""

    def rows(records: list[Record]) -> list[dict[str, Any]]:
        return [
            {
                "label": row.label,
                "address": games_address(handle, {**params, **row.params}),
                "won_address": games_address(handle, {**params, **row.params, "result": "won"}),
                **_counts(row.counts),
            }
            for row in records
        ]

    return {
        "kind": record.kind,
        "by_role": rows(record.by_role),
        "by_ruleset": rows(record.by_ruleset),
    }


def _counts(counts: Counts) -> dict[str, Any]:
    undecided = undecided_text(counts.nobody, counts.unfinished, counts.shared)
    return {"counts": counts, "undecided": undecided, **rate_context(counts.rate)}


def habit_rows(habits: Habits, boards: Mapping[str, str], handle: str) -> dict[str, Any]:
    """Return a player's habits in one game."""
    return {
        "kind": habits.kind,
        "rules": habits.kind.identity.rules_text(habits.edition, habits.mode),
        "board": boards.get(habits.board, habits.board[:8]),
        "tables": [_habit_table(table, habits.words, handle) for table in habits.tables],
    }


def _habit_table(table: HabitTable, params: Mapping[str, str], handle: str) -> dict[str, Any]:
    def address(key: str, *, won: bool = False) -> str:
        return games_address(handle, {**params, **table.params(key, won=won)})

    rows = [
        {
            "label": row.label,
            "mine": row.mine,
            "others": row.others,
            "sides": [_value(row.mine), _value(row.others)],
            "differs": row.differs,
            "k_address": address(row.key, won=not table.layer) if row.mine.k else "",
            "n_address": address("" if table.layer else row.key),
        }
        for row in table.rows
    ]
    return {"table": table, "rows": rows}


def _value(value: Value) -> dict[str, str]:
    if value.is_share:
        rate = Rate(value.k, value.n, value.value, value.low, value.high)
        return {"text": percent_of(value.k, value.n), "interval": interval(rate)}
    mean = Mean(value.n, value.n, value.value, value.low, value.high)
    return {"text": decimal(value.value), "interval": mean_interval(mean)}


def opponent_rows(
    handle: str, vs: Mapping[str, list[int]], params: Mapping[str, str], limit: int
) -> list[dict[str, Any]]:
    """Return the records against opponents, most games first."""
    opponents = opponents_of(vs)[:limit]
    names = player_reads.names_of(opponent.name_key for opponent in opponents)
    rows = list[dict[str, Any]]()
    for opponent in opponents:
        row = rate_context(opponent.ahead) | {"name": "", "level": opponent.level}
        if name := names.get(opponent.name_key):  # else it is hidden on public pages
            other = handle_of(opponent.name_key)
            row |= {
                "name": name,
                "address": reverse("player", args=[other]),
                "games_address": games_address(handle, {**params, "against": other}),
            }
        rows.append(row)
    return rows
