"""Games (accepted logs) and their seats."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from replays.text.names import MAX_KEY, MAX_NAME

from .identity import PublicModel

PART_LENGTH = 32
"""Hex digits of the digest of a part of a play."""


POSITION_BITS = 24
"""Bits of a game's key for its position in the upload: more games than a file can hold."""


def game_key(upload_id: int, position: int) -> int:
    """Return the primary key of a game. Sorted downwards, keys have the order of lists: the newest
    upload first, and inside an upload the order of the file.
    """
    return (upload_id << POSITION_BITS) + (1 << POSITION_BITS) - 1 - position


class NotCounted(models.TextChoices):
    """Why statistics exclude a game."""

    SAME_MOVES = "same_moves", gettext_lazy("same moves as another game")
    CONTRADICTION = "contradiction", gettext_lazy("contradicts another record of the same game")
    INCOMPLETE = "incomplete", gettext_lazy("one side's sheet without the other side's moves")
    STAFF = "staff", gettext_lazy("decided by an administrator")
    EXAMPLE = "example", gettext_lazy("a worked example, not played by people")


class GameQuerySet(models.QuerySet["Game"]):
    """Queries of visible and of counting games."""

    def visible(self) -> Self:
        """Return the games that were not withdrawn."""
        return self.filter(withdrawn_at__isnull=True)

    def counting(self) -> Self:
        """Return the visible games that statistics include: those the current engine accepts, each
        play once.
        """
        return self.listed().filter(not_counted="")

    def listed(self) -> Self:
        """Return the visible games that the current engine accepts."""
        return self.visible().filter(refused_by="")

    def comparable(self) -> Self:
        """Return the games that any upload may be compared with. An unfinished game is never
        compared with another uploader's log, since the answer could confirm a guess of its secrets.
        """
        return self.visible().filter(is_finished=True)


