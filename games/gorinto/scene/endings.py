"""How a game of Gorinto ended, in words."""

from collections.abc import Mapping
from typing import Any

from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.scene.table import Table
from games.gorinto.scene.words import listed

Plain = Mapping[str, Any]


def ending(table: Table, event: Plain, state: Plain) -> tuple[str, str]:
    """How the game ended: a sentence without its full stop, and the rule's section (empty where
    nothing but the players ended it).
    """
    reason, winners = state["reason"], state["winners"]
    if reason == "abandon":
        return "The game was broken off: nobody wins", ""
    who = listed(table.title(role) for role in winners)
    wins = f"{who} {'win' if len(winners) > 1 else 'wins'}"
    solo = table.setup.ruleset.has_kitsune
    rule = "11.9" if solo else "8.2"
    match reason:
        case "resign":
            return f"{wins}: {table.names[event['role']]} resigns", "8.3"
        case "solo_tie":
            return f"{wins}: to have the same Wisdom is not enough", rule
        case "fewest_tiles":
            return f"{wins}: of those with the most Wisdom, the fewest tiles", rule
        case "shared":
            return f"{who} share the victory: the same Wisdom, and as many tiles", rule
    return f"{wins}: {_score(table, state)}", rule


def _score(table: Table, state: Plain) -> str:
    """The Wisdom of all sides, the winner's first."""
    first, *others = (str(n) for n in sorted(state["wisdom"].values(), reverse=True))
    most = "more" if KITSUNE_SIDE in table.mats else "the most"
    return f"{most} Wisdom, {first} to {listed(others)}"
