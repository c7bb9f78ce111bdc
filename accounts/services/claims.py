"""Claiming and releasing uploader keys."""

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from accounts.keys import account_key, account_of, account_secret, unclaimed_key
from accounts.models import Account, ClaimedKey, KeyOrigin
from accounts.services.statistics import apply_to_claimed
from replays.access.uploaders import BadKey, adopt_secret, key_of_program, session_key_of


class NotClaimed(Exception):
    """Client error: a key that is malformed, or belongs to another account."""


def begin_session(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Connect the browser of a user who signed in. At the first time the account gets the browser's
    key; later the user is asked. A browser without key uses that of the account.
    """
    account, is_new = Account.objects.get_or_create(user_id=user.pk)
    account_key(account)
    if is_new and (key := unclaimed_key(request)):
        claim_key(user, key, KeyOrigin.BROWSER)
    adopt_secret(request, account_secret(account))


def claim_browser(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Add the games of the browser to the account. Raises NotClaimed."""
    if key := session_key_of(request):
        claim_key(user, key, KeyOrigin.BROWSER)


def claim_program(user: AbstractBaseUser, owner_key: str) -> None:
    """Add the games that a program sent with an `Owner-Key`. Raises NotClaimed."""
    try:
        key = key_of_program(owner_key)
    except BadKey as error:
        raise NotClaimed from error
    claim_key(user, key, KeyOrigin.PROGRAM)


def claim_key(user: AbstractBaseUser, key: str, origin: KeyOrigin) -> None:
    """Claim a key. Raises NotClaimed."""
    fields = {"user_id": user.pk, "origin": origin}
    row, is_new = ClaimedKey.objects.get_or_create(key=key, defaults=fields)
    if row.user_id != user.pk:
        raise NotClaimed
    if is_new:
        apply_to_claimed(user)


def release_key(user: AbstractBaseUser, pk: int) -> None:
    """Give up a claimed key. The account's own key stays."""
    rows = ClaimedKey.objects.filter(user_id=user.pk, pk=pk)
    rows.exclude(origin=KeyOrigin.ACCOUNT).delete()


def owns_browser(request: HttpRequest, user: AbstractBaseUser) -> bool:
    """Return whether the user's account has the key of the browser."""
    keys = ClaimedKey.objects.filter(user_id=user.pk, key=session_key_of(request))
    return keys.exists()


def own_key(user: AbstractBaseUser) -> str:
    """Return the key of what the account uploads."""
    return account_key(account_of(user))
