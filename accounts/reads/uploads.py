"""Queries of the uploads of keys."""

from collections import Counter
from typing import Any

from django.db.models import Count, QuerySet

from accounts.models import ClaimedKey
from replays.models import Upload


def count_uploads(key: str) -> int:
    """Return how many uploads have a key."""
    return Upload.objects.filter(uploader=key).count()


def keys_with_counts(rows: QuerySet[ClaimedKey]) -> list[dict[str, Any]]:
    """Return claimed keys, each with the number of its uploads."""
    keys = list(rows)
    uploads = Upload.objects.filter(uploader__in=[row.key for row in keys])
    counts = Counter(dict(uploads.values_list("uploader").annotate(n=Count("pk")).order_by()))
    return [{"row": row, "n_uploads": counts[row.key]} for row in keys]
