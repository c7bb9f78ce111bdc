"""What the present engine says of games that were accepted before."""

from django.db import models
from django.utils import timezone


class Verification(models.Model):
    """One row per walk through all stored games with the engine as it was then.

    `release` marks the code that walked; `versions` maps each kind to its engine's version. The
    walk goes by primary key: `last_id` is how far it got, moved in the transaction that keeps what
    was found, so it may be stopped anywhere, and two may walk at once.
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
        """Whether every game looked at ends as it was stored."""
        return not self.n_otherwise and not self.n_refused


class Verdict(models.Model):
    """One row per stored game that the present engine reads otherwise than the one that stored it.

    `differences` are `{"what", "stored", "found"}` for each field that comes out otherwise;
    `finding` is why the log is refused, null where it is not. `adopted_at`: when the new reading
    was taken over into the game's row; `differences` then say what stood there before.
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
        return f"game {self.game_id}: {self.words}"

    @property
    def words(self) -> str:
        """What is otherwise, in a line."""
        if self.finding is not None:
            return f"refused ({self.finding['message']})"
        return ", ".join(f"{d['what']}: {d['stored']} → {d['found']}" for d in self.differences)
