"""Uploads: received bytes and how far they have been read."""

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from .audience import Audience, Visibility
from .choices import Statistics
from .identity import PUBLIC_ID_LENGTH, new_public_id
from .raw_bytes import read_bytes


class RawFile(models.Model):
    """One row per distinct received byte string. `size` in bytes, `sha256` in hex. With
    `removed_at`, the content is empty: all its uploads were refused (`services.refused_files`).
    With `location`, the content is empty and the bytes are in a storage (`raw_bytes`).
    """

    sha256 = models.CharField(max_length=64, unique=True)
    size = models.PositiveBigIntegerField()
    content = models.BinaryField()
    location = models.CharField(max_length=120, blank=True, default="", editable=False)
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return f"{self.sha256[:12]} ({self.size} bytes)"

    def data(self) -> bytes:
        """Return the bytes; empty if they were removed. Raises OSError if a storage fails."""
        return read_bytes(self.location) if self.location else bytes(self.content)


class Usage(models.Model):
    """What one subject uploaded on a day (`access.quotas`): an uploader key or a client address, as
    a digest. Rows are deleted after some days.
    """

    subject = models.CharField(max_length=64)
    day = models.DateField(db_index=True)
    n_bytes = models.PositiveBigIntegerField(default=0)
    n_games = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["subject", "day"], name="usage_subject_day_once")
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.n_bytes} bytes, {self.n_games} games"


class UploadState(models.TextChoices):
    """States: received → reading → done, refused (client error) or fault (internal error)."""

    RECEIVED = "received", gettext_lazy("Waiting")
    READING = "reading", gettext_lazy("Reading")
    DONE = "done", gettext_lazy("Read")
    REFUSED = "refused", gettext_lazy("Refused")
    FAULT = "fault", gettext_lazy("Stopped by an internal error")


class UploadSource(models.TextChoices):
    """How an upload was sent."""

    PAGE = "page", "page"
    API = "api", "API"
    COMMAND = "command", "command line"


SITE = "site"
"""The owner of games that were imported by a command."""


class Upload(models.Model):
    """One row per received file; it can contain many games.

    A reader has a lease: `lease_token` until `lease_until`. Every batch is one transaction that
    checks the token, stores games and moves `next_position` (games read so far, in the order of the
    file).
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    raw = models.ForeignKey(RawFile, on_delete=models.PROTECT, related_name="uploads")
    filename = models.CharField(max_length=200, blank=True, default="")
    source = models.CharField(max_length=10, choices=UploadSource)
    uploader = models.CharField(
        max_length=64, blank=True, default="", help_text="key of the uploader; empty: the site"
    )
    visibility = models.CharField(
        max_length=10,
        choices=Visibility,
        default=Visibility.PUBLIC,
        db_default="public",
        help_text="of its new games",
    )
    public_from = models.DateTimeField(null=True, blank=True)
    statistics = models.CharField(
        max_length=5,
        choices=Statistics,
        default=Statistics.YES,
        db_default="yes",
        help_text="how its new games are counted",
    )
    state = models.CharField(max_length=10, choices=UploadState, default=UploadState.RECEIVED)
    received_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(
        null=True, blank=True, help_text="when a worker was last notified"
    )
    lease_token = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="readings since the last batch that was kept"
    )
    next_position = models.PositiveIntegerField(default=0)
    n_expected = models.PositiveIntegerField(
        null=True, blank=True, help_text="a guess for the progress bar; null where there is none"
    )
    n_games = models.PositiveIntegerField(
        null=True, blank=True, help_text="known when all was read"
    )
    n_stored = models.PositiveIntegerField(default=0)
    n_merged = models.PositiveIntegerField(default=0)
    n_continued = models.PositiveIntegerField(default=0)
    n_duplicate = models.PositiveIntegerField(default=0)
    n_refused = models.PositiveIntegerField(default=0)
    n_unreadable = models.PositiveIntegerField(default=0)
    fault_id = models.CharField(max_length=32, blank=True, default="")
    usage_ids = models.JSONField(
        default=list, blank=True, help_text="rows of Usage in which its games are counted"
    )
    skipped_files = models.JSONField(
        default=list, blank=True, help_text="names of files in a zip that are not read"
    )

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(
                fields=["id"],
                name="upload_unread",
                condition=Q(state__in=["received", "reading"]),
            ),
            models.Index(
                fields=["finished_at"], name="upload_refused", condition=Q(state="refused")
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=UploadState.values), name="upload_state_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="upload_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(source__in=UploadSource.values), name="upload_source_known"
            ),
            models.CheckConstraint(
                condition=Q(statistics__in=Statistics.values), name="upload_statistics_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    next_position=F("n_stored")
                    + F("n_merged")
                    + F("n_continued")
                    + F("n_duplicate")
                    + F("n_refused")
                    + F("n_unreadable")
                ),
                name="upload_statuses_add_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.state}"

    def get_absolute_url(self) -> str:
        """Return the address of the status page."""
        return reverse("upload-status", args=[self.public_id])

    @property
    def owner(self) -> str:
        """The key of the owner of its games. What commands import belongs to the site."""
        return self.uploader or (SITE if self.source == UploadSource.COMMAND else "")

    @property
    def audience(self) -> Audience:
        """Who can see its new games, and how they are counted."""
        return Audience(self.visibility, self.public_from, self.statistics)

    @property
    def is_settled(self) -> bool:
        """Whether reading has ended."""
        return self.state in {UploadState.DONE, UploadState.REFUSED, UploadState.FAULT}


class ItemStatus(models.TextChoices):
    """Results for one game of an upload."""

    STORED = "stored", gettext_lazy("Stored")
    MERGED = "merged", gettext_lazy("Added to a stored game")
    CONTINUED = "continued", gettext_lazy("Added to your unfinished game")
    DUPLICATE = "duplicate", gettext_lazy("Already stored")
    REFUSED = "refused", gettext_lazy("Refused")
    UNREADABLE = "unreadable", gettext_lazy("Unreadable")


REJECTED = frozenset({ItemStatus.REFUSED, ItemStatus.UNREADABLE})
"""The results with which nothing is stored of a game, because of an error in it."""


class UploadItem(models.Model):
    """One row per game of an upload. `game` is null if it was refused or deleted. `added` is what a
    merged record added to its game (`replays.intake.merging`).
    """

    upload = models.ForeignKey(Upload, on_delete=models.CASCADE, related_name="items")
    position = models.PositiveIntegerField(help_text="from 0 over the whole file")
    label = models.CharField(
        max_length=200, blank=True, default="", help_text="the archive member's name"
    )
    status = models.CharField(max_length=10, choices=ItemStatus)
    game = models.ForeignKey(
        "replays.Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="items"
    )
    findings = models.JSONField(default=list, blank=True)
    warnings = models.JSONField(default=list, blank=True)
    added = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("upload_id", "position")
        indexes = [models.Index(fields=["upload", "status", "position"], name="item_by_status")]
        constraints = [
            models.UniqueConstraint(fields=["upload", "position"], name="item_position_once"),
            models.CheckConstraint(
                condition=Q(status__in=ItemStatus.values), name="item_status_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.status}"
