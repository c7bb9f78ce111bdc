"""Questions about statistics, as values."""

from calendar import monthrange
from dataclasses import dataclass, fields, replace
from typing import Literal

Simulated = Literal["no", "yes", "all"]
UNKNOWN = "unknown"
"""The month of games whose log has no date."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are counted. The empty text means any.

    `mode` is one of the kind; `board` a digest; `winner` a side or `none`; `month` YYYY-MM or
    `unknown`; `first` and `last` months (both included; a game without a date is in no range).
    `snapshot` names a snapshot of the sums; empty: the live sums.
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

    @property
    def is_by_result(self) -> bool:
        """Whether games are selected by their result: a win rate would only repeat the filter."""
        return bool(self.winner or self.reason)

    def params(self) -> dict[str, str]:
        """Return the query parameters of a statistics page, without defaults."""
        names = {"first": "from", "last": "to"}
        pairs = {names.get(f.name, f.name): str(getattr(self, f.name)) for f in fields(self)}
        return {
            name: value
            for name, value in pairs.items()
            if value and (name, value) != ("simulated", "no")
        }

    def games_params(self, kind: str) -> dict[str, str]:
        """Return the query parameters of the games list, which has days instead of months."""
        params = {"kind": kind, **self.params()}
        params.pop("snapshot", None)  # lists show live games
        if self.first:
            params["from"] = f"{self.first}-01"
        if self.last:
            year, month = map(int, self.last.split("-"))
            params["to"] = f"{self.last}-{monthrange(year, month)[1]:02}"
        return params

    def but(self, **changes: str) -> "Filters":
        """Return the filters with some changed."""
        return replace(self, **changes)  # type: ignore[arg-type]  # checked where the parameters are read


@dataclass(frozen=True, slots=True)
class RoleQuestion:
    """How often does each role win? `by` is a key of `definitions.DIMENSION_TITLES`, or empty: all
    games in one group.
    """

    kind: str
    filters: Filters
    by: str = ""

    @property
    def is_closed(self) -> bool:
        """Whether the rates only repeat a filter by result. How the games of a winner ended does
        not.
        """
        return self.filters.is_by_result and (self.by != "reason" or bool(self.filters.reason))
