"""What statistics may be asked of Shadows in Kyoto, beside who wins: what `facts` fills.

`docs/data-dictionary.md` repeats the definitions. What speaks of spaces or colours speaks of one
board; a number of assignments is no probability (rules page, 11.2), and none is averaged here.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from games.core.language import Labels, LazyLabels, gettext, gettext_noop, ngettext, sentences
from games.core.metrics import (
    Change,
    DistributionMetric,
    Grid,
    Layers,
    Metric,
    RateMetric,
    SpacesMetric,
)
from games.kyoto.rules.board import COLUMNS, ROWS, SPACES, column, row
from games.kyoto.rules.components import CHARISMA, EQUIPMENT, RURI, SIDES, USED
from games.kyoto.terms import CHARISMA as CHARISMA_NAMES
from games.kyoto.terms import EQUIPMENT as EQUIPMENT_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import SITES

ENDS = Labels(
    {
        "escape": gettext_noop("Escape"),
        "captures": gettext_noop("Two real captives"),
        "decoys": gettext_noop("Three fake captives"),
        "stuck": gettext_noop("No playable card"),
        "turn_cap": gettext_noop("Turn cap, nobody wins"),
    }
)
SPLITS = ("mode", "board", "month")
NEVER = "never"
EVEN = Fraction(1, 2)
HISTORY = (Change(1, "2026-11-28", gettext_noop("First counted.")),)

DECIDED = gettext_noop(
    "Decided are games that somebody won, by rule or because the other side resigned."
)
TO_THE_END = gettext_noop(
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
TOGETHER = gettext_noop("What is observed in one game is taken together when the interval is made.")
FULL_LOGS = gettext_noop("Only full logs are in it, for a table log does not record who was real.")


def charisma_group(role: str, card: str) -> str:
    """The group of a Charisma card and the side that had it.

    >>> charisma_group("government", "ruri")
    'government.ruri'
    """
    return f"{role}.{card}"


def equipment_group(card: str, how: str) -> str:
    """The group of an Equipment card, by whether it was used.

    >>> equipment_group("fan", "up")
    'fan.never'
    """
    return f"{card}.{USED if how == USED else NEVER}"


def _charisma_words(role: str, card: str) -> str:
    told = gettext("{card} ({side})")
    return told.format(card=CHARISMA_NAMES[card], side=SIDE_NAMES[role])


def _equipment_words(role: str, card: str, how: str) -> str:
    used, unused = gettext("{card} ({side}): used"), gettext("{card} ({side}): not used")
    told = used if how == USED else unused
    return told.format(card=EQUIPMENT_NAMES[card], side=SIDE_NAMES[role])


def _of_sides(messages: Mapping[str, str]) -> LazyLabels:
    """A group for each side and way; a message has the side's place in it."""
    return LazyLabels(
        {
            f"{role}.{how}": partial(_of_side, role, message)
            for role in SIDES
            for how, message in messages.items()
        }
    )


def _of_side(role: str, message: str) -> str:
    return gettext(message).format(side=SIDE_NAMES[role])


CHARISMA_GROUPS = LazyLabels(
    {
        charisma_group(role, card): partial(_charisma_words, role, card)
        for role in SIDES
        for card in (*CHARISMA[role], RURI)
    }
)
EQUIPMENT_GROUPS = LazyLabels(
    {
        f"{card}.{how}": partial(_equipment_words, role, card, how)
        for role in SIDES
        for card in EQUIPMENT[role]
        for how in (USED, NEVER)
    }
)
UNKNOWN_GROUPS = _of_sides(
    {
        "known": gettext_noop("{side}: until it was known"),
        "kept": gettext_noop("{side}: never known"),
    }
)
FIGHT_GROUPS = _of_sides(
    {
        "won": gettext_noop("{side}: attacks won"),
        "lost": gettext_noop("{side}: attacks lost"),
    }
)


class _BoardLayers(Layers):
    """What is counted by space: by anybody, and by either side."""

    def __init__(self) -> None:
        layers = {
            "entered": (
                gettext_noop("Entered"),
                gettext_noop(
                    "agents that came to the space by a move or a push, after a conflict if there "
                    "was one"
                ),
            ),
            "fought": (
                gettext_noop("Conflicts"),
                gettext_noop("conflicts on the space, whoever won"),
            ),
            "captured": (gettext_noop("Captures"), gettext_noop("agents captured on the space")),
            "escaped": (gettext_noop("Escapes"), gettext_noop("escapes declared on the space")),
        }
        entered = (
            gettext_noop("Entered: {side}"),
            gettext_noop(
                "agents of this side that came to the space by a move or a push, after a conflict "
                "if there was one"
            ),
        )
        attacked = (
            gettext_noop("Attacked: {side}"),
            gettext_noop("conflicts on the space in which an agent of this side attacked"),
        )
        layers |= {f"entered-{role}": entered for role in SIDES}
        layers |= {f"attacked-{role}": attacked for role in SIDES}
        super().__init__(layers)

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = super().__getitem__(key)
        return title.format(side=SIDE_NAMES.get(key.partition("-")[2], "")), meaning


