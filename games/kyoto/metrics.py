"""What statistics may be asked of Shadows in Kyoto, beside who wins: what `facts` fills.

`docs/data-dictionary.md` repeats the definitions. What speaks of spaces or colours speaks of one
board; a number of assignments is no probability (rules page, 11.2), and none is averaged here.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.core.language import ngettext
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
from games.kyoto.rules.words import CHARISMA, EQUIPMENT, RURI, SIDES, USED

TITLES = {"oniwaban": "Oniwaban", "government": "Government"}
NAMES = {
    "typewriter": "Typewriter",
    "drugs": "Drugs",
    "pistol": "Pocket Pistol",
    "bugs": "Wireless Bugs",
    "stun": "Stun Weapon",
    "fan": "Bulletproof Fan",
}
ENDS = {
    "escape": "Escape",
    "captures": "Two real captives",
    "decoys": "Three fake captives",
    "stuck": "No playable card",
    "turn_cap": "Turn cap, nobody wins",
}
SPLITS = ("mode", "board", "month")
NEVER = "never"
EVEN = Fraction(1, 2)
HISTORY = (Change(1, "2026-11-28", "First counted."),)

DECIDED = "Decided are games that somebody won, by rule or because the other side resigned."
TO_THE_END = (
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
TOGETHER = "What is observed in one game is taken together when the interval is made."
FULL_LOGS = "Only full logs are in it, for a table log does not record who was real."


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


def _charisma() -> dict[str, str]:
    return {
        charisma_group(role, card): f"{card.capitalize()} ({TITLES[role]})"
        for role in SIDES
        for card in (*CHARISMA[role], RURI)
    }


def _equipment() -> dict[str, str]:
    return {
        f"{card}.{how}": f"{NAMES[card]} ({TITLES[role]}): {words}"
        for role in SIDES
        for card in EQUIPMENT[role]
        for how, words in ((USED, "used"), (NEVER, "not used"))
    }


def _unknown() -> dict[str, str]:
    return {
        f"{role}.{how}": f"{TITLES[role]}: {words}"
        for role in SIDES
        for how, words in (("known", "until it was known"), ("kept", "never known"))
    }


def _fights() -> dict[str, str]:
    return {
        f"{role}.{how}": f"{TITLES[role]} attack, {words}"
        for role in SIDES
        for how, words in (("won", "and win"), ("lost", "and lose"))
    }


def _layers() -> dict[str, tuple[str, str]]:
    layers = {
        "entered": (
            "Entered",
            "agents that came to the space by a move or a push, after a conflict if there was one",
        ),
        "fought": ("Conflicts", "conflicts on the space, whoever won"),
        "captured": ("Captures", "agents captured on the space"),
        "escaped": ("Escapes", "escapes declared on the space"),
    }
    for role, title in TITLES.items():
        layers[f"entered-{role}"] = (
            f"Entered: {title}",
            f"{title} agents that came to the space by a move or a push, after a conflict if there "
            f"was one",
        )
    for role, title in TITLES.items():
        layers[f"attacked-{role}"] = (
            f"Attacked by the {title}",
            f"conflicts on the space in which the {title} attacked",
        )
    return layers


def grid(board: Mapping[str, Any]) -> Grid:
    """A board given as data, laid out as it lies before the Oniwaban: row 1 at the bottom."""
    cells = {space: (column(space), row(space) - 1) for space in SPACES}
    types = board["spaces"]
    return Grid(
        columns=tuple(COLUMNS),
        rows=tuple(ROWS),
        cells=cells,
        about={space: str(types[space]) for space in SPACES},
        walls=((0, 0, 5, 0), (0, 6, 5, 6), (0, 0, 0, 6), (5, 0, 5, 6)),
    )


CHARISMA_GROUPS, EQUIPMENT_GROUPS = _charisma(), _equipment()

SPACES_METRIC = SpacesMetric(
    key="spaces",
    title="On the board",
    history=HISTORY,
    definition="Counts by space speak of one board, also in games that were broken off; a log that "
    "stops before its game does is left out. Springs, Swaps and retreats are no entering. Times is "
    "how often; share of games is the games in which it happened at least once, divided by the "
    "games with at least one turn, with its 95 % Wilson score interval.",
    layers=Layers(_layers()),
    observation="turn",
    observed=lambda n: ngettext("{n} turn", "{n} turns", n).format(n=n),
    grid=grid,
)
METRICS: tuple[Metric, ...] = (
    RateMetric(
        key="wins-charisma",
        title="Win rate by Charisma card",
        history=HISTORY,
        definition=f"Games won by the side that had the card, divided by decided games in which it "
        f"had it. {DECIDED} Either side may have Ruri.",
        unit="decided games",
        group_title="Card, and who had it",
        groups=CHARISMA_GROUPS,
        even=dict.fromkeys(CHARISMA_GROUPS, EVEN),
    ),
    RateMetric(
        key="wins-equipment",
        title="Win rate by Equipment card",
        history=HISTORY,
        definition=f"Games won by the side whose card it is, divided by decided games with "
        f"Equipment in which the card was used, or was not. {DECIDED} A card can be used only "
        f"after an important agent of its side was captured, so games in which it was used differ "
        f"in more than the card.",
        unit="decided games",
        group_title="Card, and who had it",
        groups=EQUIPMENT_GROUPS,
        even=dict.fromkeys(EQUIPMENT_GROUPS, EVEN),
    ),
    DistributionMetric(
        key="length",
        title="Length of a game",
        history=HISTORY,
        definition=f"The turn in which the game ended, counted from 1, both sides' turns; by how "
        f"it ended. {TO_THE_END}",
        unit="games",
        group_title="Ending",
        groups=ENDS,
        value="turns",
        splits=SPLITS,
    ),
    DistributionMetric(
        key="unknown",
        title="How long real agents stayed unknown",
        history=HISTORY,
        definition=f"For each real agent the turn in which everybody could first know that it is "
        f"real: face up, captured, or real in every assignment left. What the last event tells is "
        f"left out, but for a capture. For agents of which nobody could know, the turn in which "
        f"the game ended. {FULL_LOGS} {TO_THE_END} {TOGETHER}",
        unit="real agents",
        group_title="Side",
        groups=_unknown(),
        value="turns",
    ),
    RateMetric(
        key="bluff",
        title="Games in which no real agent was known",
        history=HISTORY,
        definition=f"Games in which nobody could know of either real agent of the side that it is "
        f"real, before the last event or by a capture in it, divided by all games. {FULL_LOGS} "
        f"{TO_THE_END}",
        unit="games",
        group_title="Side",
        groups=TITLES,
        won="Kept hidden",
    ),
    DistributionMetric(
        key="conflicts",
        title="Conflicts in a game",
        history=HISTORY,
        definition=f"Conflicts of a game by who attacked and whether the attacker won; a right "
        f"guess of the Pocket Pistol is none. {TO_THE_END}",
        unit="games",
        group_title="Attacker",
        groups=_fights(),
        value="conflicts",
    ),
    SPACES_METRIC,
)
