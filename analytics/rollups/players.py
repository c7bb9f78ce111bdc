"""What a game adds to the cells of its players: pure, and exact to subtract.

A seat is plain data: `role`, `name` (its key; None without a name), `result` (see `RESULTS`) and,
where the game was decided between sides, `side` (its number), `place` (its seat) and `rank`
(`games.core.contract`); else `side` is -1. `recorded`: the log names this player as its recorder.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from replays.text.names import handle_of

from .measures import Sums

WON, SHARED, LOST, ABANDONED, UNFINISHED = "won", "shared", "lost", "nobody", "unfinished"
RESULTS = (WON, SHARED, LOST, ABANDONED, UNFINISHED)
ALL_PLAYERS = ""
"""The name of the cells of all players together."""
Seat = Mapping[str, Any]
FormGame = tuple[str, int, str]
"""The instant of a decided game, its number among the games of its kind, and `WON` or `LOST`."""
MAX_FORM = 10
"""How many decided games the form of a player has."""
INSTANT = 21
"""How many characters of a `time_key` are the instant."""


def named_seats(seats: Sequence[Seat], names: Sequence[str | None]) -> list[dict[str, Any]]:
    """Return a game's seats with the keys of their names, which are stored apart from the log."""
    return [
        {**seat, "name": names[number] if number < len(names) else None}
        for number, seat in enumerate(seats)
    ]


def player_sums(
    seats: Sequence[Seat], habits: Mapping[str, Any]
) -> Iterator[tuple[str, str, Sums]]:
    """Yield what a game adds to the cells of all players and of each player: (name's key, role,
    sums). `habits` are the sums of `Counting.seat_facts`.
    """
    for seat in seats:
        result = seat["result"]
        counts = [result in {WON, SHARED}, *(result == other for other in RESULTS[1:])]
        sums: Sums = {"counts": [1, *map(int, counts)]}
        if seat["role"] in habits:
            sums["habits"] = habits[seat["role"]]
        yield ALL_PLAYERS, seat["role"], sums
        if seat["name"]:  # an invisible name counts as none
            against = _against(seat, seats)
            yield seat["name"], seat["role"], {**sums, "vs": against} if against else sums


def result_of(counts: Sequence[int]) -> str:
    """Return `WON` or `LOST` for the counts of a decided game (`PLAYER_COUNTS`), else nothing."""
    _, won, _, lost, *_ = counts
    return WON if won else LOST if lost else ""


def _against(seat: Seat, seats: Sequence[Seat]) -> Sums:
    """Return games, ahead, level against each other name; a name with several seats counts once,
    as the best of them.
    """
    best: dict[str, tuple[int, list[int]]] = {}
    for other in seats:
        name = other["name"]
        if not name or name == seat["name"] or seat["side"] == other["side"]:
            continue
        if -1 in {seat["side"], other["side"]}:
            continue
        own, opposing = seat["rank"], other["rank"]
        if name not in best or opposing < best[name][0]:
            best[name] = opposing, [1, int(own < opposing), int(own == opposing)]
    return {name: leaf for name, (_, leaf) in best.items()}


def handle(name: str) -> str:
    """Return the handle of a name's key; empty for all players together."""
    return handle_of(name) if name else ALL_PLAYERS
