"""Queries of games with the same set-up: with the same rules, board and start position."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Prefetch, QuerySet

from games.core.record import is_annotation
from replays.models import Game, Seat
from replays.models.game import PART_LENGTH, stored_order

from .games import LISTED

MAX_COMPARED = 50


def is_setup_digest(text: str) -> bool:
    """Return whether a text has the form of the digest of a set-up."""
    return len(text) == PART_LENGTH and all(letter in "0123456789abcdef" for letter in text)


def _of_setup(digest: str) -> QuerySet[Game]:
    """Return the listed games of a set-up. An unfinished game has no digest, so it is in none."""
    return Game.objects.listed().filter(setup_digest=digest, is_finished=True)


def count_of_setup(digest: str) -> dict[bool, int]:
    """Count the public games of a set-up by whether bots played them."""
    rows = _of_setup(digest).order_by().values_list("is_simulated").annotate(n=Count("pk"))
    return dict(rows)


def games_of_setup(digest: str, *, simulated: bool, also: Sequence[str] = ()) -> list[Game]:
    """Return the newest public games of a set-up, oldest first, and those with these public ids,
    with their logs and seats.
    """
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = _of_setup(digest).filter(is_simulated=simulated)
    games = games.only(*LISTED, "canonical").prefetch_related(seats)
    rows = {game.pk: game for game in games.order_by("-pk")[:MAX_COMPARED]}
    if also:
        rows |= {game.pk: game for game in games.filter(public_id__in=list(also)[:2])}
    return [rows[pk] for pk in sorted(rows, key=stored_order)]


def first_difference(game: Game, other: Game) -> int | None:
    """Return the first step, from 1, at which two games differ; None: they have the same moves.
    Notes, times and custom fields are not compared. If one game ended before, it is the step after
    its end.
    """
    one, two = _events(game), _events(other)
    for number, (first, second) in enumerate(zip(one, two, strict=False), 1):
        if first != second:
            return number
    return None if len(one) == len(two) else min(len(one), len(two)) + 1


def _events(game: Game) -> list[dict[str, Any]]:
    events: Iterable[dict[str, Any]] = json.loads(game.canonical)["events"]
    return [{k: v for k, v in event.items() if not is_annotation(k)} for event in events]
