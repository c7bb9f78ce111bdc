"""The lines of stored games: their public moves, read from the logs and cached in memory."""

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from analytics.insight.continuations import Line
from analytics.insight.question import Simulated
from analytics.reads.counting import last_change
from games.core.lines import LineReader
from games.registry import get_kind
from replays.reads import games as game_reads
from replays.reads import names as name_reads
from replays.reads.cache import BoundedCache

MAX_GAMES = 2000
"""The newest games that are compared. Reading one takes about 0.1 ms."""
_BYTES_PER_MOVE = 250
_COLUMNS = ("pk", "public_id", "winner", "canonical", "upload__uploader", "upload_id")
_lines: BoundedCache[tuple[Line, ...]] = BoundedCache(
    max_count=16, max_bytes=48 * 1024 * 1024, by_language=False
)


@dataclass(frozen=True, slots=True)
class LineFilter:
    """Which games are compared with one of this kind. The empty text means any."""

    kind: str
    edition: str
    mode: str
    board: str
    simulated: Simulated


def lines_of(chosen: LineFilter) -> tuple[Line, ...]:
    """Return the lines of the newest finished games of a filter."""
    return _lines.get((chosen, last_change()), lambda: _read(chosen), _weigh)


def _weigh(lines: tuple[Line, ...]) -> int:
    return 100 + _BYTES_PER_MOVE * sum(len(line.moves) for line in lines)


def _read(chosen: LineFilter) -> tuple[Line, ...]:
    fields = {"edition": chosen.edition, "mode": chosen.mode, "board_digest": chosen.board}
    games = game_reads.visible_games().filter(
        kind=chosen.kind, is_finished=True, **{name: v for name, v in fields.items() if v}
    )
    if chosen.simulated != "all":
        games = games.filter(is_simulated=chosen.simulated == "yes")
    rows = games.order_by("-pk").values_list(*_COLUMNS)[:MAX_GAMES]
    read = get_kind(chosen.kind).counting.lines
    lines = tuple(_line(row, read) for row in rows)
    return _with_names(lines) if chosen.simulated == "no" else lines


def _line(row: tuple[Any, ...], read: LineReader) -> Line:
    pk, public_id, winner, canonical, uploader, upload = row
    log = json.loads(canonical)
    moves = tuple(read(log, log["events"]))
    return Line(
        pk, public_id, winner or "", moves, uploader=uploader or (f"#{upload}" if upload else "")
    )


def _with_names(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the lines with the keys of their players' shown names: merged names are one player. A
    hidden player's seat has none.
    """
    seats: dict[int, list[str]] = defaultdict(list)
    games = game_reads.visible_games().filter(pk__in=[line.game for line in lines])
    for game, name in games.values_list("pk", "seats__name_key"):
        seats[game].append(name or "")
    shown = name_reads.shown_names({name for its in seats.values() for name in its if name})
    return tuple(
        line._replace(
            names=tuple(shown[name] for name in seats[line.game] if name),
            unnamed=seats[line.game].count(""),
        )
        for line in lines
    )
