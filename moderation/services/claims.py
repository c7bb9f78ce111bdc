"""Claims of names by accounts, and what their holders may do."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.keys import user_of
from moderation.models import NameClaim
from moderation.reads.claims import held
from replays.models import NameRequest, NameWish
from replays.services.errors import refusal
from replays.services.people import hide_names, show_names


def record_claim(request: HttpRequest, row: Any, **_: Any) -> None:
    """Store which account claims a name. Receives `row_created`."""
    if isinstance(row, NameRequest) and row.wish == NameWish.CLAIM:
        user = user_of(request)
        if user is not None:
            NameClaim.objects.get_or_create(request=row, defaults={"user_id": user.pk})


def hide_held(user: AbstractBaseUser, public_id: str) -> None:
    """Hide a name that the account holds, on all pages. Raises Refusal."""
    claim = _held_by(user, public_id)
    hide_names(claim.request.name_key, f"holder ({claim.request.public_id})")


def show_held(user: AbstractBaseUser, public_id: str) -> None:
    """Show a name that the account holds again. Raises Refusal."""
    claim = _held_by(user, public_id)
    if claim.request.person is not None:
        show_names(claim.request.person, f"holder ({claim.request.public_id})")


def _held_by(user: AbstractBaseUser, public_id: str) -> NameClaim:
    claims = held().filter(user_id=user.pk, public_id=public_id).select_related("request__person")
    claim = claims.first()
    if claim is None:
        raise refusal(404, "not_found", gettext("Your account does not hold this name."))
    return claim
