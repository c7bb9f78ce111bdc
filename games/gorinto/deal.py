"""Random deals of Gorinto (rules page, section 3), as the set-up of a header."""

from typing import Any

from games.core.chance import Chance, pick
from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import ELEMENTS, TILES_EACH
from games.gorinto.rules.goals import COMPARING_LETTER, GOALS
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import CELLS


def shuffled(items: list[Any], chance: Chance) -> list[Any]:
    """Return the items in a random order, without changing the list."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(chance.random() * len(left))))
    return order


def deal(ruleset: Ruleset, landscape: Landscape, chance: Chance) -> dict[str, Any]:
    """Return a random `setup` of a header."""
    bag = iter(shuffled([name for name in ELEMENTS for _ in range(TILES_EACH)], chance))
    mountain = {
        cell: [next(bag) for _ in range(height)]
        for cell, height in zip(CELLS, landscape.heights, strict=True)
    }
    elements = shuffled(list(ELEMENTS), chance)
    setup: dict[str, Any] = {
        "mountain": mountain,
        "goals": _goals(ruleset, chance),
        "keys": elements[:2],
    }
    if ruleset.has_kitsune:
        setup["kitsune_keys"] = elements[2:4]
    elif ruleset.compassionate:
        setup["order"] = shuffled(list(ruleset.roles), chance)
    else:
        setup["start"] = pick(ruleset.roles, chance)
    return setup


def _goals(ruleset: Ruleset, chance: Chance) -> list[str]:
    """Return cards from the shuffled pile. A card is set aside if a neighbour has the same letter
    (3.4, 10.1, 11.1).
    """
    dealt: list[str] = []
    for name in shuffled(list(GOALS), chance):
        letter = GOALS[name].letter
        neighbours = dealt[-1:]
        if ruleset.partners and len(dealt) == ruleset.goals - 1:
            neighbours = [dealt[-1], dealt[0]]
        if ruleset.has_kitsune and letter == COMPARING_LETTER:
            continue
        if not letter or all(GOALS[other].letter != letter for other in neighbours):
            dealt.append(name)
        if len(dealt) == ruleset.goals:
            break
    return dealt
