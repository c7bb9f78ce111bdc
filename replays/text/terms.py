"""Labels of results and of how games end."""

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy

from games.core.contract import GameKind

_REASONS = {
    "abandon": pgettext_lazy("way of ending", "abandoned"),
    "bound": pgettext_lazy("way of ending", "bound"),
    "captures": pgettext_lazy("way of ending", "captures"),
    "decoys": pgettext_lazy("way of ending", "decoys"),
    "escape": pgettext_lazy("way of ending", "escape"),
    "exorcism": pgettext_lazy("way of ending", "exorcism"),
    "fewest_tiles": pgettext_lazy("way of ending", "fewest tiles"),
    "resign": pgettext_lazy("way of ending", "resign"),
    "revenge": pgettext_lazy("way of ending", "revenge"),
    "shared": pgettext_lazy("way of ending", "shared"),
    "solo_tie": pgettext_lazy("way of ending", "solo tie"),
    "spirits": pgettext_lazy("way of ending", "spirits"),
    "stuck": pgettext_lazy("way of ending", "stuck"),
    "unknown": pgettext_lazy("way of ending", "unknown"),
    "turn_cap": pgettext_lazy("way of ending", "turn cap"),
    "wisdom": pgettext_lazy("way of ending", "wisdom"),
}


def reason_label(reason: str) -> str:
    """Return how a game ended in one or two words, for filters and tables."""
    return str(_REASONS.get(reason, reason.replace("_", " ")))


def result_text(kind: GameKind, winner: str | None, reason: str | None) -> tuple[str, str]:
    """Return a game's result and how it ended: `("Goryō won", …)`, `("Unfinished", "")`."""
    if reason is None:
        return gettext("Unfinished"), ""
    if reason == "unknown":
        return gettext("Finished"), gettext("the end is not known from this record")
    how = kind.identity.reasons.get(reason, reason)
    if winner is None:
        return gettext("No winner"), how
    return capfirst(gettext("{side} won").format(side=kind.identity.winner_text(winner))), how
