"""Storing the sums of large sets of games before a page needs them."""

from datetime import timedelta

from django.utils import timezone

from analytics.insight.question import Filters
from analytics.models import SetSums
from analytics.reads.selected import counted_set, encoded_sums, sums_digest
from games.registry import KINDS
from replays.reads.sets import large_sets

MIN_GAMES = 300
"""Fewer games are added up on request."""
STORED_DAYS = 7


def store_set_sums() -> int:
    """Store the sums of the large sets that have none for their games as they are now, and remove
    old rows; return how many were stored.
    """
    before = timezone.now() - timedelta(days=STORED_DAYS)
    SetSums.objects.filter(made_at__lt=before).delete()
    n = 0
    for games in large_sets(MIN_GAMES):
        filters = Filters(simulated="all", games=counted_set(games))
        for kind in KINDS:
            digest = sums_digest(kind, filters)
            if not SetSums.objects.filter(pk=digest).exists():
                data = encoded_sums(kind, filters)
                SetSums.objects.bulk_create(
                    [SetSums(digest=digest, data=data)], ignore_conflicts=True
                )
                n += 1
    return n
