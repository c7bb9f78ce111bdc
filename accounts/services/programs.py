"""Programs of others: registering them, and what users allowed them."""

from urllib.parse import urlsplit

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.models import Webhook

MAX_PROGRAMS = 20
MAX_ADDRESSES = 5
LOOPBACK = {"localhost", "127.0.0.1", "::1"}


class BadProgram(Exception):
    """Client error: no name, or a return address that is not allowed."""


def register_program(user: AbstractBaseUser, name: str, addresses: list[str]) -> Application:
    """Store a program. It is public: it proves itself with PKCE and has no secret. Raises
    BadProgram.
    """
    if not (name and 1 <= len(addresses) <= MAX_ADDRESSES and all(map(is_safe, addresses))):
        raise BadProgram
    if Application.objects.filter(user_id=user.pk).count() >= MAX_PROGRAMS:
        raise BadProgram
    return Application.objects.create(
        user_id=user.pk,
        name=name,
        redirect_uris=" ".join(addresses),
        client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
    )


def is_safe(address: str) -> bool:
    """Return whether a return address is HTTPS, or HTTP on the user's own machine."""
    try:
        parts = urlsplit(address)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        return False
    if not host or parts.fragment or parts.username is not None or set(address) & set(" ;,'\"*"):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK)


def delete_program(user: AbstractBaseUser, pk: int) -> None:
    """Delete a program that the user registered, with all its tokens."""
    Application.objects.filter(user_id=user.pk, pk=pk).delete()


def allowed_programs(user: AbstractBaseUser) -> list[Application]:
    """Return the programs that may use the account now."""
    now = timezone.now()
    refresh = RefreshToken.objects.filter(user_id=user.pk, revoked=None).values("application")
    access = AccessToken.objects.filter(user_id=user.pk, expires__gt=now).values("application")
    both = Application.objects.filter(pk__in=refresh) | Application.objects.filter(pk__in=access)
    return list(both.order_by("name", "pk"))


def revoke_program(user: AbstractBaseUser, pk: int) -> None:
    """End the access of a program to the account, and delete the webhooks that it created."""
    with transaction.atomic():
        for model in (Grant, RefreshToken, AccessToken):
            model.objects.filter(user_id=user.pk, application_id=pk).delete()
        Webhook.objects.filter(user_id=user.pk, program_id=pk).delete()
