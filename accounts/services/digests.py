"""E-mails with the new public games of what a user follows, once a day or a week.

The row of a digest is committed before its e-mail is sent. So a task that is killed, repeated, or
runs twice at the same time never sends a digest twice; in the worst case one is lost. If the mail
server refuses it, the row is removed, and the next run tries again.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext, override

from accounts.models import Account, Digest, DigestChoice, Follow
from replays.reads.following import NewGame, Target, find_target, last_public_number, new_games

HOUR = 6
"""The hour (UTC) at which a day or week of digests begins."""
MAX_GAMES = 50
"""Games in one e-mail."""
BATCH_SIZE = 500
KEPT_DAYS = 60
_SALT = "accounts.digests"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Section:
    """What a user follows, with its new games, the newest first."""

    target: Target
    games: list[NewGame]


def period_of(choice: str, now: datetime) -> str:
    """Return the day or week of a time, such as `2026-11-30` or `2026-W49`."""
    day = (now - timedelta(hours=HOUR)).date()
    return day.isoformat() if choice == DigestChoice.DAILY else f"{day:%G-W%V}"


def stop_token(user_id: int) -> str:
    """Return the text with which anyone can end the digests of a user."""
    return signing.dumps(user_id, salt=_SALT)


def user_of_token(token: str) -> int | None:
    """Return the user of a token; None: it is not valid."""
    try:
        pk = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    return pk if isinstance(pk, int) else None


def send_digests(now: datetime | None = None) -> int:
    """Send all digests that are due; return how many were sent."""
    now = now or timezone.now()
    Digest.objects.filter(begun_at__lt=now - timedelta(days=KEPT_DAYS)).delete()
    games = lru_cache(maxsize=8)(new_games)
    until, sent = last_public_number(), 0
    for choice in (DigestChoice.DAILY, DigestChoice.WEEKLY):
        period = period_of(choice, now)
        for account in _due(choice, period)[:BATCH_SIZE]:
            row = _begin(account, period, until)
            if row is None:
                continue
            try:
                sent += _send(account, row, games(account.digest_after, until))
            except OSError as error:  # SMTPException is one
                log.warning("the digest %s of user %s was not sent: %s", row, row.user_id, error)
                _take_back(account, row)
    return sent


def _due(choice: str, period: str) -> QuerySet[Account]:
    """Return the accounts that have no digest of a period yet, and a confirmed address."""
    begun = Digest.objects.filter(user=OuterRef("user"), period=period)
    confirmed = EmailAddress.objects.filter(user=OuterRef("user"), primary=True, verified=True)
    follows = Follow.objects.filter(user=OuterRef("user"))
    accounts = Account.objects.filter(digest=choice, user__is_active=True)
    accounts = accounts.filter(~Exists(begun), Exists(confirmed), Exists(follows))
    return accounts.select_related("user").order_by("pk")


def _begin(account: Account, period: str, until: int) -> Digest | None:
    """Commit the row of a digest, and up to which game it goes; None: another worker has begun."""
    try:
        with transaction.atomic():
            row = Digest.objects.create(user_id=account.user_id, period=period)
            moved = Account.objects.filter(pk=account.pk, digest_after=account.digest_after)
            if not moved.update(digest_after=until):
                raise IntegrityError
    except IntegrityError:
        return None
    return row


def _take_back(account: Account, row: Digest) -> None:
    with transaction.atomic():
        row.delete()
        Account.objects.filter(pk=account.pk).update(digest_after=account.digest_after)


def _send(account: Account, row: Digest, games: Iterable[NewGame]) -> bool:
    """Send a digest, unless it has no games; return whether it was sent."""
    with override(account.language):
        sections = _sections(account.user_id, games)
        n = len({new.game.pk for section in sections for new in section.games})
        if not n:
            return False
        message(account, row.period, sections, n).send()
    Digest.objects.filter(pk=row.pk).update(sent_at=timezone.now(), n_games=n)
    return True


def _sections(user_id: int, games: Iterable[NewGame]) -> list[Section]:
    """Return what the user follows that has new games. A thing that is hidden or private by now is
    omitted.
    """
    sections, left, games = [], MAX_GAMES, list(games)
    for row in Follow.objects.filter(user_id=user_id):
        found = [new for new in games if (row.kind, row.key) in new.keys][:left]
        target = find_target(row.kind, row.key) if found else None
        if target is not None:
            sections.append(Section(target, found))
            left -= len(found)
    return sections


def message(
    account: Account, period: str, sections: list[Section], n_games: int
) -> EmailMultiAlternatives:
    """Return the e-mail of a digest, which can be unsubscribed from with one request (RFC 8058)."""
    site = settings.SITE_URL.rstrip("/")
    stop = site + reverse("digest-stop", args=[stop_token(account.user_id)])
    context = {
        "site": site,
        "sections": sections,
        "stop_url": stop,
        "following_url": site + reverse("account-following"),
        "language": account.language,
    }
    subject = ngettext(
        "{n} new game from what you follow", "{n} new games from what you follow", n_games
    )
    host = urlsplit(site).hostname or "localhost"
    mail = EmailMultiAlternatives(
        subject.format(n=n_games),
        render_to_string("accounts/email/digest.txt", context),
        to=[account.user.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Message-ID": f"<digest.{account.pk}.{period}@{host}>",
        },
    )
    mail.attach_alternative(render_to_string("accounts/email/digest.html", context), "text/html")
    return mail
