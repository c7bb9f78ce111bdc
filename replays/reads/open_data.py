"""Queries of what dumps of open data contain: games whose log is public, and hidden names."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from replays.models import Game, Record, Statistics
from replays.models.choices import read_names
from replays.models.visibility import visible

_OPEN = (
    "pk", "public_id", "edition", "mode", "board_digest", "month", "winner", "reason",
    "is_finished", "is_simulated", "n_events", "canonical", "hidden_seats", "not_counted",
    "position", "statistics",
)  # fmt: skip


def open_games(kind: str, after: int, limit: int) -> list[dict[str, Any]]:
    """Return a page of the games of a kind whose log is public, by primary key; with `counts`
    (false: statistics exclude it), and `named` (whether it counts for its players by name).
    """
    games = _all_open().filter(kind=kind, pk__gt=after).order_by("pk")
    rows = list(games.values(*_OPEN)[:limit])
    for row in rows:
        row["counts"] = not row["not_counted"] and row["statistics"] != Statistics.NO
        row["named"] = row["statistics"] == Statistics.YES
    return rows


def n_open_games(ids: Sequence[int]) -> int:
    """Count the games among these whose log is public now."""
    parts = (ids[start : start + 500] for start in range(0, len(ids), 500))
    return sum(_all_open().filter(pk__in=part).count() for part in parts)


def _all_open() -> QuerySet[Game]:
    return Game.objects.listed().filter(is_finished=True)


def still_public(public_ids: Iterable[str]) -> set[str]:
    """Return which of these ids still lead to a finished visible game, also as a part of another
    one.
    """
    public: set[str] = set()
    ids = iter(public_ids)
    while part := list(islice(ids, 500)):
        games = Game.objects.visible().filter(public_id__in=part, is_finished=True)
        records = Record.objects.filter(
            visible("game__"), public_id__in=part, game__is_finished=True
        )
        for rows in (games, records):
            public.update(rows.order_by().values_list("public_id", flat=True))
    return public


def hidden_in(public_ids: Iterable[str]) -> dict[str, set[str]]:
    """Return the roles of the players whose names the owner of a game hides, for the games with
    these ids that have any: by the id of the game, or of the record in another one.
    """
    hidden: dict[str, set[str]] = {}
    ids = iter(public_ids)
    while part := list(islice(ids, 500)):
        records = Record.objects.filter(public_id__in=part, is_current=True)
        rows = records.exclude(game__names_shown="").values_list("public_id", "game__names_shown")
        hidden |= {public_id: set(read_names(shown)) for public_id, shown in rows}
    return hidden


def hidden_among(ids: Sequence[int]) -> dict[int, int]:
    """Return the hidden seats, as bits, of the games among these that have any."""
    hidden: dict[int, int] = {}
    for start in range(0, len(ids), 500):
        rows = Game.objects.filter(pk__in=ids[start : start + 500], hidden_seats__gt=0)
        hidden |= dict(rows.values_list("pk", "hidden_seats"))
    return hidden
