"""Counting games that are not public, for the sets of games whose viewers may see them.

Their contributions are in a separate table and never part of a cell. Which games need one is
read from the rows, so messages may be lost, duplicated or late; the periodic sweep finds the rest.
The ledger does not change: nothing about these games is announced.
"""

import logging
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from analytics.facts.extract import Extract, extract_keyed
from analytics.models import HiddenContribution
from analytics.models.snapshots import Key
from analytics.reads.counting import stale_versions
from analytics.rollups.players import named_seats
from games.core.errors import EngineFault
from replays.reads import names as name_reads
from replays.reads.sets import hidden_games

log = logging.getLogger(__name__)

BATCH = 100
"""Games of one transaction."""


def count_hidden_games(after: int = 0, limit: int = BATCH) -> int | None:
    """Count up to `limit` hidden games whose contribution is missing or outdated, in the order of
    their keys after `after`, and remove the contributions of others. Return the key after which the
    next part continues; None where nothing is left.
    """
    if not after:
        _remove_others()
    ids = _outdated(after, limit)
    made = _extracts(ids)
    with transaction.atomic():
        locked = hidden_games().filter(pk__in=made).select_for_update()
        now = dict(locked.values_list("pk", "digest"))
        names = name_reads.names_in(ids)  # a change of names locks the games, too
        HiddenContribution.objects.filter(pk__in=made).delete()
        HiddenContribution.objects.bulk_create(
            _row(pk, digest, key, extract, names.get(pk, []))
            for pk, (digest, key, extract) in made.items()
            if now.get(pk) == digest  # else changed or public by now
        )
    return ids[-1] if len(ids) == limit else None


def _outdated(after: int, limit: int) -> list[int]:
    games = hidden_games().filter(pk__gt=after)
    current = HiddenContribution.objects.exclude(stale_versions())
    is_counted = Q(hidden_contribution__in=current, hidden_contribution__digest=F("digest"))
    ids = games.exclude(pk__in=games.filter(is_counted).values("pk")).order_by("pk")
    return list(ids.values_list("pk", flat=True)[:limit])


def _remove_others() -> None:
    """Remove the contributions of games that are public, removed, or in no set any more."""
    gone = HiddenContribution.objects.exclude(pk__in=hidden_games().values("pk"))
    if gone.exists():
        gone.delete()


def _extracts(ids: Sequence[int]) -> dict[int, tuple[str, Key, Extract]]:
    made = {}
    rows = hidden_games().filter(pk__in=ids).values_list("pk", "digest", "canonical", "position")
    for pk, digest, canonical, position in rows:
        try:
            made[pk] = (digest, *extract_keyed(canonical, position))
        except EngineFault:
            log.exception("game %s was accepted but can't be counted", pk)
    return made


def _row(
    pk: int, digest: str, key: Key, made: Extract, names: Sequence[str | None]
) -> HiddenContribution:
    made = made._replace(seats=named_seats(made.seats, names))
    return HiddenContribution(
        game_id=pk, digest=digest, kind=key[0], key=list(key), **made._asdict()
    )


def rename_hidden_seats(ids: Iterable[int]) -> None:
    """Update the names in the seats of hidden games, inside the transaction that changes them."""
    rows = list(HiddenContribution.objects.filter(pk__in=list(ids)))
    names = name_reads.names_in([row.pk for row in rows])
    for row in rows:
        row.seats, row.counted_at = named_seats(row.seats, names.get(row.pk, [])), timezone.now()
    HiddenContribution.objects.bulk_update(rows, ["seats", "counted_at"], batch_size=200)


def forget_hidden(ids: Iterable[int]) -> None:
    """Remove the contributions of games that become public, inside that transaction."""
    HiddenContribution.objects.filter(pk__in=list(ids)).delete()
