"""What is kept as it was: snapshots of the sums, and the times that games were counted anew."""

from typing import Any

from django.db import models
from django.utils import timezone

from analytics.models.players import FIT_KEY_FIELDS, PLAYER_KEY_FIELDS, Fit, PlayerSums, RatingPool
from analytics.models.sums import KEY_FIELDS, Sums, Way


class Snapshot(models.Model):
    """One row per state of the sums that is kept as it was: what open data was made from, and what
    stood before and after numbers were counted by other rules.

    `versions` are those that made the sums: kind → `{"engine", "facts"}`. `boards` are the boards
    its cells speak of, by digest. `manifest` tells the files of open data; null where there are
    none.
    """

    name = models.SlugField(max_length=60, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revision = models.PositiveBigIntegerField(help_text="the ledger's, when the sums were taken")
    as_of = models.DateTimeField(null=True, blank=True)
    versions = models.JSONField()
    boards = models.JSONField(default=dict)
    manifest = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("-made_at", "-id")

    def __str__(self) -> str:
        return self.name

    @classmethod
    def names_in(cls, rows: models.QuerySet[Any]) -> list[str]:
        """The names of the snapshots that kept rows belong to, the newest first."""
        found = cls.objects.filter(pk__in=rows.order_by().values("snapshot_id"))
        return list(found.values_list("name", flat=True))

    @property
    def is_open_data(self) -> bool:
        """Whether there are files of it."""
        return self.manifest is not None


class SnapshotCell(Sums):
    """A cell as it was in a snapshot."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="cells")

    class Meta:
        ordering = ("snapshot_id", *KEY_FIELDS)
        constraints = [
            models.UniqueConstraint(fields=["snapshot", *KEY_FIELDS], name="snapshot_key_once")
        ]


class SnapshotTree(Way):
    """A tree as it was in a snapshot."""

    cell = models.ForeignKey(SnapshotCell, on_delete=models.CASCADE, related_name="trees")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["cell", "metric", "root", "start"], name="snapshot_tree_once"
            )
        ]


class SnapshotPlayerCell(PlayerSums):
    """A player's cell as it was in a snapshot. Who is named on pages is asked of today's cells: a
    name that was left out since is in none of them.
    """

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="player_cells")

    class Meta:
        ordering = ("snapshot_id", *PLAYER_KEY_FIELDS)
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", *PLAYER_KEY_FIELDS], name="snapshot_player_key_once"
            )
        ]


class SnapshotStanding(models.Model):
    """A rated player's last point in a pool as it was in a snapshot."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="standings")
    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="kept")
    handle = models.CharField(max_length=16)
    place = models.CharField(max_length=20, blank=True)
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    low = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", "pool", "handle", "place"], name="snapshot_standing_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.handle} {self.low:.1f}"


class SnapshotFit(Fit):
    """A fit of the balance of places as it stood when a snapshot was taken."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="fits")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["snapshot", *FIT_KEY_FIELDS], name="snapshot_fit_once")
        ]


class Reanalysis(models.Model):
    """One row per time that a kind's games were counted anew by other rules or another engine.

    `before` is the cube as it stood, `after` the same games counted anew: games that came or went
    meanwhile are in neither, so that what differs is what the rules moved. Contributions, cells and
    `after` change in one transaction. `moved` lists what differs once all games are counted anew:
    `{"metric", "by", "cluster", "old", "new"}`; `n_moved` is how many there are, listed or not.
    """

    kind = models.CharField(max_length=20)
    from_versions = models.JSONField(help_text="[engine, counting rules] of what was counted anew")
    engine_version = models.CharField(max_length=40)
    facts_version = models.PositiveIntegerField()
    before = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    n_games = models.PositiveIntegerField(default=0)
    n_changed = models.PositiveIntegerField(default=0, help_text="games whose facts differ")
    n_moved = models.PositiveIntegerField(default=0)
    moved = models.JSONField(default=list)

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "engine_version", "facts_version"],
                condition=models.Q(finished_at__isnull=True),
                name="reanalysis_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} → engine {self.engine_version}, counting rules {self.facts_version}"
