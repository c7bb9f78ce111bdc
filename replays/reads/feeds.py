"""Queries of feeds: the games that became public last."""

from django.db.models import F, Prefetch, Q

from replays.models import Game, Seat

from .events import TAG_COLUMNS
from .games import LISTED

MAX_ENTRIES = 50


def newest_public(condition: Q) -> list[Game]:
    """Return the listed games that fit and became public last, the latest first. A feed of other
    games, such as those of a set, needs only the condition.
    """
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    columns = (*LISTED, *TAG_COLUMNS, "public_at", "public_number")
    games = Game.objects.listed().filter(condition).only(*columns)
    ordered = games.order_by(F("public_number").desc(nulls_last=True), "-pk")
    return list(ordered.select_related("event_tag").prefetch_related(seats)[:MAX_ENTRIES])


def of_names(keys: list[str]) -> Q:
    """Return the condition of the games of a player with these names."""
    return Q(pk__in=Seat.objects.filter(name_key__in=keys).values("game_id"))
