"""Shared reviews: people look at a game together, and follow the steps of a leader."""

import time
from datetime import timedelta

from django.db import models
from django.urls import reverse

from .identity import EditableModel

LIFETIME = timedelta(days=1)
"""A review ends when its leader has changed nothing for so long (`touched_at`)."""
PRESENT_SECONDS = 40.0
"""The streams of a web process count for so long after it stored their number."""
VIEW_LENGTH = BELIEF_LENGTH = 20


class Review(EditableModel):
    """A shared review of a game (docs/adr/0027).

    The leader has the key of the digest `edit_key`, and shows a `step` in a `view`, with possible
    positions under the prior `belief` and with `shapes`, as those of notes. `version` counts the
    changes by leaders: a step names the one that it builds on. `lead` counts the leaders, and
    `is_offered` says that anyone who follows may take the lead.

    `change` grows with each change of what followers see, also of their number: it is the cursor
    of the event stream. `present` has the open streams of each web process as
    `{process: [number, time]}` with the time in seconds since 1970, and `n_followers` is
    their sum when it last changed.
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="reviews")
    version = models.PositiveIntegerField(default=1)
    change = models.PositiveBigIntegerField(default=1)
    lead = models.PositiveIntegerField(default=1)
    is_offered = models.BooleanField(default=False)
    step = models.PositiveIntegerField(default=0)
    view = models.CharField(max_length=VIEW_LENGTH)
    belief = models.CharField(max_length=BELIEF_LENGTH, blank=True, default="")
    shapes = models.JSONField(default=list, blank=True)
    n_followers = models.PositiveIntegerField(default=0)
    present = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["touched_at"], name="review_touched")]

    def __str__(self) -> str:
        return f"{self.public_id}: step {self.step} as {self.view}"

    def count_followers(self) -> int:
        """Return how many followers there are now, as far as web processes have stored it."""
        oldest = time.time() - PRESENT_SECONDS
        return sum(number for number, at in self.present.values() if at > oldest)

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("review", args=[self.public_id])
