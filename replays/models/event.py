"""Events, such as tournaments: the `Event` tags of games, and events that owners describe."""

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from replays.text.names import MAX_KEY, MAX_NAME

from .game import Game
from .identity import REASON_MAX, PublicModel

TITLE_MAX, DESCRIPTION_MAX, ROUND_MAX = 120, 4000, 40


class EventTag(models.Model):
    """One row per game whose log names an event, as published: without hidden names.

    `handle` identifies the event, like that of a player: it is the same for all spellings with one
    key (`replays.text.names`). `place` is the site of the log, `round` its `x_round`.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, related_name="event_tag", primary_key=True
    )
    handle = models.CharField(max_length=16)
    name_key = models.CharField(max_length=MAX_KEY)
    name = models.CharField(max_length=MAX_NAME)
    place = models.CharField(max_length=MAX_NAME, blank=True, default="")
    round = models.CharField(max_length=ROUND_MAX, blank=True, default="")

    class Meta:
        indexes = [models.Index(fields=["handle", "game"], name="event_tag_handle")]

    def __str__(self) -> str:
        return self.name


class EventQuerySet(models.QuerySet["Event"]):
    """Queries of events that everyone can see."""

    def shown(self) -> Self:
        """Return the events that staff did not hide."""
        return self.filter(hidden_at__isnull=True)

    def reachable(self, keys: Iterable[str] = (), *, is_staff: bool = False) -> Self:
        """Return the events whose addresses answer to a viewer with these keys: one that staff hid
        only to its owner and to staff.
        """
        return self if is_staff else self.filter(Q(hidden_at=None) | Q(owner__in=list(keys)))


class Event(PublicModel):
    """One row per event that an owner describes. Its page is public and shows public games only.

    Its games are those whose tag has a handle among its `spellings`, and `games`, which the owner
    chose. `owner` is the owner's key (`replays.access.uploaders`). `hidden_at` is set if staff hid
    the event after a report; then only its owner and staff reach it. `request_key` is the key of
    the request that made it, so that a request that is sent twice makes one event.
    """

    owner = models.CharField(max_length=64, db_index=True)
    title = models.CharField(max_length=TITLE_MAX)
    description = models.TextField(max_length=DESCRIPTION_MAX, blank=True, default="")
    place = models.CharField(max_length=TITLE_MAX, blank=True, default="")
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    games = models.ManyToManyField(Game, blank=True, related_name="events")
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="by staff")
    hidden_reason = models.CharField(max_length=REASON_MAX, blank=True, default="")
    request_key = models.CharField(max_length=64, blank=True, default="", editable=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="event_ends_after_start",
            ),
            models.UniqueConstraint(
                fields=["owner", "request_key"],
                condition=~Q(request_key=""),
                name="event_request_once",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("own-event", args=[self.public_id])


class EventSpelling(models.Model):
    """A spelling of the `Event` tag whose games belong to an event of an owner."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="spellings")
    handle = models.CharField(max_length=16, db_index=True)
    name = models.CharField(max_length=MAX_NAME)

    class Meta:
        ordering = ("pk",)
        constraints = [
            models.UniqueConstraint(fields=["event", "handle"], name="event_spelling_once")
        ]

    def __str__(self) -> str:
        return self.name
