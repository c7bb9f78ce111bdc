"""Players of a game: seats that are linked to uploader keys of accounts."""

from django.db import models
from django.utils import timezone


class SeatLink(models.Model):
    """The player of a seat: `key` is an uploader key of an account (`access.uploaders`). The owner
    of a record of the game, with the key `owner`, invited the player. A key has one seat in a game.

    `agreed_at_revision` is the revision of the game whose hidden information the player agreed to
    reveal to the other players. As soon as the players of all seats agreed to the revision of the
    game, it is revealed to them (`replays.reads.players`).
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="seat_links")
    role = models.CharField(max_length=20)
    key = models.CharField(max_length=64)
    owner = models.CharField(max_length=64)
    linked_at = models.DateTimeField(default=timezone.now, editable=False)
    agreed_at_revision = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("game_id", "role")
        indexes = [models.Index(fields=["key", "game"], name="seat_link_key")]
        constraints = [
            models.UniqueConstraint(fields=["game", "role"], name="seat_link_role_once"),
            models.UniqueConstraint(fields=["game", "key"], name="seat_link_key_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of game {self.game_id}"
