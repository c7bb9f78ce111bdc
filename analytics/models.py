"""The tables of statistics: what each game adds, the sums, and the ledger that says when they last
changed.
"""

from django.db import models
from django.utils import timezone

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
"""What tells two cells apart, in this order; the fields have the same names and meaning in
`replays.Game`.
"""


class Sums(models.Model):
    """A combination of `KEY_FIELDS`, and the merged values of the games that have it.

    `games` is how many, `sums` the merged values of their contributions
    (`analytics.rollups.measures`). An unknown month, and a winner or reason that a game does not
    have, are the empty text, so that a key is never null and always unique.
    """

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    board_digest = models.CharField(max_length=64)
    month = models.CharField(
        max_length=7,
        blank=True,
        help_text="YYYY-MM as the log dates it; empty: unknown",
    )
    winner = models.CharField(max_length=20, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    is_finished = models.BooleanField()
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    sums = models.JSONField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.month or 'undated'}: {self.games}"

    @property
    def key(self) -> tuple[str | bool, ...]:
        """The values of `KEY_FIELDS`."""
        return tuple(getattr(self, name) for name in KEY_FIELDS)


class Cell(Sums):
    """One row per distinct combination of `KEY_FIELDS` that at least one counted game has."""

    class Meta:
        ordering = KEY_FIELDS
        constraints = [
            models.UniqueConstraint(fields=KEY_FIELDS, name="cell_key_once"),
            models.CheckConstraint(condition=models.Q(games__gt=0), name="cell_has_games"),
        ]
        indexes = [models.Index(fields=["kind", "is_simulated"], name="cell_kind_sim")]


class Way(models.Model):
    """The ways taken from a start of a metric's root (`games.core.metrics.WaysMetric`), `sums` by
    node, `n` of them in all. A part of a cell, kept apart because there are many ways and a
    question asks of few.
    """

    metric = models.CharField(max_length=40)
    root = models.CharField(max_length=40)
    start = models.CharField(max_length=60)
    n = models.PositiveIntegerField(default=0)
    sums = models.JSONField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.metric} {self.root} {self.start}"

    @property
    def place(self) -> tuple[str, str, str]:
        """Metric, root and start."""
        return self.metric, self.root, self.start


class Tree(Way):
    """One row per cell, metric, root and start."""

    cell = models.ForeignKey(Cell, on_delete=models.CASCADE, related_name="trees")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["cell", "metric", "root", "start"], name="tree_place_once"
            )
        ]


class Baseline(models.Model):
    """What legal play at random gives on a board by an edition and mode: `sums` by space of `games`
    games from `seed`. Made by a job, and made again when the engine or the counting rules move.
    """

    kind = models.CharField(max_length=20)
    board_digest = models.CharField(max_length=64)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    seed = models.CharField(max_length=40)
    games = models.PositiveIntegerField()
    engine_version = models.CharField(max_length=20)
    facts_version = models.PositiveIntegerField()
    sums = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "board_digest", "edition", "mode"], name="baseline_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode} {self.board_digest[:8]}: {self.games}"


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


class Contribution(models.Model):
    """One row per counted game: exactly what it added to its cell, so that exactly that can be
    taken off again.

    `value` is what `GameKind.facts` said at `facts_version` of the replay that the engine of
    `engine_version` made: the sums of this one game. `seats` are those of its players, in the log's
    order (`analytics.rollups.players`), with the keys of their names; `habits` are the sums of
    `GameKind.seat_facts`. `played_at` is as the log writes it; empty: unknown.
    """

    # No constraint in the database: checking it would lock the game's row after the ledger, while a
    # withdrawal takes the two the other way round. Whoever deletes games tells us first
    # (`receivers`), and `recount` finds what slipped past.
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
            models.Index(
                fields=["kind", "facts_version", "engine_version"], name="contribution_versions"
            ),
            models.Index(fields=["played_at", "game"], name="contribution_played"),
            models.Index(fields=["cell", "game"], name="contribution_cell"),
            # and on PostgreSQL contribution_value (migration 0011), for what few games have
        ]

    def __str__(self) -> str:
        return f"game {self.game_id}"


PLAYER_KEY_FIELDS = ("handle", "kind", "edition", "mode", "board_digest", "role", "is_simulated")
"""What tells two players' cells apart."""
PLAYER_COUNTS = ("games", "won", "shared", "lost", "nobody", "unfinished")
"""How a player's games ended: `games` = won + lost + nobody + unfinished; `shared` are some of
those won.
"""


