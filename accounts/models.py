"""Rows of accounts. The user itself (e-mail address, staff) is Django's."""

import secrets
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from replays.models import Statistics
from replays.models.identity import PUBLIC_ID_LENGTH, new_public_id
from replays.text.names import MAX_KEY

NAME_MAX = 80
SEED_LENGTH = 32


def new_seed() -> str:
    """Return a random seed."""
    return secrets.token_hex(SEED_LENGTH // 2)


class DigestChoice(models.TextChoices):
    """How often a user gets an e-mail about new games."""

    OFF = "off", gettext_lazy("Never")
    WEEKLY = "weekly", gettext_lazy("Every Monday")
    DAILY = "daily", gettext_lazy("Every day")


class Account(models.Model):
    """What a user chose. `statistics` is applied to all games of the user when it is changed
    (`services.statistics`), and to uploads without a choice. The uploader key of the account is
    derived from `seed` (`accounts.keys`). The row is created when the user signs in for the first
    time.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account"
    )
    name = models.CharField(max_length=NAME_MAX, blank=True, default="")
    link = models.URLField(
        blank=True, default="", help_text="shown on the pages of the names the account holds"
    )
    statistics = models.CharField(
        max_length=5,
        choices=Statistics,
        default=Statistics.YES,
        help_text="how statistics count the user's games",
    )
    is_changing = models.BooleanField(
        default=False, help_text="some games do not have this choice yet"
    )
    digest = models.CharField(
        max_length=6,
        choices=DigestChoice,
        default=DigestChoice.OFF,
        help_text="how often new games of what the user follows are sent",
    )
    language = models.CharField(max_length=5, default="en", help_text="of e-mails")
    digest_after = models.PositiveBigIntegerField(
        default=0, editable=False, help_text="the public number up to which games were sent"
    )
    seed = models.CharField(max_length=SEED_LENGTH, default=new_seed, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(statistics__in=Statistics.values), name="account_statistics_known"
            ),
            models.CheckConstraint(
                condition=Q(digest__in=DigestChoice.values), name="account_digest_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name or f"account {self.pk}"


class KeyOrigin(models.TextChoices):
    """Where a claimed key comes from."""

    ACCOUNT = "account", gettext_lazy("This account")
    BROWSER = "browser", gettext_lazy("A browser")
    PROGRAM = "program", gettext_lazy("A program")


class ClaimedKey(models.Model):
    """An uploader key (`replays.access.uploaders`) whose games belong to a user. `key` is the
    stored form, 64 hex digits, from which the secret of the browser or program can't be found.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="claimed_keys"
    )
    key = models.CharField(max_length=64, unique=True)
    origin = models.CharField(max_length=7, choices=KeyOrigin)
    claimed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(
                condition=Q(origin__in=KeyOrigin.values), name="claimed_key_origin_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.origin} {self.key[:8]}"


class PersonalToken(models.Model):
    """A token for programs. Only its SHA-256 is stored (`accounts.tokens`). `scopes` are separated
    by spaces. `last_used_at` is written at most once a minute.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="personal_tokens"
    )
    name = models.CharField(max_length=NAME_MAX)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.CharField(max_length=100)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name

    @property
    def scope_list(self) -> list[str]:
        """The scopes of the token."""
        return self.scopes.split()

    @property
    def is_expired(self) -> bool:
        """Whether the token no longer works."""
        return self.expires_at <= timezone.now()


class BrowserSession(models.Model):
    """A browser in which a user is signed in. `browser` is its name and system, without version.
    Client addresses are not stored.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="browser_sessions"
    )
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=60, blank=True, default="")
    signed_in_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-signed_in_at",)

    def __str__(self) -> str:
        return self.browser or "browser"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Invitations."""

    def open(self) -> Self:
        """Return those that can be accepted: not used, revoked or expired."""
        return self.filter(closed_at__isnull=True, expires_at__gt=timezone.now())


class Invitation(models.Model):
    """An invitation to be the player of a seat, by the owner of a record of the game with the key
    `owner`. Only the SHA-256 of the secret in its link is stored. With `email`, only the account
    with this confirmed address can accept, and `sender` is the user who sent it. `closed_at` is
    when it was accepted or revoked.
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20)
    owner = models.CharField(max_length=64)
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="invitations",
    )
    email = models.CharField(max_length=254, blank=True, default="")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = [models.Index(fields=["owner", "created_at"], name="invitation_owner")]

    def __str__(self) -> str:
        return f"{self.role} of game {self.game_id}"


