"""What each game adds, the sums of it, and the ledger that records when they last changed."""

from typing import Self

from django.db import models
from django.db.models import CheckConstraint, F, Index, Q, UniqueConstraint
from django.utils import timezone

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


class BaselineQuerySet(models.QuerySet["Baseline"]):
    """Queries of finished baselines."""

    def complete(self) -> Self:
        """Return the baselines that have all their games. Answers read no others."""
        return self.filter(games=F("target"))


class Baseline(RulesetFields):
    """What random legal play gives on a board by an edition and mode: `sums` by space of the first
    `games` games from `seed`, of `target` games in all. A job plays them in slices, and starts
    again when the engine or the counting rules change.
    """

    board_digest = models.CharField(max_length=64)
    seed = models.CharField(max_length=40)
    games = models.PositiveIntegerField(help_text="played so far")
    target = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    facts_version = models.PositiveIntegerField()
    sums = models.JSONField()
    continued_at = models.DateTimeField(default=timezone.now, help_text="when `games` last changed")

    objects = BaselineQuerySet.as_manager()

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["kind", "board_digest", "edition", "mode"], name="baseline_once"
            ),
            CheckConstraint(condition=Q(games__lte=F("target")), name="baseline_within_target"),
        ]

    def __str__(self) -> str:
        board = self.board_digest[:8]
        return f"{self.kind} {self.edition} {self.mode} {board}: {self.games} of {self.target}"

    @property
    def is_complete(self) -> bool:
        """Whether all games are played."""
        return self.games >= self.target


class Contribution(models.Model):
    """One row per counted game: exactly what it added to its cell, so that exactly that can be
    subtracted again.

    `value` holds the sums of this one game, as `GameKind.facts` gave them at `facts_version` for
    the replay by the engine of `engine_version`. `seats` are those of its players, in the log's
    order (`analytics.rollups.players`), with the keys of their names; `habits` are the sums of
    `Counting.seat_facts`. `time_key` is the place of the game in the order of time.
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
    time_key = models.CharField(max_length=45, blank=True, default="")

    class Meta:
        indexes = [
            Index(fields=["kind", "facts_version", "engine_version"], name="contribution_versions"),
            Index(fields=["time_key", "game"], name="contribution_time"),
            Index(fields=["cell", "game"], name="contribution_cell"),
            # and on PostgreSQL contribution_value (migration 0011), for what few games have
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


class Ledger(models.Model):
    """One row per board game and month of its counted games, which counts the changes of their
    sums; one row per board game, which locks the sums of its players (`month` is `players`); and
    the main row, with neither, for all other changes (`analytics.services.ledger`).

    The revision of the statistics is the sum of all: it grows with every committed change.
    `changed_at` (UTC) is when a sum last changed: the *as of* of every answer is the newest. In the
    main row, `settled` is a primary key up to which no game is uncounted, so that the pending games
    are found without looking at all: a sweep raises it, and a game that counts again lowers it.
    """

    kind = models.CharField(max_length=20, blank=True, default="")
    month = models.CharField(max_length=7, blank=True, default="")
    revision = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)
    settled = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [UniqueConstraint(fields=["kind", "month"], name="ledger_shard_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.month} revision {self.revision}".strip()
