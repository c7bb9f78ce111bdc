"""Every log of Gorinto in this folder replays to the trace next to it.

A trace holds the changes of the state for each event, the warnings, the last state with its digest,
and the canonical form. `make golden` rewrites the traces; review the difference.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from games.core.codec import canonical_json, sha256_hex
from games.gorinto.rules.editions import RULESETS
from games.registry import get_kind, judge, write_text

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("gorinto/*/*.txt"))
TIES = {"wisdom", "fewest_tiles", "shared"}
LOST = {"wisdom", "solo_tie"}


def changes(before: Any, after: Any) -> Any:
    """Return what differs in `after`. Of objects only the different keys are returned."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    return {
        key: changes(before.get(key), value)
        for key, value in after.items()
        if key not in before or before[key] != value
    }


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def trace(data: bytes) -> str:
    """Return the trace of a file of logs, in a form whose differences are readable."""
    lines = []
    for judged in judge(data):
        assert judged.replay is not None
        assert judged.record is not None
        assert not judged.findings
        before: dict[str, Any] = {}
        for step in get_kind("gorinto").display.steps(judged.replay, "omniscient", False):
            change = changes(before, step["state"])
            lines.append(line({"step": step["step"], "event": step["event"], "changes": change}))
            before = step["state"]
        lines += [line(warning.to_json()) for warning in judged.warnings]
        lines += [line(before), sha256_hex(canonical_json(before))]
        lines += [judged.record.canonical(), judged.record.digest]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_replays_to_its_trace(path: Path) -> None:
    actual = trace(path.read_bytes())
    golden = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(actual, encoding="utf-8")
    assert actual == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    for judged in judge(path.read_bytes()):
        assert judged.record is not None
        (again,) = judge(write_text(judged.record).encode())
        assert again.record is not None
        assert again.record.canonical() == judged.record.canonical()


def test_golden_logs_have_every_mode_and_ending() -> None:
    endings: dict[str, set[str | None]] = {name: set() for name in RULESETS}
    landscapes = set()
    for path in LOGS:
        for judged in judge(path.read_bytes()):
            assert judged.replay is not None
            mode = judged.replay.record.ruleset
            endings[mode.name].add(judged.replay.outcome.reason)
            landscapes.add(judged.replay.record.board.id)
    assert len(landscapes) == 5
    for name, ruleset in RULESETS.items():
        assert endings[name] >= (LOST if ruleset.has_kitsune else TIES), name
    assert set().union(*endings.values()) >= {"resign", "abandon", None}
