"""A player's numbers as rows of texts, ready for the templates."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, pgettext

from analytics.forms.habits import HabitRow, HabitTable, Value
from analytics.forms.tables import bar, interval
from analytics.insight.means import Mean
from analytics.insight.player import Counts, Record, opponents_of
from analytics.insight.rounding import decimal, mean_interval, percent_of
from analytics.insight.wilson import Rate
from analytics.reads import players as player_reads
from analytics.reads.players import Habits, KindRecord, Player
from analytics.rollups.players import handle


def listed_rows(
    page: Iterable[Mapping[str, Any]], words: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Names in a list; each leads to its page with the same games chosen."""
    rows = list(page)
    names = player_reads.names_by_handle(row["player"] for row in rows)
    kept = {word: said for word, said in words.items() if word not in {"q", "sort"}}
    found = []
    for row in rows:
        counts = Counts(*(row[f"n_{name}"] for name in Counts._fields))
        address = reverse("player", args=[row["player"]])
        found.append(
            {
                "name": names[row["player"]],
                "address": f"{address}{'?' if kept else ''}{urlencode(kept)}",
                "games_address": _games(
                    row["player"], {word: said for word, said in kept.items() if word != "snapshot"}
                ),
                **_counts(counts),
            }
        )
    return found


def record_rows(one: Player, record: KindRecord, words: Mapping[str, str]) -> dict[str, Any]:
    """A player's record in one game."""

    def rows(records: list[Record]) -> list[dict[str, Any]]:
        return [
            {
                "label": row.label,
                "address": _games(one.handle, {**words, **row.words}),
                "won_address": _games(one.handle, {**words, **row.words, "result": "won"}),
                **_counts(row.counts),
            }
            for row in records
        ]

    return {
        "kind": record.kind,
        "whole": rows([record.whole])[0],
        "by_role": rows(record.by_role),
        "by_ruleset": rows(record.by_ruleset),
    }


def _counts(counts: Counts) -> dict[str, Any]:
    beside = [
        f"{n} {word}"
        for n, word in (
            (counts.shared, gettext("of them shared")),
            (counts.nobody, pgettext("result", "abandoned")),
            (counts.unfinished, pgettext("result", "unfinished")),
        )
        if n
    ]
    return {"counts": counts, "beside": ", ".join(beside), **_rate(counts.rate)}


def _rate(rate: Rate) -> dict[str, Any]:
    return {
        "rate": rate,
        "percent": percent_of(rate.k, rate.n),
        "interval": interval(rate),
        "bar": bar(rate),
    }


def habit_rows(habits: Habits, boards: Mapping[str, str], one: Player) -> dict[str, Any]:
    """A player's habits in one game."""
    return {
        "kind": habits.kind,
        "rules": habits.kind.identity.rules_text(habits.edition, habits.mode),
        "board": boards.get(habits.board, habits.board[:8]),
        "tables": [_habit_table(table, habits.params, one) for table in habits.tables],
    }


def _habit_table(table: HabitTable, words: Mapping[str, str], one: Player) -> dict[str, Any]:
    rows = [
        {
            "label": row.label,
            "mine": _value(row.mine),
            "others": _value(row.others),
            "sides": [_value(row.mine), _value(row.others)],
            "differs": row.differs,
            "k_address": games_address(one, {**words, **_counted(table, row)})
            if row.mine.k
            else "",
            "n_address": games_address(
                one, {**words, **table.params("" if table.layer else row.key)}
            ),
        }
        for row in table.rows
    ]
    return {"table": table, "rows": rows}


def _counted(table: HabitTable, row: HabitRow) -> dict[str, str]:
    """The words of the k games of a share."""
    return table.params(row.key, won=not table.layer)


def _value(value: Value) -> dict[str, Any]:
    if value.is_share:
        one = Rate(value.k, value.n, value.value, value.low, value.high)
        return {"text": percent_of(value.k, value.n), "interval": interval(one), "value": value}
    mean = Mean(value.n, value.n, value.value, value.low, value.high)
    return {"text": decimal(value.value), "interval": mean_interval(mean), "value": value}


def against_rows(
    one: Player, vs: Mapping[str, list[int]], words: Mapping[str, str], limit: int
) -> list[dict[str, Any]]:
    """Head to head, most games first."""
    opponents = opponents_of(vs)[:limit]
    names = player_reads.names_of(opponent.name_key for opponent in opponents)
    found = []
    for opponent in opponents:
        row = {"name": "", "address": "", "games_address": "", "level": opponent.level}
        row |= _rate(opponent.ahead)
        if opponent.name_key in names:  # else it is left out of public pages
            other = handle(opponent.name_key)
            row["name"], row["address"] = names[opponent.name_key], reverse("player", args=[other])
            row["games_address"] = _games(one.handle, {**words, "against": other})
        found.append(row)
    return found


def games_address(one: Player, words: Mapping[str, str]) -> str:
    """The list of a player's games with these words."""
    return _games(one.handle, words)


def _games(handle: str, words: Mapping[str, str]) -> str:
    address = reverse("player-games", args=[handle])
    return f"{address}?{urlencode(words)}" if words else address
