"""Members of collections, and the links that invite them. A link is used once."""

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from replays.access.uploaders import digest_of_random
from replays.models import Collection, CollectionMember, Invitation
from replays.models.collection import MEMBER_NAME_MAX
from replays.signals import collection_changed

from .editing import checked_line
from .errors import refusal
from .retries import retrying

INVITATIONS_MAX = 50
"""Links of one collection that can be used at the same time."""
MEMBERS_MAX = 200
"""Members of one collection."""
LIFETIMES = (1, 7, 30)
"""Days after which a link can expire."""
TOKEN_MAX = 100


@retrying
def invite(collection: Collection, days: int = 7, label: str = "") -> tuple[Invitation, str]:
    """Create an invitation; return it with its token, which is stored nowhere. Raises Refusal."""
    message = gettext("The name is too long: at most {most} characters.")
    label = checked_line(label, MEMBER_NAME_MAX, message)
    if days not in LIFETIMES:
        message = gettext("A link can be valid for {days} days.")
        raise refusal(422, "days", message, days=", ".join(map(str, LIFETIMES)))
    token, now = secrets.token_urlsafe(32), timezone.now()
    with transaction.atomic():
        unused = Invitation.objects.filter(
            collection=collection, used_at=None, revoked_at=None, expires_at__gt=now
        )
        if unused.count() >= INVITATIONS_MAX:
            message = gettext("At most {most} links can be open at once. Revoke some first.")
            raise refusal(422, "too_many", message, most=INVITATIONS_MAX)
        invitation = Invitation.objects.create(
            collection=collection,
            digest=digest_of_random(token),
            label=label,
            expires_at=now + timedelta(days=days),
        )
    return invitation, token


@retrying
def revoke(collection: Collection, public_id: str) -> bool:
    """Revoke an invitation that was not used; return whether there is one."""
    rows = Invitation.objects.filter(collection=collection, public_id=public_id, used_at=None)
    return bool(rows.filter(revoked_at=None).update(revoked_at=timezone.now()))


def invited_to(token: str) -> Collection | None:
    """Return the collection that a token invites to; None if it can't be used any more."""
    row = _usable(token)
    return row.collection if row else None


@retrying
def join(token: str, key: str, name: str = "") -> Collection:
    """Make the owner of a key a member by a token, which can't be used again. Raises Refusal."""
    message = gettext("The name is too long: at most {most} characters.")
    name = checked_line(name, MEMBER_NAME_MAX, message)
    with transaction.atomic():
        row = _usable(token)
        if row is None:
            raise _not_usable()
        collection = row.collection
        members = CollectionMember.objects.filter(collection=collection)
        if collection.owner == key or members.filter(key=key).exists():
            return collection  # the link is left for someone else
        if members.count() >= MEMBERS_MAX:
            message = gettext("A collection can have at most {most} members.")
            raise refusal(422, "too_many", message, most=MEMBERS_MAX)
        unused = Invitation.objects.filter(pk=row.pk, used_at=None, revoked_at=None)
        if not unused.update(used_at=timezone.now()):
            raise _not_usable()  # used by another request meanwhile
        CollectionMember.objects.create(collection=collection, key=key, name=name or row.label)
        collection_changed.send(sender=Collection, collection_id=collection.pk)
    return collection


@retrying
def remove_member(collection: Collection, member_id: int) -> bool:
    """Remove a member, who can't see the collection's private games any more; return whether there
    was one.
    """
    rows = CollectionMember.objects.filter(collection=collection, pk=member_id)
    return bool(rows.delete()[0])


@retrying
def leave(collection: Collection, keys: frozenset[str]) -> None:
    """Remove the membership of an owner with these keys."""
    CollectionMember.objects.filter(collection=collection, key__in=keys).delete()


def _usable(token: str) -> Invitation | None:
    if not token or len(token) > TOKEN_MAX:
        return None
    rows = Invitation.objects.select_related("collection").filter(
        digest=digest_of_random(token), used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    return rows.filter(collection__deleted_at=None, collection__hidden_at=None).first()


def _not_usable() -> Exception:
    message = gettext(
        "This invitation can't be used: it has expired, was revoked, or was used already. Ask for "
        "a new one."
    )
    return refusal(404, "invitation", message)
