"""The five elements (rules page, 2.1). Inside the engine a tile is an element's number."""

ELEMENTS = ("void", "wind", "fire", "water", "earth")
"""From top to bottom of the mat; also the order in which the Kitsune prefers them (11.7)."""
VOID, WIND, FIRE, WATER, EARTH = range(5)
NUMBER = {name: number for number, name in enumerate(ELEMENTS)}
TILES_EACH = 20
DRAGON = "dragon"
"""A tile of an expansion that is not played here (2.6)."""

Counts = tuple[int, int, int, int, int]
"""How many of each element."""
NONE_OF_ANY: Counts = (0, 0, 0, 0, 0)


def counts(numbers: list[int]) -> Counts:
    """Five numbers as a value that never changes. Raises ValueError where there are not five."""
    void, wind, fire, water, earth = numbers
    return void, wind, fire, water, earth


def by_name(numbers: Counts) -> dict[str, int]:
    """How many of each element, by its name.

    >>> by_name((1, 0, 0, 0, 2))["earth"]
    2
    """
    return dict(zip(ELEMENTS, numbers, strict=True))
