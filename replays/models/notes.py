"""Notes and marks on the steps of a game, shared by link."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy

from replays.text.drawings import without_drawings

from .identity import ListableModel

TITLE_MAX = 100
AUTHOR_MAX = 80
TEXT_MAX = 2000
SHAPES_MAX = 40


class Glyph(models.TextChoices):
    """Marks of moves, as in chess annotation."""

    GOOD = "!", gettext_lazy("good")
    MISTAKE = "?", gettext_lazy("mistake")
    INTERESTING = "!?", gettext_lazy("interesting")
    DUBIOUS = "?!", gettext_lazy("dubious")
    BRILLIANT = "!!", gettext_lazy("brilliant")
    BLUNDER = "??", gettext_lazy("blunder")


class AnnotationSet(ListableModel):
    """A set of notes on a game. It belongs to a `view`, and is shown if that view is public."""

    game = models.ForeignKey("replays.Game", on_delete=models.CASCADE, related_name="annotations")
    view = models.CharField(max_length=20)
    title = models.CharField(max_length=TITLE_MAX, blank=True, default="")
    author = models.CharField(max_length=AUTHOR_MAX, blank=True, default="")
    n_notes = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("-id",)
        indexes = [
            models.Index(fields=["touched_at"], name="notes_empty", condition=Q(n_notes=0)),
        ]

    def __str__(self) -> str:
        return f"{self.public_id}: {self.title or 'notes'}"

    def get_absolute_url(self) -> str:
        """Return the address of the game with these notes."""
        return reverse("notes", args=[self.public_id])

    @property
    def shown_title(self) -> str:
        """The title without hidden names."""
        return str(self.game.without_hidden_names(self.title))

    @property
    def shown_author(self) -> str:
        """The author without hidden names."""
        return str(self.game.without_hidden_names(self.author))


class Annotation(models.Model):
    """The note on one step of a set (0: the start): text, a glyph, and `shapes`, a list of
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

    @property
    def plain_text(self) -> str:
        """The text without circles and arrows, and without hidden names."""
        return without_drawings(self.shown_text)

    @property
    def shown_text(self) -> str:
        """The text without hidden names."""
        return str(self.of.game.without_hidden_names(self.text))
