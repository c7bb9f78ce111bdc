"""The public functions of the engine as tests use them: bytes in, plain data out."""

import json
import random
from typing import Any

from games.core.record import Record
from games.registry import get_kind, judge, simulate


def dump(*logs: Any) -> bytes:
    """Return logs as NDJSON."""
    return b"".join(json.dumps(log, ensure_ascii=False).encode() + b"\n" for log in logs)


def judge_one(data: bytes | str) -> Any:
    """Return the only game of a file; fail if there are several or none."""
    (judged,) = judge(data.encode() if isinstance(data, str) else data)
    return judged


def accepted(data: bytes | str) -> Any:
    """Return the only game of a file; fail if it has findings."""
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


def replay_of(data: bytes | str) -> Any:
    """Return the replay of the only game of a file; fail if it has findings."""
    replay = accepted(data).replay
    assert replay is not None
    return replay


def findings(data: bytes | str) -> list[Any]:
    """Return the findings of all games of a file."""
    games = judge(data.encode() if isinstance(data, str) else data)
    return [finding for judged in games for finding in judged.findings]


def bot_game(slug: str, ruleset: str = "", seed: int | str = 1) -> Record:
    """Return a game between bots, by the default ruleset if none is given."""
    ruleset = ruleset or get_kind(slug).identity.default_ruleset
    return simulate(slug, ruleset, str(seed), random.Random(seed))


def refusals(judged: Any) -> list[tuple[int | None, str]]:
    """(event, rule) of every error that is no possible consequence of one before it, in order."""
    plain = [finding.to_json() for finding in judged.findings if not finding.follows]
    return [(finding["event"], finding["rule"]) for finding in plain]


def states(judged: Any, view: str = "omniscient", belief: bool = False) -> list[dict[str, Any]]:
    """Return the step objects of a judged game."""
    if judged.replay is None:
        return []
    return list(get_kind(judged.replay.record.kind).display.steps(judged.replay, view, belief))


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
