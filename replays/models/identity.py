"""Public ids of rows: random, so they can't be guessed."""

import re
import secrets

from django.db import models
from django.utils import timezone

PUBLIC_ID_LENGTH = 12  # 72 bits
REASON_MAX = 500
"""Characters of the reason for which staff hid something."""


def new_public_id() -> str:
    """Return a random id of 12 URL-safe characters. The first is a letter or digit, so that no
    command takes it for an option.
    """
    while True:
        public_id = secrets.token_urlsafe(9)
        if public_id[0] not in "-_":
            return public_id


class PublicModel(models.Model):
    """A row with a public id and the time of its creation."""

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True


class EditableModel(PublicModel):
    """A row that users create and change with an edit key."""

    edit_key = models.CharField(max_length=64, help_text="a digest; the key itself is not kept")
    touched_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        abstract = True


class ListableModel(EditableModel):
    """A row about a game that its page can list; by default only its link leads to it. A row with
    `hidden_at` was hidden by staff: only staff and the browser of its author reach it.
    """

    is_listed = models.BooleanField(default=False, help_text="the page of the game lists it")
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_reason = models.CharField(
        max_length=REASON_MAX, blank=True, default="", help_text="shown to its author"
    )

    class Meta:
        abstract = True


class PublicIdConverter:
    """Path converter for public ids; other text is an unknown address."""

    regex = f"[A-Za-z0-9_-]{{{PUBLIC_ID_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """Return the id unchanged."""
        return value

    to_url = to_python


def is_public_id(text: str) -> bool:
    """Return whether a text has the form of a public id."""
    return re.fullmatch(PublicIdConverter.regex, text) is not None
