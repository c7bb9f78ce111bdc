"""The block that applies to a client."""

from collections.abc import Collection

from django.db.models import Q
from django.utils import timezone

from accounts.models import ClaimedKey
from moderation.models import Block, BlockKind
from moderation.networks import networks_around


def block_of(keys: Collection[str], user_pk: int | None, network: str) -> Block | None:
    """Return the block of a client that lasts longest, None without one. A blocked account blocks
    all keys that it claimed.
    """
    users = {str(pk) for pk in users_of(keys)} | ({str(user_pk)} if user_pk is not None else set())
    applies = Q(kind=BlockKind.NETWORK, subject__in=list(networks_around(network)))
    applies |= Q(kind=BlockKind.KEY, subject__in=list(keys))
    applies |= Q(kind=BlockKind.ACCOUNT, subject__in=list(users))
    active = Block.objects.filter(lifted_at__isnull=True, expires_at__gt=timezone.now())
    return active.filter(applies).order_by("-expires_at").first()


def users_of(keys: Collection[str]) -> set[int]:
    """Return the users who claimed one of these keys."""
    if not keys:
        return set()
    return set(ClaimedKey.objects.filter(key__in=keys).values_list("user_id", flat=True))
