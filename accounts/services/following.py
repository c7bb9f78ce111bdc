"""What users follow, and how often they get a digest of it."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.keys import account_of
from accounts.models import Account, Digest, DigestChoice, Follow
from replays.reads.following import Target, last_public_number
from replays.services import refusal

from .digests import period_of

MAX_FOLLOWS = 200


def follow(user: AbstractBaseUser, target: Target) -> None:
    """Follow something. Raises Refusal if the user follows too much."""
    if Follow.objects.filter(user_id=user.pk).count() >= MAX_FOLLOWS:
        message = gettext(
            "You already follow {most}, which is the maximum. Stop following something first."
        )
        raise refusal(409, "too_many", message, most=MAX_FOLLOWS)
    Follow.objects.get_or_create(user_id=user.pk, kind=target.kind, key=target.key)


def unfollow(user: AbstractBaseUser, pk: int) -> None:
    """Stop following something."""
    Follow.objects.filter(user_id=user.pk, pk=pk).delete()


def choose_digest(user: AbstractBaseUser, choice: str, language: str) -> None:
    """Store how often the user gets a digest, and in which language. Another choice begins with the
    next day or week, and with games that become public from now on.
    """
    account = account_of(user)
    with transaction.atomic():
        fields: dict[str, str | int] = {"digest": choice, "language": language}
        if choice not in (DigestChoice.OFF, account.digest):
            fields["digest_after"] = last_public_number()
            period = period_of(choice, timezone.now())
            Digest.objects.get_or_create(user_id=user.pk, period=period)
        Account.objects.filter(pk=account.pk).update(**fields)


def stop_digests(user_id: int) -> None:
    """Send a user no more digests."""
    Account.objects.filter(user_id=user_id).update(digest=DigestChoice.OFF)
