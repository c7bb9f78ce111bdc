"""Notes and marks on the steps of a game: an author's, shared by link."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from .identity import PUBLIC_ID_LENGTH, new_public_id

TITLE_MAX = 100
AUTHOR_MAX = 80
TEXT_MAX = 2000
SHAPES_MAX = 40


class Glyph(models.TextChoices):
    """What a mark says of a move, as in notes on chess."""

    GOOD = "!", gettext_lazy("good")
    MISTAKE = "?", gettext_lazy("mistake")
    INTERESTING = "!?", gettext_lazy("interesting")
    DUBIOUS = "?!", gettext_lazy("dubious")
    BRILLIANT = "!!", gettext_lazy("brilliant")
    BLUNDER = "??", gettext_lazy("blunder")


class AnnotationSet(models.Model):
    """One row per set of notes on a game. It belongs to a `view`, and is shown where that view is
    open.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=new_public_id, editable=False
    )
    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="annotations")
    view = models.CharField(max_length=20)
    title = models.CharField(max_length=TITLE_MAX, blank=True, default="")
    author = models.CharField(max_length=AUTHOR_MAX, blank=True, default="")
    edit_key = models.CharField(max_length=64, help_text="a digest; the key itself is not kept")
    n_notes = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    touched_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["touched_at"], name="notes_empty", condition=Q(n_notes=0)),
        ]

    def __str__(self) -> str:
        return f"{self.public_id}: {self.title or 'notes'}"

    def get_absolute_url(self) -> str:
        """The address of the game with these notes."""
        return reverse("notes", args=[self.public_id])


class Annotation(models.Model):
    """One row per annotated step of a set (0: the start): text, a glyph, and `shapes`, a list of
    `{"form": "circle", "cell", "colour"}` and `{"form": "arrow", "from", "to", "colour"}`.
    """

    of = models.ForeignKey(AnnotationSet, on_delete=models.CASCADE, related_name="notes")
    step = models.PositiveIntegerField()
    text = models.CharField(max_length=TEXT_MAX, blank=True, default="")
    glyph = models.CharField(max_length=2, choices=Glyph, blank=True, default="")
    shapes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("of_id", "step")
        constraints = [
            models.UniqueConstraint(fields=["of", "step"], name="note_step_once"),
            models.CheckConstraint(
                condition=Q(glyph="") | Q(glyph__in=Glyph.values), name="note_glyph_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.step} {self.glyph}"
