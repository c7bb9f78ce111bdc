"""Storing the `Event` tags of games, without hidden names."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from replays.models import EventTag, Game
from replays.models.event import ROUND_MAX
from replays.text.masks import without_names
from replays.text.names import clean_line, handle_of, name_key, shown_name

BATCH_SIZE = 200
ROUND_KEY = "x_round"
"""The header key with the round of an event: a text or a whole number."""


def store_event_tags(games: Iterable[Game]) -> None:
    """Replace the event tags of games, from their logs and hidden names."""
    games = list(games)
    EventTag.objects.filter(game__in=[game.pk for game in games]).delete()
    EventTag.objects.bulk_create(
        EventTag(game=game, **fields)
        for game in games
        if (fields := tag_fields(game.canonical, game.hidden_seats))
    )


def refresh_event_tags(game_ids: Iterable[int]) -> None:
    """Read the event tags of these games again, after names were hidden or shown."""
    ids = sorted(set(game_ids))
    for start in range(0, len(ids), BATCH_SIZE):
        games = Game.objects.filter(event_tag__isnull=False, pk__in=ids[start : start + BATCH_SIZE])
        store_event_tags(games.only("pk", "canonical", "hidden_seats"))


def tag_fields(canonical: str, hidden_seats: int) -> dict[str, str]:
    """Return the values of the event tag of a log; empty: it names no event."""
    if '"event":' not in canonical:  # most logs name none, and their events have no such key
        return {}
    shown = without_names(canonical, _positions(hidden_seats)) if hidden_seats else canonical
    header = json.loads(shown)
    name = header.get("event")
    key = name_key(name) if isinstance(name, str) else ""
    if not key:
        return {}
    return {
        "handle": handle_of(key),
        "name_key": key,
        "name": shown_name(clean_line(name)),
        "place": _line(header.get("site")),
        "round": _line(header.get(ROUND_KEY))[:ROUND_MAX],
    }


def _positions(hidden_seats: int) -> Iterator[int]:
    return (n for n in range(hidden_seats.bit_length()) if hidden_seats >> n & 1)


def _line(value: Any) -> str:
    """Return a text or a whole number of a header as one line; empty for everything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return shown_name(clean_line(value)) if isinstance(value, str) else ""
