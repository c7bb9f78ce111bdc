"""How a game of Gorinto ended, in words."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, join_and, ngettext
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.scene.table import Table

Plain = Mapping[str, Any]


def ending(table: Table, event: Plain, state: Plain) -> tuple[str, str]:
    """How the game ended: a sentence without its full stop, and the rule's section (empty where
    nothing but the players ended it).
    """
    reason, winners = state["reason"], state["winners"]
    if reason == "abandon":
        return gettext("The game was broken off: nobody wins"), ""
    number = sum(len(side.split("+")) for side in winners)  # a team is two
    rule = "11.9" if table.setup.ruleset.has_kitsune else "8.2"
    places = {"who": join_and(table.title(role) for role in winners)}
    match reason:
        case "resign":
            told = ngettext("{who} wins: {name} resigns", "{who} win: {name} resigns", number)
            places["name"] = table.names[event["role"]]
            rule = "8.3"
        case "solo_tie":
            told = ngettext(
                "{who} wins: to have the same Wisdom is not enough",
                "{who} win: to have the same Wisdom is not enough",
                number,
            )
        case "fewest_tiles":
            told = ngettext(
                "{who} wins: of those with the most Wisdom, the fewest tiles",
                "{who} win: of those with the most Wisdom, the fewest tiles",
                number,
            )
        case "shared":
            told = gettext("{who} share the victory: the same Wisdom, and as many tiles")
        case _:
            told = _most(table, number)
            first, *others = (str(n) for n in sorted(state["wisdom"].values(), reverse=True))
            places |= {"first": first, "others": join_and(others)}
    return told.format(**places), rule


def _most(table: Table, number: int) -> str:
    if KITSUNE_SIDE in table.mats:
        return gettext("{who} wins: more Wisdom, {first} to {others}")
    return ngettext(
        "{who} wins: the most Wisdom, {first} to {others}",
        "{who} win: the most Wisdom, {first} to {others}",
        number,
    )
