"""Who reads an upload: a token on the row, taken by one conditional UPDATE, good until a time."""

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
        """The upload's row while this lease holds, else nothing."""
        return Upload.objects.filter(
            pk=self.upload_id,
            state=UploadState.READING,
            lease_token=self.token,
            next_position=self.position,
        )


def new_token() -> str:
    """A token no other reader has."""
    return secrets.token_hex(16)


def is_free() -> Q:
    """Uploads that wait for a reader: new ones, and those whose reader is silent too long."""
    silent = Q(state=UploadState.READING, lease_until__lte=timezone.now())
    return Q(state=UploadState.RECEIVED) | silent


@retrying
def take_lease(upload_id: int) -> Lease | None:
    """Take the lease of a waiting upload; None where it is settled, worn out, or another's."""
    token = new_token()
    taken = Upload.objects.filter(is_free(), pk=upload_id, attempts__lt=limits().attempts).update(
        state=UploadState.READING,
        lease_token=token,
        lease_until=lease_end(),
        attempts=F("attempts") + 1,
    )
    if not taken:
        return None
    position = Upload.objects.values_list("next_position", flat=True).get(pk=upload_id)
    return Lease(upload_id, token, position)


@retrying
def renew_lease(lease: Lease) -> None:
    """Say that we are still reading. Raises LeaseLost."""
    if not lease.rows().update(lease_until=lease_end()):
        raise LeaseLost


@retrying
def release_lease(lease: Lease) -> bool:
    """Let the next reader in at once. False where the lease was another's already."""
    return bool(lease.rows().update(lease_token="", lease_until=timezone.now()))


def lease_end() -> datetime:
    """When a lease taken now runs out."""
    return timezone.now() + timedelta(seconds=limits().lease_seconds)
