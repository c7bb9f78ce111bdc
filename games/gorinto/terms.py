"""What things of Gorinto are called in the reader's language. There is one rulebook, in English;
Italian has the words that fit it (`docs/translating.md`).
"""

from games.core.language import Labels, LazyLabels, gettext, gettext_noop, pgettext

ELEMENT = LazyLabels(
    {
        "void": lambda: pgettext("element", "void"),
        "wind": lambda: pgettext("element", "wind"),
        "fire": lambda: pgettext("element", "fire"),
        "water": lambda: pgettext("element", "water"),
        "earth": lambda: pgettext("element", "earth"),
    }
)
"""The elements, amid a sentence."""
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
        "void": gettext_noop("gathers from the diagonal neighbours"),
        "wind": gettext_noop("gathers from the orthogonal neighbours"),
        "fire": gettext_noop("gathers from the other cells of its column"),
        "water": gettext_noop("gathers from the other cells of its row"),
        "earth": gettext_noop("gathers from the tiles beneath it"),
    }
)
"""What each element gathers from (4.4)."""
TOKEN = Labels({"head": gettext_noop("the Head"), "tail": gettext_noop("the Tail")})
"""The tokens of the Kitsune, amid a sentence."""
TOKEN_TITLE = Labels({"head": gettext_noop("The Head"), "tail": gettext_noop("The Tail")})
COIN = LazyLabels(
    {
        "heads": lambda: pgettext("coin", "heads"),
        "tails": lambda: pgettext("coin", "tails"),
    }
)
SEASONS = (
    lambda: gettext("Spring"),
    lambda: gettext("Summer"),
    lambda: gettext("Autumn"),
    lambda: gettext("Winter"),
)
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
    """A Season by its number, from 1."""
    return SEASONS[number - 1]()
