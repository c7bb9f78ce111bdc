"""The displayed names of elements, tokens, Seasons and landscapes, in the reader's language. The
only rulebook is English; Italian has matching terms (`docs/translating.md`).
"""

from games.core.language import Labels, LazyLabels, gettext, pgettext
from games.core.language import gettext_noop as _

ELEMENT = LazyLabels(
    {
        "void": lambda: pgettext("element", "void"),
        "wind": lambda: pgettext("element", "wind"),
        "fire": lambda: pgettext("element", "fire"),
        "water": lambda: pgettext("element", "water"),
        "earth": lambda: pgettext("element", "earth"),
    }
)
"""The elements, inside a sentence."""
ELEMENT_TITLE = LazyLabels(
    {
        "void": lambda: pgettext("element", "Void"),
        "wind": lambda: pgettext("element", "Wind"),
        "fire": lambda: pgettext("element", "Fire"),
        "water": lambda: pgettext("element", "Water"),
        "earth": lambda: pgettext("element", "Earth"),
    }
)
PATTERN = Labels(
    {
        "void": _("gathers from the diagonal neighbours"),
        "wind": _("gathers from the orthogonal neighbours"),
        "fire": _("gathers from the rest of its column"),
        "water": _("gathers from the rest of its row"),
        "earth": _("gathers from the tiles beneath it"),
    }
)
"""The Pattern of each element (4.4)."""
GOAL = Labels(
    {
        "g1": _("Equal stacks"),
        "g2": _("Unequal stacks"),
        "g3": _("Odd stacks"),
        "g4": _("Even stacks"),
        "g5": _("Tallest of an element"),
        "g6": _("Shortest of an element"),
        "g7": _("All but the middle"),
        "g8": _("Middle stack"),
        "g9": _("Tallest and shortest"),
        "g10": _("Tallest and twice the shortest"),
        "g11": _("Tallest minus shortest"),
        "g12": _("Shortest stack"),
    }
)
"""Short names of the goal cards, which have none in print."""
TOKEN = Labels({"head": _("the Head"), "tail": _("the Tail")})
"""The Kitsune's tokens, inside a sentence."""
TOKEN_TITLE = Labels({"head": _("The Head"), "tail": _("The Tail")})
COIN = LazyLabels(
    {"heads": lambda: pgettext("coin", "heads"), "tails": lambda: pgettext("coin", "tails")}
)
_SEASONS = (_("Spring"), _("Summer"), _("Autumn"), _("Winter"))
LANDSCAPE = LazyLabels(
    {
        "peak": lambda: pgettext("landscape", "Peak"),
        "waves": lambda: pgettext("landscape", "Waves"),
        "mesa": lambda: pgettext("landscape", "Mesa"),
        "lake": lambda: pgettext("landscape", "Lake"),
        "hill": lambda: pgettext("landscape", "Hill"),
    }
)
DIFFICULTY = LazyLabels(
    {
        "normal": lambda: pgettext("difficulty", "Normal"),
        "expert": lambda: pgettext("difficulty", "Expert"),
    }
)


def season_name(number: int) -> str:
    """Return the name of a Season, counted from 1."""
    return gettext(_SEASONS[number - 1])
