"""From a stored log to its contribution: the engine replays it, the game's `facts` count."""

from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple

from analytics.models import KEY_FIELDS, Contribution
from analytics.models.snapshots import Key
from analytics.rollups.players import ABANDONED, LOST, SHARED, UNFINISHED, WON
from games.core.codec import canonical_json, sha256_hex
from games.core.contract import GameKind
from games.core.errors import EngineFault
from games.core.merge import read_instant
from games.core.record import counted_part
from games.core.replay import Replay
from games.registry import get_kind, read_replay
from replays.text.names import name_key


class Extract(NamedTuple):
    """A game's facts, and the versions of the counting rules and the engine that made them. `seats`
    are its players', in the log's order, without names (`analytics.rollups.players`); `habits` are
    the sums of `Counting.seat_facts`; `time_key` is the place of the game in the order of time.
    """

    facts_version: int
    engine_version: str
    value: dict[str, Any]
    seats: list[dict[str, Any]]
    habits: dict[str, Any]
    time_key: str


def stored_extract(row: Contribution) -> Extract:
    """Return the facts of a game as they are stored."""
    return Extract(*(getattr(row, name) for name in Extract._fields))


def _seats(kind: GameKind, replay: Replay) -> list[dict[str, Any]]:
    winners, sides = replay.outcome.winners, kind.counting.ranking(replay)
    recorder = name_key(replay.record.source or "")
    shared = sum(side.rank == 1 for side in sides) > 1
    seats = []
    for player in replay.record.players:
        number, side = next(
            ((n, side) for n, side in enumerate(sides) if player.role in side.roles), (-1, None)
        )
        if not replay.is_over:
            result = UNFINISHED
        elif not winners:
            result = ABANDONED
        elif player.role not in winners:
            result = LOST
        else:
            result = SHARED if shared else WON
        seats.append(
            {
                "role": player.role,
                "result": result,
                "side": number,
                "place": side.seat if side else "",
                "rank": side.rank if side else 0,
                "recorded": bool(recorder) and name_key(player.name or "") == recorder,
            }
        )
    return seats


_EPOCH = datetime(1, 1, 1, tzinfo=UTC)


def time_key_of(played_at: str | None, position: int, digest: str) -> str:
    """Return the place of a game in the order of time, as a text of 45 digits that sorts alike
    everywhere: the instant it was played, then the position in its upload, then a digest of what is
    counted.

    A day without a time, or with a time and no zone, counts as its end. Games without a date come
    first.
    """
    played, nanoseconds = read_instant(played_at), 0
    if played is not None:
        end = datetime.combine(played.date, time.max, tzinfo=UTC)
        since = (played.instant or end) - _EPOCH
        nanoseconds = since // timedelta(microseconds=1) * 1000 + played.nanoseconds
    return f"{nanoseconds:021}{position:08}{digest[:16]}"


def counted_digest(log: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what is counted of a log, in hex: notes do not change it."""
    return sha256_hex(canonical_json(counted_part(log)))


def extract(canonical: str, position: int = 0) -> Extract:
    """Return the facts of a stored game; `position` is that in its upload. Raises EngineFault."""
    return extract_keyed(canonical, position)[1]


def extract_keyed(canonical: str, position: int = 0) -> tuple[Key, Extract]:
    """Return the values of `KEY_FIELDS` of a stored log, and its facts.

    Raises EngineFault where an accepted log no longer replays: an internal error, not the
    uploader's.
    """
    try:
        replay = read_replay(canonical)
    except ValueError as error:
        raise EngineFault("a stored log no longer replays") from error
    record, outcome = replay.record, replay.outcome
    kind = get_kind(record.kind)
    fields = {
        "kind": record.kind,
        "edition": kind.identity.edition_of(record.setup),
        "mode": kind.identity.mode_of(record.setup),
        "board_digest": record.board.digest,
        "month": (record.played_at or "")[:7],
        "winner": outcome.winner or "",
        "reason": outcome.reason or "",
        "is_finished": replay.is_over,
        "is_simulated": record.simulated,
    }
    made = Extract(
        kind.counting.version,
        str(kind.rules.version),
        kind.counting.facts(replay),
        _seats(kind, replay),
        dict(kind.counting.seat_facts(replay)),
        time_key_of(record.played_at, position, counted_digest(record.plain())),
    )
    return tuple(fields[name] for name in KEY_FIELDS), made
