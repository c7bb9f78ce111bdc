"""Players' sums, their ratings, and the fits of the balance of places."""

from django.db import models

PLAYER_KEY_FIELDS = ("handle", "kind", "edition", "mode", "board_digest", "role", "is_simulated")
"""What tells two players' cells apart."""
PLAYER_COUNTS = ("games", "won", "shared", "lost", "nobody", "unfinished")
"""How a player's games ended: `games` = won + lost + nobody + unfinished; `shared` are some of
those won.
"""


class PlayerSums(models.Model):
    """The games of one name under one ruleset, on one board, in one role, of people or programs.

    `handle` is that of the name's key (`handle_of`). `sums` holds `vs` (a name's key
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
        abstract = True

    def __str__(self) -> str:
        return f"{self.name_key or 'everybody'} as {self.role}: {self.games}"

    @property
    def key(self) -> tuple[str | bool, ...]:
        """The values of `PLAYER_KEY_FIELDS`."""
        return tuple(getattr(self, name) for name in PLAYER_KEY_FIELDS)


class PlayerCell(PlayerSums):
    """One row per combination of `PLAYER_KEY_FIELDS` with at least one counted game; and the same
    of everybody together, whose handle is empty.
    """

    class Meta:
        ordering = PLAYER_KEY_FIELDS
        constraints = [
            models.UniqueConstraint(fields=PLAYER_KEY_FIELDS, name="player_cell_key_once"),
            models.CheckConstraint(condition=models.Q(games__gt=0), name="player_cell_has_games"),
        ]
        indexes = [models.Index(fields=["kind", "is_simulated"], name="player_cell_kind_sim")]


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


class Fit(models.Model):
    """What the model of `analytics.balance` says of the games of a ruleset, on a board, of people
    or programs (`analytics.inference.report`). `digest` is of what went in.
    """

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)
    board_digest = models.CharField(max_length=64)
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    revision = models.PositiveBigIntegerField(
        help_text="the ledger's, when the fit was last found up to date"
    )
    fitted_at = models.DateTimeField()
    report = models.JSONField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}: {self.games}"


FIT_KEY_FIELDS = ("kind", "edition", "mode", "board_digest", "is_simulated")
"""What tells two fits apart."""


class BalanceFit(Fit):
    """One row per combination of `FIT_KEY_FIELDS` with a decided game between sides."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=FIT_KEY_FIELDS, name="balance_fit_once")]
