"""Tags: short labels that owners put on their games."""

from django.db import models
from django.db.models import Index, UniqueConstraint

from replays.text.names import MAX_KEY

LABEL_MAX = 30
"""Characters of a tag."""


class GameTag(models.Model):
    """One row per tag that an owner put on a game. `owner` is the key of the record with which it
    was done, `label` is shown, and `key` is the same for labels that differ only in spelling
    (`text.names.name_key`).
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="tags")
    owner = models.CharField(max_length=64)
    label = models.CharField(max_length=LABEL_MAX)
    key = models.CharField(max_length=MAX_KEY)

    class Meta:
        ordering = ("key", "id")
        constraints = [UniqueConstraint(fields=["game", "owner", "key"], name="game_tag_once")]
        indexes = [Index(fields=["key", "game"], name="game_tag_key")]

    def __str__(self) -> str:
        return self.label

    @property
    def shown_label(self) -> str:
        """The label without hidden names of players."""
        return str(self.game.without_hidden_names(self.label))
