"""Reports and their cases, blocks, and the audit log."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from replays.models.identity import REASON_MAX, PublicModel
from replays.text.names import MAX_KEY

TEXT_MAX = 1000
DIGEST_LENGTH = 64


class Reason(models.TextChoices):
    """Why something is reported."""

    FAKE = "fake", gettext_lazy("The game was not played like this, or is made up")
    PERSONAL = "personal", gettext_lazy("It shows someone’s personal data")
    INSULT = "insult", gettext_lazy("It is insulting, hateful or threatening")
    SPAM = "spam", gettext_lazy("It is advertising or spam")
    IMPERSONATION = "impersonation", gettext_lazy("Someone uses the name of another person")
    OTHER = "other", gettext_lazy("Something else")


class CaseState(models.TextChoices):
    """States of a case."""

    OPEN = "open", gettext_lazy("Waiting for review")
    REMOVED = "removed", pgettext_lazy("state of a report", "Removed")
    DISMISSED = "dismissed", pgettext_lazy("state of a report", "Dismissed")


class Case(PublicModel):
    """Everything reported about one thing until it is decided. `kind` is a key of
    `targets.TARGETS`, `target` what identifies the thing there. While `hidden_at` is set, the thing
    is hidden because of this case.
    """

    kind = models.CharField(max_length=20)
    target = models.CharField(max_length=MAX_KEY)
    state = models.CharField(max_length=10, choices=CaseState, default=CaseState.OPEN)
    hidden_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.CharField(max_length=REASON_MAX, blank=True, default="")

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "target"], condition=Q(state="open"), name="case_open_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=CaseState.values), name="case_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.target[:40]}"


class Report(models.Model):
    """One row per case and network of its reporters. `network` is a digest that is different in
    each case, so it counts networks and identifies no one.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    at = models.DateTimeField(default=timezone.now, editable=False)
    reason = models.CharField(max_length=20, choices=Reason)
    text = models.CharField(max_length=TEXT_MAX, blank=True, default="")
    network = models.CharField(max_length=DIGEST_LENGTH)
    n_repeats = models.PositiveIntegerField(
        default=0, help_text="further reports from the same network"
    )

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=["case", "network"], name="report_network_once"),
            models.CheckConstraint(
                condition=Q(reason__in=Reason.values), name="report_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}"


class BlockKind(models.TextChoices):
    """What a block applies to."""

    KEY = "key", gettext_lazy("owner key")
    ACCOUNT = "account", gettext_lazy("account")
    NETWORK = "network", gettext_lazy("address or network")


class Block(PublicModel):
    """A client that may not write until `expires_at`. `subject` is the stored form of an owner key,
    the id of a user, or a network such as `192.0.2.0/24`. The client sees the reason.
    """

    kind = models.CharField(max_length=8, choices=BlockKind)
    subject = models.CharField(max_length=64)
    reason = models.CharField(max_length=REASON_MAX, help_text="The blocked client sees it.")
    expires_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True, editable=False)
    case = models.ForeignKey(Case, null=True, blank=True, on_delete=models.SET_NULL)

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["kind", "subject"], name="block_subject")]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=BlockKind.values), name="block_kind_known")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.subject[:20]}"

    @property
    def is_active(self) -> bool:
        """Whether it applies now."""
        return self.lifted_at is None and self.expires_at > timezone.now()


class NameClaim(PublicModel):
    """An account that requested to be recognised as the holder of a name. It holds the name while
    the request is accepted and its key is that of the person.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="name_claims"
    )
    request = models.OneToOneField(
        "replays.NameRequest", on_delete=models.CASCADE, related_name="claim"
    )

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.request}"


class AppendOnly(Exception):
    """A row of the audit log would be changed or deleted."""


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    """Entries, which can only be read and added."""

    def update(self, **_: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly

    def delete(self) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly

    def bulk_update(self, *_: Any, **__: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly


class AuditEntry(models.Model):
    """One row per change by staff: who did what to what, the changed fields before and after, the
    reason, and the id of the request, which log lines have too. Rows are only added.
    """

    at = models.DateTimeField(default=timezone.now, editable=False, db_index=True)
    who = models.CharField(max_length=160)
    action = models.CharField(max_length=60)
    target_kind = models.CharField(max_length=60)
    target = models.CharField(max_length=MAX_KEY)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=REASON_MAX, blank=True, default="")
    request_id = models.CharField(max_length=40, blank=True, default="")

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        default_permissions = ("view",)
        verbose_name_plural = "audit log"
        indexes = [models.Index(fields=["target_kind", "target"], name="audit_target")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.who}: {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the row. Raises AppendOnly for a stored one."""
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        """Raise AppendOnly."""
        raise AppendOnly
