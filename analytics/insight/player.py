"""Players: records and opponents, and how they are calculated. Pure, from the sums of cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_noop

from .wilson import Rate, rate

PLAYERS = gettext_noop(
    "A player is a name in logs, not an account; identities are not verified. Two spellings are "
    "the same name if they agree after Unicode NFKC normalization, ignoring case, invisible "
    "characters and the number of spaces between words. Similar-looking letters of different "
    "scripts stay different, and so do letters with and without accents."
)
RECORD = gettext_noop(
    "Won: games the player's side won, alone or shared, divided by decided games (games with a "
    "winner, by rule or by resignation), with the 95 % Wilson score interval. Abandoned and "
    "unfinished games are counted separately. A game in which a name has several seats counts for "
    "each."
)
HABITS = gettext_noop(
    "The player's games compared with those of all other players under the same rules, in the "
    "same role. Without a correction, about one in twenty comparisons would be marked by chance "
    "even if nothing differed. After correction (Benjamini and Hochberg, all habits together), at "
    "most 5 % of the marks are expected to be false positives. Shares are compared by a z-test, "
    "or with few games by Fisher's exact test; means by the interval of their difference."
)
AGAINST = gettext_noop(
    "Decided games in which the two were on different sides. Ahead: the player's side ranked "
    "higher; ties are counted separately. The interval is the 95 % Wilson score interval."
)


class Counts(NamedTuple):
    """How games ended: `games` = won + lost + nobody + unfinished; `shared` are some of `won`."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0
    nobody: int = 0
    unfinished: int = 0

    @property
    def rate(self) -> Rate:
        """The share of decided games that were won."""
        return rate(self.won, self.won + self.lost)


@dataclass(frozen=True, slots=True)
class Record:
    """Some of a player's games: `params` are the query parameters that select them in the list."""

    label: str
    counts: Counts
    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Opponent:
    """Decided games against another name."""

    name_key: str
    ahead: Rate
    level: int


def opponents_of(vs: Mapping[str, Sequence[int]]) -> list[Opponent]:
    """Return opponents by how many games, most first."""
    opponents = [Opponent(key, rate(ahead, n), level) for key, (n, ahead, level) in vs.items()]
    return sorted(opponents, key=lambda opponent: (-opponent.ahead.n, opponent.name_key))
