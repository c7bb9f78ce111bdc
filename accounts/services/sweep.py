"""Deleting what is no longer needed: accounts that were never confirmed, ended sessions, tokens."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone
from oauth2_provider.models import AccessToken, clear_expired

from accounts.models import BrowserSession, Invitation, PersonalToken, Webhook

UNCONFIRMED_DAYS = 1
"""Days after which an account is deleted whose e-mail address was never confirmed."""
EXPIRED_DAYS = 30
"""Days for which an expired token is listed."""
BATCH_SIZE = 500


def sweep_accounts() -> None:
    """Delete unconfirmed accounts, rows of ended sessions, and tokens and invitations that expired
    long ago, and webhooks of apps without tokens.
    """
    now = timezone.now()
    confirmed = EmailAddress.objects.filter(verified=True).values("user")
    due = User.objects.filter(
        date_joined__lt=now - timedelta(days=UNCONFIRMED_DAYS), is_staff=False, last_login=None
    )
    ids = list(due.exclude(pk__in=confirmed).values_list("pk", flat=True)[:BATCH_SIZE])
    User.objects.filter(pk__in=ids, last_login=None).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    live = Session.objects.values("session_key")
    BrowserSession.objects.exclude(session_key__in=live).delete()
    clear_expired()  # of programs
    allowed = AccessToken.objects.filter(user=OuterRef("user"), application=OuterRef("program"))
    Webhook.objects.filter(~Exists(allowed), program__isnull=False).delete()
    Invitation.objects.filter(expires_at__lt=now - timedelta(days=EXPIRED_DAYS)).delete()
    PersonalToken.objects.filter(expires_at__lt=now - timedelta(days=EXPIRED_DAYS)).delete()
