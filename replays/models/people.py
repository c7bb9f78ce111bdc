"""People with merged or hidden names, requests about names, and the log of changes."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from replays.text.names import MAX_KEY, MAX_NAME, handle_of

from .identity import PublicModel

MESSAGE_MAX, CONTACT_MAX = 1000, 200


class Person(PublicModel):
    """One row per person with merged, claimed or hidden names. Most names have none.

    `name_key` is the key of the shown name, `claim_key` the digest of the key with which the
    claimant can hide it. All names are hidden since `hidden_at`.
    """

    name_key = models.CharField(max_length=MAX_KEY)
    handle = models.CharField(max_length=16, unique=True)
    claim_key = models.CharField(max_length=64, blank=True, default="")
    hidden_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return self.name_key


class PersonNameQuerySet(models.QuerySet["PersonName"]):
    """Names of people."""

    def hidden(self, keys: Iterable[str | None]) -> dict[str, int]:
        """Return which of these name keys are hidden, each with the primary key of its person."""
        handles = {handle_of(key): key for key in keys if key}
        rows = self.filter(handle__in=handles, person__hidden_at__isnull=False)
        return {handles[h]: pk for h, pk in rows.values_list("handle", "person_id")}


class PersonName(models.Model):
    """One row per name of a person, including the shown one."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="names")
    name_key = models.CharField(max_length=MAX_KEY)
    handle = models.CharField(max_length=16, unique=True)

    objects = PersonNameQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name_key


class NameWish(models.TextChoices):
    """Kinds of requests."""

    CLAIM = "claim", gettext_lazy("This name is mine")
    MERGE = "merge", gettext_lazy("Two names belong to one person")
    HIDE = "hide", gettext_lazy("Hide this name on public pages")


class WishState(models.TextChoices):
    """States of a request."""

    OPEN = "open", gettext_lazy("Waiting for review")
    ACCEPTED = "accepted", gettext_lazy("Accepted")
    DECLINED = "declined", gettext_lazy("Declined")
    WITHDRAWN = "withdrawn", gettext_lazy("Withdrawn")


class NameRequest(PublicModel):
    """One row per request about a name. It has no effect until an administrator accepts it.

    `uploader` is the key of the author's browser (`access.uploaders`), used to count games it
    uploaded. `edit_key` is the digest of the key that the author received.
    """

    wish = models.CharField(max_length=12, choices=NameWish)
    name = models.CharField(max_length=MAX_NAME)
    name_key = models.CharField(max_length=MAX_KEY)
    other = models.CharField(max_length=MAX_NAME, blank=True, default="")
    message = models.CharField(max_length=MESSAGE_MAX, blank=True, default="")
    contact = models.CharField(max_length=CONTACT_MAX, blank=True, default="")
    uploader = models.CharField(max_length=64, blank=True, default="")
    edit_key = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=WishState, default=WishState.OPEN)
    answer = models.CharField(max_length=MESSAGE_MAX, blank=True, default="")
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="requests"
    )
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["id"], name="name_request_open", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"{self.get_wish_display()}: {self.name}"

    def get_absolute_url(self) -> str:
        """Return the address of its status page."""
        return reverse("name-request", args=[self.public_id])


class NameEvent(models.Model):
    """One row per change of names, with author and details so that it can be undone."""

    at = models.DateTimeField(default=timezone.now, editable=False)
    what = models.CharField(max_length=12)
    by = models.CharField(max_length=160)
    handle = models.CharField(max_length=16, help_text="of the person's shown name")
    detail = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} by {self.by}"
