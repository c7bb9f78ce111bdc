"""Blocks of clients: adding and lifting."""

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from moderation.models import Block, BlockKind, Case
from moderation.networks import LEAST_PREFIX, parse_network
from replays.models.identity import REASON_MAX
from replays.services.errors import refusal
from replays.services.retries import retrying
from replays.text.names import clean_line

from .audit import Actor, record


@retrying
def add_block(
    kind: str,
    subject: str,
    reason: str,
    expires_at: datetime,
    actor: Actor,
    *,
    case: Case | None = None,
) -> Block:
    """Add a block. Raises Refusal for an invalid subject or time, and without a reason."""
    reason, subject = clean_line(reason)[:REASON_MAX], checked_subject(kind, subject)
    if not reason:
        raise refusal(422, "reason", gettext("Give a reason. The blocked client sees it."))
    if expires_at <= timezone.now():
        raise refusal(422, "expires_at", gettext("The time must be in the future."))
    with transaction.atomic():
        block = Block.objects.create(
            kind=kind, subject=subject, reason=reason, expires_at=expires_at, case=case
        )
        after = {"kind": kind, "subject": subject, "expires_at": expires_at.isoformat()}
        record(actor, "block", "block", block.public_id, after=after, reason=reason)
    return block


@retrying
def lift_block(block: Block, actor: Actor, reason: str = "") -> None:
    """End a block now. Raises Refusal if it has ended."""
    with transaction.atomic():
        active = Block.objects.filter(pk=block.pk, lifted_at__isnull=True)
        if not active.filter(expires_at__gt=timezone.now()).update(lifted_at=timezone.now()):
            raise refusal(409, "ended", gettext("This block has already ended."))
        before = {"kind": block.kind, "subject": block.subject}
        record(actor, "lift block", "block", block.public_id, before=before, reason=reason)


def checked_subject(kind: str, subject: str) -> str:
    """Return a subject in the form in which blocks are stored. Raises Refusal."""
    subject = subject.strip()
    if kind == BlockKind.NETWORK:
        return _network(subject)
    if kind == BlockKind.ACCOUNT:
        users = get_user_model().objects.filter(is_staff=False)
        found = users.filter(pk=int(subject)) if subject.isdecimal() else users.none()
        found = found or users.filter(email__iexact=subject).exclude(email="")
        if len(found) != 1:
            message = gettext("There is no such account. Enter its e-mail address or number.")
            raise refusal(422, "subject", message)
        return str(found[0].pk)
    if kind != BlockKind.KEY or not (len(subject) == 64 and subject.isalnum()):
        raise refusal(422, "subject", gettext("An owner key has 64 hexadecimal digits."))
    return subject


def _network(subject: str) -> str:
    try:
        network = parse_network(subject)
    except ValueError as error:
        message = gettext("This is not an address or network. Examples: 192.0.2.7, 2001:db8::/48.")
        raise refusal(422, "subject", message) from error
    least = LEAST_PREFIX[network.version]
    if network.prefixlen < least:
        message = gettext("This network is too large. Use /{least} or a smaller network.")
        raise refusal(422, "subject", message, least=least)
    return str(network)
