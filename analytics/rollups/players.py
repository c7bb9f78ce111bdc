"""What a game adds to the cells of its players: pure, and exact to take off again.

A seat is plain data: `role`, `name` (its key, None: not named), `result` (one of the words below),
and, where the game was decided between sides, `side` (its number), `place` and `rank`
(`games.core.ranking`); else `side` is -1. `recorded`: the log says that who sits there recorded it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from replays.text.names import handle_of

from .measures import Sums

WON, SHARED, LOST, NOBODY, UNFINISHED = "won", "shared", "lost", "nobody", "unfinished"
RESULTS = (WON, SHARED, LOST, NOBODY, UNFINISHED)
EVERYBODY = ""
"""The name that everybody's cells have."""
Seat = Mapping[str, Any]


def named_seats(seats: Sequence[Seat], names: Sequence[str | None]) -> list[dict[str, Any]]:
    """A game's seats with the keys of their names, which stand beside the log in the keep."""
    return [
        {**seat, "name": names[number] if number < len(names) else None}
        for number, seat in enumerate(seats)
    ]


def player_sums(
    seats: Sequence[Seat], habits: Mapping[str, Any]
) -> Iterator[tuple[str, str, Sums]]:
    """What a game adds: (name's key, role, sums), to everybody's cells and to each player's.
    `habits` are the sums of `GameKind.seat_facts`.
    """
    for seat in seats:
        result = seat["result"]
        counts = [
            1,
            int(result in {WON, SHARED}),
            int(result == SHARED),
            int(result == LOST),
            int(result == NOBODY),
            int(result == UNFINISHED),
        ]
        sums: Sums = {"counts": counts}
        if seat["role"] in habits:
            sums["habits"] = habits[seat["role"]]
        yield EVERYBODY, seat["role"], sums
        if seat["name"]:  # a name in which nothing can be seen is none
            against = _against(seat, seats)
            yield seat["name"], seat["role"], {**sums, "vs": against} if against else sums


def _against(seat: Seat, seats: Sequence[Seat]) -> Sums:
    """Games, ahead, level against each other name at the table; a name that sits at several places
    of it counts once, as the best of them.
    """
    found: dict[str, tuple[int, list[int]]] = {}
    for other in seats:
        name = other["name"]
        if not name or name == seat["name"] or seat["side"] == other["side"]:
            continue
        if -1 in {seat["side"], other["side"]}:
            continue
        mine, theirs = seat["rank"], other["rank"]
        if name not in found or theirs < found[name][0]:
            found[name] = theirs, [1, int(mine < theirs), int(mine == theirs)]
    return {name: leaf for name, (_, leaf) in found.items()}


def handle(name: str) -> str:
    """The handle of a name's key; everybody's is empty."""
    return handle_of(name) if name else EVERYBODY
