"""What an owner chooses about the names in a game, and how statistics count it."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import pgettext_lazy


class ShownName(models.TextChoices):
    """How a player's name is shown."""

    FULL = "full", pgettext_lazy("name", "Full name")
    INITIALS = "initials", pgettext_lazy("name", "Initials")
    NONE = "none", pgettext_lazy("name", "No name")


class Statistics(models.TextChoices):
    """How statistics count a game: with its players, without their names, or not at all."""

    YES = "yes", pgettext_lazy("statistics", "Yes")
    RATES = "rates", pgettext_lazy("statistics", "Rates only")
    NO = "no", pgettext_lazy("statistics", "No")


STRICTNESS = (Statistics.YES, Statistics.RATES, Statistics.NO)
_NAMES = (ShownName.FULL, ShownName.INITIALS, ShownName.NONE)


def stricter(one: str, other: str) -> str:
    """Return the choice about statistics that counts less of a game."""
    return max(one, other, key=lambda choice: STRICTNESS.index(Statistics(choice)))


def read_names(text: str) -> dict[str, str]:
    """Return the choices about names by role; a role without one shows the full name.

    >>> read_names("goryo=none,samurai=initials")
    {'goryo': 'none', 'samurai': 'initials'}
    """
    pairs = (part.partition("=") for part in text.split(",") if part)
    return {role: choice for role, _, choice in pairs}


def write_names(choices: Mapping[str, str]) -> str:
    """Return the text form of choices about names."""
    hiding = sorted((role, choice) for role, choice in choices.items() if choice != ShownName.FULL)
    return ",".join(f"{role}={choice}" for role, choice in hiding)


def strictest_names(one: str, other: str) -> str:
    """Return for each role the choice that shows less, from two texts."""
    ours, theirs = read_names(one), read_names(other)
    full = ShownName.FULL.value
    return write_names(
        {
            role: max(
                ours.get(role, full),
                theirs.get(role, full),
                key=lambda choice: _NAMES.index(ShownName(choice)),
            )
            for role in {*ours, *theirs}
        }
    )
