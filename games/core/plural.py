"""Plurals in English, for commands."""


def count_noun(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun. The plural is the singular with an s by default.

    >>> count_noun(1, "game"), count_noun(0, "game"), count_noun(2, "box", "boxes")
    ('1 game', '0 games', '2 boxes')
    """
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