def grid(board: Mapping[str, Any]) -> Grid:
    """A board given as data, laid out as it lies before the Oniwaban: row 1 at the bottom."""
    cells = {space: (column(space), row(space) - 1) for space in SPACES}
    types = board["spaces"]
    return Grid(
        columns=tuple(COLUMNS),
        rows=tuple(ROWS),
        cells=cells,
        about={space: SITES[types[space]] for space in SPACES},
        walls=((0, 0, 5, 0), (0, 6, 5, 6), (0, 0, 0, 6), (5, 0, 5, 6)),
    )


def _turns(number: int) -> str:
    return ngettext("{n} turn", "{n} turns", number).format(n=number)


SPACES_METRIC = SpacesMetric(
    key="spaces",
    title=gettext_noop("On the board"),
    history=HISTORY,
    definition=gettext_noop(
        "Counts by space speak of one board, also in games that were broken off; a log that stops "
        "before its game does is left out. Springs, Swaps and retreats are no entering. Times is "
        "how often; share of games is the games in which it happened at least once, divided by the "
        "games with at least one turn, with its 95 % Wilson score interval."
    ),
    layers=_BoardLayers(),
    observation=gettext_noop("turn"),
    observed=_turns,
    grid=grid,
)
METRICS: tuple[Metric, ...] = (
    RateMetric(
        key="wins-charisma",
        title=gettext_noop("Win rate by Charisma card"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "Games won by the side that had the card, divided by decided games in which it had "
                "it."
            ),
            DECIDED,
            gettext_noop("Either side may have Ruri."),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Card, and who had it"),
        groups=CHARISMA_GROUPS,
        even=dict.fromkeys(CHARISMA_GROUPS, EVEN),
    ),
    RateMetric(
        key="wins-equipment",
        title=gettext_noop("Win rate by Equipment card"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "Games won by the side whose card it is, divided by decided games with Equipment "
                "in which the card was used, or was not."
            ),
            DECIDED,
            gettext_noop(
                "A card can be used only after an important agent of its side was captured, so "
                "games in which it was used differ in more than the card."
            ),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Card, and who had it"),
        groups=EQUIPMENT_GROUPS,
        even=dict.fromkeys(EQUIPMENT_GROUPS, EVEN),
    ),
    DistributionMetric(
        key="length",
        title=gettext_noop("Length of a game"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "The turn in which the game ended, counted from 1, both sides' turns; by how it "
                "ended."
            ),
            TO_THE_END,
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Ending"),
        groups=ENDS,
        value=gettext_noop("turns"),
        splits=SPLITS,
    ),
    DistributionMetric(
        key="unknown",
        title=gettext_noop("How long real agents stayed unknown"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "For each real agent the turn in which everybody could first know that it is real: "
                "face up, captured, or real in every assignment left. What the last event tells is "
                "left out, but for a capture. For agents of which nobody could know, the turn in "
                "which the game ended."
            ),
            FULL_LOGS,
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("real agents"),
        group_title=gettext_noop("Side"),
        groups=UNKNOWN_GROUPS,
        value=gettext_noop("turns"),
    ),
    RateMetric(
        key="bluff",
        title=gettext_noop("Games in which no real agent was known"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "Games in which nobody could know of either real agent of the side that it is "
                "real, before the last event or by a capture in it, divided by all games."
            ),
            FULL_LOGS,
            TO_THE_END,
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Side"),
        groups=SIDE_NAMES,
        won=gettext_noop("Kept hidden"),
    ),
    DistributionMetric(
        key="conflicts",
        title=gettext_noop("Conflicts in a game"),
        history=HISTORY,
        definition=sentences(
            gettext_noop(
                "Conflicts of a game by who attacked and whether the attacker won; a right guess "
                "of the Pocket Pistol is none."
            ),
            TO_THE_END,
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Attacker"),
        groups=FIGHT_GROUPS,
        value=gettext_noop("conflicts"),
    ),
    SPACES_METRIC,
)