class Authored(models.Model):
    """A set of notes or a variation that a user created while signed in, or with a token: for the
    export. It stays with the game when the account is deleted.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="authored"
    )
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, unique=True)

    def __str__(self) -> str:
        return self.public_id


# ---------------------------------------------------------------------------------------- webhooks


class HookGames(models.TextChoices):
    """The games that a webhook is about."""

    OWN = "own", gettext_lazy("My games")
    PUBLIC = "public", gettext_lazy("All public games")


class PauseReason(models.TextChoices):
    """Why a webhook is paused."""

    USER = "user", gettext_lazy("You paused it.")
    FAILURES = "failures", gettext_lazy("It failed too often.")
    GONE = "gone", gettext_lazy("The receiver answered 410 Gone.")


class Webhook(models.Model):
    """An address that gets events. `events` are separated by spaces. The secret is derived from
    `seed` (`accounts.hooks`). `root` is the address of the site, for links in events. A webhook
    that was created with a token ends with it, and one of an app (`program`) when the user revokes
    the app's access, or the app no longer has a token that allows it. `next_at` is when its
    next event may be sent; `lease_until` is set while one is being sent.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    token = models.ForeignKey(
        PersonalToken, on_delete=models.CASCADE, null=True, blank=True, related_name="webhooks"
    )
    program = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="webhooks",
    )
    url = models.CharField(max_length=500)
    root = models.CharField(max_length=200)
    games = models.CharField(max_length=6, choices=HookGames)
    events = models.CharField(max_length=100)
    seed = models.CharField(max_length=SEED_LENGTH, default=new_seed, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    paused_for = models.CharField(max_length=8, choices=PauseReason, blank=True, default="")
    n_failures = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.url

    @property
    def event_list(self) -> list[str]:
        """The types of events that it gets."""
        return self.events.split()


class HookChange(models.Model):
    """A change of a game or an upload for which events have not been made: the outbox. Written in
    the transaction of the change. `own_type` and `public_type` are the types of the events for
    its owners, and for all; empty: none.
    """

    subject = models.CharField(max_length=PUBLIC_ID_LENGTH)
    kind = models.CharField(max_length=20, blank=True, default="")
    visibility = models.CharField(max_length=10, blank=True, default="")
    own_type = models.CharField(max_length=20, blank=True, default="")
    public_type = models.CharField(max_length=20, blank=True, default="")
    owners = models.JSONField(default=list)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.own_type or self.public_type} {self.subject}"


class HookState(models.TextChoices):
    """States of an event for a webhook."""

    PENDING = "pending", gettext_lazy("Waiting")
    DONE = "done", gettext_lazy("Delivered")
    FAILED = "failed", gettext_lazy("Failed")
    DROPPED = "dropped", gettext_lazy("Not sent")


class HookEvent(models.Model):
    """An event for a webhook: `body` is sent as it is. Pending ones are sent in the order of their
    keys; those that a user requests (`is_manual`: tests and redeliveries) at any time.
    """

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="queue")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id)
    type = models.CharField(max_length=20)
    subject = models.CharField(max_length=PUBLIC_ID_LENGTH, blank=True, default="")
    body = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=7, choices=HookState, default=HookState.PENDING)
    is_manual = models.BooleanField(default=False)

    class Meta:
        ordering = ("-pk",)
        indexes = [
            models.Index(
                fields=["hook", "id"], condition=Q(state="pending"), name="hook_events_pending"
            ),
            models.Index(fields=["created_at"], name="hook_events_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.public_id}"


class HookAttempt(models.Model):
    """An attempt to deliver an event. `status` is that of the response, `problem` why there is
    none; `excerpt` is the start of the response.
    """

    event = models.ForeignKey(HookEvent, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField(default=timezone.now)
    ms = models.PositiveIntegerField()
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    problem = models.CharField(max_length=20, blank=True, default="")
    excerpt = models.CharField(max_length=500, blank=True, default="")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return str(self.status or self.problem)


class Follow(models.Model):
    """Something that a user follows: `kind` and `key` of `replays.reads.following`."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="follows"
    )
    kind = models.CharField(max_length=10)
    key = models.CharField(max_length=MAX_KEY)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=["user", "kind", "key"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Digest(models.Model):
    """One row for each user and day or week whose digest was begun. It is committed before the
    e-mail is sent, so no digest is sent twice. `sent_at` is null if there was nothing to send.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="digests"
    )
    period = models.CharField(max_length=10, help_text="2026-11-30, or 2026-W49")
    begun_at = models.DateTimeField(default=timezone.now, editable=False)
    sent_at = models.DateTimeField(null=True, blank=True)
    n_games = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-pk",)
        constraints = [models.UniqueConstraint(fields=["user", "period"], name="digest_once")]

    def __str__(self) -> str:
        return self.period
