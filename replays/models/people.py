"""Who is behind names: names of one person put together, names left out of public pages, what was
asked for, and what was done.
"""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from replays.text.names import MAX_KEY, MAX_NAME

from .identity import PUBLIC_ID_LENGTH, new_public_id

MESSAGE_MAX, CONTACT_MAX = 1000, 200


class Person(models.Model):
    """One row per person of whom something was said: names put together, or left out. Most names
    have none.

    `name_key` is that of the name under which the person is shown, `claim_key` the digest of the
    key that lets whoever claimed the name leave it out. `left_out_at`: since
    then none of the names is shown anywhere.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    name_key = models.CharField(max_length=MAX_KEY)
    handle = models.CharField(max_length=16, unique=True)
    claim_key = models.CharField(max_length=64, blank=True, default="")
    left_out_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return self.name_key


class PersonName(models.Model):
    """One row per name of a person, the shown one too."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="names")
    name_key = models.CharField(max_length=MAX_KEY)
    handle = models.CharField(max_length=16, unique=True)

    def __str__(self) -> str:
        return self.name_key


class NameWish(models.TextChoices):
    """What may be asked for."""

    CLAIM = "claim", gettext_lazy("This name is mine")
    MERGE = "merge", gettext_lazy("Two names belong to one person")
    LEAVE_OUT = "leave_out", gettext_lazy("Hide this name on public pages")


class WishState(models.TextChoices):
    """The life of a request."""

    OPEN = "open", gettext_lazy("Waiting for review")
    ACCEPTED = "accepted", gettext_lazy("Accepted")
    DECLINED = "declined", gettext_lazy("Declined")
    WITHDRAWN = "withdrawn", gettext_lazy("Withdrawn")


class NameRequest(models.Model):
    """One row per request about a name. Nothing happens before somebody of the house accepts it.

    `sender` is the key of the browser that asked (`access.senders`): whether it also sent games
    in is told to the house beside it. `edit_key` is the digest of the key that was told to whoever
    asked.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    wish = models.CharField(max_length=12, choices=NameWish)
    name = models.CharField(max_length=MAX_NAME)
    name_key = models.CharField(max_length=MAX_KEY)
    other = models.CharField(max_length=MAX_NAME, blank=True, default="")
    message = models.CharField(max_length=MESSAGE_MAX, blank=True, default="")
    contact = models.CharField(max_length=CONTACT_MAX, blank=True, default="")
    sender = models.CharField(max_length=64, blank=True, default="")
    edit_key = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=WishState, default=WishState.OPEN)
    answer = models.CharField(max_length=MESSAGE_MAX, blank=True, default="")
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.SET_NULL, related_name="requests"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    decided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["id"], name="name_request_open", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"{self.get_wish_display()}: {self.name}"

    def get_absolute_url(self) -> str:
        """The address where whoever asked sees what became of it."""
        return reverse("name-request", args=[self.public_id])


class NameEvent(models.Model):
    """One row per thing done to names: by whom, and what it was, so that it can be undone. Never
    changed.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    what = models.CharField(max_length=12)
    by = models.CharField(max_length=160)
    handle = models.CharField(max_length=16, help_text="of the person's shown name")
    detail = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.what} by {self.by}"
