"""The end of a game of Gorinto in a sentence."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, join_and, ngettext
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.scene.table import Table

Plain = Mapping[str, Any]


def ending(table: Table, event: Plain, state: Plain) -> tuple[str, str]:
    """Return how the game ended, as a sentence without full stop, and the section of the rule
    (empty if the game was abandoned).
    """
    reason, winners = state["reason"], state["winners"]
    if reason == "abandon":
        return gettext("The game was abandoned without a winner"), ""
    number = sum(len(side.split("+")) for side in winners)  # a team is plural
    rule = "11.9" if table.setup.ruleset.has_kitsune else "8.2"
    values = {"winners": join_and(table.title(role) for role in winners)}
    match reason:
        case "resign":
            values["name"] = table.names[event["role"]]
            template = ngettext(
                "{winners} wins: {name} resigned", "{winners} win: {name} resigned", number
            )
            rule = "8.3"
        case "solo_tie":
            template = gettext("{winners} wins: the Wisdom is tied")
        case "fewest_tiles":
            template = ngettext(
                "{winners} wins: tied for the most Wisdom, with the fewest tiles",
                "{winners} win: tied for the most Wisdom, with the fewest tiles",
                number,
            )
        case "shared":
            template = gettext("{winners} share the victory: the same Wisdom and number of tiles")
        case _:
            first, *others = (str(n) for n in sorted(state["wisdom"].values(), reverse=True))
            values |= {"first": first, "others": join_and(others)}
            template = _most_wisdom(table, number)
    return template.format(**values), rule


def _most_wisdom(table: Table, number: int) -> str:
    if KITSUNE_SIDE in table.mats:
        return gettext("{winners} wins: more Wisdom, {first} to {others}")
    return ngettext(
        "{winners} wins: the most Wisdom, {first} to {others}",
        "{winners} win: the most Wisdom, {first} to {others}",
        number,
    )
