"""What a user chose about the account, and removing passkeys."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.http import HttpRequest

from accounts.keys import account_of, user_of
from accounts.models import NAME_MAX, Authored
from replays.models import AnnotationSet, Branch
from replays.text.names import clean_line


class BadLink(Exception):
    """Client error: a link that is not the address of a page."""


def save_profile(user: AbstractBaseUser, name: str, link: str) -> None:
    """Store the shown name, and the link of the pages of names that the account holds. Raises
    BadLink for one that is not the address of a page.
    """
    account = account_of(user)
    account.name, account.link = clean_line(name)[:NAME_MAX], link.strip()
    try:
        URLValidator(["http", "https"])(account.link or "https://example.org")
        account.clean_fields(exclude=["user", "seed", "created_at"])
    except ValidationError as error:
        raise BadLink from error
    account.save(update_fields=["name", "link"])


def remove_passkey(user: AbstractBaseUser, pk: int) -> None:
    """Delete a passkey. Sign-in by e-mail still works."""
    Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN, pk=pk).delete()


def record_author(request: HttpRequest, row: Any, **_: Any) -> None:
    """Store who created notes or a variation. Receives `row_created`, also for a repeat."""
    if not isinstance(row, AnnotationSet | Branch):
        return
    if (user := user_of(request)) is not None:
        Authored.objects.get_or_create(public_id=row.public_id, defaults={"user_id": user.pk})
