"""Games (accepted logs) and their seats."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from replays.text.masks import mask_of_log, masked
from replays.text.name_masks import NameMask
from replays.text.names import MAX_KEY, MAX_NAME

from .audience import Visibility
from .choices import Statistics, read_names
from .identity import REASON_MAX, PublicModel
from .visibility import present, reachable, visible

PART_LENGTH = 32
"""Hex digits of the digest of a part of a play."""


POSITION_BITS = 24
"""Bits of a game's key for its position in the upload: more games than a file can hold."""


def game_key(upload_id: int, position: int) -> int:
    """Return the primary key of a game. Sorted downwards, keys have the order of lists: the newest
    upload first, and inside an upload the order of the file.
    """
    return (upload_id << POSITION_BITS) + (1 << POSITION_BITS) - 1 - position


def stored_order(pk: int) -> tuple[int, int]:
    """Return the place of a game in the order of uploads, oldest first, and of their files."""
    return pk >> POSITION_BITS, -pk


class NotCounted(models.TextChoices):
    """Why statistics exclude a game."""

    SAME_MOVES = "same_moves", gettext_lazy("same moves as another game")
    CONTRADICTION = "contradiction", gettext_lazy("contradicts another record of the same game")
    INCOMPLETE = "incomplete", gettext_lazy("one side's sheet without the other side's moves")
    STAFF = "staff", gettext_lazy("decided by an administrator")
    EXAMPLE = "example", gettext_lazy("a worked example, not played by people")


class GameQuerySet(models.QuerySet["Game"]):
    """Queries of visible, reachable and counting games."""

    def present(self) -> Self:
        """Return the games that were neither withdrawn nor deleted, also private ones."""
        return self.filter(present())

    def visible(self) -> Self:
        """Return the games that everyone can find: public and present."""
        return self.filter(visible())

    def reachable(self, keys: Iterable[str] = (), *, is_staff: bool = False) -> Self:
        """Return the games whose addresses answer to an owner with these keys: public and unlisted
        ones, and the owner's private ones. Staff reach all.
        """
        return self.filter(reachable(keys, is_staff=is_staff))

    def counting(self) -> Self:
        """Return the visible games that statistics include: those the current engine accepts and
        whose owner lets them count, each play once.
        """
        return self.listed().filter(not_counted="").exclude(statistics=Statistics.NO)

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
    `visibility` is who can see it (`models.visibility`); a private game with `public_from` becomes
    public then. A game with `deleted_at` can be restored by its owner for some days.
    `public_number` is its place among the games in the order in which they became public, at
    `public_at` (`replays.intake.publishing`); both are null until it is public.

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
    initial_seats = models.PositiveIntegerField(
        default=0, db_default=0, help_text="those of them that are shown with initials"
    )
    names_shown = models.CharField(
        max_length=250,
        blank=True,
        default="",
        db_default="",
        help_text="choices by role",
    )
    statistics = models.CharField(
        max_length=5, choices=Statistics, default=Statistics.YES, db_default="yes"
    )
    refused_by = models.CharField(max_length=40, blank=True, default="")
    match_key = models.CharField(
        max_length=64, blank=True, default="", help_text="the same for games of one match"
    )
    match_game = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="which game of its match"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.CharField(
        max_length=REASON_MAX, blank=True, default="", help_text="shown to its owner"
    )
    visibility = models.CharField(
        max_length=10, choices=Visibility, default=Visibility.PUBLIC, db_default="public"
    )
    public_from = models.DateTimeField(
        null=True, blank=True, help_text="when a private game becomes public"
    )
    deleted_at = models.DateTimeField(null=True, blank=True, help_text="by its owner")
    public_number = models.PositiveBigIntegerField(
        null=True, blank=True, editable=False, help_text="in the order of becoming public"
    )
    public_at = models.DateTimeField(null=True, blank=True, editable=False)
    upload = models.ForeignKey(
        "replays.Upload", null=True, blank=True, on_delete=models.SET_NULL, related_name="games"
    )

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)  # newest first: ids are given at storing, and are never equal
        indexes = [
            models.Index(
                F("is_simulated"), F("id").desc(), name="game_visible_newest", condition=visible()
            ),
            models.Index(fields=["public_number"], name="game_public_number", condition=visible()),
            models.Index(
                fields=["public_at"],
                name="game_public_at",
                condition=Q(public_at__isnull=False),
            ),
            models.Index(
                fields=["public_from"],
                name="game_public_from",
                condition=Q(public_from__isnull=False),
            ),
            models.Index(
                fields=["deleted_at"], name="game_deleted", condition=Q(deleted_at__isnull=False)
            ),
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
                condition=Q(visibility__in=Visibility.values), name="game_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(public_from__isnull=True) | Q(visibility=Visibility.PRIVATE),
                name="game_public_later_is_private",
            ),
            models.CheckConstraint(
                condition=Q(not_counted__in=["", *NotCounted.values]), name="game_not_counted_known"
            ),
            models.CheckConstraint(
                condition=Q(statistics__in=Statistics.values), name="game_statistics_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.edition} {self.public_id}"

    @property
    def is_present(self) -> bool:
        """Whether it was neither withdrawn nor deleted."""
        return self.withdrawn_at is None and self.deleted_at is None

    @property
    def is_visible(self) -> bool:
        """Whether everyone can find it: it is public and present."""
        return self.is_present and self.visibility == Visibility.PUBLIC

    @property
    def shown_key(self) -> str:
        """Key of what is published of the game: changes when a name is hidden or shown."""
        return f"{self.digest}{self._hidden_tag}"

    @property
    def public_tag(self) -> str:
        """The same with the public id, for clients."""
        return f"{self.public_id}-{self.revision}{self._hidden_tag}"

    @property
    def _hidden_tag(self) -> str:
        if not self.hidden_seats:
            return ""
        tag = f"-{self.hidden_seats}"
        return f"{tag}-{self.initial_seats}" if self.initial_seats else tag

    @property
    def name_choices(self) -> dict[str, str]:
        """The owner's choices about names by role (`ShownName`), without those for full names."""
        return read_names(self.names_shown)

    @property
    def hidden_positions(self) -> list[int]:
        """The positions of the players whose names are not public."""
        bits = self.hidden_seats
        return [n for n in range(bits.bit_length()) if bits >> n & 1]

    @cached_property
    def _hidden_names(self) -> NameMask:
        return mask_of_log(self.canonical, self.hidden_positions)

    def without_hidden_names(self, value: Any) -> Any:
        """Return plain data about the game without the hidden names of its players."""
        return masked(value, self._hidden_names) if self.hidden_seats else value

    def get_absolute_url(self) -> str:
        """Return the address of the game's replay."""
        return reverse("replay", args=[self.public_id])


class Seat(models.Model):
    """One row per player of a game. A log can omit a role, or the name of a player (null). A hidden
    name is not stored here: if the person hid it everywhere, the seat refers to the `person`; if
    the owner of the game hid it, it may have `initials`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    role = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField(help_text="order in the log's players, from 0")
    person = models.ForeignKey(
        "replays.Person", null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    name = models.CharField(max_length=MAX_NAME, null=True, blank=True)
    name_key = models.CharField(max_length=MAX_KEY, null=True, blank=True)
    initials = models.CharField(max_length=20, blank=True, default="", db_default="")

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
        return f"{self.role}: {self.shown_name or '?'}"

    @property
    def shown_name(self) -> str | None:
        """The name as pages show it: in full or as initials; None: not named."""
        return self.name or self.initials or None
