"""Counting uploads against quotas (`access.quotas`), in the database."""

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from replays.access.quotas import Quota
from replays.models import Usage
from replays.pipeline import Draft
from replays.services.retries import retrying

from .errors import OverQuota

FILE_MIN_BYTES = 1024
"""What a file counts at least, since its rows need space too."""
_KEPT_DAYS = 2


@retrying
def charge(quotas: Sequence[Quota], sizes: Collection[int]) -> list[int]:
    """Count files of these sizes, in bytes, if every quota has room for all; return the rows in
    which their games will be counted. Raises OverQuota, and then nothing is counted.
    """
    n_bytes = sum(max(size, FILE_MIN_BYTES) for size in sizes)
    if not quotas:
        return []
    with transaction.atomic():
        in_order = sorted(quotas, key=lambda each: each.subject)  # no deadlocks
        return [_charge(quota, n_bytes) for quota in in_order]


def _charge(quota: Quota, n_bytes: int) -> int:
    """Count bytes of a subject. The condition is part of the update, so parallel uploads can't
    exceed a quota together.
    """
    row = _row(quota)
    room = Q()
    if quota.max_bytes:
        room &= Q(n_bytes__lte=quota.max_bytes - n_bytes)
    if quota.max_games:
        room &= Q(n_games__lt=quota.max_games)
    if not row.filter(room).update(n_bytes=F("n_bytes") + n_bytes):
        raise _over(quota, row.get())
    return row.values_list("pk", flat=True).get()


def check_room(quotas: Iterable[Quota], n_bytes: int) -> None:
    """Raise OverQuota if a quota has no room for so many bytes. Counts nothing."""
    for quota in quotas:
        today = {"subject": quota.subject, "day": timezone.now().date()}
        used = Usage.objects.filter(**today).first() or Usage(**today)
        too_many = quota.max_bytes and used.n_bytes + n_bytes > quota.max_bytes
        if too_many or (quota.max_games and used.n_games >= quota.max_games):
            raise _over(quota, used)


@retrying
def count_stored(quotas: Sequence[Quota], n_bytes: int) -> None:
    """Count bytes that were stored, also above a quota: `check_room` was asked before. Requests at
    the same time can exceed a quota by one of them each.
    """
    if not quotas:
        return
    with transaction.atomic():
        for quota in sorted(quotas, key=lambda each: each.subject):  # no deadlocks
            _row(quota).update(n_bytes=F("n_bytes") + n_bytes)


def _row(quota: Quota) -> QuerySet[Usage]:
    """Return the row of a subject today, which is created if it is missing."""
    today = {"subject": quota.subject, "day": timezone.now().date()}
    Usage.objects.bulk_create([Usage(**today)], ignore_conflicts=True)
    return Usage.objects.filter(**today)


def _over(quota: Quota, used: Usage) -> OverQuota:
    is_games = quota.max_games and used.n_games >= quota.max_games
    return OverQuota(
        "games" if is_games else "bytes",
        quota.max_games if is_games else quota.max_bytes,
        _seconds_left(),
    )


def _seconds_left() -> int:
    """Return the seconds until the next day begins."""
    now = timezone.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return int((midnight - now).total_seconds()) + 1


def charge_read(rows: Iterable[int], drafts: Sequence[Draft]) -> None:
    """Count the games of a batch, and the bytes that are stored of each: the log, or its errors.
    The upload that exceeds a quota is read to its end; the next one is refused.
    """
    n_bytes = sum(
        len(draft.game["canonical"]) if draft.game else len(json.dumps(draft.findings))
        for draft in drafts
    )
    for row in sorted(rows):  # always in the same order: no deadlocks
        Usage.objects.filter(pk=row).update(
            n_games=F("n_games") + len(drafts), n_bytes=F("n_bytes") + n_bytes
        )


def delete_old_usage() -> int:
    """Delete the counts of earlier days; return how many."""
    before = timezone.now().date() - timedelta(days=_KEPT_DAYS)
    return Usage.objects.filter(day__lt=before).delete()[0]
