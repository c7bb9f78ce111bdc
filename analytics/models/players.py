"""Players' sums, their ratings, and the fits of balance."""

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint

from analytics.models.snapshots import RulesetFields, SumsRow, unique_keys
from analytics.models.sums import Cell, Tree

PLAYER_KEY_FIELDS = ("handle", "kind", "edition", "mode", "board_digest", "role", "is_simulated")
"""The key of a player's cell."""
PLAYER_COUNTS = ("games", "won", "shared", "lost", "nobody", "unfinished")
"""How a player's games ended: `games` = won + lost + nobody (abandoned) + unfinished; `shared` are
some of those won.
"""


class PlayerCell(RulesetFields, SumsRow):
    """One row per combination of `PLAYER_KEY_FIELDS` with at least one counted game: the games of
    one name under one ruleset, on one board, in one role, human or bot; and the same for all
    players together, with an empty handle.

    `handle` is that of the name's key (`handle_of`). `sums` holds `vs` (a name's key
    → games decided against it, in how many of them ahead, in how many level) and `habits` (as
    `Counting.seat_facts`, added up). Which names a page may show depends on the live rows.
    """

    KEY = PLAYER_KEY_FIELDS

    handle = models.CharField(max_length=16, blank=True)
    name_key = models.TextField(blank=True)
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
            *unique_keys(PLAYER_KEY_FIELDS, "player_cell_key_once", "player_cell_snap_key_once"),
            CheckConstraint(condition=Q(games__gt=0), name="player_cell_has_games"),
        ]
        indexes = [
            Index(
                fields=["kind", "is_simulated"],
                condition=Q(snapshot__isnull=True),
                name="player_cell_kind_sim",
            )
        ]

    def __str__(self) -> str:
        return f"{self.name_key or 'all players'} as {self.role}: {self.games}"


POOL_FIELDS = ("kind", "edition", "mode", "is_simulated")
"""The key of a rating pool."""


class RatingPool(RulesetFields):
    """One row per ruleset, human and bot games apart: the games that are rated together.

    Games are rated in the order of time (`analytics.facts.extract.time_key_of`), then by primary
    key. Games from (`due_time_key`, `due_game`) on are yet to be rated; none if `due_game` is null.
    """

    is_simulated = models.BooleanField()
    due_time_key = models.CharField(max_length=45, blank=True, default="")
    due_game = models.PositiveBigIntegerField(null=True, default=0)
    rated_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [UniqueConstraint(fields=POOL_FIELDS, name="rating_pool_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}"


class RatingFields(models.Model):
    """A player's rating after a game. `place` is the seat, empty where a game has one rating for
    all seats; `number` counts the player's rated games, from 1.
    """

    handle = models.CharField(max_length=16)
    place = models.CharField(max_length=20, blank=True)
    time_key = models.CharField(max_length=45, blank=True)
    game_id = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        abstract = True


class RatingPoint(RatingFields):
    """One row per rated game and player."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="points")

    class Meta:
        constraints = [
            UniqueConstraint(
                fields=["pool", "handle", "place", "time_key", "game_id"], name="rating_point_once"
            )
        ]
        indexes = [
            Index(fields=["pool", "time_key", "game_id"], name="rating_point_order"),
            Index(fields=["pool", "handle", "place", "number"], name="rating_point_number"),
        ]

    def __str__(self) -> str:
        return f"{self.handle} {self.mu:.1f}"


class Standing(RatingFields, SumsRow):
    """One row per rated player, pool and seat: the last of the points, ready to be ranked by
    `low`, the lower end of the 95 % interval.
    """

    KEY = ("pool_id", "handle", "place")

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="standings")
    low = models.FloatField()

    class Meta:
        constraints = unique_keys(
            ("pool", "handle", "place"), "standing_once", "standing_snapshot_once"
        )
        indexes = [
            Index(models.F("snapshot"), models.F("pool"), models.F("place"),
                         models.F("low").desc(), name="standing_ranked"),
            Index(fields=["handle"], name="standing_player"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.handle} {self.low:.1f}"


FIT_KEY_FIELDS = ("kind", "edition", "mode", "board_digest", "is_simulated")
"""The key of a fit."""


class BalanceFit(RulesetFields, SumsRow):
    """One row per combination of `FIT_KEY_FIELDS` with a decided game between sides: the report of
    the model of balance (`analytics.inference.report`). `digest` is that of the model's input.
    """

    KEY = FIT_KEY_FIELDS

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
        constraints = unique_keys(FIT_KEY_FIELDS, "balance_fit_once", "balance_fit_snapshot_once")

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}: {self.games}"


SUMS_MODELS: tuple[type[SumsRow], ...] = (Cell, Tree, PlayerCell, Standing, BalanceFit)
"""The models that have live rows and rows of snapshots."""
