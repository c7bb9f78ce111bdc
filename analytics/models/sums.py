"""What each game adds, the sums of it, and the ledger that records when they last changed."""

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint

from analytics.models.snapshots import RulesetFields, SumsRow, unique_keys

KEY_FIELDS = (
    "kind",
    "edition",
    "mode",
    "board_digest",
    "month",
    "winner",
    "reason",
    "is_finished",
    "is_simulated",
)
"""The key of a cell, in this order; the fields have the same names and meaning in
`replays.Game`.
"""


class Cell(RulesetFields, SumsRow):
    """One row per distinct combination of `KEY_FIELDS` that at least one counted game has.

    `games` is how many have it, `sums` the merged values of their contributions
    (`analytics.rollups.measures`). An unknown month, and a winner or reason that a game does not
    have, are the empty text, so that a key is never null and always unique.
    """

    KEY = KEY_FIELDS

    board_digest = models.CharField(max_length=64)
    month = models.CharField(
        max_length=7, blank=True, help_text="YYYY-MM as the log dates it; empty: unknown"
    )
    winner = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    is_finished = models.BooleanField()
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    sums = models.JSONField()

    class Meta:
        ordering = KEY_FIELDS
        constraints = [
            *unique_keys(KEY_FIELDS, "cell_key_once", "cell_snapshot_key_once"),
            CheckConstraint(condition=Q(games__gt=0), name="cell_has_games"),
        ]
        indexes = [
            Index(
                fields=["kind", "is_simulated"],
                condition=Q(snapshot__isnull=True),
                name="cell_kind_sim",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.month or 'undated'}: {self.games}"


class Tree(SumsRow):
    """One row per cell, metric, root and start: the routes taken from the start
    (`games.core.metrics.RoutesMetric`), `sums` by node, `n` of them in all.

    Trees are apart from the cell because there are many routes and a query reads few. A tree is of
    the same snapshot as its cell.
    """

    KEY = ("cell_id", "metric", "root", "start")

    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="trees")
    metric = models.CharField(max_length=40)
    root = models.CharField(max_length=40)
    start = models.CharField(max_length=60)
    n = models.PositiveIntegerField(default=0)
    sums = models.JSONField()

    class Meta:
        constraints = [
            UniqueConstraint(fields=["cell", "metric", "root", "start"], name="tree_place_once")
        ]
        indexes = [
            Index(fields=["snapshot"], condition=Q(snapshot__isnull=False), name="tree_snapshot")
        ]

    def __str__(self) -> str:
        return f"{self.metric} {self.root} {self.start}"

    @property
    def path(self) -> tuple[str, str, str]:
        """Metric, root and start."""
        return self.metric, self.root, self.start


class Baseline(RulesetFields):
    """What random legal play gives on a board by an edition and mode: `sums` by space of `games`
    games from `seed`. Made by a job, and made again when the engine or the counting rules change.
    """

    board_digest = models.CharField(max_length=64)
    seed = models.CharField(max_length=40)
    games = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    facts_version = models.PositiveIntegerField()
    sums = models.JSONField()

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["kind", "board_digest", "edition", "mode"], name="baseline_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode} {self.board_digest[:8]}: {self.games}"


class Contribution(models.Model):
    """One row per counted game: exactly what it added to its cell, so that exactly that can be
    subtracted again.

    `value` holds the sums of this one game, as `GameKind.facts` gave them at `facts_version` for
    the replay by the engine of `engine_version`. `seats` are those of its players, in the log's
    order (`analytics.rollups.players`), with the keys of their names; `habits` are the sums of
    `Counting.seat_facts`. `played_at` is as the log writes it; empty: unknown.
    """

    # No constraint in the database: checking it would lock the game's row after the ledger, while a
    # withdrawal takes the two locks in the other order. Code that deletes games sends a signal
    # first (`receivers`), and `recount` finds what was missed.
    game = models.OneToOneField(
        "replays.Game",
        on_delete=models.CASCADE,
        related_name="contribution",
        primary_key=True,
        db_constraint=False,
    )
    cell = models.ForeignKey(
        Cell, on_delete=models.PROTECT, related_name="contributions", db_index=False
    )  # the first column of contribution_cell
    kind = models.CharField(max_length=20)
    facts_version = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=40)
    revision = models.PositiveBigIntegerField(help_text="the ledger's, when this was written")
    value = models.JSONField()
    seats = models.JSONField(default=list)
    habits = models.JSONField(default=dict)
    played_at = models.CharField(max_length=40, blank=True, default="")

    class Meta:
        indexes = [
            Index(fields=["kind", "facts_version", "engine_version"], name="contribution_versions"),
            Index(fields=["played_at", "game"], name="contribution_played"),
            Index(fields=["cell", "game"], name="contribution_cell"),
            # and on PostgreSQL contribution_value (migration 0011), for what few games have
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


class Ledger(models.Model):
    """A single row. A transaction that changes cells first increments its `revision`, which locks
    out other writers until the commit.

    `changed_at` (UTC) is when a sum last changed: the *as of* of every answer.
    """

    revision = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [CheckConstraint(condition=Q(id=1), name="ledger_is_one_row")]

    def __str__(self) -> str:
        return f"revision {self.revision}"
