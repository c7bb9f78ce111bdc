"""Words that all doors count with."""


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun; `many` where the plural is not `one` with an s.

    >>> counted(1, "game"), counted(0, "game"), counted(2, "box", "boxes")
    ('1 game', '0 games', '2 boxes')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"