class Game(PublicModel):
    """One row per play at a table. It has one or more records (`Record`), and `canonical` is the
    union of what they know. Steps are recomputed, never stored.

    The primary key puts games in the order of lists when it is sorted downwards: the newest upload
    first, and inside an upload the order of the file (`game_key`). `revision` grows with each
    change of the log.

    `shared_digest`, `part_1` to `part_3` and `is_distinctive` find other records of the same play
    (`games.core.play`), `setup_digest` games with the same set-up; they are empty for an unfinished
    game. A game with `not_counted` is in lists, but in no statistics; `same_as` is the game that
    counts instead, and `differs_at` the index of the first event that contradicts it. `decision` is
    why an administrator overruled it.

    `digest` is the SHA-256 (hex) of `canonical`, the log's canonical form; for an unfinished log it
    includes the uploader (`replays.pipeline.identity`), so that strangers can't test guesses of its
    secrets. `winner` and `reason` are computed by the engine of `engine_version`, not claimed by
    the log; both are null for an unfinished log. Several winners are sorted and joined: `p1+p3`.
    `refused_by` is the version of a later engine that refuses the log, or empty: such a game is
    shown, but no statistics include it.
    """

    digest = models.CharField(max_length=64, db_index=True)
    shared_digest = models.CharField(
        max_length=64, blank=True, default="", help_text="the same for all records of one play"
    )
    part_1 = models.CharField(max_length=PART_LENGTH, blank=True, default="")
    part_2 = models.CharField(max_length=PART_LENGTH, blank=True, default="")
    part_3 = models.CharField(max_length=PART_LENGTH, blank=True, default="")
    setup_digest = models.CharField(
        max_length=PART_LENGTH,
        blank=True,
        default="",
        help_text="of rules, board and set-up; empty for an unfinished game",
    )
    is_distinctive = models.BooleanField(
        default=False, help_text="has enough decisions not to repeat by chance"
    )
    revision = models.PositiveIntegerField(default=1)
    position = models.PositiveIntegerField(default=0, help_text="in its upload, from 0")
    not_counted = models.CharField(max_length=20, choices=NotCounted, blank=True, default="")
    same_as = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies"
    )
    differs_at = models.PositiveIntegerField(null=True, blank=True)
    decision = models.TextField(
        blank=True, default="", help_text="why an administrator counts it or not"
    )
    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True, help_text="empty: the only one")
    mode = models.CharField(max_length=40, help_text="a mode of the kind")
    board_id = models.CharField(max_length=200)
    board_digest = models.CharField(max_length=64)
    played_on = models.DateField(null=True, blank=True)
    month = models.CharField(max_length=7, null=True, blank=True, help_text="YYYY-MM of played_on")
    n_events = models.PositiveIntegerField()
    winner = models.CharField(max_length=20, null=True, blank=True)
    reason = models.CharField(max_length=20, null=True, blank=True)
    is_finished = models.BooleanField()
    is_simulated = models.BooleanField()
    warnings = models.JSONField(default=list, blank=True)
    canonical = models.TextField()
    engine_version = models.CharField(max_length=40, help_text="that found the result")
    hidden_seats = models.PositiveIntegerField(
        default=0, help_text="a bit for each position whose name is left out of public pages"
    )
    refused_by = models.CharField(max_length=40, blank=True, default="")
    match_key = models.CharField(
        max_length=64, blank=True, default="", help_text="the same for games of one match"
    )
    match_game = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="which game of its match"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    upload = models.ForeignKey(
        "replays.Upload", null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)  # newest first: ids are given at storing, and are never equal
        indexes = [
            models.Index(F("is_simulated"), F("id").desc(), name="game_sim_newest"),
            models.Index(fields=["kind", "edition", "mode"], name="game_ruleset"),
            models.Index(fields=["kind", "winner", "reason"], name="game_result"),
            models.Index(fields=["board_digest"], name="game_board"),
            models.Index(fields=["played_on"], name="game_played_on"),
            models.Index(fields=["month"], name="game_month"),
            *(
                models.Index(fields=[field], name=f"game_{name}", condition=~Q(**{field: ""}))
                for field, name in (
                    ("shared_digest", "shared"),
                    ("part_1", "part_1"),
                    ("part_2", "part_2"),
                    ("part_3", "part_3"),
                    ("setup_digest", "setup"),
                )
            ),
            models.Index(fields=["match_key"], name="game_match", condition=~Q(match_key="")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(is_finished=True) | Q(winner__isnull=True, reason__isnull=True),
                name="game_unfinished_has_no_result",
            ),
            models.CheckConstraint(
                condition=Q(is_finished=False) | Q(reason__isnull=False),
                name="game_finished_has_reason",
            ),
            models.CheckConstraint(condition=~Q(digest=""), name="game_has_digest"),
            models.CheckConstraint(
                condition=Q(not_counted__in=["", *NotCounted.values]), name="game_not_counted_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.public_id}"

    @property
    def shown_key(self) -> str:
        """Key of what is published of the game: changes when a name is hidden or shown."""
        return f"{self.digest}-{self.hidden_seats}" if self.hidden_seats else self.digest

    @property
    def public_tag(self) -> str:
        """The same with the public id, for clients."""
        tag = f"{self.public_id}-{self.revision}"
        return f"{tag}-{self.hidden_seats}" if self.hidden_seats else tag

    def get_absolute_url(self) -> str:
        """Return the address of the game's replay."""
        return reverse("replay", args=[self.public_id])


class Seat(models.Model):
    """One row per player of a game. A log can omit a role, or the name of a player (null). A hidden
    name is not stored here; the seat refers to its `person` instead.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField(help_text="order in the log's players, from 0")
    person = models.ForeignKey(
        "replays.Person", null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=MAX_NAME, null=True, blank=True)
    name_key = models.CharField(max_length=MAX_KEY, null=True, blank=True)

    class Meta:
        ordering = ("game_id", "position")
        indexes = [
            models.Index(fields=["name_key", "role"], name="seat_name_key"),
            models.Index(F("name_key"), F("game").desc(), name="seat_name_newest"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="seat_position_once"),
            models.CheckConstraint(
                condition=Q(name__isnull=True, name_key__isnull=True)
                | Q(name__isnull=False, name_key__isnull=False),
                name="seat_name_with_key",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.name or '?'}"
