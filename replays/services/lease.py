"""Leases: a token on the row gives one reader the right to read an upload until a time."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from replays.access.limits import limits
from replays.models import Upload, UploadState
from replays.services.retries import retrying

from .errors import LeaseLost


@dataclass(slots=True)
class Lease:
    """The right to store an upload's games from `position` on."""

    upload_id: int
    token: str
    position: int

    def rows(self) -> QuerySet[Upload]:
        """Return the upload's row if the lease is still valid, else nothing."""
        return Upload.objects.filter(
            pk=self.upload_id,
            state=UploadState.READING,
            lease_token=self.token,
            next_position=self.position,
        )


def is_free() -> Q:
    """Match uploads that wait for a reader: new ones, and those whose lease has expired."""
    expired = Q(state=UploadState.READING, lease_until__lte=timezone.now())
    return Q(state=UploadState.RECEIVED) | expired


@retrying
def take_lease(upload_id: int) -> Lease | None:
    """Take the lease of a waiting upload; None if it is settled, leased or out of attempts."""
    token = secrets.token_hex(16)
    rows = Upload.objects.filter(is_free(), pk=upload_id, attempts__lt=limits().attempts)
    if not rows.update(
        state=UploadState.READING,
        lease_token=token,
        lease_until=lease_end(),
        attempts=F("attempts") + 1,
    ):
        return None
    position = Upload.objects.values_list("next_position", flat=True).get(pk=upload_id)
    return Lease(upload_id, token, position)


@retrying
def renew_lease(lease: Lease) -> None:
    """Extend the lease. Raises LeaseLost."""
    if not lease.rows().update(lease_until=lease_end()):
        raise LeaseLost


@retrying
def release_lease(lease: Lease) -> bool:
    """End the lease now; return False if another reader has it already."""
    return bool(lease.rows().update(lease_token="", lease_until=timezone.now()))


def lease_end() -> datetime:
    """Return when a lease taken now expires."""
    return timezone.now() + timedelta(seconds=limits().lease_seconds)
