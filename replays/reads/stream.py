"""Public games in the order in which they became public, for programs that follow the site.

A cursor is the number of the last game that a program has (`replays.intake.publishing`).
"""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from replays.models import Game, Seat
from replays.reads.game_filter import GameFilter

from .games import LISTED, filter_condition

BATCH_SIZE = 100
"""Games in memory at once."""


def number_before(when: datetime) -> int:
    """Return the cursor after which all games are that became public at a time or later."""
    later = Game.objects.filter(public_at__gte=when).order_by("public_at", "public_number")
    if (first := later.values_list("public_number", flat=True).first()) is not None:
        return int(first) - 1
    last = Game.objects.filter(public_at__lt=when).order_by("-public_at", "-public_number")
    return last.values_list("public_number", flat=True).first() or 0


def games_after(
    number: int, chosen: GameFilter, limit: int, *, with_log: bool
) -> Iterator[tuple[int, Game]]:
    """Yield the listed games of a valid filter after a cursor, each with its own, oldest first.
    Games that become public meanwhile are included.
    """
    left = limit
    while left:
        size = min(left, BATCH_SIZE)
        rows = list(_batch(number, chosen, with_log=with_log)[:size])
        for game in rows:
            number = int(game.public_number or 0)
            yield number, game
        left = left - len(rows) if len(rows) == size else 0


def _batch(number: int, chosen: GameFilter, *, with_log: bool) -> QuerySet[Game]:
    columns = (*LISTED, "public_number", *(("canonical",) if with_log else ()))
    others = Game.objects.only("public_id", "visibility", "withdrawn_at", "deleted_at")
    return (
        Game.objects.listed()
        .filter(filter_condition(chosen), public_number__gt=number)
        .order_by("public_number")
        .only(*columns)
        .prefetch_related(
            Prefetch("seats", Seat.objects.order_by("position")), Prefetch("same_as", others)
        )
    )
