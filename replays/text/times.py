"""Times in parameters and forms."""

from datetime import UTC, datetime

from django.utils import timezone
from django.utils.dateparse import parse_datetime


def parse_time(text: str) -> datetime | None:
    """Return an ISO 8601 time in UTC; without a zone it is UTC. None: not a valid time."""
    try:
        when = parse_datetime(text)
        if when is None:
            return None
        return (when.replace(tzinfo=UTC) if timezone.is_naive(when) else when).astimezone(UTC)
    except (ValueError, OverflowError):  # a day that does not exist; the first or last year in UTC
        return None
