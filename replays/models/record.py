"""Records: the logs that users sent of one game, and their earlier revisions."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from .identity import PUBLIC_ID_LENGTH, new_public_id


class Record(models.Model):
    """One row per log that was sent and accepted, in the order of storing.

    `public_id` is the id of the game that the record made, or would have made alone; after a merge
    it redirects to its game. A record with a later revision (a continuation or correction by its
    owner) has `is_current` false and keeps the log as it was. `log` is the canonical form; empty:
    it is that of the game.

    `text_digest` is the same for logs that are equal in everything but spelling, `play_digest` for
    logs with the same play and the same knowledge of it. `owner` is the key of the uploader
    (`access.uploaders`), or `site`; empty: no owner.
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="records")
    public_id = models.CharField(max_length=PUBLIC_ID_LENGTH, default=new_public_id, editable=False)
    owner = models.CharField(max_length=64, blank=True, default="")
    upload = models.ForeignKey(
        "replays.Upload", null=True, blank=True, on_delete=models.SET_NULL, related_name="records"
    )
    position = models.PositiveIntegerField(default=0, help_text="in its upload, from 0")
    stored_at = models.DateTimeField(default=timezone.now, editable=False)
    is_current = models.BooleanField(default=True)
    is_finished = models.BooleanField()
    text_digest = models.CharField(max_length=64)
    play_digest = models.CharField(max_length=64)
    log = models.TextField(blank=True, default="")

    class Meta:
        ordering = ("id",)
        indexes = [
            models.Index(fields=["text_digest"], name="record_text"),
            models.Index(fields=["public_id"], name="record_public_id"),
            models.Index(
                fields=["owner", "play_digest"], name="record_owner", condition=~Q(owner="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} of game {self.game_id}"

    @property
    def canonical(self) -> str:
        """The record's own log in canonical form."""
        return self.log or self.game.canonical


class RefusedPlay(models.Model):
    """One row per play of a public game that staff hid and whose owner removed it: its log is gone,
    and the play is still refused. `shared_digest` is that of `Game`.
    """

    shared_digest = models.CharField(max_length=64)
    is_simulated = models.BooleanField()
    removed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(
                fields=["shared_digest", "is_simulated"], name="refused_play_once"
            )
        ]

    def __str__(self) -> str:
        return self.shared_digest[:16]


class IntakeLock(models.Model):
    """A single row. A transaction that stores or merges games first updates it, which locks out
    others until the commit: so two uploads can't store the same game twice. `n_public` is the last
    `public_number` of a game.
    """

    revision = models.PositiveBigIntegerField(default=0)
    n_public = models.PositiveBigIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="intake_lock_is_one_row")]

    def __str__(self) -> str:
        return f"revision {self.revision}"
