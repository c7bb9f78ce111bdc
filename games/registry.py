"""The list of games, and the doors of the pure part: reading and judging logs of any of them."""

from collections.abc import Iterator
from typing import Any

from games.core.contract import GameKind
from games.core.record import Record
from games.core.replay import Replay
from games.core.replay import replay as _replay
from games.goryo.kind import KIND as GORYO
from games.log.judge import Judged
from games.log.judge import judge as _judge
from games.log.schema import json_schema as _json_schema
from games.log.writer import write_text as _write_text

KINDS: dict[str, GameKind] = {GORYO.slug: GORYO}


def get_kind(slug: str) -> GameKind:
    """The game with this slug. Raises KeyError."""
    return KINDS[slug]


def judge(data: bytes) -> Iterator[Judged]:
    """Every game of a file (plain, gzip or zip; JSON or text), read and judged, lazily. A bad log never raises."""
    return _judge(data, KINDS)


def read_record(canonical: str) -> Record:
    """The record of a log that was accepted before. Raises ValueError where it is none."""
    judged = next(_judge(canonical.encode("utf-8"), KINDS))
    if judged.record is None or judged.findings:
        raise ValueError(f"not an accepted log: {judged.findings[0].message}")
    return judged.record


def read_replay(canonical: str) -> Replay:
    """The replay of a log that was accepted before. Raises ValueError where it is none."""
    judged = next(_judge(canonical.encode("utf-8"), KINDS))
    if judged.replay is None or judged.findings:
        raise ValueError(f"not an accepted log: {judged.findings[0].message}")
    return judged.replay


def replay(record: Record) -> Replay:
    """Replay a record."""
    return _replay(KINDS[record.kind].engine, record)


def write_text(record: Record) -> str:
    """A record in the text spelling."""
    return _write_text(record, KINDS[record.kind])


def event_json(kind: GameKind, event: Any) -> dict[str, Any]:
    """An engine's event as the log writes it."""
    return kind.plain_event(event)


def json_schema() -> dict[str, Any]:
    """The published JSON Schema of a log, of any game."""
    return _json_schema(KINDS)