class PlayerCell(models.Model):
    """One row per name, ruleset, board, role and whether programs played, with at least one counted
    game; and the same of everybody together, whose handle is empty.

    `handle` is that of the name's key (`replays.names.handle_of`). `sums` holds `vs` (a name's key
    → games decided against it, in how many of them ahead, in how many level) and `habits` (as
    `GameKind.seat_facts`, added up).
    """

    handle = models.CharField(max_length=16, blank=True)
    name_key = models.TextField(blank=True)
    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    board_digest = models.CharField(max_length=64)
    role = models.CharField(max_length=20)
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    shared = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    nobody = models.PositiveIntegerField()
    unfinished = models.PositiveIntegerField()
    sums = models.JSONField()

    class Meta:
        ordering = PLAYER_KEY_FIELDS
        constraints = [
            models.UniqueConstraint(fields=PLAYER_KEY_FIELDS, name="player_cell_key_once"),
            models.CheckConstraint(condition=models.Q(games__gt=0), name="player_cell_has_games"),
        ]
        indexes = [models.Index(fields=["kind", "is_simulated"], name="player_cell_kind_sim")]

    def __str__(self) -> str:
        return f"{self.name_key or 'everybody'} as {self.role}: {self.games}"

    @property
    def key(self) -> tuple[str | bool, ...]:
        """The values of `PLAYER_KEY_FIELDS`."""
        return tuple(getattr(self, name) for name in PLAYER_KEY_FIELDS)


POOL_FIELDS = ("kind", "edition", "mode", "is_simulated")
"""What tells two pools of ratings apart."""


class RatingPool(models.Model):
    """One row per ruleset, people's games and programs' apart: what is rated together.

    Games are rated in the order of (`played_at` as written, primary key), those without a date
    first. From (`due_played_at`, `due_game`) on they are yet to be rated; `due_game` null: all
    are.
    """

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    is_simulated = models.BooleanField()
    due_played_at = models.CharField(max_length=40, blank=True, default="")
    due_game = models.PositiveBigIntegerField(null=True, default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=POOL_FIELDS, name="rating_pool_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}"


class RatingPoint(models.Model):
    """One row per rated game and player: the rating after it. `place` is empty where a game rates
    all places alike; `number` counts the player's rated games, from 1.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="points")
    handle = models.CharField(max_length=16)
    place = models.CharField(max_length=20, blank=True)
    played_at = models.CharField(max_length=40, blank=True)
    game_id = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["pool", "handle", "place", "played_at", "game_id"], name="rating_point_once"
            )
        ]
        indexes = [
            models.Index(fields=["pool", "played_at", "game_id"], name="rating_point_order"),
            models.Index(fields=["pool", "handle", "place", "number"], name="rating_point_number"),
        ]

    def __str__(self) -> str:
        return f"{self.handle} {self.mu:.1f}"


class Standing(models.Model):
    """One row per rated player, pool and place: the last of the points, ready to be ranked by
    `low`, the lower end of the 95 % interval.
    """

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="standings")
    handle = models.CharField(max_length=16)
    place = models.CharField(max_length=20, blank=True)
    played_at = models.CharField(max_length=40, blank=True)
    game_id = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    low = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "handle", "place"], name="standing_once")
        ]
        indexes = [
            models.Index(models.F("pool"), models.F("place"), models.F("low").desc(),
                         name="standing_ranked"),
            models.Index(fields=["handle"], name="standing_player"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.handle} {self.low:.1f}"


class BalanceFit(models.Model):
    """One row per ruleset, board, and people or programs: what the model of `analytics.balance`
    says of its games (`analytics.balance.report`). `snapshot` is a digest of what went in,
    `revision` the ledger's when it was last found up to date.
    """

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    board_digest = models.CharField(max_length=64)
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    snapshot = models.CharField(max_length=64)
    revision = models.PositiveBigIntegerField()
    fitted_at = models.DateTimeField()
    report = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "edition", "mode", "board_digest", "is_simulated"],
                name="balance_fit_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}: {self.games}"


class Ledger(models.Model):
    """One row in all. Whoever changes cells first moves its `revision`, and so holds everybody else
    off until the commit.

    `changed_at` (UTC) is when a sum last changed: the *as of* of every answer.
    """

    revision = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="ledger_is_one_row")]

    def __str__(self) -> str:
        return f"revision {self.revision}"
