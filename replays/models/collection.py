"""Collections: ordered sets of games with notes, their members, and links that invite members."""

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q, UniqueConstraint
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from .audience import OPEN, Visibility
from .identity import REASON_MAX, PublicModel
from .record import Record

TITLE_MAX, DESCRIPTION_MAX, NOTE_MAX, MEMBER_NAME_MAX = 120, 4000, 1000, 80
"""Characters."""


class CollectionQuerySet(models.QuerySet["Collection"]):
    """Queries of present, listed and reachable collections."""

    def present(self) -> Self:
        """Return the collections that are not deleted."""
        return self.filter(deleted_at__isnull=True)

    def listed(self) -> Self:
        """Return the collections that everyone can find."""
        return self.present().filter(visibility=Visibility.PUBLIC, hidden_at__isnull=True)

    def reachable(self, keys: Iterable[str] = (), *, is_staff: bool = False) -> Self:
        """Return the collections whose addresses answer to a viewer with these keys: public and
        unlisted ones, and private ones of the viewer or with the viewer as a member. One that staff
        hid is reached by its owner only. Staff reach all.
        """
        if is_staff:
            return self.present()
        keys = list(keys)
        is_open = Q(visibility__in=OPEN)
        if keys:
            joined = CollectionMember.objects.filter(collection=OuterRef("pk"), key__in=keys)
            is_open |= Q(Exists(joined))
        is_open &= Q(hidden_at__isnull=True)
        return self.present().filter(is_open | Q(owner__in=keys) if keys else is_open)


class Collection(PublicModel):
    """One row per collection. `owner` is the key of who made it (`access.uploaders`).

    `revision` and `touched_at` follow each change of its games, notes and texts.
    `public_changed_at` is the time of the last change that everyone can see; others get only this
    one. A collection with `deleted_at` can be restored by its owner for some days. `hidden_at` is
    set if staff hid it after a report; then only its owner and staff reach it.
    `request_key` is the key of the request that made it, so that a request that is sent twice makes
    one collection.
    """

    owner = models.CharField(max_length=64)
    title = models.CharField(max_length=TITLE_MAX)
    description = models.TextField(max_length=DESCRIPTION_MAX, blank=True, default="")
    visibility = models.CharField(
        max_length=10, choices=Visibility, default=Visibility.PRIVATE, db_default="private"
    )
    revision = models.PositiveIntegerField(default=1)
    touched_at = models.DateTimeField(default=timezone.now, editable=False)
    public_changed_at = models.DateTimeField(default=timezone.now, db_default=Now(), editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="by its owner")
    hidden_at = models.DateTimeField(null=True, blank=True, help_text="by staff")
    hidden_reason = models.CharField(max_length=REASON_MAX, blank=True, default="")
    request_key = models.CharField(max_length=64, blank=True, default="", editable=False)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["owner"], name="collection_owner"),
            models.Index(
                fields=["-id"],
                name="collection_listed",
                condition=Q(deleted_at__isnull=True, visibility=Visibility.PUBLIC),
            ),
            models.Index(
                fields=["deleted_at"],
                name="collection_deleted",
                condition=Q(deleted_at__isnull=False),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="collection_visibility_known"
            ),
            models.CheckConstraint(condition=~Q(owner=""), name="collection_has_owner"),
            UniqueConstraint(
                fields=["owner", "request_key"],
                condition=~Q(request_key=""),
                name="collection_request_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.title}"

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("collection", args=[self.public_id])


class CollectionGame(models.Model):
    """One row per game of a collection. `position` orders them, from 0, possibly with gaps.

    `owner` is the key with whose record the game was put in; empty for a public game of others.
    Only games with a current record of this owner are shown to members while they are not public.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="entries")
    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="entries")
    owner = models.CharField(max_length=64, blank=True, default="")
    position = models.PositiveIntegerField()
    note = models.TextField(max_length=NOTE_MAX, blank=True, default="")
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("position", "id")
        constraints = [UniqueConstraint(fields=["collection", "game"], name="collection_game_once")]
        indexes = [
            models.Index(fields=["collection", "position", "id"], name="collection_order"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id} in collection {self.collection_id}"

    @property
    def shown_note(self) -> str:
        """The note without hidden names of players."""
        return str(self.game.without_hidden_names(self.note)) if self.note else ""


class RemovedEntries(PublicModel):
    """What its owner removed from a collection at once, so that it can be undone for some days. An
    entry of `rows` is the public id of a game, its position, its note, and when it was added.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="removals")
    rows = models.JSONField()

    class Meta:
        ordering = ("-id",)
        indexes = [models.Index(fields=["created_at"], name="removed_entries_created")]

    def __str__(self) -> str:
        return f"{len(self.rows)} games of collection {self.collection_id}"


class CollectionMember(models.Model):
    """One row per owner key that may see a collection with its games that are not public. `name`
    is what the member chose to be called in it.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="members")
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=MEMBER_NAME_MAX, blank=True, default="")
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("id",)
        constraints = [
            UniqueConstraint(fields=["key", "collection"], name="collection_member_once"),
            models.CheckConstraint(condition=~Q(key=""), name="collection_member_has_key"),
        ]

    def __str__(self) -> str:
        return f"{self.name or 'a member'} of collection {self.collection_id}"


class Invitation(PublicModel):
    """One row per link that lets one person become a member. `digest` is that of its token, which
    is shown once. It is used once, and not after `expires_at` or `revoked_at`.
    """

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=MEMBER_NAME_MAX, blank=True, default="")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.public_id} to collection {self.collection_id}"


def lent(of: str = "", collection: Q | None = None) -> Q:
    """Return the condition of games that the owner of a collection put in it and still has a record
    of; `collection` is a condition of `CollectionGame`. `of` is the prefix of the columns of the
    game, such as `game__`.
    """
    records = Record.objects.filter(game=OuterRef("game"), owner=OuterRef("owner"), is_current=True)
    entries = CollectionGame.objects.filter(
        Exists(records),
        game=OuterRef(f"{of}pk"),
        collection__deleted_at__isnull=True,
        collection__hidden_at__isnull=True,
    ).exclude(owner="")
    return Q(Exists(entries.filter(collection) if collection is not None else entries))


def lent_to(keys: Iterable[str], of: str = "") -> Q:
    """Return the condition of the games that members with these keys may see."""
    joined = CollectionMember.objects.filter(key__in=list(keys)).values("collection")
    return lent(of, Q(collection__in=joined))
