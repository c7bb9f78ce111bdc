"""Games: accepted logs, and who sat where."""

from typing import Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from replays.text.names import MAX_KEY, MAX_NAME

from .identity import PUBLIC_ID_LENGTH, new_public_id


class GameQuerySet(models.QuerySet["Game"]):
    """Games, with the one rule about which of them anyone may see."""

    def visible(self) -> Self:
        """Games that were not withdrawn."""
        return self.filter(withdrawn_at__isnull=True)

    def counting(self) -> Self:
        """Visible games that numbers speak of: those whose log the present engine reads."""
        return self.visible().filter(refused_by="")


class Game(models.Model):
    """One row per accepted, distinct log. Immutable but for its withdrawal and for what
    `manage.py reverify` finds; steps are recomputed, never stored.

    `digest` is the SHA-256 (hex) of `canonical`, the log's canonical form; of an unfinished log it
    is taken together with its sender (`replays.pipeline.identity`), so that nobody else can try
    guesses of its secrets against it. `winner` and `reason` are what the engine of `engine_version`
    found, not what the log claimed; both are null while the log is unfinished. Several winners
    stand in one word, sorted: `p1+p3`. `refused_by` is the version of a later engine that refuses
    the log, empty where none does: such a game is kept and shown as what it is, and no number
    counts it.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    digest = models.CharField(max_length=64, unique=True)
    play_digest = models.CharField(
        max_length=64, help_text="of the play alone, without names, notes and times"
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
    created_at = models.DateTimeField(default=timezone.now, editable=False)
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
            models.Index(fields=["play_digest"], name="game_play"),
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
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.public_id}"

    @property
    def shown_key(self) -> str:
        """What is told of the game, in one word: changes when a name is left out or comes back."""
        return f"{self.digest}-{self.hidden_seats}" if self.hidden_seats else self.digest

    @property
    def public_tag(self) -> str:
        """The same with the public id, for what everybody is told."""
        return f"{self.public_id}-{self.hidden_seats}" if self.hidden_seats else self.public_id

    def get_absolute_url(self) -> str:
        """The address of the game's replay."""
        return reverse("replay", args=[self.public_id])


class Seat(models.Model):
    """One row per seat taken in a game. A log may leave a role without a seat, or a seat without a
    name (null). Whose name is left out of public pages has none here either, but a `person`.
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
            models.Index(F("name_key"), F("id").desc(), name="seat_name_newest"),
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
