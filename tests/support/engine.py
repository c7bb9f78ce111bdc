"""The public functions of the engine as tests use them: bytes in, plain data out."""

from __future__ import annotations

import json
from typing import Any

from games.registry import get_kind, judge


def dump(*logs: Any) -> bytes:
    """Return logs as NDJSON."""
    return b"".join(json.dumps(log, ensure_ascii=False).encode() + b"\n" for log in logs)


def judge_one(data: bytes) -> Any:
    """Return the only game of a file; fail if there are several or none."""
    games = list(judge(data))
    assert len(games) == 1, games
    return games[0]


def refusals(judged: Any) -> list[tuple[int | None, str]]:
    """(event, rule) of every error that is no possible consequence of one before it, in order."""
    plain = [finding.to_json() for finding in judged.findings if not finding.follows]
    return [(finding["event"], finding["rule"]) for finding in plain]


def states(judged: Any, view: str = "omniscient", belief: bool = False) -> list[dict[str, Any]]:
    """Return the step objects of a judged game."""
    if judged.replay is None:
        return []
    kind = get_kind(judged.replay.record.kind)
    return list(kind.display.steps(judged.replay, view, belief))


def warnings(judged: Any) -> list[tuple[int | None, str, str]]:
    """Return event, rule and code of every warning, in order."""
    plain = [warning.to_json() for warning in judged.warnings]
    return [(warning["event"], warning["rule"], warning["code"]) for warning in plain]


def readable(data: bytes) -> dict[str, Any] | None:
    """Return the log, or None if the file is not readable JSON (see tests/faults)."""
    try:
        text = data.decode()
        log = json.loads(text, parse_constant=_no_number)
        json.dumps(log, ensure_ascii=False).encode()
    except ValueError:
        return None
    return log if isinstance(log, dict) and "\\u0000" not in text else None


def _no_number(constant: str) -> None:
    raise ValueError(constant)
