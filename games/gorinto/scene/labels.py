"""Labels in the reader's language: elements, Seasons, phases and turn orders."""

from collections.abc import Mapping
from typing import Any

from games.core.language import LazyLabels, gettext, pgettext
from games.gorinto.rules.editions import SEASONS
from games.gorinto.scene.table import Table
from games.gorinto.terms import ELEMENT, season_name

Plain = Mapping[str, Any]

LETTERS = LazyLabels(
    {
        "void": lambda: pgettext("letters of an element", "V"),
        "wind": lambda: pgettext("letters of an element", "Wi"),
        "fire": lambda: pgettext("letters of an element", "F"),
        "water": lambda: pgettext("letters of an element", "Wa"),
        "earth": lambda: pgettext("letters of an element", "E"),
    }
)
"""The shortest unique abbreviations of the elements."""
MAX_NUMBER_LENGTH = 12
COIN_TOKENS = {"heads": "head", "tails": "tail"}
"""The token that acts for each side of the coin."""


def capitalized(label: str) -> str:
    """Return the label with a capital first letter.

    >>> capitalized("the Kitsune")
    'The Kitsune'
    """
    return label[:1].upper() + label[1:]


def season_label(state: Plain) -> str:
    """Return the Season and turn of a position."""
    label = (
        gettext("{name}, Season {season} of {seasons}, turn {turn}")
        if state["turn"]
        else gettext("{name}, Season {season} of {seasons}")
    )
    season = state["season"]
    return label.format(
        name=season_name(season), season=season, seasons=SEASONS, turn=state["turn"]
    )


def phase_label(table: Table, state: Plain) -> str:
    """Return what happens next."""
    match state["phase"]:
        case "place":
            return gettext("{name} to place").format(name=table.names[state["to_move"]])
        case "remove":
            name = table.names[state["to_move"]]
            return gettext("{name} to remove a tile from the Path").format(name=name)
        case "chit" if state["solo"]["moving"] == "head":
            return gettext("Next: a Movement chit for the Head")
        case "chit":
            return gettext("Next: a Movement chit for the Tail")
        case "kitsune":
            return gettext("Next: the Kitsune tiles")
        case "fill":
            return gettext("Next: fill the Path")
        case "burrow":
            return gettext("Next: a Burrow token")
        case "coin":
            return gettext("Next: the Kitsune’s coin")
    return gettext("Game over")


def order_label(table: Table, state: Plain) -> str:
    """Return the Season's turn order, with the holder of the Start coin."""
    names = [table.names[role] for role in state["order"]]
    if table.setup.ruleset.clockwise:
        names[0] = gettext("{name} (Start coin)").format(name=names[0])
    return ", ".join(names)


def tiles_label(tiles: Mapping[str, int]) -> str:
    """Return the number of tiles of each element that there is: `2 void, 1 fire`."""
    label = ", ".join(f"{n} {ELEMENT[element]}" for element, n in tiles.items() if n)
    return label or pgettext("tiles", "none")


def short_number(number: float) -> str:
    """Return a number that a log claims. It may be of any size, so a long one is cut.

    >>> short_number(7.0), short_number(-0.5), short_number(10**400)
    ('7', '-0.5', '100000000000…')
    """
    text = str(number).removesuffix(".0")
    return text if len(text) <= MAX_NUMBER_LENGTH else text[:MAX_NUMBER_LENGTH] + "…"
