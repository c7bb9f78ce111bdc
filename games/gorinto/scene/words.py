"""The words of Gorinto for people: elements, Seasons, what is due next, what lies where."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, ngettext, pgettext
from games.gorinto.rules.editions import SEASONS
from games.gorinto.scene.table import Table
from games.gorinto.terms import ELEMENT, season_name

Plain = Mapping[str, Any]

LETTERS: Mapping[str, str] = {
    "void": "V",
    "wind": "Wi",
    "fire": "F",
    "water": "Wa",
    "earth": "E",
}
"""As few letters as tell an element from the others, as the log's text has them."""
LONGEST_NUMBER = 12
SIDES = {"heads": "head", "tails": "tail"}
"""Which token a side of the coin lets act."""


def tiles_words(number: int) -> str:
    """So many tiles."""
    return ngettext("{n} tile", "{n} tiles", number).format(n=number)


def capital(words: str) -> str:
    """The same with a capital letter at its beginning, for a label.

    >>> capital("the Kitsune")
    'The Kitsune'
    """
    return words[:1].upper() + words[1:]


def when_words(state: Plain) -> str:
    """Season and turn: how far the game is."""
    told = (
        gettext("{name}, Season {season} of {seasons}, turn {turn}")
        if state["turn"]
        else gettext("{name}, Season {season} of {seasons}")
    )
    return told.format(
        name=season_name(state["season"]),
        season=state["season"],
        seasons=SEASONS,
        turn=state["turn"],
    )


def phase_words(table: Table, state: Plain) -> str:
    """What is due next."""
    match state["phase"]:
        case "place":
            return gettext("{name} to place").format(name=table.names[state["to_move"]])
        case "remove":
            name = table.names[state["to_move"]]
            return gettext("{name} to remove a tile of the Path").format(name=name)
        case "chit" if state["solo"]["moving"] == "head":
            return gettext("a Movement chit for the Head")
        case "chit":
            return gettext("a Movement chit for the Tail")
        case "kitsune":
            return gettext("the Kitsune tiles are laid next")
        case "fill":
            return gettext("the Path is filled next")
        case "burrow":
            return gettext("a Burrow token is revealed next")
        case "coin":
            return gettext("the Kitsune’s coin is flipped next")
    return gettext("the game is over")


def order_words(table: Table, state: Plain) -> str:
    """The Season's turn order, and who has the Start coin."""
    names = [table.names[role] for role in state["order"]]
    if table.setup.ruleset.clockwise:
        names[0] = gettext("{name} (Start coin)").format(name=names[0])
    return ", ".join(names)


def counted(tiles: Mapping[str, int]) -> str:
    """How many of each element, those that are there: `2 void, 1 fire`."""
    told = ", ".join(f"{n} {ELEMENT[element]}" for element, n in tiles.items() if n)
    return told or pgettext("tiles", "none")


def written(number: float) -> str:
    """A number as a log claims it: of any size, so cut where it is long.

    >>> written(7.0), written(-0.5), written(10**400)
    ('7', '-0.5', '100000000000…')
    """
    text = str(number).removesuffix(".0")
    return text if len(text) <= LONGEST_NUMBER else text[:LONGEST_NUMBER] + "…"


def number_of(tiles: Mapping[str, int]) -> int:
    """How many tiles these are."""
    return sum(tiles.values())
