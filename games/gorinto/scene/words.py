"""The words of Gorinto for people: elements, Seasons, what is due next, what lies where."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.gorinto.rules.editions import SEASON_NAMES, SEASONS
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.mountain import PATTERN_WORDS
from games.gorinto.scene.table import Table

Plain = Mapping[str, Any]

LETTERS: Mapping[str, str] = {
    "void": "V",
    "wind": "Wi",
    "fire": "F",
    "water": "Wa",
    "earth": "E",
}
"""As few letters as tell an element from the others, as the log's text has them."""
PATTERN = dict(zip(ELEMENTS, PATTERN_WORDS, strict=True))
LONGEST_NUMBER = 12
TOKENS = {"head": "the Head", "tail": "the Tail"}
SIDES = {"heads": "head", "tails": "tail"}
"""Which token a side of the coin lets act."""


def count(n: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(2, "tile")
    '2 tiles'
    """
    return f"{n} {one if n == 1 else many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """Words joined as in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def capital(words: str) -> str:
    """The same with a capital letter at its beginning, for a sentence.

    >>> capital("the Kitsune")
    'The Kitsune'
    """
    return words[:1].upper() + words[1:]


def season_words(number: int) -> str:
    """A Season's name."""
    return SEASON_NAMES[number - 1]


def when_words(state: Plain) -> str:
    """Season and turn: how far the game is."""
    season = f"{season_words(state['season'])}, Season {state['season']} of {SEASONS}"
    return f"{season}, turn {state['turn']}" if state["turn"] else season


def phase_words(table: Table, state: Plain) -> str:
    """What is due next."""
    match state["phase"]:
        case "place":
            return f"{table.names[state['to_move']]} to place"
        case "remove":
            return f"{table.names[state['to_move']]} to remove a tile of the Path"
        case "chit":
            return f"a Movement chit for {TOKENS[state['solo']['moving']]}"
    return {
        "kitsune": "the Kitsune tiles are laid next",
        "fill": "the Path is filled next",
        "burrow": "a Burrow token is revealed next",
        "coin": "the Kitsune’s coin is flipped next",
        "over": "the game is over",
    }[state["phase"]]


def order_words(table: Table, state: Plain) -> str:
    """The Season's turn order, and who has the Start coin."""
    names = [table.names[role] for role in state["order"]]
    if table.setup.ruleset.clockwise:
        names[0] += " (Start coin)"
    return ", ".join(names)


def counted(tiles: Mapping[str, int]) -> str:
    """How many of each element, those that are there: `2 void, 1 fire`."""
    return ", ".join(f"{n} {element}" for element, n in tiles.items() if n) or "none"


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
