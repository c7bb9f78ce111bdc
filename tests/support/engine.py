"""The engine's public doors, as the tests use them: bytes in, plain data out."""

from __future__ import annotations

import json
from typing import Any

from games.registry import get_kind, judge


def dump(*logs: Any) -> bytes:
    """Logs as NDJSON."""
    return b"".join(json.dumps(log, ensure_ascii=False).encode() + b"\n" for log in logs)


def judge_one(data: bytes) -> Any:
    """The one game of a file; fails where there are more or none."""
    found = list(judge(data))
    assert len(found) == 1, found
    return found[0]


def refusals(judged: Any) -> list[tuple[int | None, str]]:
    """(event, rule) of every error, in order."""
    plain = [finding.to_json() for finding in judged.findings]
    return [(finding["event"], finding["rule"]) for finding in plain]


def states(judged: Any, view: str = "omniscient", belief: bool = False) -> list[dict[str, Any]]:
    """The step objects of a judged game."""
    if judged.replay is None:
        return []
    kind = get_kind(judged.replay.record.kind)
    return list(kind.display.steps(judged.replay, view, belief))


def warnings(judged: Any) -> list[tuple[int | None, str, str]]:
    """(event, rule, code) of every warning, in order."""
    plain = [warning.to_json() for warning in judged.warnings]
    return [(warning["event"], warning["rule"], warning["code"]) for warning in plain]


def readable(data: bytes) -> dict[str, Any] | None:
    """The log, or None where the file itself is at fault (tests/faults asks about these)."""
    try:
        text = data.decode()
        log = json.loads(text, parse_constant=_no_number)
        json.dumps(log, ensure_ascii=False).encode()
    except ValueError:
        return None
    return log if isinstance(log, dict) and "\\u0000" not in text else None


def _no_number(word: str) -> None:
    raise ValueError(word)
