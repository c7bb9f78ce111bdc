"""The five elements (rules page, 2.1). Inside the engine a tile is the number of its element."""

ELEMENTS = ("void", "wind", "fire", "water", "earth")
"""From top to bottom of the mat. The Kitsune breaks ties in this order (11.7)."""
VOID, WIND, FIRE, WATER, EARTH = range(5)
NUMBER = {name: number for number, name in enumerate(ELEMENTS)}
TILES_EACH = 20
DRAGON = "dragon"
"""A tile of an expansion that is not supported (2.6)."""

Counts = tuple[int, int, int, int, int]
"""A number of tiles for each element."""
NO_TILES: Counts = (0, 0, 0, 0, 0)


def counts(numbers: list[int]) -> Counts:
    """Return five numbers as an immutable value. Raise ValueError if there are not five."""
    void, wind, fire, water, earth = numbers
    return void, wind, fire, water, earth


def by_name(numbers: Counts) -> dict[str, int]:
    """Return the number of tiles by element name.

    >>> by_name((1, 0, 0, 0, 2))["earth"]
    2
    """
    return dict(zip(ELEMENTS, numbers, strict=True))
