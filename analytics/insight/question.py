"""Questions: what may be asked of statistics, as values. The words are those of addresses."""

from calendar import monthrange
from dataclasses import dataclass, fields, replace
from typing import Literal

Simulated = Literal["no", "yes", "all"]
UNKNOWN = "unknown"
"""The month of games whose log has no date."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are asked about. The empty text means any.

    `mode` is one of the kind; `board` a digest; `winner` a side or `none`; `month` YYYY-MM or
    `unknown`; `first` and `last` months (both included; a game without a date lies in no range).
    `snapshot` names a kept state of the sums; empty: the sums as they are now.
    """

    edition: str = ""
    mode: str = ""
    board: str = ""
    winner: str = ""
    reason: str = ""
    month: str = ""
    first: str = ""
    last: str = ""
    simulated: Simulated = "no"
    snapshot: str = ""

    def words(self) -> dict[str, str]:
        """The filters as the words of a statistics address, without what is default."""
        names = {"first": "from", "last": "to"}
        pairs = {names.get(f.name, f.name): str(getattr(self, f.name)) for f in fields(self)}
        return {
            word: value
            for word, value in pairs.items()
            if value and (word, value) != ("simulated", "no")
        }

    def games_words(self, kind: str) -> dict[str, str]:
        """The same as the words of the games list, which has days where statistics have months."""
        words = {"kind": kind, **self.words()}
        words.pop("snapshot", None)  # lists show the games that are here now
        if self.first:
            words["from"] = f"{self.first}-01"
        if self.last:
            year, month = map(int, self.last.split("-"))
            words["to"] = f"{self.last}-{monthrange(year, month)[1]:02}"
        return words

    def but(self, **changes: str) -> "Filters":
        """These filters with some changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # checked where the words are read


@dataclass(frozen=True, slots=True)
class RoleQuestion:
    """How often does each role win? `by` is a key of `definitions.DIMENSION_TITLES`, or empty: all
    games as one group.
    """

    kind: str
    filters: Filters
    by: str = ""


@dataclass(frozen=True, slots=True)
class SpaceQuestion:
    """How often did something happen on each space of one board (`filters.board`, never empty)?
    `layer`: a layer of the facts;
    `show`: how the board is seen (`board_views`).
    """

    kind: str
    filters: Filters
    layer: str
    show: str = "times"
