"""Sets of games, such as collections: what games that are not public would add to the statistics,
for viewers who may see them; and stored sums and fits.
"""

from django.db import models
from django.db.models import Index
from django.utils import timezone


class HiddenContribution(models.Model):
    """One row per game that is not public and in a set of games: the same values as in a
    `Contribution`, but never part of a cell, so no community number, snapshot or dump contains it.

    `key` are the values of `KEY_FIELDS`. `digest` is that of the counted log; a row whose game has
    another digest now is not used. Rows are removed when the game becomes public or leaves all sets
    (`analytics.services.hidden`).
    """

    game = models.OneToOneField(
        "replays.Game",
        on_delete=models.CASCADE,
        related_name="hidden_contribution",
        primary_key=True,
        db_constraint=False,
    )
    digest = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    key = models.JSONField()
    facts_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=40)
    counted_at = models.DateTimeField(default=timezone.now)
    value = models.JSONField()
    seats = models.JSONField(default=list)
    habits = models.JSONField(default=dict)
    time_key = models.CharField(max_length=45, blank=True, default="")

    class Meta:
        indexes = [
            Index(fields=["kind", "facts_version", "engine_version"], name="hidden_versions"),
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


class SetSums(models.Model):
    """One row per state of a large set of games and board game: the sums of its games by key, as
    `analytics.reads.selected` computes them, so that a page does not read all games again.

    `digest` is of the games and of what is counted of them (`selected.sums_digest`), so a row is
    never wrong, only unused; old rows are removed and made again while they are needed.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    data = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name_plural = "sums of sets"

    def __str__(self) -> str:
        return self.digest[:12]


class SetFit(models.Model):
    """One row per fit of the model of results to the decided games of a set that a page requested:
    those of a board game, human or bot games.

    `digest` is of the games, of what is counted of them and of the names
    (`analytics.reads.set_fits`), so a row is never wrong, only unused. `public` and `hidden` are
    the primary keys of the games until the fit is made, then empty. `data` is null until then.
    `attempts` counts the jobs that began it. Old rows are removed.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    kind = models.CharField(max_length=20)
    is_simulated = models.BooleanField()
    public = models.JSONField(default=list)
    hidden = models.JSONField(default=list)
    attempts = models.PositiveSmallIntegerField(default=0)
    requested_at = models.DateTimeField(default=timezone.now, db_index=True)
    data = models.JSONField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "fits of sets"

    def __str__(self) -> str:
        return f"{self.kind} {self.digest[:12]}"
