"""The players and the set-up, as scene and frames need them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.language import gettext, join_and
from games.core.names import short_name
from games.gorinto.rules.editions import KITSUNE_SIDE, ROLES
from games.gorinto.rules.state import Setup

Plain = Mapping[str, Any]


class Table(NamedTuple):
    """A set-up, and the names of the owners of the mats."""

    setup: Setup
    names: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """The players' roles, clockwise."""
        return self.setup.ruleset.roles

    @property
    def mats(self) -> tuple[str, ...]:
        """The owners of the mats."""
        return self.setup.ruleset.mats

    def partner(self, player: str) -> str:
        """Return the player opposite (10.1)."""
        ruleset = self.setup.ruleset
        return ruleset.roles[ruleset.partner(ruleset.roles.index(player))]

    def side_of(self, role: str) -> str:
        """Return the side that the owner of a mat scores for."""
        ruleset = self.setup.ruleset
        if role == KITSUNE_SIDE:
            return role
        return ruleset.sides[ruleset.side_of[ruleset.roles.index(role)]]

    def side_name(self, side: str) -> str:
        """Return a side's name inside a sentence: a name, two names, or the Kitsune."""
        return join_and(self.names[role] for role in side.split("+"))

    def title(self, side: str) -> str:
        """Return a side's name at the start of a line. Players' names keep their spelling."""
        return gettext("The Kitsune") if side == KITSUNE_SIDE else self.side_name(side)


def read_table(setup: Setup, header: Plain) -> Table:
    """Return the table of a game with this set-up and header (canonical or not)."""
    given = {player["role"]: short_name(player.get("name")) for player in header["players"]}
    names = {KITSUNE_SIDE: gettext("the Kitsune")}
    for role in setup.ruleset.roles:
        name = given.get(role, "")
        number = ROLES.index(role) + 1
        if not name:
            names[role] = gettext("Player {n}").format(n=number)
        else:
            same = [other for other in given.values() if other.casefold() == name.casefold()]
            names[role] = name if len(same) == 1 else f"{name} ({number})"
    return Table(setup, names)
