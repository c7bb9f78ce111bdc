"""Verifications of stored games by later engines."""

from django.db import models
from django.utils import timezone


class Verification(models.Model):
    """One row per verification of all stored games by the engines of a release.

    `versions` maps each kind to its engine's version. Games are verified by primary key up to
    `last_id`, which moves in the same transaction as the results. So a verification can be stopped
    at any time, and two processes can run it at once.
    """

    release = models.CharField(max_length=64)
    versions = models.JSONField()
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)
    last_id = models.PositiveBigIntegerField(default=0)
    n_games = models.PositiveIntegerField(default=0)
    n_otherwise = models.PositiveIntegerField(default=0)
    n_refused = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.release}: {self.n_games} games"

    @property
    def is_clean(self) -> bool:
        """Whether all verified games end as stored."""
        return not self.n_otherwise and not self.n_refused


class Verdict(models.Model):
    """One row per stored game that the current engine reads differently.

    `differences` are `{"what", "stored", "found"}` for each field that differs; `finding` is why
    the engine refuses the log, or null. `adopted_at` is when the new values were written to the
    game's row; `differences` then have the old ones.
    """

    game = models.OneToOneField(
        "replays.Game", on_delete=models.CASCADE, related_name="verdict", primary_key=True
    )
    engine_version = models.CharField(max_length=40)
    found_at = models.DateTimeField(default=timezone.now, editable=False)
    differences = models.JSONField(default=list)
    finding = models.JSONField(null=True, blank=True)
    adopted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("game_id",)

    def __str__(self) -> str:
        return f"game {self.game_id}: {self.text}"

    @property
    def text(self) -> str:
        """The differences in one line."""
        if self.finding is not None:
            return f"refused ({self.finding['message']})"
        return ", ".join(f"{d['what']}: {d['stored']} → {d['found']}" for d in self.differences)
