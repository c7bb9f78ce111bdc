"""What-if branches: what somebody played on from a step of a game (docs/adr/0013)."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from .identity import PUBLIC_ID_LENGTH, new_public_id

NAME_MAX = 80
LINE_MAX = 400
"""Events that a branch may have after it left its game."""


class Branch(models.Model):
    """One row per branch. What it has from its game and its parent never changes, whatever becomes
    of the parent: `game_step` events of the game, then `inherited`, then its own `events`.

    An entry of `inherited` and `events` is `{"event": plain event, "by": "choice", "secrets",
    "game" or "chance", "assumed": true or false}`. `view` is who it is played as: no more is
    offered, or answered, than that view may know. `is_counterfactual`: some event is assumed, not
    what the game's secrets say. Chance of the server is drawn from `seed`.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="branches")
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="branches"
    )
    view = models.CharField(max_length=20)
    game_step = models.PositiveIntegerField(help_text="events of the game that it keeps")
    inherited = models.JSONField(default=list, blank=True)
    events = models.JSONField(default=list, blank=True)
    n_events = models.PositiveIntegerField(default=0, help_text="of its own")
    name = models.CharField(max_length=NAME_MAX, blank=True, default="")
    is_counterfactual = models.BooleanField(default=False)
    seed = models.CharField(max_length=32)
    edit_key = models.CharField(max_length=64, help_text="a digest; the key itself is not kept")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    touched_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "branches"
        indexes = [
            models.Index(fields=["touched_at"], name="branch_empty", condition=Q(n_events=0)),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} from {self.from_step}"

    def get_absolute_url(self) -> str:
        """The address of its page."""
        return reverse("branch", args=[self.public_id])

    @property
    def from_step(self) -> int:
        """The step it begins at: that many events come before its own."""
        return self.game_step + len(self.inherited)

    @property
    def last_step(self) -> int:
        """The number of its last step."""
        return self.from_step + len(self.events)
