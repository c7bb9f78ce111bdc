"""Turning bytes into drafts: judged games as values to store. Pure, without database."""

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from games.core.branching import BRANCH_KEY
from games.core.codec import canonical_json, sha256_hex
from games.core.findings import LOG_FORMAT, TEXT, Finding
from games.core.language import text
from games.core.record import Record
from games.core.replay import Replay
from games.log.container import read_documents, skipped_members
from games.log.judge import Judged
from games.registry import get_kind, hints, judge
from replays.text.names import clean_label, name_key, shown_name


@dataclass(frozen=True, slots=True)
class Draft:
    """A judged game of a file: the field values of its rows, or the findings that refuse it.
    `is_unreadable`: a part of it could not be read at all.
    """

    position: int
    label: str
    findings: list[dict[str, Any]]
    warnings: list[dict[str, Any]]
    game: dict[str, Any] | None
    seats: tuple[dict[str, Any], ...]
    board: dict[str, Any] | None
    hints: tuple[dict[str, Any], ...] = ()
    replay: Replay | None = None
    is_unreadable: bool = False


def drafts_of(data: bytes, uploader: str = "", *, with_hints: bool = False) -> Iterator[Draft]:
    """Yield the games of a file in order. Never raises for a bad log. `uploader` is the key of the
    uploader. Hints cost time, and only the uploader may see them.
    """
    for judged in judge(data):
        yield draft_of(judged, uploader, with_hints=with_hints)


def identity(digest: str, *, is_finished: bool, uploader: str) -> str:
    """Return the digest that identifies a game. For an unfinished game it includes the uploader:
    otherwise the answer "already stored" would confirm a stranger's guess of its secrets.
    """
    if is_finished:
        return digest
    return hashlib.sha256(f"{uploader}:{digest}".encode()).hexdigest()


def guess_games(data: bytes) -> int | None:
    """Estimate the number of games for a progress bar, by counting headers; None if there are
    none.
    """
    texts = (document.text for document in read_documents(data))
    return sum(text.count('"goryo-log/') or text.count("[Game ") for text in texts) or None


def skipped_files(data: bytes) -> list[str]:
    """Return the names of the files in a zip that are not read, to show them."""
    return [clean_label(storable(name)) for name in skipped_members(data)]


def draft_of(judged: Judged, uploader: str = "", *, with_hints: bool = False) -> Draft:
    """Return the draft of a judged game."""
    findings = [storable(finding.to_stored()) for finding in judged.findings]
    warnings = [storable(warning.to_stored()) for warning in judged.warnings]
    label = clean_label(judged.label or "")
    if judged.record is not None and BRANCH_KEY in judged.record.header:
        findings.append(storable(_branch_finding(judged).to_stored()))
    if findings or judged.record is None or judged.replay is None:
        return Draft(
            judged.position,
            label,
            findings,
            warnings,
            None,
            (),
            None,
            is_unreadable=judged.is_unreadable,
        )
    return Draft(
        position=judged.position,
        label=label,
        findings=[],
        warnings=warnings,
        game=_game_fields(judged.record, judged.replay, warnings, uploader),
        seats=tuple(_seat_fields(judged.record)),
        board=board_fields(judged.record),
        hints=tuple(storable(hint.to_stored()) for hint in hints(judged)) if with_hints else (),
        replay=judged.replay,
    )


def differences(stored: Mapping[str, Any], found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the fields of a stored game (values as in its row) that its log now gives differently.

    Warnings are excluded: they are about the received spelling, not about the canonical form.
    """
    return [
        {"what": name, "stored": _reported(name, stored[name]), "found": _reported(name, value)}
        for name, value in found.items()
        if name not in ("warnings", "engine_version") and stored[name] != value
    ]


def _reported(name: str, value: Any) -> Any:
    """Return a value for a report: for a whole log its length and digest."""
    if name == "canonical":
        digest = hashlib.sha256(value.encode("utf-8")).hexdigest()
        return f"{len(value)} characters, SHA-256 {digest[:16]}…"
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _branch_finding(judged: Judged) -> Finding:
    """Return the finding that refuses the log of a variation, which would count as a game."""
    message = text(
        "This is the log of a variation ({key}), not of a played game. Share the variation's link "
        "instead.",
        key=BRANCH_KEY,
    )
    return Finding(judged.position, None, LOG_FORMAT, "branch", message)


def _game_fields(
    record: Record, replay: Replay, warnings: list[dict[str, Any]], uploader: str
) -> dict[str, Any]:
    kind = get_kind(record.kind)
    played_on = date.fromisoformat(record.played_at[:10]) if record.played_at else None
    return {
        "digest": identity(record.digest, is_finished=replay.is_over, uploader=uploader),
        "kind": record.kind,
        "edition": kind.identity.edition_of(record.setup),
        "mode": kind.identity.mode_of(record.setup),
        "board_id": clean_label(record.board.id),
        "board_digest": record.board.digest,
        "played_on": played_on,
        "month": f"{played_on:%Y-%m}" if played_on else None,
        "n_events": len(record.entries),
        "winner": replay.outcome.winner,
        "reason": replay.outcome.reason,
        "is_finished": replay.is_over,
        "is_simulated": record.simulated,
        "warnings": [_without_position(warning) for warning in warnings],
        "canonical": record.canonical(),
        "engine_version": str(kind.rules.version),
        **match_fields(record),
    }


def match_fields(record: Record) -> dict[str, Any]:
    """Return the key of the game's match and its number in it. Games of one match have the same
    kind, match name and players, in any seats; bot games are separate.
    """
    kind = get_kind(record.kind)
    match = kind.log.match_of(record)
    names = sorted(name_key(p.name) for p in record.players if p.name and name_key(p.name))
    seats = kind.identity.roles_in(kind.identity.mode_of(record.setup))
    if match is None or len(names) < len(seats):  # an unnamed player could be anyone
        return {"match_key": "", "match_game": None}
    parts = [record.kind, record.simulated, match[0], *names]
    return {"match_key": sha256_hex(canonical_json(parts)), "match_game": match[1]}


def _without_position(warning: dict[str, Any]) -> dict[str, Any]:
    """Return a warning without its position in the file: a column reveals the length of the text
    before it.
    """
    keys = ("rule", "citation", "code", "message", TEXT)
    return {key: warning[key] for key in keys if key in warning}


def _seat_fields(record: Record) -> Iterator[dict[str, Any]]:
    for position, player in enumerate(record.players):
        name = player.name
        yield {
            "role": player.role,
            "position": position,
            "name": None if name is None else shown_name(name),
            "name_key": None if name is None else name_key(name),
        }


def board_fields(record: Record) -> dict[str, Any]:
    """Return the values of the row of a record's board."""
    board = record.board
    return {
        "digest": board.digest,
        "kind": record.kind,
        "board_id": clean_label(board.id),
        "name": clean_label(board.name or ""),
        "provenance": clean_label(board.provenance or "")[:40],
        "data": storable(dict(board.data)),
    }


def storable(value: Any) -> Any:
    """Return plain data that every database can store: no NUL, lone surrogate, NaN or infinity."""
    if isinstance(value, str):
        whole = value.replace("\x00", "\N{REPLACEMENT CHARACTER}")
        return whole.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {storable(str(key)): storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    return value
