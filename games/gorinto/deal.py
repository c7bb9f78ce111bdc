"""Dealing a game of Gorinto by chance (rules page, section 3): what a log's header says of the
table.
"""

from typing import Any

from games.core.chance import Chance, pick
from games.gorinto.rules.editions import Ruleset
from games.gorinto.rules.elements import ELEMENTS, TILES_EACH
from games.gorinto.rules.goals import COMPARING, GOALS
from games.gorinto.rules.landscapes import Landscape
from games.gorinto.rules.mountain import CELLS


def shuffled(items: list[Any], chance: Chance) -> list[Any]:
    """The items in an order as likely as any other; the list itself is not changed."""
    left, order = list(items), []
    while left:
        order.append(left.pop(int(chance.random() * len(left))))
    return order


def deal(ruleset: Ruleset, landscape: Landscape, chance: Chance) -> dict[str, Any]:
    """The `setup` of a header."""
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
    """Cards from the shuffled pile; one that bears the letter of a card it may not lie beside is
    set aside (3.4, 10.1, 11.1).
    """
    dealt: list[str] = []
    for name in shuffled(list(GOALS), chance):
        letter = GOALS[name].letter
        beside = dealt[-1:]
        if ruleset.partners and len(dealt) == ruleset.goals - 1:
            beside = [dealt[-1], dealt[0]]
        if ruleset.has_kitsune and letter == COMPARING:
            continue
        if not letter or all(GOALS[other].letter != letter for other in beside):
            dealt.append(name)
        if len(dealt) == ruleset.goals:
            break
    return dealt
