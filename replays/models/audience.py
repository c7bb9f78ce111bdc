"""Visibility: who can see a game or a collection."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.utils.translation import pgettext_lazy

from .choices import Statistics


class Visibility(models.TextChoices):
    """Who can see a game: everyone, everyone with its link, or only those who uploaded it."""

    PUBLIC = "public", pgettext_lazy("visibility", "Public")
    UNLISTED = "unlisted", pgettext_lazy("visibility", "Unlisted")
    PRIVATE = "private", pgettext_lazy("visibility", "Private")


@dataclass(frozen=True, slots=True)
class Audience:
    """Who can see a game, and how statistics count it. A private game becomes public at
    `public_from`, if that is set.
    """

    visibility: str = Visibility.PUBLIC
    public_from: datetime | None = None
    statistics: str = Statistics.YES

    @property
    def is_public(self) -> bool:
        """Whether everyone can find the game."""
        return self.visibility == Visibility.PUBLIC

    @property
    def wider(self) -> list[str]:
        """The visibilities with which more people see a game."""
        return Visibility.values[: Visibility.values.index(self.visibility)]


PUBLIC = Audience()
OPEN = (Visibility.PUBLIC, Visibility.UNLISTED)
"""Rows with these values answer to everyone who has their link."""
