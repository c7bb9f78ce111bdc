"""Variations: lines played on from a step of a game by a user (docs/adr/0013)."""

from django.db import models
from django.db.models import Q
from django.urls import reverse

from .identity import ListableModel

NAME_MAX = 80
LINE_MAX = 400
"""Events that a variation can have after it leaves its game."""


class Branch(ListableModel):
    """A variation: `game_step` events of the game, then those `inherited` from a parent (copied, so
    independent of its later changes), then its own `events`.

    An entry of `inherited` and `events` is `{"event": plain event, "by": "choice", "secrets",
    "game" or "chance", "assumed": true or false}`, with the "key" of the request that sent it, if
    it had one. It is played as `view`, and offers and answers
    reveal no more than that view may know. `is_counterfactual`: some event is assumed, against or
    without the game's secrets. `seed` is the seed of random choices.
    """

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="branches")
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="branches"
    )
    view = models.CharField(max_length=20)
    game_step = models.PositiveIntegerField(help_text="events of the game that it keeps")
    inherited = models.JSONField(default=list, blank=True)
    events = models.JSONField(default=list, blank=True)
    n_events = models.PositiveIntegerField(default=0, help_text="after those of the game")
    name = models.CharField(max_length=NAME_MAX, blank=True, default="")
    is_counterfactual = models.BooleanField(default=False)
    seed = models.CharField(max_length=32)

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "branches"
        indexes = [
            models.Index(fields=["touched_at"], name="branch_empty", condition=Q(n_events=0)),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} from {self.from_step}"

    def get_absolute_url(self) -> str:
        """Return the address of its page."""
        return reverse("branch", args=[self.public_id])

    @property
    def shown_name(self) -> str:
        """The name without hidden names of players."""
        return str(self.game.without_hidden_names(self.name))

    @property
    def from_step(self) -> int:
        """The step it starts at: the number of events before its own."""
        return self.game_step + len(self.inherited)

    @property
    def last_step(self) -> int:
        """The number of its last step."""
        return self.from_step + len(self.events)
