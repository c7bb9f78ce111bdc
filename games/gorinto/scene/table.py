"""Who sits at the table, and what lies on it for the whole game: what scene and frames need of the
set-up.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from unicodedata import bidirectional

from games.core.language import gettext, join_and
from games.gorinto.rules.editions import KITSUNE_SIDE, ROLES
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import Setup

LONGEST_NAME = 24
FROM_THE_RIGHT = ("R", "AL", "AN")
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"

Plain = Mapping[str, Any]


class Table(NamedTuple):
    """A set-up, and what each mat's owner is called."""

    setup: Setup
    names: Mapping[str, str]

    @property
    def players(self) -> tuple[str, ...]:
        """The players' roles, clockwise."""
        return self.setup.ruleset.roles

    @property
    def mats(self) -> tuple[str, ...]:
        """Whose mats there are."""
        return self.setup.ruleset.mats

    @property
    def keys(self) -> tuple[str, ...]:
        """The Key Elements (in solo the regular ones)."""
        return tuple(ELEMENTS[key] for key in self.setup.keys)

    @property
    def kitsune_keys(self) -> tuple[str, ...]:
        """The Kitsune Key Elements; none but in solo."""
        return tuple(ELEMENTS[key] for key in self.setup.kitsune_keys)

    def goals_of(self, player: str) -> tuple[str, ...]:
        """The cards that a player scores."""
        ruleset = self.setup.ruleset
        return tuple(self.setup.goals[n] for n in ruleset.cards(ruleset.roles.index(player)))

    def partner(self, player: str) -> str:
        """The player across (10.1)."""
        ruleset = self.setup.ruleset
        return ruleset.roles[ruleset.partner(ruleset.roles.index(player))]

    def side_of(self, role: str) -> str:
        """The side that a mat's owner scores for."""
        ruleset = self.setup.ruleset
        if role == KITSUNE_SIDE:
            return role
        return ruleset.sides[ruleset.side_of[ruleset.roles.index(role)]]

    def side_words(self, side: str) -> str:
        """A side's name in a sentence: a name, two names, or the Kitsune."""
        return join_and(self.names[role] for role in side.split("+"))

    def title(self, side: str) -> str:
        """A side's name at the beginning of a line: a player's stays as he writes it."""
        return gettext("The Kitsune") if side == KITSUNE_SIDE else self.side_words(side)


def table_of(setup: Setup, header: Plain) -> Table:
    """The table of a game with this set-up and header (canonical or not)."""
    given = {player["role"]: short_name(player.get("name")) for player in header["players"]}
    names = {KITSUNE_SIDE: gettext("the Kitsune")}
    for role in setup.ruleset.roles:
        name = given.get(role, "")
        number = ROLES.index(role) + 1
        if not name:
            names[role] = gettext("Player {n}").format(n=number)
        else:
            alike = [other for other in given.values() if other.casefold() == name.casefold()]
            names[role] = name if len(alike) == 1 else f"{name} ({role})"
    return Table(setup, names)


def short_name(name: str | None) -> str:
    r"""A name as it stands in sentences: on one line, without invisible characters, cut where it is
    long. One that is written from the right leaves what stands around it in its order.

    >>> short_name(" Ann\u202e  of  Avonlea ")
    'Ann of Avonlea'
    """
    seen = "".join(c if c.isprintable() else " " * c.isspace() for c in name or "")
    one_line = " ".join(seen.split())
    if len(one_line) > LONGEST_NAME:
        one_line = one_line[: LONGEST_NAME - 1] + "…"
    is_mixed = any(bidirectional(c) in FROM_THE_RIGHT for c in one_line)
    return f"{ISOLATE}{one_line}{END_OF_ISOLATE}" if is_mixed else one_line
