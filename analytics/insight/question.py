"""Questions about statistics, as values."""

from calendar import monthrange
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from replays.reads.sets import GameSet

Simulated = Literal["no", "yes", "all"]
UNKNOWN = "unknown"
"""The month of games whose log has no date."""
SET = "set"
"""The parameter of a set of games."""
EVERY = "every"
"""The parameter of the drill-down to all games that match."""


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games are counted. The empty text means any.

    `mode` is one of the kind; `board` a digest; `winner` a side or `none`; `month` YYYY-MM or
    `unknown`; `first` and `last` months (both included; a game without a date is in no range).
    `snapshot` names a snapshot of the sums; empty: the live sums. `player` is a handle; `rating`
    the least rating that all players have, with `rated` any of them. `games` are the set of games
    to which all of this is limited (`replays.reads.sets`).
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
    player: str = ""
    rating: str = ""
    rated: Literal["", "any"] = ""
    games: GameSet | None = None

    @property
    def is_by_people(self) -> bool:
        """Whether games are selected by who played them."""
        return bool(self.player or self.rating)

    @property
    def is_selected(self) -> bool:
        """Whether games are selected by who played them or from a set, for which there are no
        stored sums.
        """
        return self.is_by_people or self.games is not None

    @property
    def is_by_result(self) -> bool:
        """Whether games are selected by their result: a win rate would only repeat the filter."""
        return bool(self.winner or self.reason)

    def params(self) -> dict[str, str]:
        """Return the query parameters of a statistics page, without defaults."""
        names = {"first": "from", "last": "to", "games": SET}
        pairs = {names.get(f.name, f.name): str(getattr(self, f.name) or "") for f in fields(self)}
        return {
            name: value
            for name, value in pairs.items()
            if value and (name, value) != ("simulated", "no")
        }

    def games_params(self, kind: str) -> dict[str, str]:
        """Return the query parameters of the games list, which has days instead of months; of games
        selected by who played them or from a set, those of the drill-down.
        """
        params = {"kind": kind, **self.params()}
        if self.is_selected:
            return params | {EVERY: "yes"}
        params.pop("snapshot", None)  # lists show live games
        if self.first:
            params["from"] = f"{self.first}-01"
        if self.last:
            year, month = map(int, self.last.split("-"))
            params["to"] = f"{self.last}-{monthrange(year, month)[1]:02}"
        return params

    def scope_params(self) -> dict[str, str]:
        """Return the query parameter of the set of games, which links without filters keep."""
        return {SET: str(self.games)} if self.games else {}

    def without(self) -> dict[str, str]:
        """Return changes of the query parameters that remove all filters, but not the set."""
        return dict.fromkeys(self.params().keys() - {SET}, "")

    def but(self, **changes: Any) -> "Filters":
        """Return the filters with some changed."""
        return replace(self, **changes)


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
