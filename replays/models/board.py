"""Boards as data."""

from django.db import models


class Board(models.Model):
    """One row per distinct board; the same id with other content is another row.

    `digest` is the SHA-256 (hex) of the board's canonical JSON; games point at it by
    `board_digest`. If `is_masked`, the other fields are without names that are hidden in a game on
    this board.
    """

    digest = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=20)
    board_id = models.CharField(max_length=200, db_index=True)
    name = models.CharField(max_length=200, blank=True, default="")
    provenance = models.CharField(max_length=40, blank=True, default="")
    data = models.JSONField()
    is_masked = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("kind", "board_id", "digest")

    def __str__(self) -> str:
        return f"{self.board_id} ({self.digest[:8]})"

    @property
    def title(self) -> str:
        """The board's name, or its id."""
        return self.name or self.board_id
