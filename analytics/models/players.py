"""Players' sums, and the stored fits of balance and ratings."""

from django.db import models
from django.db.models import CheckConstraint, Index, Q

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


POOL_FIELDS = ("kind", "is_simulated")
"""The key of a pool: the games that one model of results is fitted to."""


class ResultsFit(SumsRow):
    """One row per pool with a decided game between sides: the fit of balance and ratings
    (`analytics.results_model`) that `BalanceFit` and `Standing` are views of.

    `digest` is that of the model's input. `is_full`: fitted from nothing, not from the stored mode.
    `variances` are standard deviations in logits, null for one that does not matter.
    """

    KEY = POOL_FIELDS

    kind = models.CharField(max_length=20)
    is_simulated = models.BooleanField()
    model_version = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    is_full = models.BooleanField(default=True)
    revision = models.PositiveBigIntegerField(
        help_text="the ledger's, when the fit was last found up to date"
    )
    fitted_at = models.DateTimeField()
    games = models.PositiveIntegerField()
    variances = models.JSONField()

    class Meta:
        constraints = unique_keys(POOL_FIELDS, "results_fit_once", "results_fit_snapshot_once")

    def __str__(self) -> str:
        return f"{self.kind}: {self.games}"


class Standing(SumsRow):
    """One row per named player of a pool, overall and in each side: the rating with its 95 %
    interval, in points relative to the average of the pool's largest component (1500).

    `role` is empty overall, else the side. `component` numbers the players linked by common games,
    the most players first. `curve` is the overall rating over time: [day as an ordinal, rating,
    low, high].
    """

    KEY = ("kind", "is_simulated", "handle", "role")

    kind = models.CharField(max_length=20)
    is_simulated = models.BooleanField()
    handle = models.CharField(max_length=16)
    role = models.CharField(max_length=40, blank=True)
    component = models.PositiveIntegerField()
    games = models.PositiveIntegerField()
    rating = models.FloatField()
    low = models.FloatField()
    high = models.FloatField()
    curve = models.JSONField(default=list)

    class Meta:
        constraints = unique_keys(
            ("kind", "is_simulated", "handle", "role"), "standing_once", "standing_snapshot_once"
        )
        indexes = [
            Index(models.F("snapshot"), models.F("kind"), models.F("is_simulated"),
                  models.F("role"), models.F("component"), models.F("low").desc(),
                  name="standing_ranked"),
            Index(fields=["handle"], name="standing_player"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.handle} {self.low:.0f}"


FIT_KEY_FIELDS = ("kind", "edition", "mode", "board_digest", "is_simulated")
"""The key of a fit of balance."""


class BalanceFit(RulesetFields, SumsRow):
    """One row per combination of `FIT_KEY_FIELDS` with a decided game between sides: the balance
    of a group in the fit of its pool, and upload bias (`analytics.services.results`).
    """

    KEY = FIT_KEY_FIELDS

    board_digest = models.CharField(max_length=64)
    is_simulated = models.BooleanField()
    games = models.PositiveIntegerField()
    report = models.JSONField()

    class Meta:
        constraints = unique_keys(FIT_KEY_FIELDS, "balance_fit_once", "balance_fit_snapshot_once")

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.mode}: {self.games}"


SUMS_MODELS: tuple[type[SumsRow], ...] = (
    Cell,
    Tree,
    PlayerCell,
    ResultsFit,
    Standing,
    BalanceFit,
)
"""The models that have live rows and rows of snapshots."""
