"""The uploader keys of accounts: whose games a request may see and change.

Each account has its own key, for uploads with its tokens and in browsers that had no key when the
user signed in. It can claim the keys of browsers and programs as well.
"""

from contextlib import suppress

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.credentials import TokenCredential
from accounts.models import Account, ClaimedKey, KeyOrigin
from replays.access.scopes import NEEDED, NOTES, READ, credential_of, lacks
from replays.access.uploaders import key_of_secret, session_key_of
from replays.access.viewer import uses_cookies

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def claimed_keys(request: HttpRequest) -> frozenset[str]:
    """Return the uploader keys of the account that sent a request; empty without one. Reading with
    a token needs the scope `read:private`, and so do notes and variations, which show the game. For
    other writes the view has checked the scope.
    """
    is_reading = request.method in SAFE_METHODS or request.META.get(NEEDED) == NOTES
    if is_reading and lacks(request, READ):
        return frozenset()
    user = user_of(request)
    return frozenset() if user is None else keys_of(user)


def default_statistics(request: HttpRequest) -> str:
    """Return how statistics count what the user of a request uploads; empty without an account."""
    user = user_of(request)
    rows = Account.objects.filter(user_id=user.pk) if user is not None else Account.objects.none()
    return rows.values_list("statistics", flat=True).first() or ""


def user_of(request: HttpRequest) -> AbstractBaseUser | None:
    """Return the user of the token, else of the session, else None. The API ignores sessions."""
    credential = credential_of(request)
    if isinstance(credential, TokenCredential):
        return credential.user
    user = getattr(request, "user", None) if uses_cookies(request) else None
    return user if user is not None and user.is_authenticated else None


def keys_of(user: AbstractBaseUser) -> frozenset[str]:
    """Return all uploader keys of a user."""
    return frozenset(ClaimedKey.objects.filter(user_id=user.pk).values_list("key", flat=True))


def account_of(user: AbstractBaseUser) -> Account:
    """Return the account of a user, created if it is missing."""
    with suppress(Account.DoesNotExist):
        account: Account = user.account  # type: ignore[attr-defined]
        return account
    return Account.objects.get_or_create(user_id=user.pk)[0]


def account_secret(account: Account) -> str:
    """Return the secret that makes a browser use the key of the account."""
    return salted_hmac("accounts.uploader", account.seed, algorithm="sha256").hexdigest()


def account_key(account: Account) -> str:
    """Return the account's own uploader key, which is claimed at once. A new secret key of the site
    gives a new one; the earlier one stays claimed.
    """
    key = key_of_secret(account_secret(account))
    fields = {"user_id": account.user_id, "origin": KeyOrigin.ACCOUNT}
    ClaimedKey.objects.get_or_create(key=key, defaults=fields)
    return key


def unclaimed_key(request: HttpRequest) -> str:
    """Return the key of the browser if no account has claimed it; empty: there is none."""
    key = session_key_of(request)
    return "" if not key or ClaimedKey.objects.filter(key=key).exists() else key
