"""The people who played and sent some games, and the people of numbers about these games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from django.conf import settings

from analytics.insight.people import Capped, People

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from analytics.insight.clusters import Numbers, Players, Subsets

    Flags = NDArray[bool_]

Added = tuple[list[int], list[float], list[float]]
"""The positions of games, and the total and size that each adds to a number."""
Combination = tuple[str, ...]
"""A value of each of some dimensions, as cells have them."""


class PartPeople(NamedTuple):
    """The people of a part of some games, and the value of the rest with the weight of uploaders
    capped (None: the cap changes nothing), so that both are weighted alike when compared.
    """

    people: People
    rest: Capped | None


class Seat(msgspec.Struct):
    """A role and the name in it, as a log has them."""

    role: str = ""
    name: str | None = None


@dataclass(frozen=True)
class Crowd:
    """The games that match some filters, in the order of their keys: the key of each one's cell,
    its seats, and who played and sent them. `positions` maps a primary key to a game's position.
    """

    positions: Mapping[int, int]
    cells: Sequence[Mapping[str, Any]]
    seats: Sequence[Sequence[Seat]]
    players: "Players"

    own: dict[str, "Subsets"] = field(default_factory=dict)

    def arrays(self, added: Added) -> "tuple[Numbers, Numbers]":
        """Return the total and the size that each game adds to a number."""
        import numpy as np

        positions, totals, sizes = added
        n = len(self.cells)
        return (
            np.bincount(positions, totals, n).astype(np.float64),
            np.bincount(positions, sizes, n).astype(np.float64),
        )

    def people(self, added: Added) -> People | None:
        """Return the people of a number that games add to, some of them several times."""
        from analytics.insight.clusters import people_of

        return people_of(self.players, *self.arrays(added), cap=settings.UPLOADER_CAP)

    def people_of_parts(
        self, totals: "Numbers", sizes: "Numbers", games: Sequence[Combination], role: str = ""
    ) -> dict[Combination, PartPeople]:
        """Return the people of each part of the games; `games` are the parts that they are in."""
        import numpy as np

        from analytics.insight.clusters import capped_of, people_of

        own, cap = self._own(role) if role else None, settings.UPLOADER_CAP
        parts = {}
        for key in dict.fromkeys(games):
            is_in = np.array([game == key for game in games])
            people = people_of(self.players, totals * is_in, sizes * is_in, own, cap)
            if people is not None:
                rest = totals * ~is_in, sizes * ~is_in
                capped = capped_of(self.players, *rest, cap, has_interval=False)
                parts[key] = PartPeople(people, capped)
        return parts

    def people_of_share(self, happened: "Flags", counted: "Flags", role: str) -> People | None:
        """Return the people of the share of some games in which something happened. With a role,
        each player's own share is that in this role.
        """
        from analytics.insight.clusters import people_of

        sizes = counted.astype(float)
        own = self._own(role) if role else None
        return people_of(self.players, happened * sizes, sizes, own, settings.UPLOADER_CAP)

    def _own(self, role: str) -> "Subsets":
        if role not in self.own:
            names = [
                [
                    seat.name or (position, number)
                    for number, seat in enumerate(seats)
                    if seat.role == role
                ]
                for position, seats in enumerate(self.seats)
            ]
            self.own[role] = self.players.in_seats(names)
        return self.own[role]

    def values(self, dimension: str) -> list[str]:
        """Return each game's value of a dimension that answers are split by."""
        name = {"board": "board_digest"}.get(dimension, dimension)
        return [cell[name] for cell in self.cells]

    def combinations(self, dimensions: Sequence[str]) -> list[Combination]:
        """Return each game's values of several dimensions."""
        columns = [self.values(dimension) for dimension in dimensions]
        return [tuple(column[n] for column in columns) for n in range(len(self.cells))]
