"""Inviting players of games by a link, and accepting."""

import logging
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.views.decorators.debug import sensitive_variables

from accounts.keys import account_key, account_of
from accounts.models import Invitation
from replays.access.uploaders import digest_of_random
from replays.access.viewer import Viewer
from replays.models import Game, SeatLink
from replays.services import inviting_owner, link_seat, refusal
from replays.services.retries import retrying

log = logging.getLogger(__name__)
LIFETIME = timedelta(days=14)
EMAIL_MAX = 254
MOST_PER_DAY = 30
"""Invitations of one owner, and invitations by e-mail of one user, who can have many owner keys."""


def invite(
    viewer: Viewer,
    game: Game,
    role: str,
    email: str = "",
    sender: AbstractBaseUser | None = None,
) -> tuple[Invitation, str]:
    """Invite the player of a seat, optionally only the owner of an e-mail address, to which the
    user `sender` sends it; an earlier open invitation for the seat ends. Return the invitation and
    its secret, which is stored nowhere. Raises Refusal.
    """
    return _invite(viewer, game, role, email, sender, secrets.token_urlsafe(32))


def invite_once(
    viewer: Viewer,
    game: Game,
    role: str,
    email: str = "",
    sender: AbstractBaseUser | None = None,
    request_key: str = "",
) -> tuple[Invitation, str, bool]:
    """Invite the player of a seat. A request with a `request_key` can be repeated: its secret is
    derived from the key, so the same invitation is returned. The last value is whether it is new.
    Raises Refusal, also if the earlier invitation has ended.
    """
    if not request_key:
        return *invite(viewer, game, role, email, sender), True
    subject = f"{inviting_owner(viewer, game, role)} {game.pk} {role} {request_key}"
    secret = salted_hmac("accounts.invitations", subject, algorithm="sha256").hexdigest()
    earlier = Invitation.objects.filter(digest=digest_of_random(secret)).first()
    if earlier is None:
        try:
            return *_invite(viewer, game, role, email, sender, secret), True
        except IntegrityError:  # the same request was faster
            earlier = Invitation.objects.get(digest=digest_of_random(secret))
    if not Invitation.objects.open().filter(pk=earlier.pk).exists():
        message = gettext("The invitation of this request has ended. Send another request key.")
        raise refusal(409, "invitation_ended", message)
    if earlier.email != email.casefold():
        message = gettext("The same request key was used for another e-mail address.")
        raise refusal(409, "other_request", message)
    return earlier, secret, False


@sensitive_variables("secret")
def _invite(
    viewer: Viewer,
    game: Game,
    role: str,
    email: str,
    sender: AbstractBaseUser | None,
    secret: str,
) -> tuple[Invitation, str]:
    owner = inviting_owner(viewer, game, role)
    _check_email(email)
    now = timezone.now()
    recent = Invitation.objects.filter(created_at__gt=now - timedelta(days=1))
    counts = [recent.filter(owner=owner).count()]
    if sender is not None:
        counts.append(recent.filter(sender=sender.pk).count())
    if max(counts) >= MOST_PER_DAY:
        message = gettext("You have sent too many invitations today. Try again tomorrow.")
        raise refusal(429, "throttled", message)
    with transaction.atomic():
        revoke(viewer, game, role)
        invitation = Invitation.objects.create(
            game=game,
            role=role,
            owner=owner,
            sender_id=None if sender is None else sender.pk,
            email=email.casefold(),
            digest=digest_of_random(secret),
            expires_at=now + LIFETIME,
        )
    return invitation, secret


def _check_email(email: str) -> None:
    """Raise Refusal unless it is empty, or an address that can be stored."""
    try:
        if email:
            validate_email(email)
            MaxLengthValidator(EMAIL_MAX)(email.casefold())
    except ValidationError as error:
        message = gettext("This is not a valid e-mail address.")
        raise refusal(422, "email", message) from error


def send_invitation(email: str, url: str, game: str) -> bool:
    """Send a link to an e-mail address; return whether the mail server accepted it."""
    context = {"url": url, "game": game}
    try:
        get_adapter().send_mail("accounts/email/invitation", email, context)
    except OSError as error:  # SMTPException is one
        log.warning("an invitation was not sent: %s", error)
        return False
    return True


def revoke(viewer: Viewer, game: Game, role: str) -> None:
    """End the open invitation of the viewer for a seat."""
    rows = Invitation.objects.open().filter(game=game, role=role, owner__in=viewer.keys)
    rows.update(closed_at=timezone.now())


def release_invitations(*, keys: Collection[str], new_key: str, **_: Any) -> None:
    """Give the invitations of an owner who leaves to the new key, so that open ones can still be
    accepted; without one, end them. Receives `owner_left`.
    """
    rows = Invitation.objects.filter(owner__in=keys)
    if new_key:
        rows.update(owner=new_key)
    else:
        rows.filter(closed_at__isnull=True).update(closed_at=timezone.now())


def find_invitation(user: AbstractBaseUser, secret: str) -> Invitation:
    """Return the open invitation with a secret. Raises Refusal: the same if there is none, and if
    it is for another e-mail address.
    """
    rows = Invitation.objects.open().select_related("game").filter(digest=digest_of_random(secret))
    found = rows.first()
    if found is None or not (found.email == "" or _has_address(user, found.email)):
        message = gettext(
            "This invitation does not exist, has expired, was used or revoked, or is for another "
            "e-mail address. Ask for a new one."
        )
        raise refusal(404, "not_found", message)
    return found


@retrying
def accept(user: AbstractBaseUser, secret: str) -> SeatLink:
    """Link the seat of an invitation to the account of a user; if the user accepted it before,
    return the link. Raises Refusal.
    """
    key = account_key(account_of(user))
    used = Invitation.objects.filter(digest=digest_of_random(secret), closed_at__isnull=False)
    for earlier in used:
        links = SeatLink.objects.filter(game=earlier.game_id, role=earlier.role, key=key)
        for link in links.select_related("game"):
            return link
    with transaction.atomic():
        found = find_invitation(user, secret)
        closed = Invitation.objects.open().filter(pk=found.pk).update(closed_at=timezone.now())
        if not closed:  # used in the meantime
            find_invitation(user, secret)
        return link_seat(found.game_id, found.role, key, found.owner)


def take_seat(user: AbstractBaseUser, viewer: Viewer, game: Game, role: str) -> SeatLink:
    """Link a seat of an own game to the account of its owner. Raises Refusal."""
    owner = inviting_owner(viewer, game, role)
    revoke(viewer, game, role)
    return link_seat(game.pk, role, account_key(account_of(user)), owner)


def _has_address(user: AbstractBaseUser, email: str) -> bool:
    rows = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    return email in {address.casefold() for address in rows.values_list("email", flat=True)}
